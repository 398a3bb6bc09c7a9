import DeleteMatrix

// By scalars: to a parser, a mark with an accent is a mark all the same.
extension String {
  /// The text on one line, without what would end a quoted text of a diagram or be a directive.
  var mermaidText: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "%": text += "/"
      case "\"": text += "'"
      case _ where scalar.isCommand: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text of a flowchart, which takes more for markup than other diagrams do.
  var flowchartText: String {
    var text = ""
    for scalar in mermaidText.unicodeScalars {
      switch scalar {
      case "#": text += "#35;"
      case "<": text += "#lt;"
      case ">": text += "#gt;"
      case "&": text += "#amp;"
      case "`": text += "'"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

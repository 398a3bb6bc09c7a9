import DeleteMatrix

extension String {
  /// The text in quotes, as Graphviz wants it; a line break stays one.
  var dot: String {
    var text = ""
    // By scalars: to Graphviz, a quote with an accent is a quote all the same.
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      // Graphviz knows the entities of HTML in any text that it shows.
      case "&": text += "&amp;"
      case _ where scalar.isCommand: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text)\""
  }
}

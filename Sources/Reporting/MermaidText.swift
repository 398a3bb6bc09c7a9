import SourceText

extension String {
  /// The text on one line, without what would end a quoted text of a diagram or be a directive.
  var mermaidText: String {
    escaped { scalar in
      switch scalar {
      case "\\", "%": "/"
      case "\"": "'"
      default: scalar.isCommand ? " " : nil
      }
    }
  }

  /// The text of a flowchart, which takes more for markup than other diagrams do.
  var flowchartText: String {
    mermaidText.escaped { scalar in
      switch scalar {
      case "#": "#35;"
      case "<": "#lt;"
      case ">": "#gt;"
      case "&": "#amp;"
      case "`": "'"
      default: nil
      }
    }
  }
}

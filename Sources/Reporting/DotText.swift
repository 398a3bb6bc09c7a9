import SourceText

extension String {
  /// The text in quotes, as Graphviz wants it; a line break stays one.
  var dot: String {
    let text = escaped { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\\": "\\\\"
      case "\"": "\\\""
      // Graphviz knows the entities of HTML in any text that it shows.
      case "&": "&amp;"
      default: scalar.isCommand ? " " : nil
      }
    }
    return "\"\(text)\""
  }
}

extension Unicode.Scalar {
  /// Whether a terminal, an editor or a browser may take it for more than a character: it ends a
  /// line, commands a terminal, or turns the direction in which what follows is read.
  package var isCommand: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

extension String {
  /// The text with such characters written out, so that it cannot break a message.
  package var singleLine: String {
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.isCommand: line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

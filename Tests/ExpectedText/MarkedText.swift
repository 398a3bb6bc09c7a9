/// A text for a test in which the places that the test speaks of are marked where they are: `«` and
/// `»` around a part, or `«»` at a point.
///
/// So nobody counts lines and columns by hand, and a text can change without its expectations.
///
/// ```swift
/// let source = MarkedText("class «Note» {}")
/// source.text  // class Note {}
/// source.place(0)  // 1:7
/// ```
package struct MarkedText: Sendable, ExpressibleByStringLiteral {
  /// The text without its marks.
  package let text: String
  /// Where each marked part begins, in the order of the text: lines and columns from 1, columns in
  /// characters.
  private let places: [(line: Int, column: Int)]

  package init(_ marked: String) {
    var text = ""
    var places: [(line: Int, column: Int)] = []
    var (line, column) = (1, 1)
    for character in marked {
      switch character {
      case "«": places.append((line, column))
      case "»": break
      default:
        text.append(character)
        (line, column) = character.isNewline ? (line + 1, 1) : (line, column + 1)
      }
    }
    self.text = text
    self.places = places
  }

  package init(stringLiteral marked: String) { self.init(marked) }

  /// `line:column` of a marked part; `no mark N` where there is none.
  package func place(_ number: Int = 0) -> String {
    guard places.indices.contains(number) else { return "no mark \(number)" }
    return "\(places[number].line):\(places[number].column)"
  }

  /// A message with `file:line:column: ` of a marked part before it.
  package func message(_ message: String, in file: String, at number: Int = 0) -> String {
    "\(file):\(place(number)): \(message)"
  }
}

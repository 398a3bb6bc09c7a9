import DeleteMatrix

/// The tokens of a file, with their brackets matched.
struct SwiftTokens: Sendable {
  /// Something about the file that cannot be read.
  struct Problem: Sendable {
    var message: String
    var location: Location
  }

  let file: String
  var tokens: [SwiftToken] = []
  var problems: [Problem] = []

  var count: Int { tokens.count }

  subscript(index: Int) -> SwiftToken? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  func isMark(_ index: Int, _ mark: String) -> Bool { self[index]?.isMark(mark) ?? false }
  func isWord(_ index: Int, _ word: String) -> Bool { self[index]?.isWord(word) ?? false }

  func location(_ index: Int) -> Location {
    guard let token = self[index] ?? tokens.last else {
      return Location(file: file, line: 1, column: 1)
    }
    return Location(file: file, line: token.line, column: token.column)
  }

  /// The place after a token, or after the whole of the brackets that it opens.
  func after(_ index: Int) -> Int {
    guard let end = self[index]?.end else { return index + 1 }
    // A bracket that another one ends does not take that with it.
    return isMark(end, self[index]?.text == "(" ? ")" : self[index]?.text == "[" ? "]" : "}")
      ? end + 1 : max(end, index + 1)
  }

  /// What is written in a range, shortened where it is long.
  func written(_ range: Range<Int>) -> String {
    var text = ""
    for index in range.clamped(to: 0..<count) {
      if text.utf8.count > 60 { return text + "…" }
      if index > range.lowerBound, tokens[index].followsSpace { text += " " }
      text += tokens[index].written
    }
    return text
  }
}

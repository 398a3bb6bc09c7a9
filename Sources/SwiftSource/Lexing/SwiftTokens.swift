import SourceText

/// The tokens of a file, with their brackets matched.
package struct SwiftTokens: Sendable {
  /// Something about the file that cannot be read.
  package struct Problem: Sendable {
    package var message: String
    package var location: Location
  }

  /// What is kept of a token: a file can have one for each of its bytes.
  private struct Kept {
    package var text: Int32
    package var length: Int32
    package var line: Int32
    package var column: Int32
    package var branch: Int32
    /// -1 for none.
    package var end: Int32 = -1
    package var kind: SwiftToken.Kind
    package var startsLine: Bool
    package var followsSpace: Bool
  }

  package let file: String
  private let bytes: [UInt8]
  private var kept: [Kept] = []
  package var problems: [Problem] = []

  package init(_ source: SourceFile) {
    file = source.path
    bytes = source.bytes
  }

  package var count: Int { kept.count }

  package subscript(index: Int) -> SwiftToken? {
    guard kept.indices.contains(index) else { return nil }
    let token = kept[index]
    return SwiftToken(
      kind: token.kind, text: String(decoding: bytes[range(of: token)], as: UTF8.self),
      line: Int(token.line), column: Int(token.column), startsLine: token.startsLine,
      followsSpace: token.followsSpace, branch: Int(token.branch),
      end: token.end < 0 ? nil : Int(token.end))
  }

  private func range(of token: Kept) -> Range<Int> {
    Int(token.text)..<Int(token.text + token.length)
  }

  /// Adds a token whose text is a part of the file: of 16 MB at most, so that every number fits.
  package mutating func append(_ token: SwiftToken, text: Range<Int>) {
    kept.append(
      Kept(
        text: Int32(text.lowerBound), length: Int32(text.count), line: Int32(token.line),
        column: Int32(token.column), branch: Int32(token.branch), kind: token.kind,
        startsLine: token.startsLine, followsSpace: token.followsSpace))
  }

  package mutating func setEnd(of opener: Int, to end: Int) { kept[opener].end = Int32(end) }

  package func isMark(_ index: Int, _ mark: String) -> Bool { isKind(.mark, index, mark) }
  package func isWord(_ index: Int, _ word: String) -> Bool { isKind(.word, index, word) }

  private func isKind(_ kind: SwiftToken.Kind, _ index: Int, _ text: String) -> Bool {
    kept.indices.contains(index) && kept[index].kind == kind
      && bytes[range(of: kept[index])].elementsEqual(text.utf8)
  }

  package func location(_ index: Int) -> Location {
    guard let token = self[index] ?? self[count - 1] else {
      return Location(file: file, line: 1, column: 1)
    }
    return Location(file: file, line: token.line, column: token.column)
  }

  /// The place after a token, or after the whole of the brackets that it opens.
  package func after(_ index: Int) -> Int {
    guard let end = self[index]?.end else { return index + 1 }
    // A bracket that another one ends does not take that with it.
    return isMark(end, self[index]?.text == "(" ? ")" : self[index]?.text == "[" ? "]" : "}")
      ? end + 1 : max(end, index + 1)
  }

  /// What is written in a range, shortened where it is long.
  package func written(_ range: Range<Int>) -> String {
    var text = ""
    for index in range.clamped(to: 0..<count) {
      if text.utf8.count > 60 { return text + "…" }
      guard let token = self[index] else { break }
      if index > range.lowerBound, token.followsSpace { text += " " }
      text += token.written
    }
    return text
  }
}

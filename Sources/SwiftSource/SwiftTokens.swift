import SourceText

/// A piece of Swift source that is neither space nor comment.
package struct SwiftToken: Sendable {
  package enum Kind: Sendable {
    /// An identifier or a keyword.
    case word
    /// An identifier in backticks, which is never a keyword.
    case quotedWord
    case number
    /// A string literal that means what is written; the text is without its quotes.
    case text
    /// A string literal with an escape or an interpolation; the text is as it is written.
    case composedText
    case regex
    /// A name after `#`; the text begins with the `#`.
    case macro
    /// Punctuation: one character, or `->`, or a run of `=`.
    case mark
  }

  package var kind: Kind
  package var text: String
  package var line: Int
  package var column: Int
  package var startsLine: Bool
  /// Whether space or a comment stands before it.
  package var followsSpace: Bool
  /// The number of the `#if` branch that contains it; 0 outside of all.
  package var branch: Int
  /// The index at which the bracket that it opens is closed, or ends if it is not; nil for any
  /// other token.
  package var end: Int?

  package func isWord(_ word: String) -> Bool { kind == .word && text == word }
  package func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// The name that it is as an identifier.
  package var name: String? { kind == .word || kind == .quotedWord ? text : nil }

  package var written: String {
    switch kind {
    case .text, .composedText: "\"\(text)\""
    default: text
    }
  }
}

/// The tokens of a file, with their brackets matched.
package struct SwiftTokens: Sendable {
  /// Something about the file that cannot be read.
  package struct Problem: Sendable {
    package var message: String
    package var location: Location
    /// Whether everything behind it was taken for a part of it, whatever that is.
    package var hidesRest = false
  }

  /// The compact form in which a token is kept: a file can have one for each of its bytes.
  private struct Kept {
    var text: Int32
    /// The length of the token; for a closed bracket, which has one byte, the negative index of
    /// its end.
    var extent: Int32
    var line: Int32
    var column: Int32
    var branch: Int32
    var kind: SwiftToken.Kind
    var startsLine: Bool
    var followsSpace: Bool

    var length: Int { extent < 0 ? 1 : Int(extent) }
    var end: Int? { extent < 0 ? -Int(extent) : nil }
  }

  package let file: String
  private let bytes: [UInt8]
  private var kept: [Kept] = []
  var problems: [Problem] = []
  /// The comments that speak to this program, in their order.
  package internal(set) var comments: [SwiftComment] = []
  /// The branches of `#if` that are compiled only for debugging.
  var branchesForDebugging: Set<Int> = []
  /// The code in string literals, in its order.
  private var pieces: [Piece] = []

  /// An interpolation of a string literal, without its brackets.
  struct Piece {
    /// The literal.
    var token: Int32 = 0
    let bytes: Range<Int32>
    let line: Int32
    let column: Int32
  }

  init(_ source: SourceFile) {
    file = source.path
    bytes = source.bytes
  }

  package var count: Int { kept.count }

  package var source: SourceFile { SourceFile(path: file, bytes: bytes) }

  package subscript(index: Int) -> SwiftToken? {
    guard kept.indices.contains(index) else { return nil }
    let token = kept[index]
    return SwiftToken(
      kind: token.kind, text: String(decoding: bytes[range(of: token)], as: UTF8.self),
      line: Int(token.line), column: Int(token.column), startsLine: token.startsLine,
      followsSpace: token.followsSpace, branch: Int(token.branch),
      end: token.end)
  }

  package func isForDebugging(_ index: Int) -> Bool {
    kept.indices.contains(index) && branchesForDebugging.contains(Int(kept[index].branch))
  }

  private func range(of token: Kept) -> Range<Int> {
    Int(token.text)..<Int(token.text) + token.length
  }

  /// Adds a token whose text is a part of the file: of 16 MB at most, so that every number fits.
  mutating func append(
    _ kind: SwiftToken.Kind, _ text: Range<Int>, at start: SwiftLexer.Start, branch: Int
  ) {
    if kept.count == kept.capacity {
      // No more than there is left to read: a token has a byte at least.
      kept.reserveCapacity(kept.count + min(max(kept.count, 16), bytes.count - text.lowerBound))
    }
    kept.append(
      Kept(
        text: Int32(text.lowerBound), extent: Int32(text.count), line: Int32(start.line),
        column: Int32(start.column), branch: Int32(branch), kind: kind,
        startsLine: start.startsLine, followsSpace: start.followsSpace))
  }

  /// Adds the code that is in the last token.
  mutating func append(_ found: [Piece]) {
    for var piece in found {
      piece.token = Int32(count - 1)
      pieces.append(piece)
    }
  }

  /// The code in the string literal at a place, each piece with its places in the file.
  package func interpolations(of literal: Int, atMost limit: Int) -> [SwiftTokens] {
    let first = pieces.index(from: Int32(literal), by: \.token)
    return pieces[first...].prefix { Int($0.token) == literal }.prefix(limit).map { piece in
      let code = bytes[Int(piece.bytes.lowerBound)..<Int(piece.bytes.upperBound)]
      return SwiftLexer.tokens(
        of: SourceFile(path: file, bytes: Array(code)), line: Int(piece.line),
        column: Int(piece.column))
    }
  }

  /// Gives back the room that no token took.
  mutating func trim() {
    if kept.capacity > kept.count + kept.count / 4 {
      kept = kept.withUnsafeBufferPointer { Array($0) }
    }
  }

  mutating func setEnd(of opener: Int, to end: Int) { kept[opener].extent = -Int32(end) }

  /// Returns the index of the bracket that closes the one at an index; nil for any other token.
  package func end(of index: Int) -> Int? {
    kept.indices.contains(index) ? kept[index].end : nil
  }

  /// The first byte of the punctuation at a place; 0 for anything else.
  package func mark(_ index: Int) -> UInt8 {
    guard kept.indices.contains(index), kept[index].kind == .mark else { return 0 }
    return bytes[Int(kept[index].text)]
  }

  /// Whether a token begins a line, and whether space is before it; nil where there is no token.
  func flags(_ index: Int) -> (startsLine: Bool, followsSpace: Bool)? {
    guard kept.indices.contains(index) else { return nil }
    return (kept[index].startsLine, kept[index].followsSpace)
  }

  package func isMark(_ index: Int, _ mark: String) -> Bool { isKind(.mark, index, mark) }
  package func isWord(_ index: Int, _ word: String) -> Bool { isKind(.word, index, word) }

  /// Goes through the words among some tokens.
  ///
  /// - Parameters:
  ///   - range: The tokens.
  ///   - readsTexts: Whether the words in all string literals are meant, too, and not only in those with code.
  ///   - visit: Is given the bytes of each word and its place.
  package func forEachWord(
    in range: Range<Int>, readingTexts readsTexts: Bool = false,
    _ visit: (ArraySlice<UInt8>, Int) -> Void
  ) {
    for index in range.clamped(to: 0..<count) {
      let token = kept[index]
      if token.kind == .word || token.kind == .quotedWord {
        visit(bytes[self.range(of: token)], index)
      } else if token.kind == .composedText || readsTexts && token.kind == .text {
        // Some of it is code.
        for word in bytes[self.range(of: token)].split(whereSeparator: { !Self.isInWord($0) }) {
          visit(word, index)
        }
      }
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func isKind(_ kind: SwiftToken.Kind, _ index: Int, _ text: String) -> Bool {
    // Most tokens differ in their kind or in their length.
    guard kept.indices.contains(index), kept[index].kind == kind,
      kept[index].length == text.utf8.count
    else { return false }
    var place = Int(kept[index].text)
    for byte in text.utf8 {
      if bytes[place] != byte { return false }
      place += 1
    }
    return true
  }

  package func location(_ index: Int) -> Location {
    guard let token = self[index] ?? self[count - 1] else { return .start(of: file) }
    return Location(file: file, line: token.line, column: token.column)
  }

  /// Returns the place in the file where a token begins; nil for a literal, or a name in
  /// backticks.
  package func place(before index: Int) -> Replacement.Place? {
    guard kept.indices.contains(index) else { return nil }
    switch kept[index].kind {
    case .word, .number, .mark, .macro:
      return Replacement.Place(location(index), offset: Int(kept[index].text))
    case .quotedWord, .text, .composedText, .regex: return nil
    }
  }

  /// Returns the place in the file where a token ends; nil for a literal whose end is not kept.
  package func place(after index: Int) -> Replacement.Place? {
    guard kept.indices.contains(index) else { return nil }
    let token = kept[index]
    let first = Int(token.text)
    var end = first + token.length
    var start = first
    switch token.kind {
    case .word, .number, .mark, .macro: break
    case .quotedWord:
      (start, end) = (first - 1, end + 1)
    case .text:
      // Strings of several lines are no arguments of a macro; one line has the quote, and marks.
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), first > 0 else { return nil }
      var marks = 0
      while first - 2 - marks >= 0, bytes[first - 2 - marks] == UInt8(ascii: "#") { marks += 1 }
      guard first < 2 || bytes[first - 2] != UInt8(ascii: "\"") else { return nil }
      (start, end) = (first - 1 - marks, end + 1 + marks)
    case .composedText, .regex: return nil
    }
    guard end <= bytes.count else { return nil }
    let columns = bytes[start..<end].count { $0 & 0xC0 != 0x80 }
    return Replacement.Place(
      Location(file: file, line: Int(token.line), column: Int(token.column) + columns), offset: end)
  }

  /// The place after a token, or after the whole of the brackets that it opens.
  package func after(_ index: Int) -> Int {
    guard let end = end(of: index) else { return index + 1 }
    // A bracket that another one ends does not take that with it.
    let closer =
      switch mark(index) {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: UInt8(ascii: "}")
      }
    return mark(end) == closer ? end + 1 : max(end, index + 1)
  }

  /// Returns true if each bracket that opens in a range of tokens is closed in it by a matching
  /// bracket.
  package func areBalanced(_ range: Range<Int>) -> Bool {
    range.clamped(to: 0..<count).allSatisfy { index in
      guard let token = self[index], ["(", "[", "{"].contains(where: token.isMark) else {
        return true
      }
      return token.end.map { $0 < range.upperBound && after(index) == $0 + 1 } ?? false
    }
  }

  /// Returns the source text of a range, shortened if it is long.
  package func written(_ range: Range<Int>) -> String {
    var text = ""
    for index in range.clamped(to: 0..<count) {
      if text.utf8.count > Limits.quotedBytes { return text + "…" }
      guard let token = self[index] else { break }
      if index > range.lowerBound, token.followsSpace { text += " " }
      text += token.written
    }
    return text
  }
}

extension SwiftTokens {
  package func arguments(at open: Int, atMost limit: Int = .max) -> [SwiftArgument] {
    let end = self[open]?.end ?? count
    var arguments: [SwiftArgument] = []
    var index = open + 1
    while index < end, arguments.count < limit {
      let hasLabel = self[index]?.name != nil && isMark(index + 1, ":")
      if hasLabel { index += 2 }
      let value = index
      while index < end, !isMark(index, ",") { index = after(index) }
      index = min(index, end)
      arguments.append(
        SwiftArgument(hasLabel: hasLabel, value: min(value, index)..<index))
      index += 1
    }
    return arguments
  }

  package func label(of argument: SwiftArgument) -> String? {
    argument.hasLabel ? self[argument.start]?.name : nil
  }
}

extension SwiftTokens {
  /// Whether some bytes have a word in them, be it in a comment; cheap, and never wrongly false.
  ///
  /// Only each byte that may end the word is looked at (Horspool, 1980).
  package static func mention(_ word: String, in bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    guard let last = word.indices.last else { return false }
    var steps = [Int](repeating: word.count, count: 256)
    for (index, byte) in word.dropLast().enumerated() { steps[Int(byte)] = last - index }
    var end = last
    while end < bytes.count {
      if bytes[end] == word[last], bytes[end - last...end].elementsEqual(word),
        end == last || !SwiftLexer.isWordByte(bytes[end - last - 1]),
        end + 1 == bytes.count || !SwiftLexer.isWordByte(bytes[end + 1])
      {
        return true
      }
      end += steps[Int(bytes[end])]
    }
    return false
  }

  /// Whether the file contains a word, possibly in a comment; cheap, without false negatives.
  package func mentions(_ word: String) -> Bool { Self.mention(word, in: bytes) }

  /// Whether some bytes have an attribute whose name begins with one of some words, be it in a
  /// comment; cheap, and never wrongly false.
  package static func mentionsAttribute(of words: [String], in bytes: [UInt8]) -> Bool {
    let words = words.map { Array($0.utf8) }
    var index = bytes.startIndex
    while let sign = bytes[index...].firstIndex(of: UInt8(ascii: "@")) {
      index = sign + 1
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      // A comment may stand between, whatever is in it, and a name may be in backticks.
      let next = bytes[index...].prefix(2)
      if next.elementsEqual("/*".utf8) || next.elementsEqual("//".utf8) { return true }
      if next.first == UInt8(ascii: "`") { index += 1 }
      let start = index
      while index < bytes.count, SwiftLexer.isWordByte(bytes[index]) { index += 1 }
      if words.contains(where: bytes[start..<index].elementsEqual) { return true }
    }
    return false
  }
}

extension [SwiftDeclarations] {
  /// The files that have one of some words, be it in a comment: cheaper than to go through all tokens.
  package func mentioning(_ words: [String]) -> [SwiftDeclarations] {
    filter { file in words.contains { file.tokens.mentions($0) } }
  }
}

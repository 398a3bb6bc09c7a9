/// A word, a string or a mark in Objective-C source, outside of comments.
///
/// A file can have one for each of its bytes, so that a token is small and its text stays in the file.
struct ObjectiveCToken: Hashable, Sendable {
  enum Kind: Sendable { case word, text, mark }

  let kind: Kind
  /// The place of the text in the file; of a string without its quotes.
  let bytes: Range<Int32>
  let line: Int32
  let column: Int32
  /// Whether nothing but spaces is before it on its line.
  let startsLine: Bool
}

/// A reader of the tokens of an Objective-C file.
struct ObjectiveCLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// The bytes of this line that continue a character, so that columns count characters.
  private var continuations = 0
  private var tokens: [ObjectiveCToken] = []
  /// Flags of the `#if` lines around: whether a branch of each up to here is sure to be compiled.
  private var compiled: [Bool] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the tokens of a file of 16 MB at most, in their order, in O(bytes).
  static func tokens(of bytes: [UInt8]) -> [ObjectiveCToken] {
    var lexer = ObjectiveCLexer(bytes)
    while lexer.index < bytes.count { lexer.readToken() }
    return lexer.tokens
  }

  private mutating func readToken() {
    switch bytes[index] {
    case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): advance()
    case UInt8(ascii: "/") where isNext("//"):
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { advance() }
    case UInt8(ascii: "/") where isNext("/*"):
      advance(by: 2)
      while index < bytes.count, !isNext("*/") { advance() }
      advance(by: 2)
    case UInt8(ascii: "#") where ["#if", "#el", "#endif"].contains(where: isNext): readCondition()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(endingWith: bytes[index])
    case let byte where Self.isInWord(byte):
      read(.word) { lexer in
        while lexer.index < lexer.bytes.count, Self.isInWord(lexer.bytes[lexer.index]) {
          lexer.advance()
        }
      }
    default: read(.mark) { $0.advance(by: $0.isNext("->") ? 2 : 1) }
    }
  }

  /// The words from here to the end of the line.
  private var wordsOfLine: [String] {
    let line = bytes[index...].prefix(Limits.condition).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  /// Reads the line of a condition, with the branch behind it where that is never compiled.
  private mutating func readCondition() {
    let words = wordsOfLine
    if isNext("#if") {
      compiled.append(false)
    } else if isNext("#endif") {
      _ = compiled.popLast()
    } else if compiled.last == true {
      return skipBranch()
    }
    let condition =
      words.count == 2 && words[0] != "#ifdef" && words[0] != "#ifndef" ? words[1] : ""
    if condition == "0" { return skipBranch() }
    if condition == "1", !compiled.isEmpty { compiled[compiled.count - 1] = true }
    read(.mark) { $0.advance() }
  }

  /// Skips the lines that are never compiled, up to the `#else`, `#elif` or `#endif` of the condition that is here.
  private mutating func skipBranch() {
    var depth = 0
    repeat {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { advance() }
      while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { advance() }
      if isNext("#if") { depth += 1 }
      if depth == 0, isNext("#else") || isNext("#elif") || isNext("#endif") { return }
      if isNext("#endif") { depth -= 1 }
    } while index < bytes.count
  }

  /// Reads a string, which ends with its line if its quote is missing.
  private mutating func readString(endingWith quote: UInt8) {
    advance()
    read(.text) { lexer in
      while lexer.index < lexer.bytes.count {
        let byte = lexer.bytes[lexer.index]
        if byte == quote || byte == UInt8(ascii: "\n") { break }
        lexer.advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
      }
    }
    if index < bytes.count, bytes[index] == quote { advance() }
  }

  /// Adds the token that a function reads.
  private mutating func read(_ kind: ObjectiveCToken.Kind, by move: (inout Self) -> Void) {
    let (start, startLine) = (index, line)
    let column = start - lineStart - continuations + 1
    move(&self)
    let startsLine = tokens.last.map { $0.line < startLine } ?? true
    tokens.append(
      ObjectiveCToken(
        kind: kind, bytes: Int32(start)..<Int32(index), line: Int32(startLine),
        column: Int32(column), startsLine: startsLine))
  }

  private mutating func advance(by count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        (line, lineStart, continuations) = (line + 1, index, 0)
      } else if byte & 0xC0 == 0x80 {
        continuations += 1
      }
    }
  }

  private func isNext(_ text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

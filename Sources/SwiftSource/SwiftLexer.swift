import SourceText

/// Divides Swift source into tokens, as far as finding declarations needs it.
///
/// Nothing here calls itself: what is nested is kept on stacks, however deep.
struct SwiftLexer {
  let bytes: [UInt8]
  var offset = 0
  var list: SwiftTokens
  /// The strings around the interpolation that is being read, the innermost last.
  var strings: [OpenString] = []
  /// The interpolations of the string around that are read so far.
  var pieces: [SwiftTokens.Piece] = []
  /// Whether a `/` that follows divides, instead of opening a regex literal.
  var endsOperand = false
  /// The end of a line on which a regex literal was begun and not closed.
  var regexlessUntil = 0

  private var line = 1
  private var lineStart = 0
  /// Bytes of this line that continue a character, so that columns count characters.
  private var continuations = 0
  var startsLine = true
  private var followsSpace = true
  var conditions = ConditionTracking()
  private var brackets = BracketMatching()
  /// Whether a line has marked the beginning of a merge conflict.
  private var isInConflict = false

  /// The tokens of a file, or of a piece of one that begins at a line and a column.
  static func tokens(of source: SourceFile, line: Int = 1, column: Int = 1) -> SwiftTokens {
    var lexer = SwiftLexer(source)
    lexer.line = line
    lexer.lineStart -= column - 1
    lexer.readAll()
    lexer.list.trim()
    return lexer.list
  }

  private init(_ source: SourceFile) {
    bytes = source.bytes
    list = SwiftTokens(source)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      lineStart = 3
    }
  }

  /// The start of a token.
  struct Start {
    var line: Int
    var column: Int
    var startsLine: Bool
    var followsSpace: Bool
  }

  var start: Start {
    Start(
      line: line, column: offset - lineStart - continuations + 1, startsLine: startsLine,
      followsSpace: followsSpace)
  }

  func byte(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      offset + text.count <= bytes.count
        && text.indices.allSatisfy { bytes[offset + $0] == text[$0] }
    }
  }

  mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    let isLoneReturn = byte == 0x0D && self.byte() != 0x0A
    if byte == 0x0A || isLoneReturn {
      line += 1
      lineStart = offset
      continuations = 0
      startsLine = true
    } else if byte & 0xC0 == 0x80 {
      continuations += 1
    }
  }

  mutating func advance(by count: Int) {
    for _ in 0..<min(count, bytes.count - offset) { advance() }
  }

  func text(from first: Int) -> String {
    String(decoding: bytes[first..<offset], as: UTF8.self)
  }

  mutating func report(_ message: String, at start: Start) {
    let location = Location(file: list.file, line: start.line, column: start.column)
    list.problems.append(SwiftTokens.Problem(message: message, location: location))
  }

  mutating func reportEnd(in kind: String, at start: Start) {
    report("the file ends in the \(kind) that begins here", at: start)
    list.problems[list.problems.count - 1].hidesRest = true
  }

  /// Takes a token in, unless it is part of an interpolation, of an `#if` line or of what is never
  /// compiled.
  mutating func emit(
    _ kind: SwiftToken.Kind, _ text: Range<Int>, at start: Start,
    endsOperand: Bool = true
  ) {
    self.endsOperand = endsOperand
    guard strings.isEmpty else { return }
    startsLine = false
    followsSpace = false
    if conditions.isInCondition {
      let token = SwiftToken(
        kind: kind, text: String(decoding: bytes[text], as: UTF8.self), line: start.line,
        column: start.column, startsLine: start.startsLine,
        followsSpace: start.followsSpace, branch: conditions.branch)
      if conditions.takes(token) { return }
    } else if conditions.isLeftOut {
      return
    }
    list.append(kind, text, at: start, branch: conditions.branch)
    if kind == .composedText { list.append(pieces) }
    if kind == .mark, text.count == 1 { brackets.take(bytes[text.lowerBound], in: &list) }
  }

  /// Goes past the bytes of a word, which has no line break.
  mutating func skipWord() {
    while offset < bytes.count, Self.isWordByte(bytes[offset]) {
      if bytes[offset] & 0xC0 == 0x80 { continuations += 1 }
      offset += 1
    }
  }

  private mutating func readAll() {
    if isNext("#!") { skipLine() }
    while let byte = byte() {
      switch byte {
      case 0...0x20:
        followsSpace = true
        advance()
      case UInt8(ascii: "/"): slash()
      case UInt8(ascii: "\""): openString(pounds: 0)
      case UInt8(ascii: "#"): pound()
      case UInt8(ascii: "`"): quotedWord()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case _ where Self.isWordByte(byte): word()
      default: if !skipConflictMarker() { mark() }
      }
    }
    endFile()
  }

  /// Goes past a line by which git marks a conflict, if one begins here; the first is reported.
  private mutating func skipConflictMarker() -> Bool {
    guard offset == lineStart, strings.isEmpty else { return false }
    if isNext("<<<<<<< ") {
      report("an unresolved merge conflict begins here", at: start)
      isInConflict = true
    } else if !isInConflict || !isNext("=======") && !isNext(">>>>>>> ") && !isNext("||||||| ") {
      return false
    }
    skipLine()
    return true
  }

  private mutating func endFile() {
    list.branchesForDebugging = conditions.branchesForDebugging
    if let string = strings.last {
      reportEnd(in: "string", at: string.start)
    }
    brackets.close(&list)
    if let start = conditions.opening {
      report("the file ends before the #endif of the #if that is here", at: start)
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  mutating func skipLine() {
    while let byte = byte(), byte != 0x0A, byte != 0x0D { advance() }
    followsSpace = true
  }

  mutating func skipComment() {
    let start = start
    var depth = 0
    while offset < bytes.count {
      if isNext("/*") {
        depth += 1
        advance(by: 2)
      } else if isNext("*/") {
        depth -= 1
        advance(by: 2)
        if depth == 0 { break }
      } else {
        advance()
      }
    }
    if depth > 0 { reportEnd(in: "comment", at: start) }
    followsSpace = true
  }
}

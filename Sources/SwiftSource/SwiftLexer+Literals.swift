extension SwiftLexer {
  mutating func word() {
    let (first, start) = (offset, start)
    skipWord()
    emit(.word, first..<offset, at: start)
  }

  mutating func quotedWord() {
    let (first, start) = (offset + 1, start)
    advance()
    while let byte = byte(), byte != UInt8(ascii: "`"), byte != 0x0A, byte != 0x0D { advance() }
    let text = first..<offset
    if byte() == UInt8(ascii: "`") { advance() }
    emit(.quotedWord, text, at: start)
  }

  mutating func number() {
    let (first, start) = (offset, start)
    while let byte = byte() {
      let next = self.byte(1) ?? 0
      let isPoint = byte == UInt8(ascii: ".") && (0x30...0x39).contains(next)
      guard isPoint || Self.isWordByte(byte) else { break }
      advance()
    }
    emit(.number, first..<offset, at: start)
  }

  mutating func pound() {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    let start = start
    switch byte(pounds) {
    case UInt8(ascii: "\""): openString(pounds: pounds)
    case UInt8(ascii: "/"): poundedRegex(pounds: pounds)
    case let next? where pounds == 1 && Self.isWordByte(next):
      let first = offset
      advance()
      skipWord()
      if strings.isEmpty, conditions.isDirective(text(from: first), at: start) {
        startsLine = false
      } else {
        emit(.macro, first..<offset, at: start)
      }
    default:
      for _ in 0..<pounds {
        let start = self.start
        advance()
        emit(.mark, (offset - 1)..<offset, at: start, endsOperand: false)
      }
    }
  }

  mutating func mark() {
    let (first, start, byte) = (offset, start, bytes[offset])
    if isNext("->") {
      advance(by: 2)
    } else if byte == UInt8(ascii: "=") {
      while self.byte() == byte { advance() }
    } else {
      advance()
    }
    guard !closesInterpolation(byte) else { return }
    let endsOperand =
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "!"): !start.followsSpace
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): true
      default: false
      }
    emit(.mark, first..<offset, at: start, endsOperand: endsOperand)
  }
}

extension SwiftLexer {
  /// A string whose end is not reached yet.
  struct OpenString {
    /// The number of `#` around the literal.
    var pounds: Int
    var isMultiline: Bool
    /// The start of the literal's first quote, or of its first `#`.
    var start: Start
    /// The offset of what is in it.
    var content: Int
    /// Whether it means what is written.
    var isPlain = true
    /// Brackets that are open in the interpolation that is being read.
    var depth = 0
    /// The beginning of the code in it.
    var code: (offset: Int, start: Start)?
  }

  mutating func openString(pounds: Int) {
    let start = start
    advance(by: pounds)
    let isMultiline = isNext("\"\"\"") && !closesOnThisLine(pounds: pounds)
    advance(by: isMultiline ? 3 : 1)
    let string = OpenString(pounds: pounds, isMultiline: isMultiline, start: start, content: offset)
    readString(string)
  }

  /// Whether a string that begins with `#"""` is one of a single line, such as `#"""#`.
  private func closesOnThisLine(pounds: Int) -> Bool {
    guard pounds > 0 else { return false }
    var index = offset + 1
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == UInt8(ascii: "\"") {
        let tail = bytes[(index + 1)...].prefix(pounds)
        if tail.count == pounds, tail.allSatisfy({ $0 == UInt8(ascii: "#") }) { return true }
      }
      index += 1
    }
    return false
  }

  /// Reads on in a string, to its end or to its next interpolation.
  private mutating func readString(_ open: OpenString) {
    var string = open
    while let byte = byte() {
      switch byte {
      case 0x0A where !string.isMultiline, 0x0D where !string.isMultiline:
        report("the string that begins here does not end on its line", at: string.start)
        return finish(string, closing: 0)
      case UInt8(ascii: "\"") where closes(string):
        return finish(string, closing: (string.isMultiline ? 3 : 1) + string.pounds)
      case UInt8(ascii: "\\") where hasPounds(string.pounds, at: 1):
        string.isPlain = false
        advance(by: 1 + string.pounds)
        if self.byte() == UInt8(ascii: "(") {
          advance()
          string.depth = 1
          string.code = (offset, self.start)
          strings.append(string)
          return
        }
        if offset < bytes.count, self.byte() != 0x0A, self.byte() != 0x0D { advance() }
      default: advance()
      }
    }
    reportEnd(in: "string", at: string.start)
    finish(string, closing: 0)
  }

  private func hasPounds(_ count: Int, at distance: Int) -> Bool {
    (0..<count).allSatisfy { byte(distance + $0) == UInt8(ascii: "#") }
  }

  private func closes(_ string: OpenString) -> Bool {
    string.isMultiline
      ? isNext("\"\"\"") && hasPounds(string.pounds, at: 3) : hasPounds(string.pounds, at: 1)
  }

  private mutating func finish(_ string: OpenString, closing: Int) {
    let text = string.content..<offset
    advance(by: closing)
    emit(string.isPlain ? .text : .composedText, text, at: string.start)
    if strings.isEmpty { pieces = [] }
  }

  /// Reads on in the string where a bracket ends its interpolation.
  mutating func closesInterpolation(_ mark: UInt8) -> Bool {
    guard var string = strings.last else { return false }
    if mark == UInt8(ascii: "(") { strings[strings.count - 1].depth += 1 }
    guard mark == UInt8(ascii: ")") else { return false }
    string.depth -= 1
    guard string.depth == 0 else {
      strings[strings.count - 1] = string
      return false
    }
    strings.removeLast()
    if strings.isEmpty, let (first, start) = string.code {
      pieces.append(
        SwiftTokens.Piece(
          bytes: Int32(first)..<Int32(offset - 1), line: Int32(start.line),
          column: Int32(start.column)))
    }
    readString(string)
    return true
  }
}

extension SwiftLexer {
  /// A comment, a regex literal or a division.
  mutating func slash() {
    if isNext("//") { return lineComment() }
    if isNext("/*") { return blockComment() }
    let (first, start) = (offset, start)
    // A sign with space before it and none behind it is a prefix; `/=` with space around it divides.
    let divides = endsOperand && (!start.followsSpace || isNext("/= ") || isNext("/=\n"))
    guard !divides, let length = regexLength() else {
      advance()
      return emit(.mark, first..<offset, at: start, endsOperand: false)
    }
    advance(by: length)
    emit(.regex, first..<offset, at: start)
  }

  /// The length of the regex literal that begins here; nil where none does.
  private mutating func regexLength() -> Int? {
    guard offset >= regexlessUntil, let next = byte(1), next != 0x20, next != 0x09 else {
      return nil
    }
    var (index, depth) = (offset + 1, 0)
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        // As the compiler has it, so that `f(/, /)` names an operator twice.
        if depth < 0 { return nil }
      case UInt8(ascii: "/"): return index + 1 - offset
      default: break
      }
      index += 1
    }
    regexlessUntil = index
    return nil
  }

  /// A regex literal between `#/` and `/#`.
  mutating func poundedRegex(pounds: Int) {
    let (first, start) = (offset, start)
    advance(by: pounds + 1)
    while let byte = byte() {
      if byte == UInt8(ascii: "/"), (1...pounds).allSatisfy({ self.byte($0) == UInt8(ascii: "#") })
      {
        advance(by: pounds + 1)
        return emit(.regex, first..<offset, at: start)
      }
      advance(by: byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    reportEnd(in: "regular expression", at: start)
  }
}

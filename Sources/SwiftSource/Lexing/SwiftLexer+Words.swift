extension SwiftLexer {
  package mutating func word() {
    let (first, start) = (offset, start)
    while let byte = byte(), Self.isWordByte(byte) { advance() }
    emit(.word, first..<offset, at: start)
  }

  package mutating func quotedWord() {
    let (first, start) = (offset + 1, start)
    advance()
    while let byte = byte(), byte != UInt8(ascii: "`"), byte != 0x0A, byte != 0x0D { advance() }
    let text = first..<offset
    if byte() == UInt8(ascii: "`") { advance() }
    emit(.quotedWord, text, at: start)
  }

  package mutating func number() {
    let (first, start) = (offset, start)
    while let byte = byte() {
      let next = self.byte(1) ?? 0
      let isPoint = byte == UInt8(ascii: ".") && (0x30...0x39).contains(next)
      guard isPoint || Self.isWordByte(byte) else { break }
      advance()
    }
    emit(.number, first..<offset, at: start)
  }

  package mutating func pound() {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    let start = start
    switch byte(pounds) {
    case UInt8(ascii: "\""): openString(pounds: pounds)
    case UInt8(ascii: "/"): poundedRegex(pounds: pounds)
    case let next? where pounds == 1 && Self.isWordByte(next):
      let first = offset
      advance()
      while let byte = byte(), Self.isWordByte(byte) { advance() }
      if strings.isEmpty, conditions.isDirective(text(from: first)) {
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

  package mutating func mark() {
    let (first, start, byte) = (offset, start, bytes[offset])
    if isNext("->") {
      advance(by: 2)
    } else if byte == UInt8(ascii: "=") {
      while self.byte() == byte { advance() }
    } else {
      advance()
    }
    guard !closesInterpolation(byte) else { return }
    let text = text(from: first)
    let isPostfix = (text == "?" || text == "!") && !start.followsSpace
    emit(
      .mark, first..<offset, at: start,
      endsOperand: isPostfix || [")", "]", "}"].contains(text))
  }
}

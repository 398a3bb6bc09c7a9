extension SwiftLexer {
  /// A comment, a regex literal or a division.
  package mutating func slash() {
    if isNext("//") { return skipLine() }
    if isNext("/*") { return skipComment() }
    let (first, start) = (offset, start)
    // A sign with space before it and none behind it is a prefix.
    guard start.followsSpace || !endsOperand, let length = regexLength() else {
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
  package mutating func poundedRegex(pounds: Int) {
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
    report("the file ends in the regular expression that begins here", at: start)
  }
}

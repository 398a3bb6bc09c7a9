extension SwiftLexer {
  /// A string whose end is not reached yet.
  package struct OpenString {
    /// How many `#` are around it.
    package var pounds: Int
    package var isMultiline: Bool
    /// Where its first quote, or the first `#`, is.
    package var start: Start
    /// The offset of what is in it.
    package var content: Int
    /// Whether it means what is written.
    package var isPlain = true
    /// Brackets that are open in the interpolation that is being read.
    package var depth = 0
  }

  package mutating func openString(pounds: Int) {
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
          strings.append(string)
          return
        }
        if offset < bytes.count, self.byte() != 0x0A, self.byte() != 0x0D { advance() }
      default: advance()
      }
    }
    report("the file ends in the string that begins here", at: string.start)
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
    let text = string.content..<(string.isPlain ? offset : string.content)
    advance(by: closing)
    emit(string.isPlain ? .text : .composedText, text, at: string.start)
  }

  /// Reads on in the string where a bracket ends its interpolation.
  package mutating func closesInterpolation(_ mark: UInt8) -> Bool {
    guard var string = strings.last else { return false }
    if mark == UInt8(ascii: "(") { strings[strings.count - 1].depth += 1 }
    guard mark == UInt8(ascii: ")") else { return false }
    string.depth -= 1
    guard string.depth == 0 else {
      strings[strings.count - 1] = string
      return false
    }
    strings.removeLast()
    readString(string)
    return true
  }
}

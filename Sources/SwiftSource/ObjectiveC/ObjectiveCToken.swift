/// A word, a string or a mark in Objective-C source, outside of comments.
struct ObjectiveCToken: Hashable, Sendable {
  enum Kind: Sendable { case word, text, mark }

  let kind: Kind
  /// A string without its quotes.
  let text: String
  let line: Int
  let lineStart: Int
  let start: Int
  /// Whether nothing but spaces is before it on its line.
  let startsLine: Bool

  var isWord: Bool { kind == .word }
  var isText: Bool { kind == .text }

  /// Returns the tokens of a file.
  static func all(in bytes: [UInt8]) -> [ObjectiveCToken] {
    var found: [ObjectiveCToken] = []
    var (line, lineStart, index) = (1, 0, 0)
    /// Moves behind the next occurrence of an end, or to the end of the file, and returns what is before it.
    func skip(to end: String) -> String {
      let start = index
      while index < bytes.count, !bytes[index...].starts(with: end.utf8) {
        let isQuoted = end == "\"" || end == "'"
        if bytes[index] == UInt8(ascii: "\\"), isQuoted { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "\n") {
          (line, lineStart) = (line + 1, index + 1)
          // A string ends with its line, whatever is missing.
          if isQuoted {
            index += 1
            return ""
          }
        }
        index += 1
      }
      let text = String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
      index = min(index + end.utf8.count, bytes.count)
      return text
    }
    func add(_ kind: Kind, _ text: String, at start: Int, on startLine: Int, _ startOfLine: Int) {
      found.append(
        ObjectiveCToken(
          kind: kind, text: text, line: startLine, lineStart: startOfLine, start: start,
          startsLine: found.last.map { $0.line < startLine } ?? true))
    }
    while index < bytes.count {
      let (start, startLine, startOfLine) = (index, line, lineStart)
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        index += 1
        (line, lineStart) = (line + 1, index)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "/") where bytes[index...].starts(with: "//".utf8):
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8):
        index += 2
        _ = skip(to: "*/")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[index] == UInt8(ascii: "\"") ? "\"" : "'"
        index += 1
        add(.text, skip(to: quote), at: start, on: startLine, startOfLine)
      case let byte where isInWord(byte):
        while index < bytes.count, isInWord(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        add(.word, word, at: start, on: startLine, startOfLine)
      default:
        index += bytes[index...].starts(with: "->".utf8) ? 2 : 1
        let mark = String(decoding: bytes[start..<index], as: UTF8.self)
        add(.mark, mark, at: start, on: startLine, startOfLine)
      }
    }
    return found
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Where the start tags of an XML file are, in their order: the parser of Foundation knows only
/// where a tag ends.
struct StartTags {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1

  /// Where a document type is declared, if that was met on the way.
  private(set) var documentType: (line: Int, column: Int)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line and column of the next start tag; the end of the file after the last one.
  ///
  /// All calls together take time linear in the file.
  mutating func next() -> (line: Int, column: Int) {
    _ = offsetOfNext()
    let place = (line, column)
    skipTag()
    return place
  }

  /// Goes to the next start tag, and returns its offset.
  mutating func offsetOfNext() -> Int {
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        advance()
      } else if starts("<!--") {
        skip(past: "-->")
      } else if starts("<![CDATA[") {
        skip(past: "]]>")
      } else if starts("<?") {
        skip(past: "?>")
      } else if starts("<!") || starts("</") {
        if starts("<!DOCTYPE") && documentType == nil { documentType = (line, column) }
        skip(past: ">")
      } else {
        return index
      }
    }
    return index
  }

  /// Goes past a start tag; what stands in quotes may hold its end mark.
  private mutating func skipTag() {
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      advance()
      if byte == quote {
        quote = nil
      } else if quote == nil && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) {
        quote = byte
      } else if quote == nil && byte == UInt8(ascii: ">") {
        return
      }
    }
  }

  private mutating func skip(past mark: StaticString) {
    while index < bytes.count && !starts(mark) { advance() }
    for _ in 0..<mark.utf8CodeUnitCount where index < bytes.count { advance() }
  }

  private func starts(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.indices.allSatisfy { bytes[index + $0] == buffer[$0] }
    }
  }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      // The bytes after a character's first one are no characters.
      column += 1
    }
  }
}

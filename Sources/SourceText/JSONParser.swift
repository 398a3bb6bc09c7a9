/// Reads JSON as RFC 8259 has it, keeping the place of every value.
///
/// Foundation's decoder loses the places, and takes the last of two equal keys in silence.
package struct JSONParser {
  private let bytes: [UInt8]
  private let file: String
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// Bytes of this line that continue a character, so that columns count characters.
  private var continuations = 0
  private var depth = 0

  /// Parses a whole file.
  package static func parse(_ bytes: [UInt8], file: String) throws(DataError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, file: file)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      parser.offset = 3
      parser.lineStart = 3
    }
    parser.skipSpace()
    let node = try parser.value()
    parser.skipSpace()
    if parser.offset < bytes.count {
      throw parser.failure("found \(parser.found) after the end of the JSON value")
    }
    return node
  }

  private init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  private var location: Location {
    Location(file: file, line: line, column: offset - lineStart - continuations + 1)
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var found: String {
    guard let byte else { return "the end of the file" }
    return byte >= 0x20 && byte < 0x7F
      ? "'\(Character(UnicodeScalar(byte)))'" : "the byte 0x\(String(byte, radix: 16))"
  }

  private func failure(_ message: String, at place: Location? = nil) -> DataError {
    DataError(problems: [DataError.Problem(location: place ?? location, message: message)])
  }

  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = offset
      continuations = 0
    } else if byte & 0xC0 == 0x80 {
      continuations += 1
    }
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
  }

  /// Skips the plain characters of a string, each of which is one byte and one column.
  private mutating func skipPlainText() -> Range<Int> {
    let (bytes, start) = (bytes, offset)
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { break }
      end += 1
    }
    offset = end
    return start..<end
  }

  private mutating func value() throws(DataError) -> JSONNode {
    let start = location
    let content: JSONNode.Content
    switch byte {
    case UInt8(ascii: "{"): content = try nested { parser throws(DataError) in try parser.object() }
    case UInt8(ascii: "["): content = try nested { parser throws(DataError) in try parser.array() }
    case UInt8(ascii: "\""): content = .string(try string())
    case let digit? where digit == UInt8(ascii: "-") || (0x30...0x39).contains(digit):
      content = try number()
    default: content = try keyword()
    }
    return JSONNode(location: start, content: content)
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(DataError) -> JSONNode.Content
  ) throws(DataError) -> JSONNode.Content {
    depth += 1
    guard depth <= Limits.greatestDepth else {
      throw failure("values are nested deeper than \(Limits.greatestDepth) levels")
    }
    advance()
    skipSpace()
    let content = try read(&self)
    depth -= 1
    return content
  }

  private mutating func object() throws(DataError) -> JSONNode.Content {
    var members: [JSONNode.Member] = []
    var isFirst = true
    while byte != UInt8(ascii: "}") {
      if !isFirst { try expect(UInt8(ascii: ","), or: "'}'") }
      isFirst = false
      guard byte == UInt8(ascii: "\"") else {
        throw failure("found \(found); expected a key in double quotes")
      }
      let keyLocation = location
      let key = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      let value = try value()
      members.append(JSONNode.Member(key: key, keyLocation: keyLocation, value: value))
      skipSpace()
    }
    advance()
    return .object(members)
  }

  private mutating func array() throws(DataError) -> JSONNode.Content {
    var elements: [JSONNode] = []
    while byte != UInt8(ascii: "]") {
      if !elements.isEmpty { try expect(UInt8(ascii: ","), or: "']'") }
      elements.append(try value())
      skipSpace()
    }
    advance()
    return .array(elements)
  }

  private mutating func expect(
    _ wanted: UInt8, or other: String? = nil
  ) throws(DataError) {
    guard byte == wanted else {
      let character = Character(UnicodeScalar(wanted))
      let expected = other.map { "'\(character)' or \($0)" } ?? "'\(character)'"
      throw failure("found \(found); expected \(expected)")
    }
    advance()
    skipSpace()
  }

  private mutating func keyword() throws(DataError) -> JSONNode.Content {
    let words: [(String, JSONNode.Content)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, content) in words where bytes[offset...].starts(with: word.utf8) {
      for _ in word.utf8 { advance() }
      return content
    }
    throw failure("found \(found); expected a JSON value")
  }

  private mutating func number() throws(DataError) -> JSONNode.Content {
    let start = location
    let first = offset
    let isDigit: (UInt8?) -> Bool = { $0.map { (0x30...0x39).contains($0) } ?? false }
    if byte == UInt8(ascii: "-") { advance() }
    let leadsWithZero = byte == UInt8(ascii: "0")
    let integerStart = offset
    while isDigit(byte) { advance() }
    var isSound = offset > integerStart && !(leadsWithZero && offset > integerStart + 1)
    var isInteger = true
    if byte == UInt8(ascii: ".") {
      isInteger = false
      advance()
      isSound = isSound && isDigit(byte)
      while isDigit(byte) { advance() }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isInteger = false
      advance()
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { advance() }
      isSound = isSound && isDigit(byte)
      while isDigit(byte) { advance() }
    }
    let text = String(decoding: bytes[first..<offset], as: UTF8.self)
    if isSound, isInteger, let value = Int(text) { return .integer(value) }
    if isSound, let value = Double(text), value.isFinite { return .decimal(value) }
    throw failure("'\(text)' is no number that can be read", at: start)
  }
}

extension JSONParser {
  private mutating func string() throws(DataError) -> String {
    let start = location
    advance()
    let plain = skipPlainText()
    if byte == UInt8(ascii: "\"") {
      advance()
      return String(decoding: bytes[plain], as: UTF8.self)
    }
    var text = Array(bytes[plain])
    var isASCII = true
    while byte != UInt8(ascii: "\"") {
      guard let byte else { throw failure("the string that begins here never ends", at: start) }
      if byte == UInt8(ascii: "\\") {
        text += try escape().utf8
        isASCII = false
      } else if byte < 0x20 {
        throw failure("found \(found) in a string; write it as an escape such as \\n")
      } else {
        isASCII = isASCII && byte < 0x80
        text.append(byte)
        advance()
      }
    }
    advance()
    let string = String(decoding: text, as: UTF8.self)
    // Decoding puts another character where the bytes are none.
    guard isASCII || string.utf8.elementsEqual(text) else {
      throw failure("the string that begins here is not valid UTF-8", at: start)
    }
    return string
  }

  private mutating func escape() throws(DataError) -> String {
    let start = location
    advance()
    let simple: [UInt8: String] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let byte, let text = simple[byte] {
      advance()
      return text
    }
    guard byte == UInt8(ascii: "u") else {
      throw failure(
        "found an unknown escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u",
        at: start)
    }
    var units = [try hexUnit(since: start)]
    // A character beyond the first 65,536 is written as two units.
    if UTF16.isLeadSurrogate(units[0]), bytes[offset...].starts(with: [0x5C, 0x75]) {
      advance()
      units.append(try hexUnit(since: start))
    }
    let text = String(decoding: units, as: UTF16.self)
    guard text.utf16.elementsEqual(units) else {
      throw failure("the escape is half of a surrogate pair; expected both halves", at: start)
    }
    return text
  }

  private mutating func hexUnit(since start: Location) throws(DataError) -> UInt16 {
    advance()
    let digits = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw failure("expected four hexadecimal digits after \\u", at: start) }
    for _ in 0..<4 { advance() }
    return unit
  }
}

import CompiledOnce
import SourceText

/// A place in an XML file, and the steps over what is no tag.
struct XMLCursor {
  private let file: String
  private let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 1
  private var column = 1

  init(_ source: SourceFile) {
    file = source.path
    bytes = source.bytes
  }

  var location: Location { Location(file: file, line: line, column: column) }

  var place: Replacement.Place { Replacement.Place(location, offset: offset) }

  func failure(_ reason: String) -> ModelError {
    .badData(location, "the XML is broken: \(reason)")
  }

  func byte(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  func isNext(_ text: StaticString) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.indices.allSatisfy { bytes[offset + $0] == buffer[$0] }
    }
  }

  func bytes(_ range: Range<Int32>) -> ArraySlice<UInt8> {
    bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  func text(_ range: Range<Int32>) -> String { String(decoding: bytes(range), as: UTF8.self) }

  mutating func advance(by count: Int) {
    for _ in 0..<min(count, bytes.count - offset) { advance() }
  }

  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    let isLoneReturn = byte == 0x0D && self.byte() != 0x0A
    if byte == 0x0A || isLoneReturn {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      // The bytes after a character's first one are no characters.
      column += 1
    }
  }

  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Advances past a character that is allowed in a file.
  mutating func advanceInText() throws(ModelError) {
    let byte = bytes[offset]
    if byte < 0x20 && !Self.isSpace(byte) {
      throw failure("a character that XML does not allow")
    }
    advance()
  }

  /// Goes past a mark; false where the file ends before it.
  mutating func skip(past mark: StaticString) throws(ModelError) -> Bool {
    while offset < bytes.count {
      if isNext(mark) {
        advance(by: mark.utf8CodeUnitCount)
        return true
      }
      try advanceInText()
    }
    return false
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  mutating func skipSpaces() {
    while let byte = byte(), Self.isSpace(byte) { advance() }
  }

  /// Goes to the next attribute; false where one of the ends is there instead.
  mutating func skipSpace(before ends: StaticString...) throws(ModelError) -> Bool {
    let before = offset
    skipSpaces()
    if ends.contains(where: isNext) { return false }
    guard byte() != nil else { throw failure("the file ends inside a tag") }
    if offset == before { throw failure("a space is missing between attributes") }
    return true
  }

  /// Goes past the name of a tag or an attribute.
  mutating func name() throws(ModelError) -> Range<Int32> {
    let first = offset
    while let byte = byte(), Self.isNameByte(byte, isFirst: offset == first) { advance() }
    guard offset > first else { throw failure("a name was expected") }
    return Int32(first)..<Int32(offset)
  }

  static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }
}

extension XMLCursor {
  /// Reads the value of an attribute with its quotes.
  mutating func quotedValue() throws(ModelError) -> String {
    guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("an attribute's value is not ended or not in quotes")
    }
    let start = self
    advance(by: 1)
    let value = try value(until: quote, isText: false)
    guard byte() == quote else {
      if byte() == nil { throw start.failure("the file ends inside a tag") }
      throw start.failure("an attribute's value is not ended or not in quotes")
    }
    advance(by: 1)
    return value
  }

  /// Reads text with its references, up to a byte or the end of the file.
  mutating func value(until end: UInt8, isText: Bool) throws(ModelError) -> String {
    var value: [UInt8] = []
    while let byte = byte(), byte != end {
      switch byte {
      case UInt8(ascii: "&"):
        value += try reference().utf8
      case UInt8(ascii: "<"):
        throw failure("found '<' in a value; expected '&lt;'")
      case 0x09, 0x0A, 0x0D:
        // A line may end in two bytes; in a value, it ends in a space.
        if byte != 0x0D || self.byte(1) != 0x0A {
          value.append(!isText ? 0x20 : byte == 0x09 ? byte : 0x0A)
        }
        advance(by: 1)
      default:
        value.append(byte)
        try advanceInText()
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Reads a reference such as `&amp;` or `&#65;`.
  private mutating func reference() throws(ModelError) -> String {
    let names = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'"]
    let start = self
    var written = ""
    while let byte = byte(), byte < 0x80, written.utf8.count < 12 {
      written.unicodeScalars.append(UnicodeScalar(byte))
      advance(by: 1)
      if byte == UInt8(ascii: ";") { break }
    }
    if let text = names[written] { return text }
    guard written.hasPrefix("&#"), written.hasSuffix(";") else {
      throw start.failure(
        "an unknown reference; expected one of &amp; &lt; &gt; &quot; &apos; &#…;")
    }
    let digits = written.dropFirst(2).dropLast()
    let isHex = digits.hasPrefix("x")
    let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
    // Swift reads a sign as well.
    guard !digits.contains("+"), let number, let scalar = UnicodeScalar(number),
      Self.isAllowed(scalar)
    else {
      throw start.failure("a character that XML does not allow")
    }
    return String(Character(scalar))
  }

  private static func isAllowed(_ scalar: UnicodeScalar) -> Bool {
    scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE : ["\t", "\n", "\r"].contains(scalar)
  }
}

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
        throw failure("a '<' stands in a value; expected '&lt;'")
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

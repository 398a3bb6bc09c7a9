import SourceText
import Testing

@Suite("What does the JSON parser read, and where?")
struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONNode {
    try JSONParser.parse(Array(text.utf8), file: "f.json")
  }

  @Test(
    "Every kind of value is read",
    arguments: [
      ("null", "null"), ("true", "true"), ("false", "false"), (#""text""#, #""text""#),
      ("[]", "[]"), ("{}", "{}"), ("[1, [2], {}]", "[1,[2],{}]"),
      (#"{"a": 1, "b": [true, null]}"#, #"{"a":1,"b":[true,null]}"#),
      (" \t\r\n[ \t\r\n1 \t\r\n, 2 ] \t\r\n", "[1,2]"), ("{ }", "{}"), ("[ ]", "[]"),
      (#"{"":""}"#, #"{"":""}"#),
    ])
  func values(text: String, written: String) throws {
    #expect(try parse(text).written == written)
  }

  @Test(
    "Whole numbers stay whole where they can, others are decimals",
    arguments: [
      ("0", "0"), ("-0", "0"), ("7", "7"), ("-12", "-12"),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("9223372036854775808", "9.223372036854776e+18"), ("1.0", "1.0"), ("0.5", "0.5"),
      ("-0.25", "-0.25"), ("1e3", "1000.0"), ("1E+3", "1000.0"), ("25e-1", "2.5"),
      ("1.5e2", "150.0"), ("1e-999", "0.0"),
    ])
  func numbers(text: String, written: String) throws {
    #expect(try parse(text).written == written)
  }

  @Test(
    "Escapes are read, also those of two units",
    arguments: [
      (#"\" \\ \/ \b \f \n \r \t"#, "\" \\ / \u{8} \u{C} \n \r \t"), (#"\u0041\u00e9"#, "Aé"),
      (#"\u00E9\u20AC"#, "é€"), (#"\ud83d\uDE00"#, "😀"), (#"\u0000"#, "\0"),
      ("日本語 😀 é", "日本語 😀 é"), ("\u{7F}", "\u{7F}"),
    ])
  func escapes(text: String, string: String) throws {
    let node = try parse("\"\(text)\"")
    guard case .string(let found) = node.content else {
      Issue.record("found \(node.kind)")
      return
    }
    // Not as equal as Swift has it, where composed and decomposed letters are the same.
    #expect(Array(found.unicodeScalars) == Array(string.unicodeScalars))
  }

  @Test("A byte order mark is passed over and does not count as a column")
  func byteOrderMark() throws {
    let node = try JSONParser.parse([0xEF, 0xBB, 0xBF] + Array("[true]".utf8), file: "f.json")
    #expect(node.places == ["1:1 [true]", "1:2 true"])
  }

  @Test(
    "Lines end as they do on every system, and columns count characters from 1",
    arguments: [
      ("[1,\n 2]", ["1:1 [1,2]", "1:2 1", "2:2 2"]),
      ("[1,\r\n 2]", ["1:1 [1,2]", "1:2 1", "2:2 2"]), ("\n\n  3", ["3:3 3"]),
      (#"["é", 1]"#, [#"1:1 ["é",1]"#, #"1:2 "é""#, "1:7 1"]),
      (#"["日本😀", 1]"#, [#"1:1 ["日本😀",1]"#, #"1:2 "日本😀""#, "1:9 1"]),
      ("[\"é\",\n\"é\", 1]", [#"1:1 ["é","é",1]"#, #"1:2 "é""#, #"2:1 "é""#, "2:6 1"]),
      (#"["\u00e9\n", 1]"#, ["1:1 [\"é\n\",1]", "1:2 \"é\n\"", "1:14 1"]),
    ])
  func places(text: String, places: [String]) throws {
    #expect(try parse(text).places == places)
  }

  @Test("A key has a place of its own; keys keep their order, and repeated ones are all kept")
  func keys() throws {
    let node = try parse("{\"é\": 1,\n  \"b\": 2, \"b\": 3}")
    guard case .object(let members) = node.content else {
      Issue.record("found \(node.kind)")
      return
    }
    #expect(members.map(\.key) == ["é", "b", "b"])
    #expect(members.map { "\($0.keyLocation)" } == ["f.json:1:2", "f.json:2:3", "f.json:2:11"])
    #expect(members.map { "\($0.value.location)" } == ["f.json:1:7", "f.json:2:8", "f.json:2:16"])
  }

  @Test("Values may be nested 128 levels deep, side by side as often as one likes")
  func depth() throws {
    let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try parse(deepest).written == deepest)
    let manySideBySide = Array(repeating: "[{}]", count: 500).joined(separator: ",")
    #expect(try parse("[\(manySideBySide)]").written.count == 2501)
  }

  @Test(
    "A value is named as a person would call it",
    arguments: [
      ("null", "null"), ("true", "true"), ("false", "false"), ("-3", "the number -3"),
      ("2.5", "the number 2.5"), (#""a\n\t\r\u0007""#, #""a\n\t\r\u{7}""#), ("[1]", "an array"),
      (#"{"a": 1}"#, "an object"),
    ])
  func kinds(text: String, kind: String) throws {
    #expect(try parse(text).kind == kind)
  }
}

extension JSONNode {
  /// The value as JSON without spaces, with strings as they are.
  fileprivate var written: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let elements): "[\(elements.map(\.written).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\"\($0.key)\":\($0.value.written)" }.joined(separator: ","))}"
    }
  }

  /// This value and those of an array, each with its line and column.
  fileprivate var places: [String] {
    var places = ["\(location.line):\(location.column) \(written)"]
    if case .array(let elements) = content { places += elements.flatMap(\.places) }
    return places
  }
}

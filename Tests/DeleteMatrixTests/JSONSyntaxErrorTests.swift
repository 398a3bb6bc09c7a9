import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What does the JSON parser say of a file that is no JSON?")
struct JSONSyntaxErrorTests {
  /// Some text and what is said of it.
  struct Broken: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    /// What is said, without the file's name.
    let problem: String

    var testDescription: String { problem }

    init(_ text: String, _ problem: String) {
      self.init(Array(text.utf8), problem)
    }

    init(_ bytes: [UInt8], _ problem: String) {
      self.bytes = bytes
      self.problem = problem
    }
  }

  private func expectProblem(of broken: Broken) {
    let error = #expect(throws: DataError.self) {
      _ = try JSONParser.parse(broken.bytes, file: "f.json")
    }
    #expect(error?.description == "f.json:\(broken.problem)")
  }

  @Test(
    "A value is missing, or stands where none is expected",
    arguments: [
      Broken("", "1:1: error: found the end of the file; expected a JSON value"),
      Broken(" \n ", "2:2: error: found the end of the file; expected a JSON value"),
      Broken([0xEF, 0xBB, 0xBF], "1:1: error: found the end of the file; expected a JSON value"),
      Broken("nul", "1:1: error: found 'n'; expected a JSON value"),
      Broken("True", "1:1: error: found 'T'; expected a JSON value"),
      Broken("'a'", "1:1: error: found '''; expected a JSON value"),
      Broken("// note", "1:1: error: found '/'; expected a JSON value"),
      Broken("[,1]", "1:2: error: found ','; expected a JSON value"),
      Broken("[1,]", "1:4: error: found ']'; expected a JSON value"),
      Broken("[NaN]", "1:2: error: found 'N'; expected a JSON value"),
      Broken(#"{"a": }"#, "1:7: error: found '}'; expected a JSON value"),
      Broken(#"{"a": 1, "b":"#, "1:14: error: found the end of the file; expected a JSON value"),
      Broken("{} {}", "1:4: error: found '{' after the end of the JSON value"),
      Broken("1\n2", "2:1: error: found '2' after the end of the JSON value"),
      Broken("trueish", "1:5: error: found 'i' after the end of the JSON value"),
      Broken("null,", "1:5: error: found ',' after the end of the JSON value"),
      Broken("[1]\0", "1:4: error: found the byte 0x0 after the end of the JSON value"),
      Broken("é", "1:1: error: found the byte 0xc3; expected a JSON value"),
    ])
  func values(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "An array or an object is not closed, or its parts are not told apart",
    arguments: [
      Broken("[", "1:2: error: found the end of the file; expected a JSON value"),
      Broken("[1", "1:3: error: found the end of the file; expected ',' or ']'"),
      Broken("[1 2]", "1:4: error: found '2'; expected ',' or ']'"),
      Broken("[1}", "1:3: error: found '}'; expected ',' or ']'"),
      Broken("[\"é\" 2]", "1:6: error: found '2'; expected ',' or ']'"),
      Broken("{", "1:2: error: found the end of the file; expected a key in double quotes"),
      Broken("{a: 1}", "1:2: error: found 'a'; expected a key in double quotes"),
      Broken("{,}", "1:2: error: found ','; expected a key in double quotes"),
      Broken("{1: 2}", "1:2: error: found '1'; expected a key in double quotes"),
      Broken(#"{"a": 1,}"#, "1:9: error: found '}'; expected a key in double quotes"),
      Broken(#"{"a" 1}"#, "1:6: error: found '1'; expected ':'"),
      Broken(#"{"a"}"#, "1:5: error: found '}'; expected ':'"),
      Broken(#"{"a"="#, "1:5: error: found '='; expected ':'"),
      Broken(#"{"a": 1"#, "1:8: error: found the end of the file; expected ',' or '}'"),
      Broken("{\"a\": 1\n\"b\": 2}", "2:1: error: found '\"'; expected ',' or '}'"),
      Broken(#"{"a": 1]"#, "1:8: error: found ']'; expected ',' or '}'"),
      Broken(
        String(repeating: "[", count: 129),
        "1:129: error: values are nested deeper than 128 levels"),
      Broken(
        String(repeating: #"{"a":"#, count: 129),
        "1:641: error: values are nested deeper than 128 levels"),
    ])
  func nesting(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "A number is not written as JSON has it, or too great to be read",
    arguments: [
      Broken("-", "1:1: error: '-' is no number that can be read"),
      Broken("01", "1:1: error: '01' is no number that can be read"),
      Broken("[1, -012]", "1:5: error: '-012' is no number that can be read"),
      Broken("00", "1:1: error: '00' is no number that can be read"),
      Broken("1.", "1:1: error: '1.' is no number that can be read"),
      Broken("1.e2", "1:1: error: '1.e2' is no number that can be read"),
      Broken("1e", "1:1: error: '1e' is no number that can be read"),
      Broken("1e+", "1:1: error: '1e+' is no number that can be read"),
      Broken("-.5", "1:1: error: '-.5' is no number that can be read"),
      Broken("1e999", "1:1: error: '1e999' is no number that can be read"),
      Broken("-1e999", "1:1: error: '-1e999' is no number that can be read"),
      Broken(".5", "1:1: error: found '.'; expected a JSON value"),
      Broken("+1", "1:1: error: found '+'; expected a JSON value"),
      Broken("0x10", "1:2: error: found 'x' after the end of the JSON value"),
      Broken("1_000", "1:2: error: found '_' after the end of the JSON value"),
      Broken("--1", "1:1: error: '-' is no number that can be read"),
    ])
  func numbers(_ broken: Broken) { expectProblem(of: broken) }

  private static let controlCharacter = "in a string; write it as an escape such as \\n"
  private static let unknownEscape =
    #"found an unknown escape; expected one of \" \\ \/ \b \f \n \r \t \u"#
  private static let halfPair = "the escape is half of a surrogate pair; expected both halves"
  private static let fourDigits = "expected four hexadecimal digits after \\u"

  @Test(
    "A string does not end, or holds what it must not",
    arguments: [
      Broken("\"a", "1:1: error: the string that begins here never ends"),
      Broken("[1, \"a]", "1:5: error: the string that begins here never ends"),
      Broken("{\"a", "1:2: error: the string that begins here never ends"),
      Broken("\"a\\\"", "1:1: error: the string that begins here never ends"),
      Broken("\"a\nb\"", "1:3: error: found the byte 0xa \(controlCharacter)"),
      Broken("\"é\tb\"", "1:3: error: found the byte 0x9 \(controlCharacter)"),
      Broken("\"\0\"", "1:2: error: found the byte 0x0 \(controlCharacter)"),
      Broken("\"a\u{1F}\"", "1:3: error: found the byte 0x1f \(controlCharacter)"),
      Broken(#""a\x""#, "1:3: error: \(unknownEscape)"),
      Broken(#""\U0041""#, "1:2: error: \(unknownEscape)"),
      Broken("\"\\", "1:2: error: \(unknownEscape)"),
      Broken(#""\u12""#, "1:2: error: \(fourDigits)"),
      Broken(#""\u12G4""#, "1:2: error: \(fourDigits)"),
      Broken(#""\u+123""#, "1:2: error: \(fourDigits)"),
      Broken(#""\u 123""#, "1:2: error: \(fourDigits)"),
      Broken("\"\\u\u{FF11}1\"", "1:2: error: \(fourDigits)"),
      Broken(#""\u"#, "1:2: error: \(fourDigits)"),
      Broken(#""é\uD83D""#, "1:3: error: \(halfPair)"),
      Broken(#""\uD83Dx""#, "1:2: error: \(halfPair)"),
      Broken(#""\uD83D\n""#, "1:2: error: \(halfPair)"),
      Broken(#""\uD83D\u0041""#, "1:2: error: \(halfPair)"),
      Broken(#""\uDE00""#, "1:2: error: \(halfPair)"),
      Broken(#""\uDE00\uD83D""#, "1:2: error: \(halfPair)"),
      Broken(#""\uD83D\u12""#, "1:2: error: \(fourDigits)"),
    ])
  func strings(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "The bytes are not UTF-8",
    arguments: [
      Broken(
        [0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D],
        "1:2: error: the string that begins here is not valid UTF-8"),
      // An overlong '/', half of a surrogate pair, and a character cut off.
      Broken(
        [0x22, 0xC0, 0xAF, 0x22], "1:1: error: the string that begins here is not valid UTF-8"),
      Broken(
        [0x22, 0xED, 0xA0, 0x80, 0x22],
        "1:1: error: the string that begins here is not valid UTF-8"),
      Broken(
        [0x22, 0xE3, 0x81, 0x22], "1:1: error: the string that begins here is not valid UTF-8"),
      Broken([0xFE, 0xFF, 0x00], "1:1: error: found the byte 0xfe; expected a JSON value"),
      Broken([0x5B, 0xA0], "1:2: error: found the byte 0xa0; expected a JSON value"),
    ])
  func encoding(_ broken: Broken) { expectProblem(of: broken) }
}

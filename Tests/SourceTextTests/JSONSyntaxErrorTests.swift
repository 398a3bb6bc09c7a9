import ExpectedText
import SourceText
import Testing

@Suite("What does the JSON parser say of a file that is no JSON?")
struct JSONSyntaxErrorTests {
  /// Some text, with a mark where it is broken, and what is said of it.
  struct Broken: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    /// What is said, without the file's name.
    let problem: String

    var testDescription: String { problem }

    init(_ text: String, _ message: String) {
      let marked = MarkedText(text)
      self.init(Array(marked.text.utf8), at: marked.place(), message)
    }

    init(_ bytes: [UInt8], at place: String, _ message: String) {
      self.bytes = bytes
      problem = "\(place): error: \(message)"
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
      Broken("«", "found the end of the file; expected a JSON value"),
      Broken(" \n «", "found the end of the file; expected a JSON value"),
      Broken([0xEF, 0xBB, 0xBF], at: "1:1", "found the end of the file; expected a JSON value"),
      Broken("«nul", "found 'n'; expected a JSON value"),
      Broken("«True", "found 'T'; expected a JSON value"),
      Broken("«'a'", "found '''; expected a JSON value"),
      Broken("«// note", "found '/'; expected a JSON value"),
      Broken("[«,1]", "found ','; expected a JSON value"),
      Broken("[1,«]", "found ']'; expected a JSON value"),
      Broken("[«NaN]", "found 'N'; expected a JSON value"),
      Broken(#"{"a": «}"#, "found '}'; expected a JSON value"),
      Broken(#"{"a": 1, "b":«"#, "found the end of the file; expected a JSON value"),
      Broken("{} «{}", "found '{' after the end of the JSON value"),
      Broken("1\n«2", "found '2' after the end of the JSON value"),
      Broken("true«ish", "found 'i' after the end of the JSON value"),
      Broken("null«,", "found ',' after the end of the JSON value"),
      Broken("[1]«\0", "found the byte 0x0 after the end of the JSON value"),
      Broken("«é", "found the byte 0xc3; expected a JSON value"),
    ])
  func values(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "An array or an object is not closed, or its parts are not told apart",
    arguments: [
      Broken("[«", "found the end of the file; expected a JSON value"),
      Broken("[1«", "found the end of the file; expected ',' or ']'"),
      Broken("[1 «2]", "found '2'; expected ',' or ']'"),
      Broken("[1«}", "found '}'; expected ',' or ']'"),
      Broken("[\"é\" «2]", "found '2'; expected ',' or ']'"),
      Broken("{«", "found the end of the file; expected a key in double quotes"),
      Broken("{«a: 1}", "found 'a'; expected a key in double quotes"),
      Broken("{«,}", "found ','; expected a key in double quotes"),
      Broken("{«1: 2}", "found '1'; expected a key in double quotes"),
      Broken(#"{"a": 1,«}"#, "found '}'; expected a key in double quotes"),
      Broken(#"{"a" «1}"#, "found '1'; expected ':'"),
      Broken(#"{"a"«}"#, "found '}'; expected ':'"),
      Broken(#"{"a"«="#, "found '='; expected ':'"),
      Broken(#"{"a": 1«"#, "found the end of the file; expected ',' or '}'"),
      Broken("{\"a\": 1\n«\"b\": 2}", "found '\"'; expected ',' or '}'"),
      Broken(#"{"a": 1«]"#, "found ']'; expected ',' or '}'"),
      Broken(
        String(repeating: "[", count: 128) + "«[",
        "values are nested deeper than 128 levels"),
      Broken(
        String(repeating: #"{"a":"#, count: 128) + #"«{"a":"#,
        "values are nested deeper than 128 levels"),
    ])
  func nesting(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "A number is not written as JSON has it, or too great to be read",
    arguments: [
      Broken("«-", "'-' is no number that can be read"),
      Broken("«01", "'01' is no number that can be read"),
      Broken("[1, «-012]", "'-012' is no number that can be read"),
      Broken("«00", "'00' is no number that can be read"),
      Broken("«1.", "'1.' is no number that can be read"),
      Broken("«1.e2", "'1.e2' is no number that can be read"),
      Broken("«1e", "'1e' is no number that can be read"),
      Broken("«1e+", "'1e+' is no number that can be read"),
      Broken("«-.5", "'-.5' is no number that can be read"),
      Broken("«1e999", "'1e999' is no number that can be read"),
      Broken("«-1e999", "'-1e999' is no number that can be read"),
      Broken("«.5", "found '.'; expected a JSON value"),
      Broken("«+1", "found '+'; expected a JSON value"),
      Broken("0«x10", "found 'x' after the end of the JSON value"),
      Broken("1«_000", "found '_' after the end of the JSON value"),
      Broken("«--1", "'-' is no number that can be read"),
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
      Broken("«\"a", "the string that begins here never ends"),
      Broken("[1, «\"a]", "the string that begins here never ends"),
      Broken("{«\"a", "the string that begins here never ends"),
      Broken("«\"a\\\"", "the string that begins here never ends"),
      Broken("\"a«\nb\"", "found the byte 0xa \(controlCharacter)"),
      Broken("\"é«\tb\"", "found the byte 0x9 \(controlCharacter)"),
      Broken("\"«\0\"", "found the byte 0x0 \(controlCharacter)"),
      Broken("\"a«\u{1F}\"", "found the byte 0x1f \(controlCharacter)"),
      Broken(#""a«\x""#, "\(unknownEscape)"),
      Broken(#""«\U0041""#, "\(unknownEscape)"),
      Broken("\"«\\", "\(unknownEscape)"),
      Broken(#""«\u12""#, "\(fourDigits)"),
      Broken(#""«\u12G4""#, "\(fourDigits)"),
      Broken(#""«\u+123""#, "\(fourDigits)"),
      Broken(#""«\u 123""#, "\(fourDigits)"),
      Broken("\"«\\u\u{FF11}1\"", "\(fourDigits)"),
      Broken(#""«\u"#, "\(fourDigits)"),
      Broken(#""é«\uD83D""#, "\(halfPair)"),
      Broken(#""«\uD83Dx""#, "\(halfPair)"),
      Broken(#""«\uD83D\n""#, "\(halfPair)"),
      Broken(#""«\uD83D\u0041""#, "\(halfPair)"),
      Broken(#""«\uDE00""#, "\(halfPair)"),
      Broken(#""«\uDE00\uD83D""#, "\(halfPair)"),
      Broken(#""«\uD83D\u12""#, "\(fourDigits)"),
    ])
  func strings(_ broken: Broken) { expectProblem(of: broken) }

  @Test(
    "The bytes are not UTF-8",
    arguments: [
      Broken(
        [0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D],
        at: "1:2", "the string that begins here is not valid UTF-8"),
      // An overlong '/', half of a surrogate pair, and a character cut off.
      Broken(
        [0x22, 0xC0, 0xAF, 0x22], at: "1:1", "the string that begins here is not valid UTF-8"),
      Broken(
        [0x22, 0xED, 0xA0, 0x80, 0x22],
        at: "1:1", "the string that begins here is not valid UTF-8"),
      Broken(
        [0x22, 0xE3, 0x81, 0x22], at: "1:1", "the string that begins here is not valid UTF-8"),
      Broken([0xFE, 0xFF, 0x00], at: "1:1", "found the byte 0xfe; expected a JSON value"),
      Broken([0x5B, 0xA0], at: "1:2", "found the byte 0xa0; expected a JSON value"),
    ])
  func encoding(_ broken: Broken) { expectProblem(of: broken) }
}

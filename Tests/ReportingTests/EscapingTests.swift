import Foundation
import SourceText
import Testing

@testable import Reporting

@Suite("How is a text kept from becoming markup?")
struct EscapingTests {
  @Test(
    "Markdown: what is markup gets a backslash, what ends a line becomes a space",
    arguments: [
      ("plain Text-1.2 (é, 日本, 😀)", "plain Text-1.2 (é, 日本, 😀)"),
      ("a|b", "a\\|b"),
      ("`code`", "\\`code\\`"),
      ("~~gone~~ ~~~", "\\~\\~gone\\~\\~ \\~\\~\\~"),
      ("*b* _i_", "\\*b\\* \\_i\\_"),
      ("snake_case_2", "snake_case_2"),
      ("__init__", "\\_\\_init\\_\\_"),
      ("[text](url)", "\\[text\\](url)"),
      ("<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"),
      ("&lt;", "\\&lt;"),
      ("# title", "\\# title"),
      ("\\|", "\\\\\\|"),
      ("a\nb\r\nc\td", "a b  c d"),
      ("\u{1B}[31mred\u{9B}2J\u{0}\u{7F}", " \\[31mred 2J  "),
      ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
      ("a\u{202E}b\u{2066}c\u{61C}d", "a b c d"),
      ("- a", "\\- a"), ("a - b", "a - b"), ("+ a", "\\+ a"), ("1. a", "1\\. a"),
      ("12) a", "12\\) a"), ("a1. b", "a1. b"), (".5", ".5"), ("      a", "   a"),
      ("http://a www.b", "http\\://a www\\.b"), ("a: //b", "a: //b"), ("$x$", "\\$x\\$"),
      ("@a a@b @-c @", "@&#8203;a a@&#8203;b @-c @"),
      (":a: :+1: :b", ":&#8203;a: :&#8203;+1: :&#8203;b"),
      ("#1 #a a#23", "\\#&#8203;1 \\#a a\\#&#8203;23"),
      ("a:12:5 b:100:5", "a:12:5 b:100:5"),
      ("", ""),
    ])
  func markdown(text: String, expected: String) {
    #expect(text.markdown == expected)
  }

  @Test("JSON: every text comes back from Foundation's parser as it was, also as a key")
  func roundTrip() throws {
    let scalars = (0...0x2FFF).compactMap(UnicodeScalar.init) + ["\u{FEFF}", "😀", "\u{10FFFF}"]
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    let line = JSONText.object([("key \(text)", .array([.string(text)]))]).line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String]]
    let member = try #require(object?.first)
    #expect(Array(member.key.unicodeScalars) == Array("key \(text)".unicodeScalars))
    #expect(Array(try #require(member.value.first).unicodeScalars) == scalars)
    #expect(!line.contains("\n"))
  }

  @Test("JSON: members keep their order, and every kind of value is written as JSON has it")
  func values() {
    let value = JSONText.object([
      ("z", .null), ("a", .bool(true)), ("b", .bool(false)), ("n", .integer(-1)),
      ("list", .array([.integer(1), "two", .array([])])), ("none", .object([])),
    ])
    #expect(
      value.line == "{\"z\":null,\"a\":true,\"b\":false,\"n\":-1,"
        + "\"list\":[1,\"two\",[]],\"none\":{}}")
  }
}

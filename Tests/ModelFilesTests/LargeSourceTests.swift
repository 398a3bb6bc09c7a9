import Testing

@testable import ModelFiles

@Suite("Is a part of a Swift file that is larger than anybody writes it left out, and said to be?")
struct LargeSourceTests {
  @Test("Types past a limit are left out")
  func types() {
    let text = SwiftDataText(
      "@Model class A {}\n" + String(repeating: "enum B {}\n", count: 20_000)
        + "@Model class C {}")
    #expect(text.names == ["A"])
    #expect(
      text.findings == [
        "0.swift:20001:1: error: the file has more than 20000 types; those from here on are left "
          + "out; what can be read is taken (unreadable_source)"
      ])
  }

  @Test("Arguments past a limit are left out")
  func arguments() {
    let some = String(repeating: "a: b, ", count: 99)
    let sound = SwiftDataText.members("@Attribute(\(some)a: b) var a: Int")
    #expect(sound.findings == [])
    let text = SwiftDataText.members("@Attribute(\(some)a: b, .unique) var a: Int")
    #expect(text.attributes == ["a"])
    #expect(
      text.findings == [
        "0.swift:2:11: error: an attribute has more than 100 arguments; what can be read is taken "
          + "(unreadable_source)"
      ])
  }

  @Test(
    "Of a type with very many parts some are kept, and it is read to its end",
    arguments: [("Pair<", ">"), ("(", ")")])
  func parts(open: String, close: String) throws {
    let text = open + Array(repeating: "Int", count: 3000).joined(separator: ", ") + close
    let tokens = SwiftLexer.tokens(of: ModelSource(path: "a.swift", bytes: Array(text.utf8)))
    var parser = TypeParser(tokens, at: 0)
    let type = parser.type()
    switch try #require(type) {
    case .named(_, let parts), .composite(let parts): #expect(parts.count == 1000)
    default: Issue.record("it is read as something else")
    }
    #expect(parser.index == tokens.count)
  }

  @Test("A class has its superclass, however many protocols follow")
  func inherited() {
    let text = SwiftDataText(
      "@Model class A: B" + String(repeating: ", C", count: 2000)
        + " { var a: A? }\n@Model class B {}")
    #expect(text.entities == ["A < B: a A?", "B"])
  }
}

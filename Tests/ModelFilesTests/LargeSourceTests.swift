import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles
@testable import SwiftSource

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
          + "out; what can be read is taken [unreadable_source]"
      ])
  }

  @Test("Types in types are looked into as deep as the limit, and no deeper")
  func depth() {
    func text(_ depth: Int) -> SwiftDataText {
      SwiftDataText(
        String(repeating: "enum A { ", count: depth) + "@Model class B { var b: B? } "
          + String(repeating: "}", count: depth))
    }
    #expect(text(23).entities == ["B: b B?"] && text(23).findings == [])
    let limit = "types are nested deeper than 24 levels; what can be read is taken"
    #expect(text(24).entities == ["B"])
    #expect(text(24).findings == ["0.swift:1:224: error: \(limit) [unreadable_source]"])
    #expect(text(25).names == [])
    #expect(
      text(25).models.flatMap(\.findings).map(\.description)
        == ["0.swift:1:217: error: \(limit) [unreadable_source]"])
  }

  @Test("A model with more properties than are looked at is refused, not cut")
  func properties() throws {
    let properties = (0..<10_001).map { "  var a\($0): Int\n" }.joined()
    let error = #expect(throws: ModelError.self) {
      try Model(reading: "@Model class A {\n\(properties)}\n", as: "m.swift")
    }
    #expect(
      error?.description
        == "m.swift:1:8: error: a model of more than 10000 entities and properties; expected at "
        + "most that many; read fewer files at once")
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
          + "[unreadable_source]"
      ])
  }

  @Test(
    "Of a type with very many parts some are kept, and it is read to its end",
    arguments: [("Pair<", ">"), ("(", ")")])
  func parts(open: String, close: String) throws {
    let text = open + Array(repeating: "Int", count: 3000).joined(separator: ", ") + close
    let tokens = SwiftLexer.tokens(of: SourceFile(path: "a.swift", bytes: Array(text.utf8)))
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

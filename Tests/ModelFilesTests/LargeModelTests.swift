import ObjectGraph
import Testing

@testable import ModelFiles

@Suite("Is a model with very much in it read, or refused with the reason?")
struct LargeModelTests {
  @Test("A relationship with the name of an inherited attribute is left out, and that is the end")
  func inheritedName() throws {
    let source = CoreDataSource(
      """
      <entity name="A"><attribute name="x"/></entity>
      <entity name="B" parentEntity="A">
        <relationship name="x" deletionRule="Deny" destinationEntity="A"/>
      </entity>
      """)
    #expect(
      try source.findings() == [
        "5:3: error: B.x: a property of this name is already declared on A; rename one; "
          + "the relationship is left out [duplicate_property]"
      ])
  }

  @Test("Equal properties are left out all at once")
  func equalProperties() throws {
    let source = CoreDataSource(
      "<entity name=\"A\">" + String(repeating: "<attribute name=\"x\"/>", count: 1000)
        + String(
          repeating: "<relationship name=\"r\" deletionRule=\"Deny\" destinationEntity=\"A\"/>",
          count: 1000) + "</entity>")
    let model = try source.model()
    #expect(model.schema.relationships.count == 1)
    #expect(model.findings.count == 2 * 999)
  }

  @Test("Where every relationship could belong to every other, some are named")
  func ambiguousInverses() throws {
    let properties = (0..<100).map { "var r\($0): [A]\nvar s\($0): A?\n" }
    let text = "@Model class A {\n\(properties.joined())}"
    let findings = try Model(reading: text, as: "a.swift").findings
    #expect(findings.count == 200)
    #expect(findings.allSatisfy { $0.message.utf8.count < 400 })
    #expect(findings[0].message.contains(", A.r5 or one of 189 others; name"))
  }

  @Test("Relationships that could be paired in more ways than can be looked at are refused")
  func pairs() {
    let properties = (0..<4500).map { "var r\($0): [A]\n" }
    #expect {
      try Model(reading: "@Model class A {\n\(properties.joined())}", as: "a.swift")
    } throws: { error in
      "\(error)"
        == "a.swift:1:8: error: the relationships without an inverse could be paired in 20250000 "
        + "ways; expected at most 20000000; name the inverses"
    }
  }

  @Test("A chain of parents that is longer than any model's is refused")
  func chain() {
    let entities = (0..<3200).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 + 1)\"/>" }
    #expect(
      CoreDataSource(entities.joined()).refusal()
        == "3:1: error: the entities have more than 5000000 ancestors in all; expected fewer levels"
    )
  }
}

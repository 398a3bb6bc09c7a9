import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("What is found in a Core Data model that cannot be meant?")
struct CoreDataFindingTests {
  @Test("A missing rule is taken as No Action, and said")
  func missingRule() throws {
    let source = CoreDataSource(
      #"<entity name="A"><relationship name="b" destinationEntity="A"/></entity>"#)
    #expect(
      try source.findings() == [
        "3:18: warning: A.b: no deletion rule; taken as No Action, as Xcode saves such a model "
          + "[missing_delete_rule]"
      ])
    #expect(try rule(of: source) == .noAction)
    #expect(try source.stated().entities[0].relationships[0].statedRule == nil)
  }

  @Test(
    "An unknown rule is named, with the one that was meant",
    arguments: [
      ("Casacde", "; did you mean 'Cascade'?"), ("NoAction", "; did you mean 'No Action'?"),
      ("Whatever", ""),
    ])
  func unknownRule(_ text: String, _ suggestion: String) throws {
    let source = CoreDataSource(
      #"<entity name="A"><relationship name="b" deletionRule="\#(text)" destinationEntity="A"/></entity>"#
    )
    #expect(
      try source.findings() == [
        "3:18: error: A.b: the deletion rule '\(text)' is none of Nullify, Cascade, Deny and No "
          + "Action\(suggestion); taken as No Action [unknown_delete_rule]"
      ])
    #expect(try rule(of: source) == .noAction)
  }

  private func rule(of source: CoreDataSource) throws -> DeleteRule {
    let schema = try source.model().schema
    return schema.declaration(of: schema.relationships[0]).deleteRule
  }

  @Test("A destination that does not exist leaves the relationship out")
  func unknownDestination() throws {
    let source = CoreDataSource(
      #"<entity name="A"><relationship name="b" deletionRule="Deny" destinationEntity="B"/></entity>"#
    )
    #expect(
      try source.findings() == [
        "3:18: error: A.b: the destination 'B' is no entity of this schema; the relationship is "
          + "left out [unknown_destination]"
      ])
    #expect(try source.model().schema.relationships == [])
    let none = CoreDataSource(#"<entity name="A"><relationship name="b"/></entity>"#)
    #expect(
      try none.findings().contains {
        $0.contains("A.b: no destination is stated; the relationship is left out")
      })
  }

  @Test(
    "Inverses that do not fit together make one-way relationships",
    arguments: [
      ("x", "", "A.b: the inverse 'x' does not exist on its destination B"),
      (
        "a", #"inverseName="c" inverseEntity="A""#,
        "A.b: the inverse B.a does not point back: its own inverse is 'c'"
      ),
      (
        "a", "",
        "A.b: the inverse B.a does not name this relationship as its own inverse; declare both"
      ),
      ("d", #"inverseName="b""#, "A.b: the inverse B.d leads to B, not back to A"),
    ])
  func inverses(_ inverse: String, _ back: String, _ message: String) throws {
    let source = CoreDataSource(
      """
      <entity name="A">
      <relationship name="b" deletionRule="Nullify" destinationEntity="B" inverseName="\(inverse)"/>
      <relationship name="c" deletionRule="Nullify" destinationEntity="B"/>
      </entity>
      <entity name="B">
      <relationship name="a" deletionRule="Nullify" destinationEntity="A" \(back)/>
      <relationship name="d" deletionRule="Nullify" destinationEntity="B"/>
      </entity>
      """)
    let expected =
      "4:1: error: \(message); read as having no inverse [inverse_not_reciprocal]"
    let findings = try source.findings()
    #expect(findings.contains(expected), "\(findings)")
    let model = try source.model()
    let first = try #require(model.schema.relationships.first)
    #expect(model.schema.inverse(of: first) == nil)
  }

  @Test("Parents that do not exist or go round in a circle")
  func parents() throws {
    let source = CoreDataSource(
      """
      <entity name="A" parentEntity="Missing"/>
      <entity name="B" parentEntity="C"/>
      <entity name="C" parentEntity="B"/>
      """)
    let findings = try source.findings()
    #expect(
      findings[0]
        == "3:1: error: A: the parent entity 'Missing' does not exist; taken as an entity without "
        + "a parent [unknown_parent]")
    #expect(findings.count == 2 && findings[1].contains("[inheritance_cycle]"))
    #expect(try source.model().schema.entities.count == 3)
  }

  @Test("Names that are there twice: the later one is left out")
  func duplicates() throws {
    let source = CoreDataSource(
      """
      <entity name="A">
      <attribute name="x"/>
      <relationship name="b" deletionRule="Deny" destinationEntity="A"/>
      <relationship name="b" deletionRule="Cascade" destinationEntity="A"/>
      <attribute name="x"/>
      <relationship name="x" deletionRule="Deny" destinationEntity="A"/>
      </entity>
      <entity name="A"/>
      """)
    let model = try source.model()
    #expect(
      model.findings.map(\.rule.rawValue).sorted()
        == ["duplicate_entity", "duplicate_property", "duplicate_property", "duplicate_property"])
    #expect(model.schema.entities.count == 1)
    let b = try #require(model.schema.relationship("b", of: model.schema.entities[0]))
    #expect(model.schema.declaration(of: b).deleteRule == .deny)
  }

  @Test("Of two with one name, the one that makes no sense is left out, and the other stays")
  func duplicatesThatDiffer() throws {
    let source = CoreDataSource(
      """
      <entity name="A">
      <relationship name="b" deletionRule="Deny" destinationEntity="A"/>
      <relationship name="b" deletionRule="Deny" destinationEntity="Missing"/>
      <attribute name="c"/>
      <relationship name="c" deletionRule="Cascade" destinationEntity="A"/>
      </entity>
      <entity name="A">
      <relationship name="b" deletionRule="Deny" destinationEntity="Missing"/>
      </entity>
      """)
    let schema = try source.model().schema
    let entity = try #require(schema.entities.first)
    #expect(schema.entities.count == 1)
    #expect(
      schema.relationships(of: entity).map { schema.declaration(of: $0).name } == ["b", "c"])
    #expect(schema.attribute("c", of: entity) == nil)
  }

  @Test("Many circles and many mistakes take one look each, not one round each")
  func manyMistakes() throws {
    let circles = (0..<100).map {
      "<entity name='A\($0)' parentEntity='B\($0)'/><entity name='B\($0)' parentEntity='A\($0)'/>"
    }
    let findings = try CoreDataSource(circles.joined(separator: "\n")).model().findings
    #expect(findings.count == 100)
    let chain = (0..<300).map { "<entity name='A\($0)' parentEntity='A\($0 + 1)'/>" }
    #expect(try CoreDataSource(chain.joined()).model().findings.count == 1)
  }

  @Test("Counts that contradict each other or are no numbers are read as unbounded")
  func counts() throws {
    let source = CoreDataSource(
      """
      <entity name="A">
      <relationship name="b" toMany="YES" minCount="3" maxCount="2" deletionRule="Deny" \
      destinationEntity="A"/>
      <relationship name="c" toMany="YES" minCount="-1" maxCount="many" deletionRule="Deny" \
      destinationEntity="A"/>
      <relationship name="d" minCount="1" maxCount="5" deletionRule="Deny" destinationEntity="A"/>
      </entity>
      """)
    let findings = try source.findings()
    #expect(findings.count == 4 && findings.allSatisfy { $0.hasSuffix("[impossible_counts]") })
    #expect(findings[1].hasPrefix("5:1: error: A.c: maxCount is 'many'; expected a number"))
    #expect(findings.contains { $0.contains("A.d: maxCount is 5, but toMany is not YES") })
    let schema = try source.model().schema
    for relationship in schema.relationships {
      let declared = schema.declaration(of: relationship)
      #expect(!declared.isToMany || declared.minCount == 0 && declared.maxCount == 0)
    }
  }

  @Test("All problems of a model are reported at once, in the order of the places")
  func allAtOnce() throws {
    let source = CoreDataSource(
      """
      <entity name="A" parentEntity="X"><relationship name="b" destinationEntity="Y"/></entity>
      <entity name="A"/><entity name=""/>
      """)
    let findings = try source.model().findings
    #expect(findings.map(\.location.line) == [3, 3, 3, 4, 4], "\(findings)")
  }
}

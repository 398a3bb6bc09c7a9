import ExpectedText
import ObjectGraph
import SourceText
import Testing

@testable import ModelFiles

@Suite("What is read of a Core Data model?")
struct CoreDataReadingTests {
  @Test("There is room for an inverse where neither it nor its entity is stated")
  func gaps() throws {
    for stated in [
      "", "inverseName=\"a\"", "inverseEntity=\"B\"", "inverseName=\"a\" inverseEntity=\"B\"",
    ] {
      let source = CoreDataSource(
        "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"B\" \(stated)/></entity>")
      let gap = try source.stated().entities[0].relationships[0].inverseInsertionPoint
      #expect((gap != nil) == stated.isEmpty, "\(stated)")
    }
  }

  @Test("Entities with parent, abstractness, renaming identifier and place")
  func entities() throws {
    let stated = try CoreDataSource(
      """
        <entity name="Base" isAbstract="YES" syncable="YES"/>
          <entity name="Übung" parentEntity="Base" elementID="Exercise"
            representedClassName="X"></entity>
      """
    ).stated()
    #expect(stated.entities.map(\.name) == ["Base", "Übung"])
    #expect(stated.entities.map(\.parent) == [nil, "Base"])
    #expect(stated.entities.map(\.isAbstract) == [true, false])
    #expect(stated.entities.map(\.renamingIdentifier) == [nil, "Exercise"])
    #expect(stated.entities.map(\.location.line) == [3, 4])
    #expect(stated.entities.map(\.location.column) == [3, 5])
  }

  @Test("Every property of a relationship that bears on deletes")
  func relationships() throws {
    let stated = try CoreDataSource(
      """
      <entity name="A"><!-- <relationship name="no"/> -->
        <relationship name="one" maxCount="1" deletionRule="Deny" destinationEntity="B"/>
        <relationship name="old" optional="YES" minCount="1" maxCount="1" ordered="YES" \
      deletionRule="Nullify" destinationEntity="B"/><relationship name="many" optional="YES" \
      toMany="YES" minCount="2" maxCount="5" ordered="YES" deletionRule="Cascade" \
      destinationEntity="B" inverseName="a" inverseEntity="B" elementID="former"/>
        <relationship name="none" toMany="YES" deletionRule="No Action" destinationEntity="B"/>
      </entity>
      """
    ).stated()
    let read = stated.entities[0].relationships
    #expect(read.map(\.name) == ["one", "old", "many", "none"])
    #expect(read.map(\.statedRule) == [.deny, .nullify, .cascade, .noAction])
    #expect(read.map(\.declaration.isToMany) == [false, false, true, true])
    #expect(read.map(\.declaration.isOptional) == [false, true, true, false])
    #expect(
      read.map(\.declaration.isOrdered) == [false, false, true, false], "a to-one has no order")
    #expect(read.map(\.declaration.minCount) == [0, 0, 2, 0], "a to-one is mandatory or it is not")
    #expect(read.map(\.declaration.maxCount) == [1, 1, 5, 0])
    #expect(read.map(\.declaration.inverse) == [.unstated, .unstated, .named("a"), .unstated])
    #expect(read.map(\.renamingIdentifier) == [nil, nil, "former", nil])
    #expect(read.map(\.location.line) == [4, 5, 5, 6])
    #expect(stated.findings == [])
  }

  @Test("Attributes: optional also by a default value, unique by a constraint of their own")
  func attributes() throws {
    let stated = try CoreDataSource(
      """
      <entity name="A">
        <attribute name="id" attributeType="UUID"/>
        <attribute name="title" optional="YES"/>
        <attribute name="rank" defaultValueString="0"/>
        <attribute name="sum" derived="YES"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="id"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="id"/><constraint value="title"/>
          </uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """
    ).stated()
    let read = stated.entities[0].attributes
    #expect(read.map(\.name) == ["id", "title", "rank", "sum"])
    #expect(read.map(\.declaration.isOptional) == [false, true, true, true])
    #expect(read.map(\.declaration.isUnique) == [true, false, false, false])
  }

  @Test("Configurations, fetched properties, fetch requests and editor positions are passed over")
  func passedOver() throws {
    let model = try CoreDataSource(
      """
      <entity name="A"><fetchedProperty name="f" optional="YES"><fetchRequest name="r" \
      entity="A"/></fetchedProperty><userInfo><entry key="k" value="v"/></userInfo></entity>
      <configuration name="Local"><memberEntity name="A"/><relationship name="x"/></configuration>
      <fetchRequest name="r" entity="A"/>
      <elements><element name="A" positionX="0"/></elements>
      """
    ).model()
    #expect(model.entities.map(\.name) == ["A"])
    #expect(model.entities[0].relationships == [] && model.findings == [])
  }

  @Test(
    "Unknown tags and values are findings, each at its first place",
    arguments: Rows(
      #"""
      <Entity name="A"><relationship name="x"/><attribut/></Entity><Entity/> → the unknown tag <Entity> and the tags in it are not read; did you mean 'entity'?, the model has no entities
      <entity name="A" isAbstract="maybe"/> → A: isAbstract is 'maybe'; expected YES or NO; taken as NO
      <entity name="A"><relationship name="x" toMany="maybe" optional="NO" deletionRule="Nullify" destinationEntity="A"/></entity> → A.x: toMany is 'maybe'; expected YES or NO; taken as NO
      <entity name="A" parententity="B" syncable="YES" codeGenerationType="class"><relationship name="x" tomany="YES" Optional="YES" deletionRule="Nullify" destinationEntity="A" maxcoun="1" indexed="YES"/></entity> → the unknown attribute 'Optional' of <relationship> is not read; did you mean 'optional'?, the unknown attribute 'maxcoun' of <relationship> is not read; did you mean 'maxCount'?, the unknown attribute 'parententity' of <entity> is not read; did you mean 'parentEntity'?, the unknown attribute 'tomany' of <relationship> is not read; did you mean 'toMany'?
      """#
    ).lists + [
      ("", ["the model has no entities"]),
      (
        "<entity name=\"A\" optinal=\"YES\" optional=\"YES\"><relationship name=\"x\" toMany=\"YES\" "
          + "delteionRule=\"Nullify\" destinationEntity=\"A\"/><relationship name=\"y\" toMany=\"YES\" "
          + "deleteRule=\"Nullify\" destinationEntity=\"A\"/></entity>",
        [
          "the unknown attribute 'optinal' of <entity> is not read; 'optional' belongs to <attribute>",
          "the unknown attribute 'delteionRule' of <relationship> is not read; did you mean 'deletionRule'?",
          "the unknown attribute 'deleteRule' of <relationship> is not read; did you mean 'deletionRule'?",
          "A.x: no deletion rule; taken as No Action, as Xcode saves such a model",
          "A.y: no deletion rule; taken as No Action, as Xcode saves such a model",
        ]
      ),
    ])
  func unknown(text: String, messages: [String]) throws {
    let findings = try CoreDataSource(text).model().findings
    #expect(findings.map(\.message).sorted() == messages.sorted())
  }

  @Test("The schema has the stated rules, and inverses that both sides name")
  func schema() throws {
    let model = try CoreDataSource(Self.lists).model()
    let list = try #require(model.schema.entity("List"))
    let items = try #require(model.schema.relationship("items", of: list))
    #expect(model.schema.declaration(of: items).deleteRule == .cascade)
    #expect(model.schema.inverse(of: items)?.kind == .declared)
    #expect(model.findings == [])
  }

  static let lists = """
    <entity name="List"><relationship name="items" optional="YES" toMany="YES" \
    deletionRule="Cascade" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
    </entity><entity name="Item"><attribute name="title"/><relationship name="list" \
    maxCount="1" deletionRule="Nullify" destinationEntity="List" inverseName="items" \
    inverseEntity="List"/></entity>
    """
}

import ExpectedText
import Testing

@testable import ObjectGraph

@Suite("What makes a schema impossible?")
struct SchemaErrorTests {
  private static let counts =
    "objects is impossible; expected 0 ≤ minimum ≤ maximum, "
    + "with a maximum of 0 for no bound, and of 1 for a to-one"

  private static let swiftData =
    Rows(
      #"""
      A; A → A: two entities have this name; rename one
      A < B → A: the parent entity 'B' does not exist
      A: b A ~, b* A → A.b: a relationship of this name is already declared on A; rename one
      C < B; B < A: a A; A: a A → B.a: a relationship of this name is already declared on A; rename one
      A: b B ~a → A.b: the destination 'B' is no entity of this schema
      A: b B ~nothing; B: a* A → A.b: the inverse 'nothing' does not exist on its destination B
      A: b B ~a; B: a* B → A.b: the inverse B.a leads to B, not back to A
      A: b B ~a, c* B; B: a* A ~c → A.b: the inverse B.a does not point back: its own inverse is 'c'
      A: b B ~a, c* B ~a; B: a* A → A.c: the inverse B.a is already the inverse of A.b; a relationship has one
      A: b* B ~a, c* B ~a; B: a A ~ → A.c: the inverse B.a is already the inverse of A.b; a relationship has one
      A: b B ~a; B: a* A ~b → A.b: the inverse is declared here and on B.a; SwiftData's macro expands in a circle: declare it on one side
      """#
    ).texts + [
      ("A < A; B < A", "A: the entity is its own ancestor (A → A); break the cycle"),
      ("A: many* A 3...2", "A.many: between 3 and 2 \(counts)"),
      (
        "A < Ghost: b B ~nothing, nowhere* Nowhere 3...2, own* A ~own; B < C: ! A; A; C < B",
        """
        A: the parent entity 'Ghost' does not exist
        A.b: the inverse 'nothing' does not exist on its destination B
        A.nowhere: the destination 'Nowhere' is no entity of this schema
        A.nowhere: between 3 and 2 \(counts)
        B: the entity is its own ancestor (B → C → B); break the cycle
        B.: the name is empty; give it one
        A: two entities have this name; rename one
        C: the entity is its own ancestor (C → B → C); break the cycle
        """
      ),
    ]

  private static let coreData = [
    (
      "A: b B ~a; B: a* A ~",
      "A.b: the inverse B.a does not point back: it is declared to have no inverse"
    ),
    (
      "A: b B ~a; B: a* A",
      "A.b: the inverse B.a does not name this relationship as its own inverse; declare both"
    ),
    (
      "A: b B; B: a* A ~b",
      "B.a: the inverse A.b does not name this relationship as its own inverse; declare both"
    ),
    (
      "A: x, y, x, !; B < A: y A, z A, x, z; C < B: w",
      """
      A.: the name is empty; give it one
      A.x: a property of this name is already declared on A; rename one
      B.y: a property of this name is already declared on A; rename one
      B.x: a property of this name is already declared on A; rename one
      B.z: a property of this name is already declared on B; rename one
      """
    ),
  ]

  @Test(
    "Each problem names the place, what was found and what to do",
    arguments: swiftData.map { (Framework.swiftData, $0, $1) }
      + coreData.map { (.coreData, $0, $1) })
  func problems(framework: Framework, text: String, expected: String) {
    let error = #expect(throws: SchemaError.self) { try Schema(framework, text) }
    #expect(error?.description == expected)
  }

  @Test("Counts below zero, no room in a to-one, and a name that is empty")
  func impossible() {
    var noRoom = Relationship.toOne("one", "A")
    noRoom.maxCount = 0
    let entities: [(Entity, String)] = [
      (Entity(""), "(an entity): the name is empty; give it one"),
      (
        Entity("A", relationships: [.toMany("many", "A", maxCount: -1)]),
        "A.many: between 0 and -1 \(Self.counts)"
      ),
      (
        Entity("A", relationships: [.toMany("many", "A", minCount: -1)]),
        "A.many: between -1 and 0 \(Self.counts)"
      ),
      (Entity("A", relationships: [noRoom]), "A.one: between 0 and 0 \(Self.counts)"),
    ]
    for (entity, expected) in entities {
      let error = #expect(throws: SchemaError.self) { try Schema(.coreData, entities: [entity]) }
      #expect(error?.description == expected)
    }
  }

  @Test("As many entities and relationships as can be numbered are a schema, and no more")
  func asManyAsCanBeNumbered() throws {
    let relationships = (0..<32_767).map { Relationship.toOne("r\($0)", "A", inverse: .oneWay) }
    let schema = try Schema(.swiftData, entities: [Entity("A", relationships: relationships)])
    #expect(try schema.required("A", "r32766").rawValue == 32_766)
    let limit =
      "a schema holds at most 32767 entities, as many relationships and as many attributes"
    for entities in [
      Array(repeating: Entity("A"), count: 32_768),
      [Entity("A", relationships: relationships + [.toOne("last", "A")])],
    ] {
      let error = #expect(throws: SchemaError.self) { try Schema(.swiftData, entities: entities) }
      #expect(error?.description == "A: \(limit)")
    }
  }
}

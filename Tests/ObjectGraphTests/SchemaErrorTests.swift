import Testing

@testable import ObjectGraph

@Suite("What makes a schema impossible?")
struct SchemaErrorTests {
  /// Entities that are no schema, with the one problem they have.
  struct Impossible: Sendable, CustomTestStringConvertible {
    let description: String
    let framework: Framework
    let entities: [Entity]
    let problem: SchemaProblem

    var testDescription: String { description }

    init(
      _ entities: [Entity], _ entity: String, _ relationship: String?,
      _ reason: SchemaProblem.Reason, _ description: String, for framework: Framework = .swiftData
    ) {
      self.description = description
      self.framework = framework
      self.entities = entities
      problem = SchemaProblem(entity: entity, relationship: relationship, reason: reason)
    }
  }

  @Test(
    "Each problem names the place, what was found and what to do",
    arguments: named + counted + paired)
  func oneProblem(_ impossible: Impossible) {
    #expect(impossible.problem.description == impossible.description)
    #expect(throws: SchemaError(problems: [impossible.problem])) {
      try Schema(impossible.framework, entities: impossible.entities)
    }
  }

  @Test("All problems are reported at once, in the order of the declarations")
  func allProblemsAtOnce() throws {
    let error = try #require(throws: SchemaError.self) {
      try Schema(
        .swiftData,
        entities: [
          Entity(
            "A", parent: "Ghost",
            relationships: [
              .toOne("b", "B", inverse: .named("nothing")),
              .toMany("nowhere", "Nowhere", minCount: 3, maxCount: 2),
              .toMany("own", "A", inverse: .named("own")),
            ]),
          Entity(
            "B", parent: "C", relationships: [.toOne("", "A"), .toMany("n", "A", minCount: -1)]),
          Entity("A"),
          Entity("C", parent: "B"),
        ])
    }
    let lines = [
      "A: the parent entity 'Ghost' does not exist",
      "A.b: the inverse 'nothing' does not exist on its destination B",
      "A.nowhere: the destination 'Nowhere' is no entity of this schema",
      "A.nowhere: between 3 and 2 objects is impossible; expected 0 ≤ minimum ≤ maximum, "
        + "with a maximum of 0 for no bound, and of 1 for a to-one",
      "B: the entity is its own ancestor (B → C → B); break the cycle",
      "B.: the name is empty; give it one",
      "B.n: between -1 and 0 objects is impossible; expected 0 ≤ minimum ≤ maximum, "
        + "with a maximum of 0 for no bound, and of 1 for a to-one",
      "A: two entities have this name; rename one",
      "C: the entity is its own ancestor (C → B → C); break the cycle",
    ]
    #expect(error.problems.map(\.description) == lines)
    #expect(error.description == lines.joined(separator: "\n"))
  }

  @Test("As many entities and relationships as can be numbered are a schema")
  func asManyAsCanBeNumbered() throws {
    let relationships = (0..<32_766).map { Relationship.toOne("r\($0)", "A", inverse: .oneWay) }
    let entities = [Entity("A", relationships: relationships + [.toOne("last", "A")])]
    var graph = Graph(try Schema(.swiftData, entities: entities))
    let (a, other) = (try graph.insert("A"), try graph.insert("A"))
    try graph.link(a, "last", other)
    #expect(try graph.plan(deleting: [other]).dangling == [graph.reference(a, "last", other)])
  }
}

extension SchemaErrorTests {
  private static let impossibleCounts =
    "objects is impossible; expected 0 ≤ minimum ≤ maximum, "
    + "with a maximum of 0 for no bound, and of 1 for a to-one"

  private static let named: [Impossible] = [
    Impossible(
      [Entity("")], "", nil, .emptyName, "(an entity): the name is empty; give it one"),
    Impossible(
      [Entity("A", relationships: [.toOne("", "A")])], "A", "", .emptyName,
      "A.: the name is empty; give it one"),
    Impossible(
      [Entity("A"), Entity("A")], "A", nil, .duplicateEntity,
      "A: two entities have this name; rename one"),
    Impossible(
      [Entity("A", parent: "B")], "A", nil, .unknownParent("B"),
      "A: the parent entity 'B' does not exist"),
    Impossible(
      [Entity("A", parent: "A"), Entity("B", parent: "A")], "A", nil,
      .inheritanceCycle(["A", "A"]), "A: the entity is its own ancestor (A → A); break the cycle"),
    Impossible(
      [Entity("A", relationships: [.toOne("b", "A", inverse: .oneWay), .toMany("b", "A")])],
      "A", "b", .duplicateRelationship(on: "A"),
      "A.b: a relationship of this name is already declared on A; rename one"),
    Impossible(
      [
        Entity("C", parent: "B"),
        Entity("B", parent: "A", relationships: [.toOne("a", "A")]),
        Entity("A", relationships: [.toOne("a", "A")]),
      ],
      "B", "a", .duplicateRelationship(on: "A"),
      "B.a: a relationship of this name is already declared on A; rename one"),
    Impossible(
      [Entity("A", relationships: [.toOne("b", "B", inverse: .named("a"))])], "A", "b",
      .unknownDestination("B"), "A.b: the destination 'B' is no entity of this schema"),
  ]

  private static let counted: [Impossible] = [
    Impossible(
      [Entity("A", relationships: [.toMany("many", "A", minCount: 3, maxCount: 2)])], "A", "many",
      .impossibleCounts(minimum: 3, maximum: 2), "A.many: between 3 and 2 \(impossibleCounts)"),
    Impossible(
      [Entity("A", relationships: [.toMany("many", "A", maxCount: -1)])], "A", "many",
      .impossibleCounts(minimum: 0, maximum: -1), "A.many: between 0 and -1 \(impossibleCounts)"),
    Impossible(
      [Entity("A", relationships: [toOne(maxCount: 0)])], "A", "one",
      .impossibleCounts(minimum: 0, maximum: 0), "A.one: between 0 and 0 \(impossibleCounts)"),
    Impossible(
      Array(repeating: Entity("E"), count: 32_768), "E", nil, .tooMany(limit: 32_767),
      "E: a schema holds at most 32767 entities, as many relationships and as many attributes"),
    Impossible(
      [Entity("A", relationships: Array(repeating: .toOne("r", "A"), count: 32_768))], "A", nil,
      .tooMany(limit: 32_767),
      "A: a schema holds at most 32767 entities, as many relationships and as many attributes"),
  ]

  private static let paired: [Impossible] = [
    Impossible(
      pair(.named("nothing"), .unstated), "A", "b", .unknownInverse("nothing", on: "B"),
      "A.b: the inverse 'nothing' does not exist on its destination B"),
    Impossible(
      pair(.named("a"), .unstated, leadingTo: "B"), "A", "b",
      .inverseLeadsElsewhere("B.a", to: "B"), "A.b: the inverse B.a leads to B, not back to A"),
    Impossible(
      pair(.named("a"), .oneWay), "A", "b", .inverseDoesNotPointBack("B.a", to: nil),
      "A.b: the inverse B.a does not point back: it is declared to have no inverse",
      for: .coreData),
    Impossible(
      pair(.named("a"), .named("c"), and: [.toMany("c", "B")]), "A", "b",
      .inverseDoesNotPointBack("B.a", to: "c"),
      "A.b: the inverse B.a does not point back: its own inverse is 'c'"),
    Impossible(
      pair(.named("a"), .unstated, and: [.toMany("c", "B", inverse: .named("a"))]), "A", "c",
      .inverseClaimedTwice("B.a", by: "A.b"),
      "A.c: the inverse B.a is already the inverse of A.b; a relationship has one"),
    Impossible(
      pair(.named("a"), .named("b")), "A", "b", .inverseDeclaredOnBothSides("B.a"),
      "A.b: the inverse is declared here and on B.a; SwiftData's macro expands in a circle: "
        + "declare it on one side"),
    Impossible(
      pair(.named("a"), .unstated), "A", "b", .inverseDeclaredOnOneSide("B.a"),
      "A.b: the inverse B.a does not name this relationship as its own inverse; declare both",
      for: .coreData),
    Impossible(
      pair(.unstated, .named("b")), "B", "a", .inverseDeclaredOnOneSide("A.b"),
      "B.a: the inverse A.b does not name this relationship as its own inverse; declare both",
      for: .coreData),
  ]

  private static func pair(
    _ b: Relationship.Inverse, _ a: Relationship.Inverse, leadingTo destination: String = "A",
    and others: [Relationship] = []
  ) -> [Entity] {
    [
      Entity("A", relationships: [.toOne("b", "B", inverse: b)] + others),
      Entity("B", relationships: [.toMany("a", destination, inverse: a)]),
    ]
  }

  private static func toOne(maxCount: Int) -> Relationship {
    var relationship = Relationship.toOne("one", "A")
    relationship.maxCount = maxCount
    return relationship
  }
}

import Testing

@testable import ObjectGraph

@Suite("What does a graph refuse, and is it then as it was?")
struct GraphErrorTests {
  private var graph: Graph
  private let list: ObjectID
  private let otherList: ObjectID
  private let items: [ObjectID]
  private let gone: ObjectID
  /// An object that no graph of two tables has.
  private let stranger: ObjectID
  private let foreignRelationship: RelationshipID
  private let foreignEntity: EntityID

  init() throws {
    graph = Graph(try .lists(items: .deny))
    list = try graph.insert("List")
    otherList = try graph.insert("List")
    items = try graph.insert(2, "Item")
    gone = try graph.insert("Item")
    for item in items + [gone] { try graph.link(list, "items", item) }
    try graph.delete([gone])
    let other = try Schema(
      .swiftData,
      entities: (0..<3).map { Entity("E\($0)", relationships: [.toOne("r", "E\($0)")]) })
    var otherGraph = Graph(other)
    stranger = try otherGraph.insert("E2")
    foreignRelationship = try other.required("E2", "r")
    foreignEntity = try other.required("E2")
  }

  /// Expects an operation to fail with an error and a text, and to leave everything as it was.
  private mutating func expect(
    _ error: GraphError, _ description: String, sourceLocation: SourceLocation = #_sourceLocation,
    from operation: (inout Graph) throws -> Void
  ) throws {
    let before = try Picture(graph)
    let plan = try graph.plan(deleting: [items[0]])
    #expect(throws: error, sourceLocation: sourceLocation) { try operation(&graph) }
    #expect(error.description == description, sourceLocation: sourceLocation)
    #expect(try Picture(graph) == before, sourceLocation: sourceLocation)
    #expect(graph.brokenInvariants() == [], sourceLocation: sourceLocation)
    var copy = graph
    #expect(throws: Never.self, "a plan still holds", sourceLocation: sourceLocation) {
      try copy.apply(plan)
    }
  }

  @Test("An object of no row of this graph is unknown to every operation")
  mutating func unknownObject() throws {
    let error = GraphError.unknownObject(stranger)
    let text = "the object does not belong to this graph"
    let (list, items, stranger) = (list, items, stranger)
    try expect(error, text) { try $0.link(stranger, "list", list) }
    try expect(error, text) { try $0.link(list, "items", stranger) }
    try expect(error, text) { try $0.unlink(stranger, "list", list) }
    try expect(error, text) { try $0.unlink(list, "items", stranger) }
    try expect(error, text) { try $0.set(list, "items", to: [items[1], stranger]) }
    try expect(error, text) { _ = try $0.references(stranger, "list") }
    try expect(error, text) { _ = try $0.entity(of: stranger) }
    try expect(error, text) { _ = try $0.relationship("list", of: stranger) }
    try expect(error, text) { _ = try $0.plan(deleting: [items[0], stranger]) }
    #expect(!graph.contains(stranger))
  }

  @Test("A deleted object is refused by every operation but unlinking it")
  mutating func deletedObject() throws {
    let error = GraphError.deletedObject(gone)
    let text = "the object was deleted"
    let (list, items, gone) = (list, items, gone)
    try expect(error, text) { try $0.link(gone, "list", list) }
    try expect(error, text) { try $0.link(list, "items", gone) }
    try expect(error, text) { try $0.unlink(gone, "list", list) }
    try expect(error, text) { try $0.set(list, "items", to: [items[1], gone]) }
    try expect(error, text) { _ = try $0.references(gone, "list") }
    try expect(error, text) { _ = try $0.plan(deleting: [items[0], gone]) }
  }

  @Test("An entity that the schema does not have")
  mutating func unknownEntity() throws {
    let foreignEntity = foreignEntity
    try expect(.unknownEntity("Shelf"), "the schema has no entity 'Shelf'") {
      try $0.insert("Shelf")
    }
    try expect(.unknownEntity("#2"), "the schema has no entity '#2'") {
      try $0.insert(foreignEntity)
    }
  }

  @Test("An abstract entity")
  func abstractEntity() throws {
    var graph = Graph(try Schema(.coreData, entities: [Entity("Base", isAbstract: true)]))
    let error = GraphError.abstractEntity("Base")
    #expect(throws: error) { try graph.insert("Base") }
    #expect(graph.objects == [])
    #expect(
      error.description
        == "the entity 'Base' is abstract; insert an object of one of its subentities")
  }

  @Test("A relationship that the object's entity does not have")
  mutating func unknownRelationship() throws {
    let (list, items) = (list, items)
    let error = GraphError.unknownRelationship("list", entity: "List")
    let text = "the entity List has no relationship 'list'"
    let itemsList = try graph.schema.required("Item", "list")
    try expect(error, text) { try $0.link(list, "list", items[0]) }
    try expect(error, text) { try $0.link(list, itemsList, items[0]) }
    try expect(error, text) { try $0.unlink(list, itemsList, items[0]) }
    try expect(error, text) { try $0.set(list, itemsList, to: []) }
    try expect(error, text) { _ = try $0.references(list, itemsList) }
    let foreign = foreignRelationship
    try expect(
      .unknownRelationship("#2", entity: "List"), "the entity List has no relationship '#2'"
    ) {
      _ = try $0.references(list, foreign)
    }
  }

  @Test("An object of an entity that the relationship does not hold")
  mutating func wrongDestination() throws {
    let (list, items) = (list, items)
    let error = GraphError.wrongDestination(
      relationship: "List.items", expected: "Item", found: "List")
    let text = "List.items holds objects of Item, not of List"
    try expect(error, text) { try $0.link(list, "items", list) }
    try expect(error, text) { try $0.set(list, "items", to: [items[1], list]) }
  }

  @Test("Several objects for a to-one")
  mutating func tooManyForToOne() throws {
    let (list, items, otherList) = (list, items, otherList)
    try expect(
      .tooManyForToOne(relationship: "Item.list", count: 2),
      "Item.list holds at most one object, not 2"
    ) {
      try $0.set(items[0], "list", to: [list, otherList])
    }
  }

  @Test("A delete that a rule refuses, with everything that stands in the way")
  mutating func refused() throws {
    let plan = try graph.plan(deleting: [list])
    let denial = Denial(
      object: list, relationship: try graph.schema.required("List", "items"), blockers: items)
    try expect(
      .refused(denials: [denial], violations: []),
      "the delete is refused by 1 denials and 0 violations"
    ) {
      try $0.apply(plan)
    }
  }
}

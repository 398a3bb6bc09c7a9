import Testing

@testable import ObjectGraph

@Suite("Does a small graph do what a general one does?")
struct SmallGraphTests {
  @Test(
    "Every reference, plan and refusal is the same",
    arguments: WalkBatch.batches(8, of: 250, steps: 16, size: 5))
  func smallAndGeneralAgree(_ batch: WalkBatch) throws {
    let seen = try batch.run(SmallGraphWalk.self)
    for name in ["cascaded", "nullified", "dangling", "denials", "forgiven", "violations"] {
      #expect(seen[name, default: 0] > 0, "\(name) of \(seen)")
    }
    #expect(seen["different errors"] == nil)
  }

  @Test("It holds 64 objects, and is empty again after removing all of them")
  func capacity() throws {
    let schema = try Schema.chain(next: .cascade)
    let (node, next) = (try schema.required("Node"), try schema.required("Node", "next"))
    var graph = SmallGraph(schema)
    for number in 0..<64 { #expect(try graph.insert(node) == number) }
    expect(.tooManyObjects(64)) { () throws(GraphError) in _ = try graph.insert(node) }
    for number in 1..<64 { try graph.link(number - 1, next, number) }
    let wasDeleted = graph.delete(1)
    #expect(wasDeleted && graph.living == 0)
    graph.removeAll()
    #expect(try graph.insert(node) == 0)
    #expect(try graph.references(0, next) == 0)
  }

  @Test("A schema without relationships is one like any other")
  func noRelationships() throws {
    let schema = try Schema(.coreData, entities: [Entity("A"), Entity("B")])
    var graph = SmallGraph(schema)
    #expect(try graph.insert(schema.required("B")) == 0)
    let wasDeleted = graph.delete(1)
    #expect(wasDeleted && graph.living == 0)
  }

  @Test("An error names the side that does not fit")
  func narrowInverse() throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity("A", relationships: [.toMany("bs", "B", inverse: .named("a"))]),
        Entity("A2", parent: "A"),
        Entity("B", relationships: [.toOne("a", "A2", inverse: .named("bs"))]),
      ])
    var graph = SmallGraph(schema)
    let (a, b) = (try graph.insert(schema.required("A")), try graph.insert(schema.required("B")))
    let bs = try schema.required("A", "bs")
    expect(.wrongDestination(relationship: "B.a", expected: "A2", found: "A")) {
      () throws(GraphError) in try graph.link(a, bs, b)
    }
  }

  @Test("What is no object or has no such relationship is an error, and changes nothing")
  func errors() throws {
    let schema = try Schema.lists(items: .deny)
    let list = try schema.required("List")
    let items = try schema.required("List", "items")
    var graph = SmallGraph(schema)
    #expect(try graph.insert(list) == 0)
    #expect(try graph.insert(schema.required("Item")) == 1)
    for (source, destination) in [(-1, 1), (2, 1), (0, 64), (0, 2), (Int.max, 1), (0, Int.min)] {
      expect(.unknownObject(graph.id(of: 99))) { () throws(GraphError) in
        try graph.link(source, items, destination)
      }
    }
    expect(.unknownRelationship("items", entity: "Item")) { () throws(GraphError) in
      try graph.link(1, items, 0)
    }
    expect(.wrongDestination(relationship: "List.items", expected: "Item", found: "List")) {
      () throws(GraphError) in try graph.link(0, items, 0)
    }
    try graph.link(0, items, 1)
    let wasDenied = !graph.delete(1)
    #expect(wasDenied)
    #expect(graph.living == 3)
    #expect(graph.plan(deleting: 1).denials.map(\.blockers) == [[graph.id(of: 1)]])
    let wasDeleted = graph.delete(3)
    #expect(wasDeleted)
    expect(.deletedObject(graph.id(of: 0))) { () throws(GraphError) in
      try graph.link(0, items, 1)
    }
  }

  private func expect(
    _ error: GraphError, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws(GraphError) -> Void
  ) {
    do throws(GraphError) {
      try body()
      Issue.record("no error", sourceLocation: sourceLocation)
    } catch let found {
      #expect(found == error, sourceLocation: sourceLocation)
    }
  }
}

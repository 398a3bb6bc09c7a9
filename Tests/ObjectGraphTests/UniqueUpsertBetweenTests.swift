import Testing

@testable import ObjectGraph

@Suite("What becomes of a new object's links that contradict each other once it is taken over?")
struct UniqueUpsertBetweenTests {
  @Test("Where it stood between the stored one and another, the relationship declared last stands")
  func betweenTwo() throws {
    let next = Relationship.toOne("next", "Node", inverse: .named("previous"))
    let previous = Relationship.toOne("previous", "Node")
    for isPreviousLast in [true, false] {
      let relationships = isPreviousLast ? [next, previous] : [previous, next]
      let attributes = [Attribute("id", isUnique: true)]
      var graph = Graph(
        try Schema(
          .swiftData,
          entities: [Entity("Node", relationships: relationships, attributes: attributes)]))
      let nodes = try graph.insert(2, "Node")
      try graph.setValue(nodes[0], "id", to: .integer(1))
      var context = Context(graph)
      let twin = try context.insert("Node")
      try context.setValue(twin, "id", to: .integer(1))
      try context.link(twin, "next", nodes[0])
      try context.link(twin, "previous", nodes[1])
      try context.save()
      let stored = context.stored
      #expect(try stored.held(nodes[0], "previous") == [nodes[isPreviousLast ? 1 : 0]])
      #expect(try stored.held(nodes[0], "next") == (isPreviousLast ? [] : [nodes[0]]))
      #expect(try stored.held(nodes[1], "next") == (isPreviousLast ? [nodes[0]] : []))
      #expect(stored.brokenInvariants() == [])
    }
  }
}

import Testing

@testable import ObjectGraph

/// The storage's Sendable conformance is a promise that no compiler checks; run these with
/// `--sanitize=thread` to see that it is kept.
@Suite("May what several graphs share be used on several threads at once?")
struct SharedStorageTests {
  private let graph: Graph
  private let list: ObjectID
  private let items: [ObjectID]

  init() throws {
    var graph = Graph(try .lists(items: .nullify, list: .nullify))
    list = try graph.insert("List")
    // Enough for an index of the block, which is the one thing that is made on demand.
    items = try (0..<100).map { _ in try graph.insert("Item") }
    for item in items { try graph.link(item, "list", list) }
    self.graph = graph
  }

  @Test("Copies are changed while others are read, and nobody sees another's change")
  func copies() async throws {
    let picture = try Picture(graph)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          var copy = graph
          #expect(try graph.plan(deleting: [list]).nullified.count == 100)
          try copy.unlink(items[task], "list", list)
          try copy.delete([items[task + 16]])
          #expect(try copy.held(list, "items").count == 98)
          #expect(try graph.held(list, "items").count == 100)
        }
      }
      try await group.waitForAll()
    }
    #expect(try Picture(graph) == picture)
  }

  @Test("A context is changed while what it stored before is read elsewhere")
  func contexts() async throws {
    let context = Context(graph)
    let stored = context.stored
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          var own = context
          try own.delete(items[task])
          try own.unlink(list, "items", items[task + 16])
          #expect(own.plan().deleted == [items[task]])
          try own.save()
          own.rollback()
          #expect(try own.stored.held(list, "items").count == 98)
          #expect(try stored.held(list, "items").count == 100)
        }
      }
      try await group.waitForAll()
    }
    #expect(try context.stored.held(list, "items").count == 100)
  }
}

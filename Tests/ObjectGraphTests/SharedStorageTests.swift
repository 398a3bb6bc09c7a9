import Testing

@testable import ObjectGraph

/// The storage's Sendable conformance is a promise that no compiler checks; run these with
/// `--sanitize=thread` to see that it is kept.
@Suite("May what several graphs share be used on several threads at once?")
struct SharedStorageTests {
  @Test("Copies and contexts are changed while what they share is read")
  func copies() async throws {
    var shared = Graph(try .lists())
    let list = try shared.insert("List")
    // Enough for an index of the block, which is the one thing that is made on demand.
    let items = try shared.insert(100, "Item")
    for item in items { try shared.link(item, "list", list) }
    let graph = shared
    let context = Context(graph)
    let (picture, stored) = (try Picture(graph), context.stored)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          var copy = graph
          #expect(try graph.plan(deleting: [list]).nullified.count == 100)
          try copy.unlink(items[task], "list", list)
          try copy.delete([items[task + 16]])
          #expect(try copy.held(list, "items").count == 98)
          #expect(try graph.held(list, "items").count == 100)
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
    #expect(try Picture(graph) == picture && Picture(context.stored) == picture)
  }
}

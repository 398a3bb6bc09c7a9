import Foundation
import Testing

@testable import ObjectGraph

/// How long it takes is measured by `scripts/benchmark`.
@Suite("Does a delete take what it deletes, and not what the graph is?")
struct ScaleTests {
  @Test("A ring of 5,000 cascades is planned and deleted on a stack of 128 KiB")
  func ring() async throws {
    let outcome: Result<Void, any Error> = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result { try deleteRing(5_000) }) }
      thread.stackSize = 128 << 10
      thread.start()
    }
    try outcome.get()
  }

  /// Deletes one node of a ring, next to which stands a node that is not linked.
  private func deleteRing(_ count: Int) throws {
    let schema = try Schema("Node: next Node cascade, previous Node")
    let (node, next) = (try schema.required("Node"), try schema.required("Node", "next"))
    var graph = Graph(schema)
    let nodes = try (0...count).map { _ in try graph.insert(node) }
    for index in 1...count { try graph.link(nodes[index], next, nodes[index % count + 1]) }
    let plan = try graph.plan(deleting: [nodes[1]])
    #expect(plan.deleted.count == count && plan.cascaded.count == count)
    try graph.delete([nodes[1]])
    #expect(graph.objects == [nodes[0]])
  }

  @Test("A small delete looks at no more of a large graph than of a small one")
  func smallDelete() throws {
    let looks = try [10, 2_000].map { count in
      var graph = Graph(try .lists(.cascade))
      let lists = try graph.insert(count, "List")
      let items = try graph.insert(2 * count, "Item")
      // One list has all items but three, of which two go with the other.
      for item in items.dropLast(3) { try graph.link(lists[0], "items", item) }
      for item in items.suffix(2) { try graph.link(lists[1], "items", item) }
      return try [[lists[1]], [items[0]]].map { try self.looks(deleting: $0, in: graph) }
    }
    // Both items, and from each its list; the list, and nothing else that it holds.
    #expect(looks == [[4, 1], [4, 1]])
  }

  /// How often the passes of a delete look at an object that another holds.
  private func looks(deleting objects: [ObjectID], in graph: Graph) throws -> Int {
    var worklist = Worklist()
    var (marks, effects) = (CountingMarks(), NoEffects())
    var found = Slab<HeldObject>()
    for object in objects {
      marks.marked.insert(object)
      worklist.append(object)
    }
    graph.storage.close(&worklist, &marks)
    graph.storage.followRules(of: worklist, marks, &found, &effects)
    #expect(try Set(graph.plan(deleting: objects).deleted) == marks.marked)
    return marks.looks.count
  }
}

/// Marks objects, and counts how many it is asked about.
private struct CountingMarks: DeleteMarks {
  final class Looks { var count = 0 }

  let looks = Looks()
  var marked: Set<ObjectID> = []

  mutating func follow(
    _ column: borrowing LinkColumn, to table: Int, _ worklist: inout Worklist, _ start: Int,
    _ end: inout Int, isChain: Bool
  ) {
    column.follow(&worklist, start, &end, isChain: isChain) { slot in
      looks.count += 1
      return marked.insert(ObjectID(table: UInt16(table), slot: slot)).inserted
    }
  }

  func findSurvivors(
    in column: borrowing LinkColumn, of table: Int, _ slots: borrowing Slab<UInt32>,
    _ range: Range<Int>, _ found: inout Slab<HeldObject>
  ) {
    column.collect(slots, range, into: &found) { slot in
      looks.count += 1
      return !marked.contains(ObjectID(table: UInt16(table), slot: slot))
    }
  }
}

private struct NoEffects: DeleteEffects {
  mutating func refuse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {}
  mutating func clearInverse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {}
  mutating func leaveDangling(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {}
}

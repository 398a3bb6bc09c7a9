import Foundation
import Testing

@testable import ObjectGraph

/// How long it takes is measured by `scripts/benchmark`.
@Suite("Does the stack stay flat, however deep a graph is?")
struct ScaleTests {
  @Test("A chain of 20,000 cascades is planned and deleted on a stack of 128 KiB")
  func chain() async throws {
    let outcome: Result<Void, any Error> = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result { try deleteChain(20_000) }) }
      thread.stackSize = 128 << 10
      thread.start()
    }
    try outcome.get()
  }

  /// Deletes the first of a chain, next to which stands a node that is not linked.
  private func deleteChain(_ count: Int) throws {
    let schema = try Schema.chain(next: .cascade)
    let (node, next) = (try schema.required("Node"), try schema.required("Node", "next"))
    var graph = Graph(schema)
    let nodes = try (0...count).map { _ in try graph.insert(node) }
    for index in 1..<count { try graph.link(nodes[index], next, nodes[index + 1]) }
    let plan = try graph.plan(deleting: [nodes[1]])
    #expect(plan.deleted.count == count && plan.cascaded.count == count - 1)
    try graph.apply(plan)
    #expect(graph.objects == [nodes[0]])
  }
}

import Workloads

/// Nodes of which each owns the next: W2.
struct ChainMock: Mock {
  final class Node {
    let id: Int
    var next: Node?
    var previous: Node?
    var isDeleted = false

    init(_ id: Int) { self.id = id }
  }

  private var nodes: [Node?]

  init(_ work: Workload) {
    let nodes = (0..<Int(work.object_count)).map { Node($0) }
    for i in 0..<Int(work.link_count) {
      let node = nodes[Int(work.links[i].source)]
      let next = nodes[Int(work.links[i].destination)]
      node.next = next
      next.previous = node
    }
    self.nodes = nodes
  }

  mutating func delete(_ id: Int) -> Int {
    guard let first = nodes[id] else { return 0 }
    var deleted: [Node] = []
    var node: Node? = first
    while let doomed = node, !doomed.isDeleted {
      doomed.isDeleted = true
      deleted.append(doomed)
      node = doomed.next
    }
    first.previous?.next = nil
    // Link by link: releasing a chain as a whole would run out of stack.
    for node in deleted {
      node.next = nil
      node.previous = nil
      nodes[node.id] = nil
    }
    return 0
  }

  mutating func removeAll() {
    for case .some(let node) in nodes {
      node.next = nil
      node.previous = nil
    }
    nodes = []
  }

  func inspect(_ result: inout Result) {
    for case .some(let node) in nodes {
      result.survivors += 1
      result.id_sum += UInt64(node.id)
      if node.next != nil { result.links += 1 }
    }
  }
}

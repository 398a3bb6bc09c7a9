/// Ranks of vertices that keep all edges as short as they can be together.
///
/// A spanning tree of edges that are no longer than they must be tells the ranks. An edge of it
/// whose two sides would rather be further apart is exchanged for another until there is none.
struct NetworkSimplex {
  /// An edge, whose head has a rank that is at least `length` above that of its tail.
  struct Edge {
    let tail: Int
    let head: Int
    var length = 1
    var weight = 1
  }

  private(set) var ranks: [Int]
  private let edges: [Edge]
  private let incident: Adjacency
  private var isInTree: [Bool]
  private var cuts: [Int]
  /// The weight of what leaves a vertex without that of what enters it.
  private var surpluses: [Int]
  /// The edge of the tree that leads to the root; -1 at the root.
  private var parents: [Int]
  private var numbers: [Int]
  private var postorder: [Int]
  /// The lowest number in the subtree of a vertex.
  private var lowest: [Int]

  /// Finds the ranks.
  ///
  /// - Parameters:
  ///   - count: How many vertices there are.
  ///   - edges: The edges.
  ///   - known: Ranks to begin with that no edge is too short for; nil if none are known.
  /// - Precondition: The edges connect all vertices and have no cycle.
  init(count: Int, edges: [Edge], ranks known: [Int]? = nil) {
    self.edges = edges
    incident = Adjacency(
      count: count,
      pairs: edges.indices.flatMap { [(edges[$0].tail, $0), (edges[$0].head, $0)] })
    ranks = known ?? Self.longestPaths(count: count, edges: edges)
    isInTree = Array(repeating: false, count: edges.count)
    cuts = Array(repeating: 0, count: edges.count)
    parents = Array(repeating: -1, count: count)
    numbers = Array(repeating: 0, count: count)
    postorder = numbers
    lowest = numbers
    surpluses = numbers
    for edge in edges {
      surpluses[edge.tail] += edge.weight
      surpluses[edge.head] -= edge.weight
    }
    guard count > 1 else { return }
    growTree()
    numberTree()
    measureCuts()
    // Exchanges that change nothing could go round in circles.
    var exchanges = 50 + 4 * count
    var start = 0
    while exchanges > 0, let leaving = edgeToLeave(from: &start) {
      guard let entering = edgeToEnter(for: leaving) else { break }
      exchange(leaving, for: entering)
      exchanges -= 1
    }
    let least = ranks.min() ?? 0
    for vertex in ranks.indices { ranks[vertex] -= least }
  }

  /// Returns the length of an edge beyond its minimum.
  private func slack(_ edge: Int) -> Int {
    ranks[edges[edge].head] - ranks[edges[edge].tail] - edges[edge].length
  }

  private func otherEnd(of edge: Int, than vertex: Int) -> Int {
    edges[edge].tail == vertex ? edges[edge].head : edges[edge].tail
  }

  private static func longestPaths(count: Int, edges: [Edge]) -> [Int] {
    let outgoing = Adjacency(count: count, pairs: edges.indices.map { (edges[$0].tail, $0) })
    var degrees = Array(repeating: 0, count: count)
    for edge in edges { degrees[edge.head] += 1 }
    var ranks = Array(repeating: 0, count: count)
    var ready = (0..<count).filter { degrees[$0] == 0 }
    var next = 0
    while next < ready.count {
      for index in outgoing[ready[next]] {
        let edge = edges[index]
        ranks[edge.head] = max(ranks[edge.head], ranks[edge.tail] + edge.length)
        degrees[edge.head] -= 1
        if degrees[edge.head] == 0 { ready.append(edge.head) }
      }
      next += 1
    }
    return ranks
  }

  /// Grows a tree of edges without slack, moving it where none leads on.
  private mutating func growTree() {
    var isReached = Array(repeating: false, count: ranks.count)
    var reached: [Int] = []
    func reach(_ first: Int, isInTree: inout [Bool]) {
      isReached[first] = true
      var stack = [first]
      while let vertex = stack.popLast() {
        reached.append(vertex)
        for edge in incident[vertex] where slack(edge) == 0 {
          let other = otherEnd(of: edge, than: vertex)
          guard !isReached[other] else { continue }
          isReached[other] = true
          isInTree[edge] = true
          stack.append(other)
        }
      }
    }
    var tree = isInTree
    reach(0, isInTree: &tree)
    while reached.count < ranks.count {
      var nearest: Int?
      var least = Int.max
      for edge in edges.indices
      where isReached[edges[edge].tail] != isReached[edges[edge].head] && slack(edge) < least {
        least = slack(edge)
        nearest = edge
      }
      guard let nearest else { break }
      let headIsReached = isReached[edges[nearest].head]
      for vertex in reached { ranks[vertex] += headIsReached ? -least : least }
      tree[nearest] = true
      reach(headIsReached ? edges[nearest].tail : edges[nearest].head, isInTree: &tree)
    }
    isInTree = tree
  }

  /// Numbers the vertices so that it can be told at once what is in the subtree of a vertex.
  private mutating func numberTree() {
    var number = 0
    var stack: [(vertex: Int, next: Int)] = [(0, incident.range(of: 0).lowerBound)]
    parents[0] = -1
    lowest[0] = 0
    while let (vertex, next) = stack.last {
      if next < incident.range(of: vertex).upperBound {
        stack[stack.count - 1].next += 1
        let edge = incident.members[next]
        guard isInTree[edge], edge != parents[vertex] else { continue }
        let child = otherEnd(of: edge, than: vertex)
        parents[child] = edge
        lowest[child] = number
        stack.append((child, incident.range(of: child).lowerBound))
      } else {
        numbers[vertex] = number
        postorder[number] = vertex
        number += 1
        stack.removeLast()
      }
    }
  }

  private func isInSubtree(_ vertex: Int, of root: Int) -> Bool {
    lowest[root] <= numbers[vertex] && numbers[vertex] <= numbers[root]
  }

  /// The end of an edge of the tree that is further from the root.
  private func child(of edge: Int) -> Int {
    let (tail, head) = (edges[edge].tail, edges[edge].head)
    return numbers[tail] < numbers[head] ? tail : head
  }

  /// Works out how much shorter all edges together are when an edge of the tree is made shorter by
  /// one.
  ///
  /// That is what leads out of the subtree at its tail without what leads in; or the other way
  /// round.
  private mutating func measureCuts() {
    var surplus = surpluses
    for vertex in postorder {
      let edge = parents[vertex]
      guard edge >= 0 else { continue }
      cuts[edge] = edges[edge].tail == vertex ? surplus[vertex] : -surplus[vertex]
      surplus[otherEnd(of: edge, than: vertex)] += surplus[vertex]
    }
  }

  /// An edge of the tree whose two sides would rather be further apart: the worst of the next few.
  private func edgeToLeave(from start: inout Int) -> Int? {
    var worst: Int?
    var found = 0
    for step in 0..<edges.count {
      let edge = (start + step) % edges.count
      guard isInTree[edge], cuts[edge] < 0 else { continue }
      if worst.map({ cuts[edge] < cuts[$0] }) ?? true { worst = edge }
      found += 1
      if found == 30 {
        start = edge
        break
      }
    }
    return worst
  }

  /// The shortest edge that leads the other way between the two sides of an edge of the tree.
  private func edgeToEnter(for leaving: Int) -> Int? {
    let root = child(of: leaving)
    let headIsInside = edges[leaving].head == root
    var best: Int?
    var least = Int.max
    for edge in edges.indices where !isInTree[edge] {
      let tailIsInside = isInSubtree(edges[edge].tail, of: root)
      guard tailIsInside == headIsInside,
        tailIsInside != isInSubtree(edges[edge].head, of: root), slack(edge) < least
      else { continue }
      least = slack(edge)
      best = edge
    }
    return best
  }

  private mutating func exchange(_ leaving: Int, for entering: Int) {
    let root = child(of: leaving)
    let shift = slack(entering)
    // The edge that enters leads out of the subtree where the one that leaves leads into it.
    let offset = edges[leaving].head == root ? shift : -shift
    for vertex in ranks.indices where isInSubtree(vertex, of: root) { ranks[vertex] += offset }
    isInTree[leaving] = false
    isInTree[entering] = true
    numberTree()
    measureCuts()
  }
}

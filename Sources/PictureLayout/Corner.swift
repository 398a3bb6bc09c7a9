import CompiledOnce

/// The places of the vertices as they are pushed together towards one corner.
struct Corner {
  private(set) var places: [Int]

  init(
    graph: LayeredGraph, ordering: Ordering, conflicts: Set<Placement.Piece>, isFromBelow: Bool,
    isFromRight: Bool
  ) {
    let count = graph.vertices.count
    var layers = ordering.layers
    if isFromBelow { layers.reverse() }
    if isFromRight { layers = layers.map { $0.reversed() } }
    var position = Array(repeating: 0, count: count)
    for layer in layers {
      for (place, vertex) in layer.enumerated() { position[vertex] = place }
    }
    var roots = Array(0..<count)
    var isTakenBelow = Array(repeating: false, count: count)
    for layer in layers.dropFirst() {
      var last = -1
      for vertex in layer {
        let others = (isFromBelow ? graph.below : graph.above)[vertex]
          .sorted { position[$0] < position[$1] }
        guard !others.isEmpty else { continue }
        for middle in Set([(others.count - 1) / 2, others.count / 2]).sorted() {
          let other = others[middle]
          let piece =
            isFromBelow
            ? Placement.Piece(upper: vertex, lower: other)
            : Placement.Piece(upper: other, lower: vertex)
          guard position[other] > last, !isTakenBelow[other], !conflicts.contains(piece) else {
            continue
          }
          roots[vertex] = roots[other]
          isTakenBelow[other] = true
          last = position[other]
          break
        }
      }
    }
    places = Self.pushed(graph: graph, layers: layers, roots: roots, isFromRight: isFromRight)
    if isFromRight {
      for vertex in places.indices { places[vertex] = -places[vertex] }
    }
  }

  /// Pushes blocks to the left as far as they go, and then those that are held by nothing at the
  /// left back to what is at their right.
  private static func pushed(
    graph: LayeredGraph, layers: [[Int]], roots: [Int], isFromRight: Bool
  ) -> [Int] {
    let count = roots.count
    var pairs: [(left: Int, right: Int, gap: Int)] = []
    for layer in layers {
      for (left, right) in zip(layer, layer.dropFirst()) {
        let gap =
          isFromRight
          ? graph.vertices[left].left + graph.vertices[right].right
          : graph.vertices[left].right + graph.vertices[right].left
        pairs.append((roots[left], roots[right], gap))
      }
    }
    let outgoing = Adjacency(count: count, pairs: pairs.indices.map { (pairs[$0].left, $0) })
    var degrees = Array(repeating: 0, count: count)
    for pair in pairs { degrees[pair.right] += 1 }
    var ready = (0..<count).filter { roots[$0] == $0 && degrees[$0] == 0 }
    var places = Array(repeating: 0, count: count)
    var next = 0
    while next < ready.count {
      let block = ready[next]
      next += 1
      for index in outgoing[block] {
        let pair = pairs[index]
        places[pair.right] = max(places[pair.right], places[block] + pair.gap)
        degrees[pair.right] -= 1
        if degrees[pair.right] == 0 { ready.append(pair.right) }
      }
    }
    for block in ready.reversed() {
      guard let limit = outgoing[block].map({ places[pairs[$0].right] - pairs[$0].gap }).min()
      else { continue }
      places[block] = max(places[block], limit)
    }
    return roots.map { places[$0] }
  }
}

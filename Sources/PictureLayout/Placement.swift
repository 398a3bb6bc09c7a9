/// The position of each vertex in its layer: lines are straight, and boxes are above the middle of
/// their destinations.
///
/// Starting from each of the four corners, the vertices are joined into blocks that should be
/// vertically aligned, and the blocks are pushed together. Each vertex is put in the middle of its
/// four positions.
struct Placement {
  private(set) var centres: [Int]
  /// The cost of the placement: the sideways distance of the lines, and the total width.
  private(set) var cost = 0

  init(of graph: LayeredGraph, in ordering: Ordering) {
    var places: [[Int]] = []
    let conflicts = Self.conflicts(of: graph, in: ordering)
    for isFromBelow in [false, true] {
      for isFromRight in [false, true] {
        let corner = Corner(
          graph: graph, ordering: ordering, conflicts: conflicts, isFromBelow: isFromBelow,
          isFromRight: isFromRight)
        places.append(corner.places)
      }
    }
    let bounds = places.map { places in
      graph.vertices.indices.reduce((least: Int.max, most: Int.min)) {
        (
          min($0.least, places[$1] - graph.vertices[$1].left),
          max($0.most, places[$1] + graph.vertices[$1].right)
        )
      }
    }
    let narrowest =
      bounds.min { $0.most - $0.least < $1.most - $1.least } ?? (least: 0, most: 0)
    for (index, bound) in bounds.enumerated() {
      // Those from the left are lined up at the left side, the others at the right side.
      let offset =
        index % 2 == 0 ? narrowest.least - bound.least : narrowest.most - bound.most
      for vertex in places[index].indices { places[index][vertex] += offset }
    }
    centres = graph.vertices.indices.map { vertex in
      let sorted = places.map { $0[vertex] }.sorted()
      // Rounded down, so that all stay as far apart as they were.
      return (sorted[1] + sorted[2]) >> 1
    }
    // What is large enough to take long is left as it is.
    if graph.above.members.count <= 700 { shorten(graph: graph, ordering: ordering) }
    Straightening(graph: graph, ordering: ordering).improve(&centres)
    let least = graph.vertices.indices.map { centres[$0] - graph.vertices[$0].left }.min() ?? 0
    for vertex in centres.indices { centres[vertex] -= least }
    let width = graph.vertices.indices.map { centres[$0] + graph.vertices[$0].right }.max() ?? 0
    cost = 4 * width
    for upper in centres.indices {
      for lower in graph.below[upper] { cost += abs(centres[upper] - centres[lower]) }
    }
  }

  /// Brings together what lines join, so that all lines together go sideways as little as they can.
  private mutating func shorten(graph: LayeredGraph, ordering: Ordering) {
    var edges: [NetworkSimplex.Edge] = []
    for layer in ordering.layers {
      for (left, right) in zip(layer, layer.dropFirst()) {
        let gap = graph.vertices[left].right + graph.vertices[right].left
        edges.append(NetworkSimplex.Edge(tail: left, head: right, length: gap, weight: 0))
      }
    }
    // Each piece of a line has a vertex of its own, to the left of both of its ends.
    var ranks = centres
    for upper in graph.vertices.indices {
      for lower in graph.below[upper] {
        let weight = Straightening.weight(of: upper, and: lower, in: graph)
        edges += [upper, lower].map {
          NetworkSimplex.Edge(tail: ranks.count, head: $0, length: 0, weight: weight)
        }
        ranks.append(min(centres[upper], centres[lower]))
      }
    }
    let simplex = NetworkSimplex(count: ranks.count, edges: edges, ranks: ranks)
    centres = Array(simplex.ranks.prefix(centres.count))
  }

  /// The pieces of lines between two layers, by the place of the upper and the lower vertex.
  struct Piece: Hashable {
    let upper: Int
    let lower: Int
  }

  /// The pieces that cross the inner piece of a long line, which is to be straight.
  private static func conflicts(of graph: LayeredGraph, in ordering: Ordering) -> Set<Piece> {
    var conflicts: Set<Piece> = []
    for layer in ordering.layers.indices.dropFirst() {
      let upperLayer = ordering.layers[layer - 1]
      let lowerLayer = ordering.layers[layer]
      var left = 0
      var next = 0
      for (place, vertex) in lowerLayer.enumerated() {
        let inner = innerUpper(of: vertex, in: graph)
        guard inner != nil || place == lowerLayer.count - 1 else { continue }
        let right = inner.map { ordering.places[$0] } ?? upperLayer.count - 1
        while next <= place {
          let lower = lowerLayer[next]
          for upper in graph.above[lower] where innerUpper(of: lower, in: graph) == nil {
            let upperPlace = ordering.places[upper]
            if upperPlace < left || upperPlace > right {
              conflicts.insert(Piece(upper: upper, lower: lower))
            }
          }
          next += 1
        }
        left = max(left, right)
      }
    }
    return conflicts
  }

  /// Returns the vertex above a vertex on the same line, if neither is an end of the line.
  private static func innerUpper(of vertex: Int, in graph: LayeredGraph) -> Int? {
    guard !graph.vertices[vertex].isBox, let upper = graph.above[vertex].first,
      !graph.vertices[upper].isBox
    else { return nil }
    return upper
  }
}

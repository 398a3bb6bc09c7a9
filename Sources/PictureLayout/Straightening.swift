import CompiledOnce

/// Moves straight parts of lines, and boxes with them, to where the lines bend least.
struct Straightening {
  let graph: LayeredGraph
  let ordering: Ordering

  /// Improves the places of all vertices as long as that helps.
  func improve(_ centres: inout [Int]) {
    for round in 0..<16 {
      var moved = false
      // Every second time from the end, by places: of lists of lists that are reversed, the compiler
      // does not always make the same program.
      func place(_ index: Int, of count: Int) -> Int {
        round % 2 == 0 ? index : count - 1 - index
      }
      let blocks = self.blocks(centres)
      for index in blocks.indices {
        if move(blocks[place(index, of: blocks.count)], in: &centres) { moved = true }
      }
      for index in ordering.layers.indices {
        for vertex in ordering.layers[place(index, of: ordering.layers.count)] {
          if move([vertex], in: &centres) { moved = true }
        }
      }
      if !moved { return }
    }
  }

  /// Returns the groups of vertices that are connected by straight lines.
  private func blocks(_ centres: [Int]) -> [[Int]] {
    var sets = DisjointSets(count: centres.count)
    for vertex in centres.indices {
      for other in graph.below[vertex] where centres[other] == centres[vertex] {
        sets.unite(vertex, other)
      }
    }
    var blocks = Array(repeating: [Int](), count: centres.count)
    for vertex in centres.indices { blocks[sets.root(of: vertex)].append(vertex) }
    return blocks.filter { $0.count > 1 }
  }

  /// Moves a block to the middle of what it is joined to, as far as there is room.
  private func move(_ block: [Int], in centres: inout [Int]) -> Bool {
    var least = Int.min
    var most = Int.max
    var wishes: [(offset: Int, weight: Int)] = []
    let members = Set(block)
    for vertex in block {
      let layer = ordering.layers[graph.vertices[vertex].layer]
      let place = ordering.places[vertex]
      if place > 0, !members.contains(layer[place - 1]) {
        let left = layer[place - 1]
        least = max(
          least,
          centres[left] + graph.vertices[left].right + graph.vertices[vertex].left
            - centres[vertex])
      }
      if place + 1 < layer.count, !members.contains(layer[place + 1]) {
        let right = layer[place + 1]
        most = min(
          most,
          centres[right] - graph.vertices[right].left - graph.vertices[vertex].right
            - centres[vertex])
      }
      for other in graph.above[vertex] where !members.contains(other) {
        wishes.append(
          (centres[other] - centres[vertex], Self.weight(of: vertex, and: other, in: graph)))
      }
      for other in graph.below[vertex] where !members.contains(other) {
        wishes.append(
          (centres[other] - centres[vertex], Self.weight(of: vertex, and: other, in: graph)))
      }
    }
    guard !wishes.isEmpty else { return false }
    wishes.sort { $0 < $1 }
    let total = wishes.reduce(0) { $0 + $1.weight }
    var sum = 0
    var lower: Int?
    var upper: Int?
    for wish in wishes {
      sum += wish.weight
      if lower == nil, 2 * sum >= total { lower = wish.offset }
      if upper == nil, 2 * sum > total { upper = wish.offset }
    }
    guard let lower, let upper else { return false }
    // Anything between the two is equally short. A box looks best in the middle; a line bends once
    // instead of twice if it stays straight at one side.
    let isBox = block.contains { graph.vertices[$0].isBox }
    let wish =
      isBox ? (lower + upper) >> 1 : abs(lower) <= abs(upper) ? lower : upper
    let offset = min(max(wish, least), most)
    guard offset != 0 else { return false }
    for vertex in block { centres[vertex] += offset }
    return true
  }

  /// Returns the importance of aligning two vertices vertically.
  static func weight(of first: Int, and second: Int, in graph: LayeredGraph) -> Int {
    switch (graph.vertices[first].isBox, graph.vertices[second].isBox) {
    case (true, true): 1
    case (false, false): 12
    default: 2
    }
  }
}

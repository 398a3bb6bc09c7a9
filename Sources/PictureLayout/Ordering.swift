/// The order of what is in each layer, so that few lines cross.
struct Ordering {
  let graph: LayeredGraph
  /// The vertices of each layer from left to right.
  private(set) var layers: [[Int]]
  private(set) var places: [Int]
  private(set) var crossings: Int

  /// Orders the layers, from several beginnings.
  static func best(of graph: LayeredGraph, limit: Int) -> [Ordering] {
    let segments = graph.above.members.count
    // So that large graphs do not take long, while small ones are done as well as can be.
    let starts = max(2, min(32, 9_000 / (segments + 1)))
    let isSmall = segments < 1500
    var best: [Ordering] = []
    var generator = NumberGenerator(seed: UInt64(graph.vertices.count))
    for start in 0..<starts {
      var ordering = Ordering(of: graph, start: start, generator: &generator)
      ordering.sweep(rounds: isSmall ? 24 : 10, isThorough: isSmall)
      let least = best.first?.crossings ?? Int.max
      if ordering.crossings < least {
        best = [ordering]
      } else if ordering.crossings == least, best.count < limit,
        !best.contains(where: { $0.layers == ordering.layers })
      {
        best.append(ordering)
      }
      if ordering.crossings == 0, best.count == limit { break }
    }
    return best
  }

  init(of graph: LayeredGraph, layers: [[Int]]) {
    self.graph = graph
    self.layers = layers
    places = Array(repeating: 0, count: graph.vertices.count)
    crossings = 0
    for layer in layers.indices { number(layer) }
    crossings = countCrossings()
  }

  /// Creates one of the initial orders, in which connected vertices are side by side.
  private init(of graph: LayeredGraph, start: Int, generator: inout NumberGenerator) {
    var roots = graph.vertices.indices.filter { graph.vertices[$0].isBox }
    if start % 2 == 1 { roots.reverse() }
    if start >= 4 { generator.shuffle(&roots) }
    // What no line enters comes first, as the lines from there lead through most layers.
    roots = roots.filter { graph.above[$0].isEmpty } + roots.filter { !graph.above[$0].isEmpty }
    let isDeep = start % 4 < 2
    var isSeen = Array(repeating: false, count: graph.vertices.count)
    var layers = Array(repeating: [Int](), count: graph.layers.count)
    for root in roots where !isSeen[root] {
      isSeen[root] = true
      var queue = [root]
      var next = 0
      while next < queue.count {
        let vertex: Int
        if isDeep {
          vertex = queue.removeLast()
        } else {
          vertex = queue[next]
          next += 1
        }
        layers[graph.vertices[vertex].layer].append(vertex)
        var others = Array(graph.below[vertex]) + graph.above[vertex]
        if start >= 4 {
          generator.shuffle(&others)
        } else if isDeep {
          others.reverse()
        }
        for other in others where !isSeen[other] {
          isSeen[other] = true
          queue.append(other)
        }
      }
    }
    self.init(of: graph, layers: layers)
  }

  /// Puts the vertices of a layer in another order, told by their places.
  mutating func reorder(_ layer: Int, to order: [Int]) {
    let vertices = layers[layer]
    layers[layer] = order.map { vertices[$0] }
    number(layer)
  }

  private mutating func number(_ layer: Int) {
    for (place, vertex) in layers[layer].enumerated() { places[vertex] = place }
  }

  /// Goes down and up through the layers and puts each vertex near what it is joined to.
  private mutating func sweep(rounds: Int, isThorough: Bool) {
    var best = (layers: layers, places: places, crossings: crossings)
    var roundsWithoutGain = 0
    for round in 0..<rounds where crossings > 0 && roundsWithoutGain < 6 {
      let isDown = round % 2 == 0
      let indices = layers.indices
      let order = isDown ? Array(indices.dropFirst()) : indices.dropLast().reversed()
      for layer in order {
        arrange(layer, byAbove: isDown, byMedian: round % 4 < 2, equalsTurn: round % 8 >= 4)
      }
      if isThorough || round >= rounds - 2 { exchangeNeighbours(passes: isThorough ? 8 : 3) }
      crossings = countCrossings()
      if crossings < best.crossings {
        best = (layers, places, crossings)
        roundsWithoutGain = 0
      } else {
        roundsWithoutGain += 1
      }
    }
    (layers, places, crossings) = best
    guard crossings > 0 else { return }
    exchangeNeighbours(passes: 8)
    if isThorough {
      for _ in 0..<6 where sift() {}
    }
    crossings = countCrossings()
  }

  /// Puts the vertices of a layer in the order of what they are joined to in the layer above or
  /// below.
  ///
  /// What is joined to nothing there stays where it is.
  private mutating func arrange(_ layer: Int, byAbove: Bool, byMedian: Bool, equalsTurn: Bool) {
    let adjacency = byAbove ? graph.above : graph.below
    var movable: [(key: Int, place: Int, vertex: Int)] = []
    for (place, vertex) in layers[layer].enumerated() {
      let others = adjacency[vertex]
      guard !others.isEmpty else { continue }
      let key: Int
      if byMedian {
        key = median(of: others.map { places[$0] }.sorted())
      } else {
        key = others.reduce(0) { $0 + places[$1] } * 1024 / others.count
      }
      movable.append((key, equalsTurn ? -place : place, vertex))
    }
    movable.sort { ($0.key, $0.place) < ($1.key, $1.place) }
    var next = 0
    for place in layers[layer].indices where !adjacency[layers[layer][place]].isEmpty {
      layers[layer][place] = movable[next].vertex
      next += 1
    }
    number(layer)
  }

  /// The middle of some places, in parts of 1024; of an even number of them nearer to where they
  /// are close together.
  private func median(of places: [Int]) -> Int {
    let middle = places.count / 2
    if places.count % 2 == 1 { return places[middle] * 1024 }
    if places.count == 2 { return (places[0] + places[1]) * 512 }
    let left = places[middle - 1] - places[0]
    let right = places[places.count - 1] - places[middle]
    guard left + right > 0 else { return (places[middle - 1] + places[middle]) * 512 }
    return (places[middle - 1] * right + places[middle] * left) * 1024 / (left + right)
  }
}

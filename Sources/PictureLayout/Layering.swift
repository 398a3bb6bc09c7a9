import CompiledOnce

/// The layer of each box, chosen so that all lines point down and are short.
struct Layering {
  private(set) var layers: [Int]

  init(boxes: [Size], lines: [LayoutGraph.Line], maximumWidth: Int?) {
    let places = CycleRemoval(count: boxes.count, lines: lines).places
    var pairs = lines.filter { $0.from != $0.to }.map { line in
      places[line.from] < places[line.to] ? (line.from, line.to) : (line.to, line.from)
    }
    pairs.sort { $0 < $1 }
    var edges: [NetworkSimplex.Edge] = []
    for (tail, head) in pairs {
      if let last = edges.last, last.tail == tail, last.head == head {
        edges[edges.count - 1].weight += 1
      } else {
        edges.append(NetworkSimplex.Edge(tail: tail, head: head))
      }
    }
    layers = NetworkSimplex(count: boxes.count, edges: edges).ranks
    balance(boxes: boxes, edges: edges)
    layers =
      Folding(boxes: boxes, lines: lines, layers: layers, maximumWidth: maximumWidth).layers
  }

  /// Moves boxes that are as well off in several layers to the one with the least in it.
  private mutating func balance(boxes: [Size], edges: [NetworkSimplex.Edge]) {
    var widths = Array(repeating: 0, count: (layers.max() ?? 0) + 1)
    for (box, layer) in layers.enumerated() { widths[layer] += boxes[box].width }
    let incoming = Adjacency(
      count: layers.count, pairs: edges.indices.map { (edges[$0].head, $0) })
    let outgoing = Adjacency(
      count: layers.count, pairs: edges.indices.map { (edges[$0].tail, $0) })
    for box in layers.indices {
      let above = incoming[box].reduce(0) { $0 + edges[$1].weight }
      let below = outgoing[box].reduce(0) { $0 + edges[$1].weight }
      guard above == below, above > 0,
        let highest = incoming[box].map({ layers[edges[$0].tail] + 1 }).max(),
        let lowest = outgoing[box].map({ layers[edges[$0].head] - 1 }).min()
      else { continue }
      var best = layers[box]
      for layer in highest...lowest
      where widths[layer] + (layer == layers[box] ? 0 : boxes[box].width) < widths[best] {
        best = layer
      }
      widths[layers[box]] -= boxes[box].width
      widths[best] += boxes[box].width
      layers[box] = best
    }
  }
}

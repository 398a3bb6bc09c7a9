/// The boxes of a component in layers, with a vertex wherever a line passes a layer.
struct LayeredGraph {
  enum Kind {
    case box(Int)
    case label
    /// A point that a line passes through.
    case bend
  }

  /// Something that takes up room in a layer.
  struct Vertex {
    let kind: Kind
    let layer: Int
    /// The extent to the left of the centre, including its share of the gap to the left neighbour.
    let left: Int
    /// The same to the right.
    let right: Int
    let height: Int

    var isBox: Bool {
      if case .box = kind { true } else { false }
    }
  }

  /// All vertices; the first are the boxes.
  private(set) var vertices: [Vertex] = []
  /// The vertices of each layer, in no special order.
  private(set) var layers: [[Int]] = []
  /// The vertices of each line from top to bottom; none for a line from a box to itself.
  private(set) var chains: [[Int]] = []
  /// Whether a line leads up from its own beginning.
  private(set) var isReversed: [Bool] = []
  /// The vertices in the layer above that each vertex is connected to, repeated if two lines
  /// connect them.
  let above: Adjacency
  /// The vertices in the layer below that each vertex is connected to.
  let below: Adjacency

  /// Puts boxes and lines into layers.
  init(boxes: [BoxExtent], lines: [LayoutGraph.Line], layering: [Int]) {
    let places = LabelPlaces(lines: lines, layering: layering)
    vertices = boxes.indices.map { box in
      Vertex(
        kind: .box(box), layer: places.boxLayers[layering[box]],
        left: boxes[box].left + Gaps.box / 2,
        right: boxes[box].right + Gaps.box - Gaps.box / 2, height: boxes[box].height)
    }
    chains = Array(repeating: [], count: lines.count)
    isReversed = lines.map { layering[$0.from] > layering[$0.to] }
    var segments: [(upper: Int, lower: Int)] = []
    for line in lines.indices where lines[line].from != lines[line].to {
      let (from, to) = (lines[line].from, lines[line].to)
      let (top, bottom) = isReversed[line] ? (to, from) : (from, to)
      var chain = [top]
      for layer in (vertices[top].layer + 1)..<vertices[bottom].layer {
        chain.append(vertices.count)
        if layer == places.labelLayers[line], let label = lines[line].label {
          vertices.append(
            Vertex(
              kind: .label, layer: layer, left: label.width / 2 + Gaps.label / 2,
              right: label.width - label.width / 2 + Gaps.label - Gaps.label / 2,
              height: label.height))
        } else {
          vertices.append(
            Vertex(
              kind: .bend, layer: layer, left: Gaps.line / 2, right: Gaps.line - Gaps.line / 2,
              height: 0))
        }
      }
      chain.append(bottom)
      segments += zip(chain, chain.dropFirst()).map { ($0, $1) }
      chains[line] = chain
    }
    layers = Array(repeating: [], count: (vertices.map(\.layer).max() ?? 0) + 1)
    for vertex in vertices.indices { layers[vertices[vertex].layer].append(vertex) }
    above = Adjacency(count: vertices.count, pairs: segments.map { ($0.lower, $0.upper) })
    below = Adjacency(count: vertices.count, pairs: segments.map { ($0.upper, $0.lower) })
  }
}

/// The extent of a box and of the parts next to it, from the centre of the box.
struct BoxExtent {
  let left: Int
  let right: Int
  let height: Int
}

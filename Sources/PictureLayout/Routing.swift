/// The positions of a component's layers, and the routes of its lines through them.
///
/// A line runs straight through a layer and a little beyond it. Only then does it move sideways.
/// All lines between the same two layers turn at the same height, so lines in the same order above
/// and below don't cross.
struct Routing {
  let size: Size
  let boxes: [Rect]
  let routes: [GraphLayout.Route]

  init(
    graph: LayeredGraph, ordering: Ordering, centres: [Int], needs: Needs,
    lines: [LayoutGraph.Line]
  ) {
    let ports = Ports(
      graph: graph, ordering: ordering, centres: centres, widths: needs.sizes.map(\.width))
    let tracks = graph.chains.indices.map { line in
      graph.chains[line].enumerated().map { index, vertex in
        if index == 0 { return ports.upper[line] }
        return index == graph.chains[line].count - 1 ? ports.lower[line] : centres[vertex]
      }
    }
    let bands = Self.bands(graph: graph, tracks: tracks)
    let boxes = needs.sizes.indices.map { box in
      let band = bands[graph.vertices[box].layer]
      let size = needs.sizes[box]
      return Rect(
        x: centres[box] - size.width / 2,
        y: (band.lowerBound + band.upperBound - size.height) / 2, width: size.width,
        height: size.height)
    }
    var routes = lines.indices.map { line in
      let chain = graph.chains[line]
      guard let top = chain.first, let bottom = chain.last else {
        return GraphLayout.Route(start: Point(x: 0, y: 0), segments: [])
      }
      let ends = (boxes[top].y + boxes[top].height, boxes[bottom].y)
      let route = Self.route(
        along: chain, track: tracks[line], ends: ends, label: lines[line].label, graph: graph,
        bands: bands)
      return graph.isReversed[line] ? route.reversed : route
    }
    for box in boxes.indices {
      for (line, route) in needs.loops[box].routes(at: boxes[box]) { routes[line] = route }
    }
    self.boxes = boxes
    self.routes = routes
    let left = graph.vertices.indices.map { centres[$0] - graph.vertices[$0].left }.min() ?? 0
    let right = graph.vertices.indices.map { centres[$0] + graph.vertices[$0].right }.max() ?? 0
    size = Size(width: right - left, height: bands.last?.upperBound ?? 0)
  }

  /// From where to where each layer reaches, with room between them where lines move sideways.
  private static func bands(graph: LayeredGraph, tracks: [[Int]]) -> [ClosedRange<Int>] {
    var heights = Array(repeating: 0, count: graph.layers.count)
    for vertex in graph.vertices {
      heights[vertex.layer] = max(heights[vertex.layer], vertex.height)
    }
    var shifts = heights.map { _ in 0 }
    for (chain, track) in zip(graph.chains, tracks) {
      for index in track.indices.dropLast() {
        let layer = graph.vertices[chain[index]].layer
        shifts[layer] = max(shifts[layer], abs(track[index] - track[index + 1]))
      }
    }
    var bands: [ClosedRange<Int>] = []
    var top = 0
    for layer in heights.indices {
      bands.append(top...(top + heights[layer]))
      // Lines that move far need more height, or they would be flat.
      let turn = min(Gaps.widestTurn, max(Gaps.turn, shifts[layer] / 8))
      top += heights[layer] + 2 * Gaps.stub + turn
    }
    return bands
  }

  /// A line from its upper to its lower box.
  private static func route(
    along chain: [Int], track: [Int], ends: (Int, Int), label: Size?, graph: LayeredGraph,
    bands: [ClosedRange<Int>]
  ) -> GraphLayout.Route {
    var route = GraphLayout.Route(start: Point(x: track[0], y: ends.0), segments: [])
    for (index, vertex) in chain.enumerated() {
      let band = bands[graph.vertices[vertex].layer]
      if index > 0 { route.turn(to: Point(x: track[index], y: band.lowerBound - Gaps.stub)) }
      if case .label = graph.vertices[vertex].kind, let label {
        route.label = Rect(
          x: track[index] - label.width / 2,
          y: (band.lowerBound + band.upperBound - label.height) / 2, width: label.width,
          height: label.height)
      }
      let isLast = index == chain.count - 1
      route.goStraight(
        to: Point(x: track[index], y: isLast ? ends.1 : band.upperBound + Gaps.stub))
    }
    return route
  }
}

/// A connected component that is laid out: its boxes and lines, from the origin on.
struct Piece {
  var size: Size
  var boxes: [Rect]
  var lines: [GraphLayout.Route]
  var crossings: Int

  var transposed: Piece {
    Piece(
      size: size.transposed, boxes: boxes.map(\.transposed),
      lines: lines.map { $0.map(\.transposed, \.transposed) }, crossings: crossings)
  }

  /// Lays a component out with each layer below the one before it.
  init(boxes: [Size], lines: [LayoutGraph.Line], maximumWidth: Int?) {
    let layering = Layering(boxes: boxes, lines: lines, maximumWidth: maximumWidth).layers
    let needs = Needs(boxes: boxes, lines: lines, layering: layering)
    let graph = LayeredGraph(boxes: needs.extents, lines: lines, layering: layering)
    func placed(_ ordering: Ordering) -> (ordering: Ordering, placement: Placement) {
      (ordering, Placement(of: graph, in: ordering))
    }
    // Orders are tried out as long as that does not take long.
    let best =
      Ordering.best(of: graph, limit: graph.vertices.count <= 400 ? 6 : 1).map(placed)
      .min { $0.placement.cost < $1.placement.cost }
      ?? placed(Ordering(of: graph, layers: graph.layers))
    let routing = Routing(
      graph: graph, ordering: best.ordering, centres: best.placement.centres, needs: needs,
      lines: lines)
    self.init(
      size: routing.size, boxes: routing.boxes, lines: routing.routes,
      crossings: best.ordering.crossings)
  }

  init(size: Size, boxes: [Rect], lines: [GraphLayout.Route], crossings: Int) {
    self.size = size
    self.boxes = boxes
    self.lines = lines
    self.crossings = crossings
  }
}

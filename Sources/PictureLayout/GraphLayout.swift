/// Boxes and lines in layers: where each of them is in a picture.
///
/// All coordinates are whole and not negative, and the same graph gives the same picture
/// everywhere.
///
/// ```swift
/// let graph = LayoutGraph(
///   boxes: [Size(width: 80, height: 30), Size(width: 80, height: 30)],
///   lines: [LayoutGraph.Line(from: 0, to: 1, label: Size(width: 60, height: 28))])
/// let layout = GraphLayout(graph)
/// ```
package struct GraphLayout: Equatable, Sendable {
  package let size: Size
  /// The rectangle of each box, in the order of the graph.
  ///
  /// A box has the requested size, with two exceptions. It is longer along its layer if many lines
  /// end at one of its sides. It is longer along the direction if many lines connect it to itself.
  package let boxes: [Rect]
  package let lines: [Route]
  package let crossings: Int

  /// Lays out a graph.
  package init(_ graph: LayoutGraph) {
    let components = Components(
      count: graph.boxes.count, ends: graph.lines.map { ($0.from, $0.to) })
    let connected = components.boxes.indices.filter { !components.lines[$0].isEmpty }
    let isolated = components.boxes.indices.filter { components.lines[$0].isEmpty }
      .flatMap { components.boxes[$0] }
    let pieces = connected.map { component in
      let isRight = graph.direction == .right
      let boxes = components.boxes[component].map { box in
        isRight ? graph.boxes[box].transposed : graph.boxes[box]
      }
      let lines = components.lines[component].map { index in
        let line = graph.lines[index]
        return LayoutGraph.Line(
          from: components.indices[line.from], to: components.indices[line.to],
          label: isRight ? line.label?.transposed : line.label)
      }
      let piece = Piece(
        boxes: boxes, lines: lines, maximumWidth: isRight ? nil : graph.maximumWidth)
      return isRight ? piece.transposed : piece
    }

    let isolatedSizes = isolated.map { graph.boxes[$0] }
    let width =
      graph.maximumWidth
      ?? Self.goodWidth(for: pieces.map(\.size) + isolatedSizes, gap: Gaps.component)
    let packing = Packing(pieces.map(\.size), width: width, gap: Gaps.component)
    let rows = Packing(rowsOf: isolatedSizes, width: max(width, packing.size.width), gap: Gaps.box)

    var boxes = graph.boxes.map { Rect(x: 0, y: 0, width: $0.width, height: $0.height) }
    var lines = graph.lines.map { _ in Route(start: Point(x: 0, y: 0), segments: []) }
    for (index, component) in connected.enumerated() {
      let origin = packing.origins[index]
      for (box, rect) in zip(components.boxes[component], pieces[index].boxes) {
        boxes[box] = rect.moved(by: origin)
      }
      for (line, route) in zip(components.lines[component], pieces[index].lines) {
        lines[line] = route.map({ $0.moved(by: origin) }, { $0.moved(by: origin) })
      }
    }
    let rowsTop = pieces.isEmpty ? 0 : packing.size.height + Gaps.component
    for (box, origin) in zip(isolated, rows.origins) {
      boxes[box] = boxes[box].moved(by: Point(x: origin.x, y: origin.y + rowsTop))
    }
    self.boxes = boxes
    self.lines = lines
    crossings = pieces.reduce(0) { $0 + $1.crossings }
    size = Size(
      width: max(packing.size.width, rows.size.width),
      height: isolated.isEmpty ? packing.size.height : rowsTop + rows.size.height)
  }

  /// A width that makes a picture somewhat wider than high.
  private static func goodWidth(for sizes: [Size], gap: Int) -> Int {
    let area = sizes.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
    var width = sizes.map(\.width).max() ?? 0
    while width * width * 5 < area * 8 { width += 20 }
    return width
  }
}

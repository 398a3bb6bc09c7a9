import CompiledOnce
import PictureLayout
import SourceText

extension Diagram {
  /// The picture as a standalone file that follows the reader's colours.
  var svg: String {
    let drawing = DrawnDiagram(self)
    let markup: HTML = """
      <svg xmlns="http://www.w3.org/2000/svg" class="d" \(drawing.allFrame) role="img">
      <title>\(title)</title>
      <style>\(verbatim: PageFiles.pictureStyle)</style>
      <rect class="ground" width="100%" height="100%"/>
      \(drawing.panels())</svg>

      """
    return markup.markup
  }

  /// Objects before or after, as a part of a page that says in words what became of them.
  func panel(isBefore: Bool) -> HTML {
    let drawing = DrawnDiagram(self)
    return """
      <svg class="d" \(drawing.frame) aria-hidden="true">\(drawing.markup(isBefore: isBefore))</svg>
      """
  }

  /// Indicates whether a phone has no room for the picture.
  var isWide: Bool { DrawnDiagram(self).isWide }

  /// The start of an element with states of the objects.
  var moments: HTML { DrawnDiagram(self).moments }

  /// The picture as a part of a page, whose style it follows.
  ///
  /// - Parameters:
  ///   - id: What it is called within the page.
  ///   - description: What it shows, for those who do not see it.
  ///   - address: Where in the page more is said of a box; nil for nothing.
  /// - Returns: The picture, which scrolls by itself where there is no room for it.
  func figure(
    id: String, description: String = "", address: (Node) -> String? = { _ in nil }
  ) -> HTML {
    let drawing = DrawnDiagram(self)
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="\(title)">\
      <svg class="d" id="\(id)" \(drawing.allFrame) role="group" aria-labelledby="\(id)-t \(id)-d">\
      <title id="\(id)-t">\(title)</title><desc id="\(id)-d">\(description)</desc>
      \(drawing.panels(address))</svg></div>

      """
  }
}

/// A picture whose boxes and lines have their places.
struct DrawnDiagram {
  private let diagram: Diagram
  private let layout: GraphLayout
  /// The width that a page shows without scrolling.
  private static let widthOfPage = 1000

  /// Gives everything its place.
  ///
  /// - Parameters:
  ///   - diagram: The picture.
  ///   - known: The layouts of former pictures, to which that of this one is added: many pictures of a page
  ///     differ only in colours.
  init(_ diagram: Diagram, _ known: inout [LayoutGraph: GraphLayout]) {
    self.diagram = diagram
    let numbers = diagram.numbers
    // What becomes of objects changes no places, so that they stand where they stood before.
    let isOfObjects = diagram.subject == .objects
    let leastWidth = isOfObjects ? "is deleted".width(of: 11) : 0
    let loops = diagram.edges.filter { $0.source == $0.destination }.grouped(by: \.source)
    let sizes = diagram.nodes.map { node in
      let word = diagram.word(of: node)
      return Size(
        width: max(node.name.inPicture.width(of: 12), (word ?? "").width(of: 11), leastWidth, 32)
          + 20,
        // Lines that lead back to their box need room at its side.
        height: (word == nil && !isOfObjects ? 28 : 42) + max(loops[node]?.count ?? 0, 1) * 28 - 28)
    }
    var lines: [LayoutGraph.Line] = []
    for edge in diagram.edges {
      let labels = edge.labels + (isOfObjects ? edge.earlierLabels : [])
      let rows = isOfObjects ? 2 : labels.count
      let size = Size(
        width: max(labels.map { $0.width(of: 11) }.max() ?? 0, leastWidth) + 8,
        height: rows * 14 + 4)
      let ends = [numbers[edge.source] ?? 0, numbers[edge.destination] ?? 0]
      lines.append(
        LayoutGraph.Line(
          from: ends[edge.isTurned ? 1 : 0], to: ends[edge.isTurned ? 0 : 1], label: size))
    }
    var graph = LayoutGraph(
      boxes: sizes, lines: lines, direction: isOfObjects ? .right : .down,
      maximumWidth: Self.widthOfPage)
    var layout = known[graph] ?? GraphLayout(graph)
    known[graph] = layout
    if diagram.subject == .delete && layout.size.width > Self.widthOfPage {
      // What takes much along is read from left to right, before what is asked for is out of sight.
      graph.direction = .right
      let turned = GraphLayout(graph)
      if turned.size.width < layout.size.width { layout = turned }
    }
    self.layout = layout
  }

  init(_ diagram: Diagram) {
    var known: [LayoutGraph: GraphLayout] = [:]
    self.init(diagram, &known)
  }

  private var size: Size { Size(width: layout.size.width + 4, height: layout.size.height + 4) }

  var frame: HTML { Self.frame(size) }

  private static let widthOfPhone = 330

  var isWide: Bool { size.width > Self.widthOfPhone }

  /// The start of an element with states of the objects, which scrolls if the picture is wide.
  var moments: HTML {
    """
    <div class="moments\(isWide ? " scroll" : "")" tabindex="\(isWide ? 0 : -1)" role="group" \
    aria-label="before and after">
    """
  }

  private static func frame(_ size: Size) -> HTML {
    "viewBox=\"0 0 \(size.width) \(size.height)\" width=\"\(size.width)\" height=\"\(size.height)\""
  }

  /// The size of everything drawn, as attributes; for objects, that is the states before and
  /// after, side by side.
  var allFrame: HTML {
    diagram.subject == .objects
      ? Self.frame(Size(width: size.width * 2 + Self.gap, height: size.height + Self.caption))
      : frame
  }

  /// Objects before and after; of anything else, the only picture.
  func panels(_ address: (Diagram.Node) -> String? = { _ in nil }) -> HTML {
    if diagram.subject != .objects { return markup(address) }
    let right = size.width + Self.gap
    return """
      <text class="caption" x="\(size.width / 2)" y="13">before</text>
      <text class="caption" x="\(right + size.width / 2)" y="13">after</text>
      <g transform="translate(0 \(Self.caption))">\(markup(isBefore: true))</g>
      <g transform="translate(\(right) \(Self.caption))">\(markup())</g>

      """
  }

  private static let gap = 36
  private static let caption = 20

  /// The boxes and the lines.
  ///
  /// - Parameters:
  ///   - address: Where in the page more is said of a box; nil for nothing.
  ///   - isBefore: Whether objects are shown as they were before the delete.
  /// - Returns: A group of both.
  func markup(_ address: (Diagram.Node) -> String? = { _ in nil }, isBefore: Bool = false) -> HTML {
    let lines = zip(diagram.edges, layout.lines).map { line($0, $1, isBefore: isBefore) }
    let boxes = diagram.nodes.indices.map { index -> HTML in
      let node = diagram.nodes[index]
      if isBefore && node.role == .new { return "" }
      let drawn = box(index, isBefore: isBefore)
      return address(node).map { "<a href=\"#\($0)\">\(drawn)</a>" } ?? drawn
    }
    return "<g class=\"d\" transform=\"translate(2 2)\">\((lines + boxes).joined())</g>\n"
  }

  private func box(_ index: Int, isBefore: Bool) -> HTML {
    let (node, frame) = (diagram.nodes[index], layout.boxes[index])
    let isRequested = diagram.requested.contains(node) && !isBefore
    let role = isBefore ? Diagram.Node.Role.entity : node.role
    let word = isBefore ? nil : diagram.word(of: node)
    let middle = frame.x + frame.width / 2
    let center = frame.y + frame.height / 2
    let name: HTML = """
      <text x="\(middle)" y="\(word == nil ? center + 4 : center - 3)">\(node.name.inPicture)</text>
      """
    let note = word.map { "<text x=\"\(middle)\" y=\"\(center + 13)\">\($0)</text>" as HTML }
    let title: HTML = node.name.inPicture == node.name ? "" : "<title>\(node.name)</title>"
    return """
      <g class="n \(isRequested ? "asked " : "")\(role.rawValue)"\(data(of: node))>\
      \(title)<rect x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)"/>\
      \(name)\(note ?? "")</g>

      """
  }

  private func data(of node: Diagram.Node) -> HTML {
    switch diagram.subject {
    case .model: " data-name=\"\(node.name)\""
    case .delete: " data-name=\"\(node.name)\" data-step=\"\(diagram.steps[node] ?? 0)\""
    case .objects: ""
    }
  }

  private func line(_ edge: Diagram.Edge, _ route: GraphLayout.Route, isBefore: Bool) -> HTML {
    if isBefore, edge.told?.reference.meaning == .new { return "" }
    let look = LineLook(edge, isBefore: isBefore)
    let route = edge.isTurned ? route.reversed : route
    let data: HTML =
      switch diagram.subject {
      case .delete: " data-step=\"\(edge.step)\""
      case .model:
        " data-ends=\"\(JSONText.strings([edge.source.name, edge.destination.name]).line)\""
      case .objects: ""
      }
    let labels = isBefore ? edge.earlierLabels : edge.labels
    let shown = route.label.map { frame in
      let height = labels.count * 14
      return Rect(
        x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
    }
    return """
      <g class="l \(look.name)"\(data)>\(look.title)<path d="\(route.path(around: labels.isEmpty ? nil : shown))"/>\
      \(look.ends(route))\(text(labels, in: shown))</g>

      """
  }

  private func text(_ labels: [String], in frame: Rect?) -> HTML {
    guard let frame else { return "" }
    let top = frame.y + 11
    let middle = frame.x + frame.width / 2
    return labels.enumerated().map { index, label -> HTML in
      "<text x=\"\(middle)\" y=\"\(top + index * 14)\">\(label)</text>"
    }.joined()
  }
}

extension String {
  /// Returns the width of the text in a font whose columns are about 0.6 times its size.
  fileprivate func width(of size: Int) -> Int {
    (reduce(0) { $0 + $1.columns } * size * 61 + 99) / 100
  }
}

import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ModelReport {
  package var parts: [Page.Part] { parts(.none) }

  func parts(_ anchors: PageAnchors) -> [Page.Part] {
    let parts = models.enumerated().map { $1.picture(number: $0, on: range, anchors) }
    return [Page.Part(id: "model", title: "Model", body: parts.joined())] + unread.parts
  }
}

extension [ModelFinding] {
  /// The files that could not be read, as a part of a page; empty if all could be read.
  var parts: [Page.Part] {
    if isEmpty { return [] }
    let body = unreadList(missing: "something").html()
    return [Page.Part(id: "unread", title: "Not read", body: "<h2>Not read</h2>\n\(body)")]
  }
}

extension Model {
  /// More boxes are not read in one picture.
  private static let mostBoxes = 16

  fileprivate func picture(
    number: Int, on range: ReleaseRange?, _ anchors: PageAnchors
  ) -> HTML {
    let diagram = diagram(on: range)
    let clusters = diagram.clusters(of: Self.mostBoxes)
    func address(_ node: Diagram.Node) -> String? { anchors.delete(of: node.name, in: place) }
    func figure(_ part: Diagram, _ id: String) -> HTML {
      let relationships = part.edges.count == 1 ? "1 line" : "\(part.edges.count) lines"
      return part.figure(
        id: id,
        description: "\(part.nodes.count) boxes, \(relationships); the table below says the same",
        address: address)
    }
    var body: HTML = "<h2>Model: \(HTML(path: title))</h2>\n\(number == 0 ? Diagram.legend : "")"
    if let overview = clusters.overview {
      body += """
        <p>\(entities.count) entities, split into \(clusters.parts.count) groups. A dashed box belongs to \
        another group.</p>
        \(overview.figure(id: "m\(number)", description: "How the groups are linked") { node in
          overview.numbers[node].map { "part=\(number)-\($0)" }
        })
        """
      for (index, part) in clusters.parts.enumerated() {
        let title = part.count == 1 ? part.name : "\(part.name) and \(part.count - 1) more"
        body += """
          <details class="part" id="part=\(number)-\(index)"><summary>\(title)</summary>
          \(figure(part.diagram, "m\(number)-\(index)"))</details>

          """
      }
    } else if let part = clusters.parts.first {
      body += figure(part.diagram, "m\(number)")
    }
    // Those of a few entities show what the picture of all shows.
    if diagram.nodes.count - clusters.alone.count > 3 {
      let alone = Set(clusters.alone)
      for (index, around) in diagram.surroundings.enumerated()
      where !alone.contains(diagram.nodes[index]) {
        body += """
          <template class="around" data-name="\(diagram.nodes[index].name)">\
          \(figure(around, "m\(number)-around-\(index)"))</template>

          """
      }
    }
    if !clusters.alone.isEmpty {
      let names = clusters.alone.map { node -> HTML in
        address(node).map { "<a href=\"#\($0)\">\(node.name)</a>" } ?? "\(node.name)"
      }
      body += "<p class=\"alone\">Without relationships: \(names.joined(separator: ", ")).</p>\n"
    }
    return """
      <article class="model" data-model="\(place)">
      \(body)<details><summary>Show as table</summary>
      \(page(on: range).untitled.html(headingsFrom: 2))</details>
      </article>

      """
  }
}

extension Diagram {
  /// The explanation of the picture of a model.
  fileprivate static let legend: HTML = """
    <details class="legend" open=""><summary>How to read it</summary>
    <ul>
    <li>A box is an entity. A line is a relationship with its inverse. An owner is above what it owns.</li>
    <li><code>↓ photos * cascade</code>: <code>photos</code> of the upper entity holds many objects (*; 0..1: at most \
    one, 1: exactly one), and its delete rule is cascade. <code>↑</code> is a relationship of the lower entity.</li>
    <li><strong>cascade</strong> (thick line): the related objects are also deleted. <strong>nullify</strong>: they stay, \
    and their reference is cleared. <strong>deny</strong> (long dashes): the save fails while there are any. \
    <strong>noAction</strong> (dots and dashes): they stay, and their reference is left dangling.</li>
    <li>A line of short dashes has no inverse: deleting its destination leaves a dangling reference.</li>
    <li>⚠ and red mark a risk. <em>can dangle</em>: the reference can point at a deleted object, and reading it crashes. \
    <em>save can fail</em>: the reference is mandatory, so the save fails when it would be cleared. <em>can crash</em>: the delete itself crashed in \
    an observation.</li>
    <li>A dotted line with an open arrow points at the parent entity.</li>
    </ul></details>

    """
}

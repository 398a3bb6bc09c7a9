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
    let legend = models.isEmpty ? "" : Diagram.legend
    return [
      Page.Part(id: "model", title: "Model", body: "\(parts.joined())\(legend)")
    ] + unread.parts
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
    var body: HTML = "<h2>\(title)</h2>\n"
    if let overview = clusters.overview {
      body += """
        <p>\(entities.count) entities are many: what is linked closely stands together, in \
        \(clusters.parts.count) parts. A dashed box is drawn in another part.</p>
        \(overview.figure(id: "m\(number)", description: "How the parts are linked") { node in
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
    if !clusters.alone.isEmpty {
      let names = clusters.alone.map { node -> HTML in
        address(node).map { "<a href=\"#\($0)\">\(node.name)</a>" } ?? "\(node.name)"
      }
      body += "<p class=\"alone\">Without relationships: \(names.joined(separator: ", ")).</p>\n"
    }
    return """
      <article class="model" data-model="\(place)">
      \(body)<details><summary>The same as a table</summary>
      \(page(on: range).untitled.html(headingsFrom: 2))</details>
      </article>

      """
  }
}

extension Diagram {
  /// The explanation of the picture of a model.
  fileprivate static let legend: HTML = """
    <details class="legend"><summary>How to read it</summary>
    <ul>
    <li>A box is an entity; a line is a relationship, with the one that leads back. An owner stands above \
    what it owns.</li>
    <li><code>↓ photos * cascade</code>: the upper entity has <code>photos</code>, which holds many (*; \
    0..1 is at most one, 1 just one, which must be there); when an object of the upper entity is deleted, its \
    rule is cascade. <code>↑</code> is the same of the lower entity.</li>
    <li><strong>cascade</strong> (thick line): what it holds is deleted, too. <strong>nullify</strong>: what it holds \
    stays and loses the reference. <strong>deny</strong> (double dashes): the delete is refused while it holds anything. \
    <strong>noAction</strong> (dots and dashes): nothing happens, and what leads back is left dangling.</li>
    <li>A dashed line without a way back: deleting what it leads to leaves it dangling.</li>
    <li>⚠ and red: something can go wrong with that reference. <em>can dangle</em>: it can lead to a deleted object, \
    and reading it traps. <em>can refuse</em>: it must not be empty, so that a delete is refused. <em>can crash</em>: \
    the delete itself was seen to crash.</li>
    <li>A dotted line with an open arrow leads to the entity that another inherits from.</li>
    </ul></details>

    """
}

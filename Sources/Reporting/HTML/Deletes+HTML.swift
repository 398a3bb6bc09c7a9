import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension EntityReport {
  /// Deletes that are played, one article for each entity.
  package static func parts(of reports: [Self]) -> [Page.Part] {
    parts(of: reports, PageAnchors(reports))
  }

  static func parts(of reports: [Self], _ anchors: PageAnchors) -> [Page.Part] {
    let namesakes = reports.grouped(by: \.story.name).filter { $1.count > 1 }
    let reports = reports.grouped(by: \.story.place).sorted { $0.key < $1.key }.flatMap(\.value)
    let lines = reports.map { report -> HTML in
      let name = report.story.name
      let address = anchors.delete(of: name, in: report.model.place) ?? ""
      let model: HTML = namesakes[name] == nil ? "" : " (\(HTML(path: report.model.title)))"
      return """
        <tr><th scope="row"><a href="#\(address)">\(name)</a>\(model)</th>\
        <td>\(report.story.markedHarm(in: report.story.verdict).inlineHTML)</td></tr>

        """
    }.joined()
    let most = mostBoxes(of: reports.count)
    let articles = reports.enumerated().map { index, report in
      report.article(number: index, most, anchors)
    }.joined()
    // A long list would stand before the calls.
    let isOpen: HTML = reports.count > 12 ? "" : " open=\"\""
    let body: HTML = """
      <h2>What a delete does</h2>
      <p class="hint">Choose an entity to delete. Then step through what is also deleted, what is \
      unlinked, what makes the save fail, and which references are left dangling.</p>
      <div class="plays">
      \(articles)</div>
      <details class="list"\(isOpen)><summary>All \(reports.count) entities, one line each</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="deletes"><table>
      <thead><tr><th scope="col">delete</th><th scope="col">what it does</th></tr></thead>
      <tbody>
      \(lines)</tbody></table></div></details>
      \(StoryLine.legend)

      """
    return [Page.Part(id: "deletes", title: "Deletes", body: body)]
  }

  private func article(number: Int, _ most: Int, _ anchors: PageAnchors) -> HTML {
    let address = anchors.delete(of: story.name, in: model.place) ?? ""
    let variants = variants
    let shown = variants.enumerated().map { index, variant in
      part(variant, id: "d\(number)-\(index)", isOnly: variants.count == 1, most, anchors)
    }.joined()
    let places = callPlaces.map { "<li>\(anchors.source($0.location))\($0.way)</li>\n" as HTML }
    let certain: HTML =
      places.isEmpty
      ? "" : "<p>Deleted in the code at:</p>\n<ul class=\"calls\">\n\(places.joined())</ul>\n"
    let deleted: HTML = certain + (doubt.map { "<p>Deleted \($0).</p>\n" } ?? "")
    return """
      <article class="delete\(story.isHarmless && batch.gravity == .other ? " harmless" : "" as HTML)" id="\(address)" data-entity="\(story.name)" data-model="\(model.place)">
      <h3>Deleting \(story.name.withArticle)</h3>
      \(shown)\(deleted)</article>

      """
  }

  private func part(
    _ variant: Variant, id: String, isOnly: Bool, _ most: Int, _ anchors: PageAnchors
  ) -> HTML {
    let title: HTML = isOnly ? "" : "<h4>\(variant.title)</h4>\n"
    let lines = cut(variant.story.lines, to: most * 8)
    let items = lines.enumerated().map { number, line -> HTML in
      let level: HTML = line.level > 0 ? " data-level=\"\(line.level)\"" : ""
      let shared: HTML = line.needsSharing ? "<em>only if objects are shared:</em> " : ""
      return """
        <li data-step="\(number)" class="\(line.kind.rawValue)"\(level)>\
        <span class="kind">\(line.kind.word)</span> \(shared)\(line.sentence)</li>

        """
    }.joined()
    let diagram = diagram(of: lines).folded(to: most)
    let picture =
      diagram.edges.isEmpty
      ? ""
      : diagram.figure(id: id, description: variant.verdict) { node in
        anchors.delete(of: node.name, in: model.place)
      }
    let list: HTML =
      items.isEmpty
      ? "<p>There can be no such object.</p>\n"
      : "<ol class=\"steps\" start=\"0\">\n\(items)</ol>\n"
    return """
      <div class="variant" data-variant="\(variant.name)" data-title="\(variant.title)">
      \(title)<p class="verdict">\("\(variant.verdict).".capitalizedSentence)</p>
      \(picture)\(list)</div>

      """
  }

  /// The first lines, and how many there are more.
  private func cut(_ lines: [StoryLine], to most: Int) -> [StoryLine] {
    if lines.count <= most { return lines }
    let rest = StoryLine(kind: .remark, sentence: "and so on, in \(lines.count - most) more steps")
    return lines.prefix(most) + [rest]
  }

  /// Returns the largest number of boxes in the picture of one delete, given the number of
  /// pictures on the page.
  ///
  /// With many large pictures, the page would take long to open.
  private static func mostBoxes(of count: Int) -> Int { count > 200 ? 12 : 28 }
}

extension StoryLine {
  /// The explanation of the words in steps and pictures.
  fileprivate static let legend: HTML = """
    <details class="legend"><summary>What the words mean</summary>
    <ul>
    <li><strong>is deleted</strong> (thick line, grey box, struck out): a cascade deletes it, too. <em>blocked</em>: it \
    would be deleted, but the save fails.</li>
    <li><strong>unlinked</strong> (dotted line): it stays, and its reference to the deleted object is \
    cleared. Its other references stay.</li>
    <li><strong>save fails</strong> (red line): the save throws an error and the store keeps everything. 1600: a \
    deny rule forbids it (<em>denied</em>). 1570 or 1580: a mandatory object <em>would be \
    missing</em>. 134050: a batch delete would have to clear a mandatory reference.</li>
    <li><strong>crashes</strong> (red box): the delete itself ends the app, and the store keeps everything.</li>
    <li><strong>dangling</strong> (red dashes): it stays and still refers to the deleted object. Reading \
    that crashes the app, or returns an empty object in Core Data.</li>
    <li><em>inverse</em>: the relationship in the other direction. Without one, a reference can't be cleared.</li>
    <li><em>mandatory</em>: must not be empty. In SwiftData, an array that is not optional counts as mandatory.</li>
    <li><em>only if objects are shared</em>: if another object that stays holds the same object.</li>
    </ul></details>
    """
}

extension StoryLine.Kind {
  /// The word that labels the line.
  var word: String {
    switch self {
    case .asked: "requested"
    case .goes: "is deleted"
    case .loses: "unlinked"
    case .refuses: "save fails"
    case .dangling: "dangling"
    case .crashes: "crashes"
    case .remark: "note"
    }
  }
}

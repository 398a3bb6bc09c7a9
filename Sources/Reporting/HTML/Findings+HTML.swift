import CompiledOnce
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRun {
  package var parts: [Page.Part] { parts(.none) }

  func parts(_ anchors: PageAnchors) -> [Page.Part] {
    let articles = findings.enumerated().map { $1.article(number: $0 + 1, anchors) }.joined()
    let body: HTML = """
      <h2>Findings</h2>
      <p>\(titles.listed()): \(counts).</p>
      \(articles)
      """
    return [Page.Part(id: "findings", title: "Findings", body: body)]
  }
}

extension Finding {
  fileprivate func article(number: Int, _ anchors: PageAnchors) -> HTML {
    let lines = sourceLines().map(\.prose.inlineHTML)
    let source: HTML =
      lines.isEmpty ? "" : "<pre tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>\n"
    let notes = facts.map { fact -> HTML in "<li>\(fact)</li>\n" }
    let noteList: HTML = notes.isEmpty ? "" : "<ul>\n\(notes.joined())</ul>\n"
    let steps = path.map { step -> HTML in "<li>\(step.location.description): \(step.text)</li>\n" }
    let callPath: HTML =
      steps.isEmpty ? "" : "<p>Call path:</p>\n<ol>\n\(steps.joined())</ol>\n"
    // What is played is the delete that shows it, which may be of another entity.
    let entity = witness?.deletedEntity ?? entity
    let place = entity.flatMap { anchors.delete(of: $0, in: model) }
    let play: HTML =
      place.map { " · <a href=\"#\($0)\">play the delete of \(entity?.withArticle ?? "")</a>" }
      ?? ""
    return """
      <article class="finding \(severity.rawValue)" id="finding=\(number)">
      <h3><span class="\(severity.rawValue)">\(severity.rawValue)</span> \(title)</h3>
      <p class="where">\(location.description) · \(rule.rawValue)\(play)</p>
      \(source)\(noteList)<p class="fix">What to do: \(help)</p>
      \(witness?.picture ?? "")\(callPath)</article>

      """
  }
}

extension Witness {
  /// The entity of what is deleted; nil where nothing is.
  fileprivate var deletedEntity: String? {
    scenario.objects.first { outcome.requested.contains($0.name) }?.entity
  }

  /// The smallest delete that shows it, before and after.
  fileprivate var picture: HTML {
    let diagram = Diagram(scenario, outcome, title: "")
    return """
      <figure><div class="moments"><span>before</span>\(diagram.panel(isBefore: true))\
      <span>after</span>\(diagram.panel(isBefore: false))</div>
      <figcaption>The smallest delete that shows it: \(words).</figcaption></figure>

      """
  }
}

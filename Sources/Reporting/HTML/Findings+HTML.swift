import CompiledOnce
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRun {
  package var parts: [Page.Part] { parts(.none, intro: "\(titles.listed()): \(counts).") }

  func parts(_ anchors: PageAnchors, intro: String) -> [Page.Part] {
    let groups = grouped.map { group -> HTML in
      let articles = group.findings.map { number, finding in
        finding.article(number: number + 1, isOpen: findings.count == 1, anchors)
      }
      return """
        <details class="group" id="\(group.id)" open=""><summary>\(group.title)</summary>
        \(articles.joined())</details>

        """
    }
    let body: HTML = """
      <h2>Findings</h2>
      <p>\(intro)</p>
      \(groups.joined())
      """
    return [Page.Part(id: "findings", title: "Findings", body: body)]
  }

  /// Findings of one severity, each with its number in the list of all.
  typealias Group = (id: String, title: String, findings: [(Int, Finding)])

  /// The findings by their severity, the worst first.
  var grouped: [Group] {
    ModelFinding.Severity.allCases.compactMap { severity in
      let found = findings.enumerated().filter { $1.severity == severity }.map { ($0, $1) }
      let name = "\(severity.rawValue)\(found.count == 1 ? "" : "s")"
      return found.isEmpty
        ? nil : ("severity=\(severity.rawValue)", "\(found.count) \(name)", found)
    }
  }
}

extension Finding {
  /// The finding as one line, which opens to its source, notes, fix and picture.
  fileprivate func article(number: Int, isOpen: Bool, _ anchors: PageAnchors) -> HTML {
    let lines = sourceLines().map(\.prose.inlineHTML)
    let source: HTML =
      lines.isEmpty ? "" : "<pre tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>\n"
    let notes = facts.map { fact -> HTML in "<li>\(fact)</li>\n" }
    let noteList: HTML = notes.isEmpty ? "" : "<ul>\n\(notes.joined())</ul>\n"
    let steps = path.map { step -> HTML in
      "<li>\(anchors.source(step.location)): \(step.text)</li>\n"
    }
    let callPath: HTML =
      steps.isEmpty ? "" : "<p>Call path:</p>\n<ol>\n\(steps.joined())</ol>\n"
    // What is played is the delete that shows it, which may be of another entity.
    let entity = witness?.deletedEntity ?? entity
    let place = entity.flatMap { anchors.delete(of: $0, in: model) }
    let play: HTML =
      place.map { " · <a href=\"#\($0)\">step through deleting \(entity?.withArticle ?? "")</a>" }
      ?? ""
    // Two findings can have the same title. The file in the folder of a Core Data model says nothing.
    let folders = location.file.split(separator: "/")
    let file = folders.suffix(folders.last == "contents" ? 2 : 1).joined(separator: "/")
    return """
      <article class="finding \(severity.rawValue)" id="finding=\(number)">
      <details\(isOpen ? " open=\"\"" : "" as HTML)><summary><h3>\
      <span class="\(severity.rawValue)">\(severity.rawValue)</span> \(title) \
      <span class="where">· \(file):\(location.line)</span></h3></summary>
      <p class="where">\(anchors.source(location)) · \(rule.rawValue)\(play)</p>
      \(source)\(noteList)<p class="fix">What to do: \(help)</p>
      \(witness?.picture ?? "")\(callPath)</details></article>

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
      <figure>\(diagram.moments)<span>before</span>\(diagram.panel(isBefore: true))\
      <span>after</span>\(diagram.panel(isBefore: false))</div>
      <figcaption>The smallest delete that shows it: \(words).</figcaption></figure>

      """
  }
}

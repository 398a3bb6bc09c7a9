import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension ChangesReport {
  package var parts: [Page.Part] {
    let text = ("\(summary.prose)\n\n" + sections.joined(separator: "\n")).html(headingsFrom: 1)
    var body = HTML()
    for (number, pair) in changes.compared.enumerated() {
      let diagram = diagram(of: pair)
      if diagram.edges.isEmpty && diagram.nodes.isEmpty { continue }
      body += """
        <h3>Both versions of \(pair.new.title), one over the other</h3>

        """
      for (index, part) in diagram.clusters(of: 24).parts.enumerated() {
        body += part.diagram.figure(id: "c\(number)-\(index)", description: summary)
      }
    }
    var number = 0
    for impact in ChangeImpact.worstFirst {
      for (pair, change) in sorted(impact) {
        number += 1
        body += article(of: change, in: pair, number: number)
      }
    }
    let pictures: HTML =
      body.isEmpty ? "" : "<details><summary>Pictures</summary>\n\(body)</details>\n"
    return [
      Page.Part(
        id: "changes", title: "Changes",
        body: "<h2>What deletes do differently</h2>\n\(text)\(pictures)")
    ]
  }

  private func article(
    of change: ModelChange, in pair: ProjectChanges.Pair, number: Int
  ) -> HTML {
    let words = words(change, pair)
    var moments = HTML()
    var start: HTML?
    let sides = [(change.before, change.earlierScenario), (change.after, change.scenario)]
    for (version, (outcome, scenario)) in zip(["old", "new"], sides) {
      guard let outcome, let scenario else {
        moments += "<span>\(version)</span><span>–</span>\n"
        continue
      }
      let diagram = Diagram(scenario, outcome, title: version)
      if start == nil || diagram.isWide { start = diagram.moments }
      moments += """
        <span>\(version), before</span>\(diagram.panel(isBefore: true))
        <span>\(version), after</span>\(diagram.panel(isBefore: false))

        """
    }
    let releases = releases(of: change)
    let place = releases.isEmpty ? "" : " (\(releases))"
    return """
      <article class="change \(change.impact.rawValue)" id="change=\(number)">
      <h3><span class="\(change.impact.rawValue)">\(change.title)</span>: \
      delete \(change.scenario.deletedObjects), linked by \(change.entity).\(change.relationship)\(place)</h3>
      <figure>\(start ?? "<div>")
      \(moments)</div>
      <figcaption>Old: \(words[0]). New: \(words[1]).</figcaption></figure>
      </article>

      """
  }
}

extension ChangesReport {
  /// Both versions of a model, one over the other: what changed, and what stands around it.
  func diagram(of pair: ProjectChanges.Pair) -> Diagram {
    let comparison = OverlaidModels(pair, on: changes.range)
    return comparison.diagram
  }

  var diagrams: [Diagram] { changes.compared.map(diagram) }
}

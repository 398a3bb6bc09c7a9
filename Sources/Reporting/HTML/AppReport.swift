import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// All about the deletes of an app on one page: its models, every delete played, what will hurt, what
/// the code deletes, what changed, and what a delete does on both sides of each relationship.
package struct AppReport: Report {
  private let title: String
  private let models: ModelReport
  private let deletes: [EntityReport]
  private let findings: CheckRun
  private let calls: CallsReport
  private let changes: ChangesReport?
  private let matrices: ModelMatricesReport
  private let files: ShownFiles
  private let notes: [Envelope.Note]

  /// Puts together what was found out about some models.
  ///
  /// - Parameters:
  ///   - stories: The deletes of the models.
  ///   - findings: What will hurt.
  ///   - calls: What the code deletes.
  ///   - changes: What deletes do differently since a revision; nil where that is not asked for.
  ///   - files: The names and the revision of the app's files.
  ///   - unread: What could not be read.
  ///   - notes: What was found out about the app's stores.
  package init(
    _ stories: [DeleteStories], findings: CheckRun, calls: ModelCalls, changes: ChangesReport?,
    in files: ShownFiles, without unread: [ModelFinding], notes: [Envelope.Note] = []
  ) {
    self.notes = notes
    self.files = files
    let models = stories.map(\.model)
    // Not the folder's name, which differs between two clones.
    title =
      "Deletes of \(models.count > 2 ? "\(models.count) models" : models.map(\.name).listed("and"))"
    self.models = ModelReport(models, on: stories.first?.range, without: unread)
    deletes = stories.flatMap { stories in
      stories.model.schema.entities.map { EntityReport(of: $0, stories, in: calls) }
    }
    self.findings = findings
    self.calls = CallsReport(calls.calls, told: stories)
    self.changes = changes
    matrices = ModelMatricesReport(
      stories.map { stories in
        let matrix = ModelMatrix(stories.model, on: stories.range)
        return ModelMatrixReport(matrix, matrix.run())
      })
  }

  package static var writers: Writers { [.html: { $0.html }, .json: { $0.json }] }

  package var problems: [Envelope.Problem] { models.problems }

  /// The results of the commands that the page puts together, by the command's name.
  private var json: String {
    let explained = deletes.compactMap { $0.text(as: .json) }.joined(separator: ",")
    let results = [
      ("model", models.text(as: .json)), ("explain", "[\(explained)]"),
      ("check", findings.text(as: .json)), ("calls", calls.text(as: .json)),
      ("diff", changes?.text(as: .json)), ("matrix", matrices.text(as: .json)),
    ]
    return "{" + results.map { "\"\($0)\":\($1 ?? "null")" }.joined(separator: ",") + "}\n"
  }

  package var page: Prose { "\(Prose.heading(1, title.prose))\n" }

  package var parts: [Page.Part] {
    let anchors = PageAnchors(deletes, in: files)
    return (changes?.parts ?? []) + findings.parts(anchors, intro: "\(findings.counts).")
      + EntityReport.parts(of: deletes, anchors) + calls.parts(anchors) + models.parts(anchors)
      + matrices.parts.map { $0.folded("Every delete of every relationship, before and after") }
  }

  /// The counts, each with a link to its part, and the releases.
  package var lead: HTML {
    func link(_ id: String, _ words: String) -> HTML { "<a href=\"#\(id)\">\(words)</a>" }
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      number == 1 ? "1 \(one)" : "\(number) \(many)"
    }
    let severities = findings.grouped.map { link($0.id, $0.title) }
    var items = [severities.isEmpty ? "no findings" : severities.joined(separator: " · ")]
    if let changes { items.insert(link("changes", changes.verdict), at: 0) }
    items.append(link("deletes", count(deletes.count, "entity", "entities")))
    let risky = calls.riskyCount
    items.append(link("calls", risky == 0 ? calls.counts : "\(calls.counts), \(risky) risky"))
    if let range = models.range { items.append("\(range.ownWords)") }
    if let revision = files.revision { items.append("\(revision)") }
    let facts = notes.map { note -> HTML in
      let place = note.location.map { "\($0): " } ?? ""
      return "<p>\(place)\(note.message)</p>\n"
    }
    return "<p class=\"lead\">\(items.joined(separator: " — "))</p>\n\(facts.joined(separator: ""))"
  }
}

extension AppReport {
  /// The revision and the releases, so that a page that is found later says what it is about.
  package var foot: HTML {
    let made = files.revision.map { "Made from \($0). " as HTML } ?? HTML()
    return made + (models.range.map { "Predicted for \($0.ownWords). " } ?? HTML())
  }
}

/// The bundled matrices, cell by cell, and who observed what, on one page.
package struct MatricesReport: Report {
  private let run: MatrixRun
  private let coverage: CoverageReport

  package init(_ run: MatrixRun, _ coverage: Coverage) {
    self.run = run
    self.coverage = CoverageReport(coverage)
  }

  package static var writers: Writers { [.html: { $0.html }, .json: { $0.json }] }

  private var json: String {
    let counted = coverage.text(as: .json) ?? "null"
    return "{\"matrix\":\(run.json),\"coverage\":\(counted)}\n"
  }

  package var page: Prose { run.page }

  package var lead: HTML { run.lead }

  package var parts: [Page.Part] {
    let page = coverage.page
    let body: HTML = "<h2>\(page.title ?? "")</h2>\n\(page.untitled.html(headingsFrom: 2))"
    return run.parts + [Page.Part(id: "coverage", title: "Coverage", body: body)]
  }
}

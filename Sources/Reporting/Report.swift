import CompiledOnce
import DeleteCalls
import DeleteMatrix
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// A way of writing things down, by the name that the command line knows.
///
/// A new one is a case here, a file or a folder beside this one, and an entry in the table of each
/// report that can be written so.
package enum Format: String, CaseIterable, Sendable {
  /// Tables and sentences for people, in a terminal or rendered.
  case markdown
  /// Findings with their lines, as compilers write them: terminals, editors and Xcode know it.
  case text
  /// Everything for programs.
  case json
  /// Test cases for CI.
  case junit
  /// The format of code scanning services.
  case sarif
  /// Annotations of a change on GitHub.
  case github
  /// A diagram that GitHub and many editors draw.
  case mermaid
  /// A diagram for Graphviz.
  case dot
  /// A page that needs nothing but itself, with pictures.
  case html
  /// A diagram as a picture.
  case svg
  /// The data for a shields.io badge.
  case badge

  /// Whether one text shows one thing only, as a diagram does.
  package var showsOne: Bool { [.mermaid, .dot, .svg].contains(self) }
}

/// Something that can be written down.
package protocol Report: SendableMetatype {
  typealias Writers = KeyValuePairs<Format, (Self) -> String>

  /// The writer of each format; the first format is the default.
  static var writers: Writers { get }

  /// The text for people, as markdown or on a screen.
  var page: Prose { get }

  /// The visual form of the report, as parts of a page with pictures.
  var parts: [Page.Part] { get }

  /// The line under the title of the page, which leads to its parts; empty for none.
  var lead: HTML { get }

  /// The start of the foot of the page; empty for nothing.
  var foot: HTML { get }

  /// The things that could not be read, so that something may be missing.
  var problems: [Envelope.Problem] { get }
}

extension Report {
  package var markdown: String { page.markdown }

  package var problems: [Envelope.Problem] { [] }

  package var lead: HTML { HTML() }

  package var foot: HTML { HTML() }

  package var parts: [Page.Part] {
    [Page.Part(id: "report", title: "Report", body: page.untitled.html(headingsFrom: 1))]
  }

  package var html: String {
    Page(title: page.title ?? "deleterules", lead: lead, foot: foot, parts: parts).text
  }

  package static var formats: [Format] { writers.map(\.key) }

  /// Writes it down.
  ///
  /// - Parameter format: One of ``formats``.
  /// - Returns: The text, which ends with a line break unless it is empty, and is the same for the
  ///   same report; nil for a format in which it cannot be written.
  package func text(as format: Format) -> String? {
    Self.writers.first { $0.key == format }?.value(self)
  }
}

/// The cells of matrices, and what came of them.
extension MatrixRun: Report {
  package static var writers: Writers {
    [.markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }, .junit: { $0.junit }]
  }
}

/// Both frameworks, or two releases, side by side.
package struct ComparisonReport: Report {
  let comparison: Comparison
  let lines: [Comparison.Line]

  /// Reports a comparison; the cells that are known to agree only where all are shown.
  package init(_ comparison: Comparison, showsAll: Bool) {
    self.comparison = comparison
    lines = showsAll ? comparison.lines : comparison.lines.filter { $0.differs || $0.isUncertain }
  }

  package static var writers: Writers {
    [.markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }]
  }
}

/// The deletes on the relationships of a reader's model, or their differences from a recording.
package struct ModelMatrixReport: Report {
  package let matrix: ModelMatrix
  package let run: MatrixRun

  package init(_ matrix: ModelMatrix, _ run: MatrixRun) {
    self.matrix = matrix
    self.run = run
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.run.json },
      .junit: { $0.run.junit },
    ]
  }

  package var parts: [Page.Part] { run.parts(withUsual: false) }
}

/// The matrices of several models, one after the other; to programs, all their cells.
package struct ModelMatricesReport: Report {
  let reports: [ModelMatrixReport]
  let unread: [ModelFinding]

  /// Reports some matrices with the results of their cells, and what could not be read.
  package init(_ reports: [ModelMatrixReport], without unread: [ModelFinding] = []) {
    self.reports = reports
    self.unread = unread
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.run.json(of: $0.origin) },
      .junit: { $0.run.junit(of: $0.origin) },
    ]
  }

  package var problems: [Envelope.Problem] { unread.map { Envelope.Problem($0) } }

  package var page: Prose { reports.map(\.page).followed(by: unread) }

  package var parts: [Page.Part] { run.parts(withUsual: false) + unread.parts }

  private var origin: MatrixOrigin {
    // Of several, nothing is recorded.
    MatrixOrigin(causes: reports.first?.matrix.causes ?? [:], unread: unread)
  }

  private var run: MatrixRun {
    reports.count == 1
      ? reports[0].run : MatrixRun(joining: reports.map { ($0.matrix.model, $0.run) })
  }
}

/// A report about one model, as data to which more can be added.
package protocol AnswerReport: Report {
  /// The members of the object that says it.
  var members: [(String, JSONText)] { get }

  /// Returns the parts of one page that shows several of these reports.
  static func parts(of reports: [Self]) -> [Page.Part]
}

extension AnswerReport {
  var json: String { JSONText.object(members).line + "\n" }

  package var parts: [Page.Part] { Self.parts(of: [self]) }

  package static func parts(of reports: [Self]) -> [Page.Part] {
    let body = reports.map { $0.page.html(headingsFrom: 2) }.joined()
    return [Page.Part(id: "report", title: "Report", body: body)]
  }
}

extension [Prose] {
  /// Pages one after the other, and then what could not be read.
  fileprivate func followed(by unread: [ModelFinding]) -> Prose {
    let list = unread.unreadList(missing: "something")
    return (self + [list]).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

package struct ModelsReport<Each: AnswerReport>: Report {
  let reports: [Each]
  let unread: [ModelFinding]

  package init(_ reports: [Each], without unread: [ModelFinding] = []) {
    self.reports = reports
    self.unread = unread
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json },
      .text: { $0.texts(as: .text).joined() },
      .mermaid: { $0.texts(as: .mermaid).joined() }, .dot: { $0.texts(as: .dot).joined() },
      .svg: { $0.texts(as: .svg).joined() },
    ]
  }

  package var problems: [Envelope.Problem] { unread.map { Envelope.Problem($0) } }

  package var page: Prose { reports.map(\.page).followed(by: unread) }

  package var parts: [Page.Part] { Each.parts(of: reports) + unread.parts }

  private var json: String {
    if reports.count == 1 { return reports[0].json }
    let all = reports.map(\.json).joined(separator: ",")
    return "{\"models\":[\n\(all)]}\n"
  }

  private func texts(as format: Format) -> [String] { reports.compactMap { $0.text(as: format) } }
}

/// The findings in models.
extension CheckRun: Report {
  package static var writers: Writers {
    [
      .text: { $0.text }, .json: { $0.json }, .sarif: { $0.sarif }, .junit: { $0.junit },
      .github: { $0.githubAnnotations }, .markdown: { $0.markdown }, .html: { $0.html },
    ]
  }

  package var problems: [Envelope.Problem] {
    findings.filter(\.leavesOut).map {
      Envelope.Problem(message: $0.title, location: $0.location, rule: $0.rule.rawValue)
    }
  }
}

/// The models that were read; a diagram shows exactly one.
package struct ModelReport: Report {
  let models: [Model]
  /// The releases for which possible crashes are reported; nil for the default description of the
  /// frameworks.
  let range: ReleaseRange?
  let unread: [ModelFinding]

  package init(
    _ models: [Model], on range: ReleaseRange? = nil, without unread: [ModelFinding] = []
  ) {
    self.models = models
    self.range = range
    self.unread = unread
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json },
      .mermaid: { $0.diagrams.map(\.mermaid).joined(separator: "\n") },
      .dot: { $0.diagrams.map(\.dot).joined(separator: "\n") },
      .svg: { $0.diagrams.map(\.svg).joined(separator: "\n") },
    ]
  }

  package var problems: [Envelope.Problem] { unread.map { Envelope.Problem($0) } }

  package var page: Prose { models.map { $0.page(on: range) }.followed(by: unread) }

  private var diagrams: [Diagram] { models.map { $0.diagram(on: range) } }
}

/// The deletes of all entities of a model, in a line each.
package struct EntitiesReport: AnswerReport {
  let told: DeleteStories

  package init(_ stories: DeleteStories) { told = stories }

  var model: Model { told.model }

  var stories: [DeleteStory] { model.schema.entities.map { told.story(of: $0) } }

  package static var writers: Writers {
    [.markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }, .text: { $0.text }]
  }

  package static func parts(of reports: [Self]) -> [Page.Part] {
    EntityReport.parts(
      of: reports.flatMap { report in
        report.model.schema.entities.map { EntityReport(of: $0, report.told) }
      })
  }

  /// A line for each entity, which begins with its name and a colon.
  private var text: String {
    stories.map { "\($0.name): \($0.verdict)".singleLine + "\n" }.joined()
  }
}

package struct EntityReport: AnswerReport {
  let model: Model
  /// The ordinary delete.
  let story: DeleteStory
  let batch: DeleteStory
  /// The calls in the app's code that delete an object of the entity.
  let calls: [DeleteCall]
  /// The unresolved calls, and the code that could not be read, which may delete one, too.
  let unresolved: [Location]
  /// The titles of the findings of `check` about objects that the delete leaves unreachable.
  package var orphans: [String] = []

  package init(
    of entity: EntityID, _ stories: DeleteStories, calledBy calls: [DeleteCall] = [],
    perhapsAt unresolved: [Location] = []
  ) {
    self.init(
      stories.model, stories.story(of: entity), stories.story(of: entity, by: .batchDelete),
      calledBy: calls, perhapsAt: unresolved)
  }

  /// Reports what one call deletes, after what the code around it does.
  package init(of entity: EntityID, _ stories: DeleteStories, at call: DeleteCall) {
    let story = stories.story(of: entity, at: call)
    let isBatch = call.kind == .batchDelete
    self.init(
      stories.model, isBatch ? stories.story(of: entity) : story,
      isBatch ? story : stories.story(of: entity, by: .batchDelete), calledBy: [call])
  }

  private init(
    _ model: Model, _ story: DeleteStory, _ batch: DeleteStory, calledBy calls: [DeleteCall],
    perhapsAt unresolved: [Location] = []
  ) {
    self.model = model
    self.story = story
    self.batch = batch
    self.calls = calls
    self.unresolved = unresolved
  }

  package init(of entity: EntityID, _ stories: DeleteStories, in code: ModelCalls) {
    let model = stories.model
    // An object of a base entity may be one of this entity.
    let lineage = model.schema.lineage(of: entity)
    let deletes = code.calls.filter { $0.kind == .delete || $0.kind == .batchDelete }
    self.init(
      of: entity, stories,
      calledBy: deletes.filter { call in
        call.allEntities.compactMap(model.schema.entity).contains { deleted in
          deleted == entity || !call.sparesSubentities && lineage.contains(deleted)
        }
          && (call.models.isEmpty || call.models.contains { code.models[$0].place == model.place })
      },
      perhapsAt: (code.gaps.map(\.location)
        + deletes.filter { !$0.isResolved && $0.mayDelete(entity, in: model.schema) }.map(
          \.location))
        .sorted())
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json },
      .mermaid: { $0.diagram.mermaid },
      .dot: { $0.diagram.dot }, .svg: { $0.diagram.svg },
    ]
  }
}

/// The effects of deleting each of some objects, by name; a diagram shows exactly one.
package struct InstancesReport: AnswerReport {
  let effects: [InstanceEffects]
  let entity: String
  let model: Model

  package init(_ effects: [InstanceEffects], of entity: EntityID, in model: Model) {
    self.effects = effects
    self.entity = model.schema.declaration(of: entity).name
    self.model = model
  }

  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json },
      .mermaid: { $0.diagram.mermaid },
      .dot: { $0.diagram.dot }, .svg: { $0.diagram.svg },
    ]
  }
}

extension InstancesReport {
  /// The text, and a picture where there is one object.
  package static func parts(of reports: [Self]) -> [Page.Part] {
    let bodies = reports.enumerated().map { number, report -> HTML in
      let text = report.page.html(headingsFrom: 2)
      if report.effects.count != 1 { return text }
      return report.diagram.figure(id: "o\(number)", description: report.entity) + text
    }
    return [Page.Part(id: "report", title: "Report", body: bodies.joined())]
  }
}

/// The differences between the deletes of two models, or of two states of a project.
///
/// The markdown for two models is empty if no delete differs.
package struct ChangesReport: Report {
  package let changes: ProjectChanges
  /// The changes to the calls in the code; nil if calls are not compared.
  package let calls: CallChanges?
  let callWords: (old: CallWords, new: CallWords)
  let revisions: Revisions?
  package let unread: [ModelFinding]
  /// A function that maps a path relative to the working directory to the service's path of the
  /// file.
  package var wayToFile: @Sendable (String) -> String = { $0 }

  package struct Revisions: Sendable {
    let old: String
    /// Nil for the files as they are on disk.
    let new: String?

    package init(from old: String, to new: String?) {
      self.old = old
      self.new = new
    }
  }

  package init(_ changes: ProjectChanges, without unread: [ModelFinding] = []) {
    self.changes = changes
    calls = nil
    callWords = (CallWords(by: []), CallWords(by: []))
    revisions = nil
    self.unread = unread
  }

  /// Reports the changes of a project.
  package init(
    _ changes: ProjectChanges, between revisions: Revisions, calls: CallChanges,
    told stories: (old: [DeleteStories], new: [DeleteStories]), without unread: [ModelFinding]
  ) {
    self.changes = changes
    self.calls = calls
    callWords = (CallWords(by: stories.old), CallWords(by: stories.new))
    self.revisions = revisions
    self.unread = unread
  }

  package static var writers: Writers {
    [
      .markdown: { $0.comment.markdown },
      .text: { Screen(width: 1_000_000, hasColours: false).text(of: $0.page) }, .html: { $0.html },
      .json: { $0.json }, .github: { $0.githubAnnotations },
      .mermaid: { $0.diagrams.map(\.mermaid).joined(separator: "\n") },
      .dot: { $0.diagrams.map(\.dot).joined(separator: "\n") },
      .svg: { $0.diagrams.map(\.svg).joined(separator: "\n") },
    ]
  }
}

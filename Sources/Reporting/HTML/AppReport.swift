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

  /// Puts together what was found out about some models.
  ///
  /// - Parameters:
  ///   - models: The models.
  ///   - range: The releases of which is told what deletes do.
  ///   - findings: What will hurt.
  ///   - calls: What the code deletes.
  ///   - changes: What deletes do differently since a revision; nil where that is not asked for.
  ///   - unread: What could not be read.
  package init(
    _ models: [Model], on range: ReleaseRange?, findings: CheckRun, calls: ModelCalls,
    changes: ChangesReport?, without unread: [ModelFinding]
  ) {
    title = "Deletes of \(models.map(\.title).listed())"
    self.models = ModelReport(models, on: range, without: unread)
    deletes = models.flatMap { model -> [EntityReport] in
      let own = calls.calls.filter { call in
        call.model.map { calls.models[$0].place } == model.place
      }
      let byEntity = own.grouped { $0.entity ?? "" }
      let names = KindNames(in: model.schema)
      return EntityEffects.all(in: model.schema, on: range).map { effects in
        let name = model.schema.declaration(of: effects.entity).name
        return EntityReport(effects, in: model, calledBy: byEntity[name] ?? [], naming: names)
      }
    }
    self.findings = findings
    self.calls = CallsReport(calls, on: range)
    self.changes = changes
    matrices = ModelMatricesReport(
      models.map { model in
        let matrix = ModelMatrix(model, on: range)
        return ModelMatrixReport(matrix, matrix.run())
      })
  }

  package static var writers: Writers { [.html: { $0.html }] }

  package var page: Prose { "\(Prose.heading(1, title.prose))\n" }

  package var parts: [Page.Part] {
    let anchors = PageAnchors(deletes)
    return models.parts(anchors) + EntityReport.parts(of: deletes, anchors)
      + findings.parts(anchors) + calls.parts(anchors) + (changes?.parts ?? [])
      + matrices.parts
  }
}

/// The bundled matrices, cell by cell, and who observed what, on one page.
package struct MatricesReport: Report {
  private let run: MatrixRun
  private let coverage: CoverageReport

  /// Puts together the cells and who saw them.
  package init(_ run: MatrixRun, _ coverage: Coverage) {
    self.run = run
    self.coverage = CoverageReport(coverage)
  }

  package static var writers: Writers { [.html: { $0.html }] }

  package var page: Prose { run.page }

  package var parts: [Page.Part] {
    let page = coverage.page
    let body: HTML = "<h2>\(page.title ?? "")</h2>\n\(page.untitled.html(headingsFrom: 2))"
    return run.parts + [Page.Part(id: "coverage", title: "Coverage", body: body)]
  }
}

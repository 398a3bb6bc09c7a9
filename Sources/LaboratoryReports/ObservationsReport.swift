import Conformance
import DeleteMatrix
import ObjectGraph
import Probes
import Reporting
import Scenarios
import SourceText

/// A report on the observations of probes that marks the new ones.
package struct ObservationsReport: Report {
  private let observations: Observations
  /// Whether the files are written, rather than described.
  private let isWritten: Bool

  package static var writers: Writers {
    [.markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }]
  }

  package init(_ observations: Observations, isWritten: Bool) {
    self.observations = observations
    self.isWritten = isWritten
  }

  package var page: Prose {
    let title: Prose = "\(Prose.heading(1, "What the probes observed"))\n"
    let parts = [
      title, files, disagreements, decisions, findings, otherwise, reopened, asked, leftOut,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var files: Prose {
    var table = Table(header: [isWritten ? "written" : "would be written", "cells", "new"])
    for file in observations.files {
      table.rows.append([file.name.prose, "\(file.cellCount)".prose, "\(file.newCount)".prose])
    }
    return Prose(table)
  }

  /// The observations that contradict other observations or the predictions.
  private var disagreements: Prose {
    list(
      "Not as predicted (mismatch)", observations.mismatches.map { ($0.cell.id, $0.account) })
      + list(
        "Differs from another observation on the same release (conflict)",
        observations.conflicts.map { ($0.cell.id, $0.account) })
      + list(
        "Not as another run saw it there",
        observations.differing.map { ($0.id, $0.reason) })
  }

  private var decisions: Prose {
    if observations.decisions.isEmpty { return "" }
    var text: Prose = "\(Prose.heading(2, "Behaviours that nobody knew of there"))\n\n"
    for decision in observations.decisions {
      let cells = "\(decision.cells.count) \(decision.cells.count == 1 ? "cell" : "cells")"
      text += "- \(decision.behaviour.prose) on \(decision.release.prose): "
      guard let happens = decision.happens, let line = decision.line else {
        text += "\(cells) disagree, so it is not what makes the difference\n"
        continue
      }
      text += "\(happens ? "happens" : "does not happen"), by \(cells). "
      text += "Add to its \(code: "seen") in releases.json: \(code: line.prose)\n"
    }
    return text
  }

  private var findings: Prose {
    let found = observations.runs.filter { !$0.findings.isEmpty }
    if found.isEmpty { return "" }
    var table = Table(header: ["experiment", "where", "found"])
    for run in found {
      for finding in run.findings {
        table.rows.append([finding.experiment.prose, run.title.prose, finding.words.prose])
      }
    }
    return "\(Prose.heading(2, "What experiments found"))\n\n" + Prose(table)
  }

  private var otherwise: Prose {
    list(
      "Resolved otherwise than from the source",
      observations.runs.flatMap { run in run.resolvedOtherwise.map { (run.title, $0) } })
  }

  private var reopened: Prose {
    list(
      "Otherwise once the store was opened anew",
      observations.runs.flatMap { run in
        run.changedByReopening.map { ("\(run.title), \($0.id)", $0.reason) }
      })
  }

  private var asked: Prose {
    let count = observations.runs.reduce(0) { $0 + $1.askedCount }
    if count == 0 { return "" }
    let cells = list(
      "Asked otherwise of a store that only records",
      observations.runs.flatMap { run in
        run.askedOtherwise.map { ("\(run.title), \($0.id)", $0.reason) }
      })
    return cells + "\(count) cells were also done on a store that only records.\n"
  }

  private var leftOut: Prose {
    let skipped = observations.runs.reduce(0) { $0 + $1.skippedCount }
    let cells = list(
      "Not taken",
      observations.runs.flatMap { run in
        run.leftOut.map { ("\(run.title), \($0.id)", $0.reason) }
      })
    return cells
      + (skipped == 0 ? "" : "\(cells.isEmpty ? "" : "\n")\(skipped) cells were not asked.\n")
  }

  private func list(_ title: Prose, _ items: [(String, String)]) -> Prose {
    if items.isEmpty { return "" }
    let lines = items.map { name, words -> Prose in "- \(name.prose): \(words.prose)\n" }
    return "\(Prose.heading(2, title))\n\n" + lines.joined(separator: "") + "\n"
  }

  private var json: String {
    JSONText.object([
      (
        "files",
        .array(
          observations.files.map { file in
            .object([
              ("name", .string(file.name)), ("cells", .integer(file.cellCount)),
              ("new", .integer(file.newCount)),
            ])
          })
      ),
      ("mismatches", .strings(observations.mismatches.map(\.cell.id))),
      ("conflicts", .strings(observations.conflicts.map(\.cell.id))),
      ("differing", .strings(observations.differing.map(\.id))),
      (
        "behaviours",
        .array(
          observations.decisions.map { decision in
            .object([
              ("behaviour", .string(decision.behaviour)), ("on", .string(decision.release)),
              ("happens", decision.happens.map { .bool($0) } ?? .null),
              ("cells", .strings(decision.cells)),
            ])
          })
      ),
      ("asked", .integer(observations.runs.reduce(0) { $0 + $1.askedCount })),
      ("askedOtherwise", .strings(observations.runs.flatMap { $0.askedOtherwise.map(\.id) })),
      ("leftOut", .strings(observations.runs.flatMap { $0.leftOut.map(\.id) })),
    ]).line + "\n"
  }
}

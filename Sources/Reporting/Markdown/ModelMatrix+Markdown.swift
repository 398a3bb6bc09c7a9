import DeleteMatrix
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension ModelMatrixReport {
  /// The table, what takes links apart, a legend, and what differs from a recording.
  var markdown: String {
    let framework = Framework.named(matrix.framework)
    let title = "# What a delete does: \(matrix.model.markdown) (\(matrix.framework.title))\n"
    if run.sections.isEmpty {
      return "\(title)\nThe model has no relationship; a delete takes only its own object.\n"
        + (hasRecording ? "\n\(summary)" : "")
    }
    let parts = [title, table.text, lines, legend(framework), summary]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var table: MarkdownTable {
    let verdict = hasRecording ? ["verdict"] : []
    var table = MarkdownTable(
      header: ["left", "rule", "right", "rule", "delete left", "delete right"] + verdict)
    let pairings = Dictionary(
      matrix.pairings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for section in run.sections {
      let deletes = section.results.filter { Summary.Group($0.cell) == .deletes }
      guard let first = section.results.first, let sides = section.sides else { continue }
      let rules = (first.cell.tableEntry?.rules ?? []).map { $0?.markdown ?? "–" }
      let outcomes = pairings[section.name].map { pairing in
        pairing.sides.map { side in
          deletes.first { $0.cell.tableEntry?.operation == .delete([side.object]) }
            .map { "\(side.object): \($0.outcomeWords)".markdown } ?? ""
        }
      }
      var row = [sides[0].markdown, rules[0], sides[1].markdown, rules[1]]
      row += outcomes ?? ["", ""]
      if hasRecording { row.append(self.verdict(of: section.results)) }
      table.rows.append(row)
    }
    return table
  }

  private func verdict(of results: [CellResult]) -> String {
    if results.contains(where: \.verdict.isFailure) { return "**mismatch**" }
    return results.allSatisfy { $0.verdict == .match } ? "match" : "not recorded"
  }

  private var lines: String {
    var text = ""
    let unlinked = results(.unlinkedDeletes)
    if !unlinked.isEmpty {
      text += line("Unlinked, a delete takes only its own object", unlinked) {
        $0.effect == .ok && $0.deleted == $0.requested && $0.dangling.isEmpty
      }
    }
    let removals = results(.removals)
    if !removals.isEmpty {
      text += line("Taking an object out ends the link and deletes nothing", removals) {
        $0.effect == .ok && $0.deleted.isEmpty && !$0.nullified.isEmpty
      }
    }
    if !matrix.leftOut.isEmpty {
      text += "- Left out, because no object can be on one of the sides: "
      text += "\(matrix.leftOut.listed().markdown).\n"
    }
    return text
  }

  private func results(_ group: Summary.Group) -> [CellResult] {
    run.results.filter { Summary.Group($0.cell) == group }
  }

  private func line(
    _ title: String, _ results: [CellResult], isUsual: (Outcome) -> Bool
  ) -> String {
    let unusual = results.filter { !($0.predicted.map(isUsual) ?? false) }
    let exceptions = unusual.map { "  - \("\($0.cell.id): \($0.outcomeWords)".markdown)\n" }
    let end = exceptions.isEmpty ? "." : ", except:"
    return "- \(title): tried \(results.count) times\(end)\n" + exceptions.joined()
  }

  private func legend(_ framework: Framework) -> String {
    let dangling =
      framework.danglingRead == .traps
      ? "*traps*: reading through the reference traps."
      : "*cannot be fulfilled*: the reference leads to an object that is gone."
    return """
      Each side's rule speaks about deleting that side's object; ★ marks the default, – a side
      without a relationship. A row knows its own relationship only; `deleterules explain` looks at
      all that an object has. *takes Y along*: a cascade deletes Y too. *refused*: the save fails.
      \(dangling)

      """
  }

  private var summary: String {
    guard hasRecording else { return "" }
    let failures = run.results.filter(\.verdict.isFailure)
    let count = failures.count + matrix.problems.count
    var text = "## Against the recording\n\n"
    if count == 0 { return text + "Everything is as recorded.\n" }
    for result in failures {
      text += "- \(result.cell.id.markdown): \(result.account.markdown)\n"
    }
    for problem in matrix.problems {
      text += "- \(problem.pairing.markdown) \(problem.message)\n"
    }
    return text
  }
}

extension ComparisonReport {
  private var count: String {
    let differing = comparison.lines.filter(\.differs).count
    return "\(differing) of \(comparison.lines.count) cells differ."
  }

  /// One table for people; ends with a line break.
  var markdown: String {
    var table = MarkdownTable(
      header: ["pairing", "left rule", "right rule", "operation", "SwiftData", "Core Data"])
    for line in lines {
      let cell = line.swiftData.cell
      table.rows.append(
        [cell.group.markdown] + (cell.tableEntry?.rules ?? []).map { $0?.markdown ?? "–" }
          + [cell.title.markdown, words(line.swiftData), words(line.coreData)])
    }
    return "# SwiftData beside Core Data\n\n" + (lines.isEmpty ? "" : table.text + "\n")
      + "\(count)\n"
  }

  private func words(_ result: CellResult) -> String {
    (result.outcomeWords + (result.predicted == nil ? " (error)" : "")).markdown
  }
}

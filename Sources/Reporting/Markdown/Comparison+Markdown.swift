import CompiledOnce
import DeleteMatrix
import ObjectGraph
import Scenarios

extension ComparisonReport {
  /// The comparison as a table for people, ending with a line break.
  package var page: Prose {
    var table = Table(
      header: ["pairing", "left rule", "right rule", "operation"] + sides.map(\.prose))
    for line in lines {
      let cell = line.one.cell
      let rules = cell.operation == nil ? ["", ""] : cell.rules.map { $0?.prose ?? "–" }
      table.rows.append(
        [cell.group.prose] + rules + [cell.title.prose, words(line.one), words(line.other)])
    }
    return "\(Prose.heading(1, title))\n\n" + (lines.isEmpty ? "" : Prose(table) + "\n")
      + "\(count)\n"
  }

  private var title: Prose {
    let (one, other) = (comparison.one, comparison.other)
    return comparison.isOfReleases
      ? "\(one.framework.title) on \(sides[0]) beside \(sides[1])"
      : "\(sides[0]) beside \(sides[1])\(one.range == other.range ? one.range.place : "")"
  }

  private var sides: [String] {
    [comparison.one, comparison.other].map { side in
      comparison.isOfReleases ? side.range?.words ?? "" : side.framework.title
    }
  }

  private var count: String {
    let differing = comparison.lines.count(where: \.differs)
    let uncertain = comparison.lines.count(where: \.isUncertain)
    let what = comparison.lines.contains { $0.one.cell.operation == nil } ? " and steps" : ""
    let verb = uncertain == 1 ? "rests" : "rest"
    let remark =
      uncertain > 0 ? "; \(uncertain) \(verb) on behaviour that is not confirmed there" : ""
    return "\(differing) of \(comparison.lines.count) cells\(what) differ\(remark)."
  }

  private func words(_ result: CellResult) -> Prose {
    (result.outcomeWords + (result.possible.isEmpty ? " (error)" : "")).prose
  }
}

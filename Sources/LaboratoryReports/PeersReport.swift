import Conformance
import DeleteMatrix
import ObjectGraph
import Reporting
import Scenarios
import SourceText

/// A comparison of several implementations on the same cells.
package struct PeersReport: Report {
  let runs: [ConformanceRun]

  package init(_ runs: [ConformanceRun]) {
    self.runs = runs.sorted { $0.greeting.identity.title < $1.greeting.identity.title }
  }

  package static var writers: Writers { [.markdown: { $0.markdown }, .html: { $0.html }] }

  package var page: Prose {
    var table = Table(
      header: ["implementation", "language", "asked", "agree", "differ", "no verdict", "skipped"])
    for run in runs {
      let identity = run.greeting.identity
      let asked = run.results.count { $0.verdict != .skipped }
      let differing = run.differing.count
      let agreeing = run.results.count { $0.verdict == .match || $0.verdict == .staleDeviation }
      let counts = [
        asked, agreeing, differing, asked - agreeing - differing, run.results.count - asked,
      ]
      table.rows.append(
        [identity.title.prose, identity.language.prose] + counts.map { "\($0)".prose })
    }
    var parts: [Prose] = [
      "\(Prose.heading(1, "Who does what on the same cells"))\n", Prose(table),
    ]
    for run in runs where !run.differing.isEmpty {
      var classes = Table(header: ["predicted", "seen", "cells", "for example"])
      for part in run.classes {
        classes.rows.append([
          part.predicted.prose, part.seen.prose, "\(part.results.count)".prose,
          part.example.prose,
        ])
      }
      parts.append("\(Prose.heading(2, run.greeting.identity.title.prose))\n")
      parts.append(Prose(classes))
    }
    return parts.joined(separator: "\n")
  }
}

extension ConformanceRun {
  /// The results that differ from every observation and prediction.
  fileprivate var differing: [ConformanceResult] {
    results.filter { $0.verdict == .mismatch || $0.verdict == .knownDeviation }
  }

  /// The differing results, grouped by the predicted and the observed outcome.
  fileprivate var classes:
    [(predicted: String, seen: String, results: [ConformanceResult], example: String)]
  {
    let groups = Dictionary(grouping: differing) { result in
      let (mine, theirs) = (result.possible, result.observed)
      let difference = mine.first.flatMap { mine in theirs.map { mine.difference(from: $0) } } ?? ""
      let effects = mine.reduce(into: [String]()) { found, outcome in
        if !found.contains(outcome.effect.rawValue) { found.append(outcome.effect.rawValue) }
      }
      return [
        effects.listed("or"),
        (theirs?.effect?.rawValue ?? "") + (difference.isEmpty ? "" : ", \(difference)"),
      ]
    }
    return groups.sorted {
      ($1.value.count, $0.key[0], $0.key[1]) < ($0.value.count, $1.key[0], $1.key[1])
    }
    .map { key, results in
      let smallest = results.min {
        ($0.cell.scenario.size, $0.cell.id) < ($1.cell.scenario.size, $1.cell.id)
      }
      let example = smallest.map { "\($0.cell.id): \($0.comparisonWords)" } ?? ""
      return (key[0], key[1], results, example)
    }
  }
}

extension Outcome {
  /// Returns the differences from an observed state, except for its effect.
  fileprivate func difference(from other: ObservedState) -> String {
    var parts: [String] = []
    let others = other.kept ?? []
    if others != kept { parts.append(others.count > kept.count ? "more stays" : "less stays") }
    if (other.dangling ?? []) != dangling && other.effect == effect {
      parts.append("other dangling")
    }
    if (other.references ?? []) != references && parts.isEmpty { parts.append("other references") }
    return parts.joined(separator: ", ")
  }
}

extension Scenario {
  fileprivate var size: Int {
    objects.count + links.count + steps.count
      + entities.reduce(0) { $0 + $1.relationships.count }
  }
}

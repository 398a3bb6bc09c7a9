import Conformance
import DeleteMatrix
import ObjectGraph
import Reporting
import Scenarios
import SourceText

/// A report on how an implementation answers the cells of the matrices.
extension ConformanceRun: Report {
  package static var writers: Writers {
    [
      .markdown: { $0.markdown }, .html: { $0.html }, .json: { $0.json }, .junit: { $0.junit },
      .badge: { $0.badge },
    ]
  }

  package var page: Prose {
    let parts: [Prose] = [
      "\(Prose.heading(1, "\(greeting.identity.title.prose) against the matrices"))\n",
      "\(counts)\n", Prose(table), differences, exceptions,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The number of cells that agree with an observation, with a prediction, and so on.
  private var counts: Prose {
    let agreeing = results.filter { $0.verdict == .match }
    let observed = agreeing.count { $0.agreesWithObserved == true }
    var parts: [Prose] = [
      "\(results.count.cells): \(observed) as observed",
      "\(agreeing.count - observed) as predicted",
    ]
    for verdict in Verdict.ofImplementations where verdict != .match {
      let count = count(verdict)
      if count > 0 || verdict == .mismatch { parts.append("\(count) \(verdict.words.prose)") }
    }
    return parts.joined(separator: ", ") + "."
  }

  /// A line for each pairing, and one for all scenarios.
  private var table: Table {
    var table = Table(header: ["cells of", "cells", "observed", "predicted", "differ", "skipped"])
    var order: [String] = []
    var groups: [String: [ConformanceResult]] = [:]
    for result in results {
      let isChance = result.cell.group.hasPrefix("random/")
      let name =
        result.cell.operation == nil
        ? (isChance ? "random scenarios" : "scenarios")
        : "\(result.cell.scenario.framework.title) \(result.cell.group)"
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(result)
    }
    for name in order {
      let results = groups[name] ?? []
      let agreeing = results.filter { $0.verdict == .match }
      let observed = agreeing.count { $0.agreesWithObserved == true }
      let skipped = results.count { $0.verdict == .skipped }
      let counts = [
        results.count, observed, agreeing.count - observed,
        results.count - agreeing.count - skipped, skipped,
      ]
      table.rows.append([name.prose] + counts.map { "\($0)".prose })
    }
    return table
  }

  /// The differences, with the smallest scenario that shows each.
  private var differences: Prose {
    let differing = results.filter { $0.verdict != .match && $0.verdict != .skipped }
    if differing.isEmpty { return "" }
    var text: Prose = "\(Prose.heading(2, "What differs"))\n\n"
    for result in differing {
      text += "- \(result.verdict.words.prose) \(result.cell.name.prose): "
      text += result.observed == nil ? (result.reason ?? "").prose : result.comparisonWords.prose
      text += "\n"
      if let shrunk = result.shrunk, let words = result.shrunkWords {
        text += "  smallest: \(shrunk.brief.prose) — \(words.prose)\n"
      }
    }
    return text
  }

  /// The skipped cells, by the capability they need, and the entries for known differences that
  /// match no cell.
  private var exceptions: Prose {
    var text: Prose = ""
    let skipped = Dictionary(grouping: results.filter { $0.verdict == .skipped }) {
      $0.reason ?? ""
    }
    if !skipped.isEmpty {
      var table = Table(header: ["skipped", "cells"])
      for reason in skipped.keys.sorted() {
        table.rows.append([reason.prose, "\(skipped[reason]?.count ?? 0)".prose])
      }
      text += Prose(table)
    }
    for entry in unusedEntries {
      text += "- \(entry.location.description.prose): known of no cell: \(entry.pattern.prose)\n"
    }
    return text
  }

  package var failures: [String] {
    let cells = results.filter(\.verdict.isFailure).map {
      "\($0.cell.location): error: \($0.verdict.words) in \($0.cell.name): "
        + ($0.observed == nil ? $0.reason ?? "" : $0.comparisonWords)
    }
    let unused = unusedEntries.map {
      "\($0.location): error: '\($0.pattern)' means no cell that was asked; remove the entry"
    }
    return (cells + unused).map(\.singleLine) + (results.isEmpty ? ["no cell was asked"] : [])
  }

  private var json: String {
    let cells = results.map { "  \($0.json.line)" }.joined(separator: ",\n")
    let summary = JSONText.object(
      Verdict.ofImplementations.map { ($0.rawValue, .integer(count($0))) })
    return """
      {"implementation":\(greeting.identity.json.line),
      "cells":[
      \(cells)
      ],
      "summary":\(summary.line)}

      """
  }

  private var junit: String {
    let failures = results.count { $0.verdict == .mismatch || $0.verdict == .staleDeviation }
    let errors = results.count { $0.verdict == .error } + unusedEntries.count
    let skipped = results.count { !$0.verdict.isFailure && $0.verdict != .match }
    let counts =
      "tests=\"\(results.count + unusedEntries.count)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\" skipped=\"\(skipped)\""
    let name = greeting.identity.title.xml
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"deleterules conform\" \(counts)>\n"
    text += "  <testsuite name=\"\(name)\" \(counts)>\n"
    for result in results {
      let group = "\(result.cell.scenario.framework.rawValue).\(result.cell.group)".xml
      text += "    <testcase classname=\"\(group)\" name=\"\(result.cell.id.xml)\""
      let words = result.observed == nil ? result.reason ?? "" : result.comparisonWords
      let message = "\(result.verdict.words): \(words)".xml
      switch result.verdict {
      case .match: text += "/>\n"
      case .mismatch, .staleDeviation: text += "><failure message=\"\(message)\"/></testcase>\n"
      case .error: text += "><error message=\"\(message)\"/></testcase>\n"
      case .knownDeviation, .skipped, .indeterminate, .unobserved, .conflict:
        text += "><skipped message=\"\(message)\"/></testcase>\n"
      }
    }
    for entry in unusedEntries {
      text += "    <testcase classname=\"known\" name=\"\(entry.pattern.xml)\">"
      text += "<error message=\"means no cell that was asked\"/></testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// The badge, as JSON for shields.io.
  private var badge: String {
    let asked = results.count { $0.verdict != .skipped }
    let agreeing = count(.match)
    let observed = results.count { $0.verdict == .match && $0.agreesWithObserved == true }
    let message =
      agreeing == asked
      ? "\(observed) observed, \(agreeing - observed) predicted" : "\(agreeing) of \(asked)"
    let colour = isFailure ? "red" : agreeing == asked ? "brightgreen" : "yellow"
    return JSONText.object([
      ("schemaVersion", .integer(1)), ("label", "delete rules"),
      ("message", .string(message)), ("color", .string(colour)),
    ]).line + "\n"
  }
}

extension Cell {
  /// The id, which both frameworks have, with the framework.
  fileprivate var name: String { "\(id) (\(scenario.framework.title))" }
}

extension ConformanceResult {
  fileprivate var json: JSONText {
    var agreesWith: [String] = []
    if agreesWithObserved == true { agreesWith.append("observed") }
    if agreesWithPrediction { agreesWith.append("predicted") }
    return .stating([
      ("id", .string(cell.id)), ("framework", .string(cell.scenario.framework.rawValue)),
      ("pairing", .string(cell.group)),
      ("rules", .array(cell.rules.map { .nullable($0?.rawValue) })),
      ("predicted", JSONText(reportingOneOf: possible)),
      ("observed", observed.map { JSONText(reportingSeen: $0) } ?? .null),
      ("agreesWith", .strings(agreesWith)), ("verdict", .string(verdict.rawValue)),
      ("reason", reason.map { .string($0) }),
      (
        "shrunk",
        shrunk.map { scenario in
          JSONText(
            ScenarioFile(
              name: cell.id, title: shrunkWords ?? cell.id, scenario: scenario, observations: [:]))
        }
      ),
    ])
  }
}

extension Identity {
  /// Its name and version.
  package var title: String { "\(name) \(version)" }

  fileprivate var json: JSONText {
    .stating([
      ("name", .string(name)), ("version", .string(version)), ("language", .string(language)),
      ("framework", .string(framework?.rawValue ?? "other")),
      ("system", system.map { .string($0.words) }), ("store", store.map { .string($0) }),
    ])
  }
}

extension Int {
  fileprivate var cells: Prose { self == 1 ? "1 cell" : "\(self) cells" }
}

extension Scenario {
  /// The scenario in a line: its relationships, its links and its steps.
  package var brief: String {
    let relationships = entities.flatMap { entity in
      entity.relationships.map { relationship -> String in
        var words = [relationship.deleteRule.rawValue]
        if relationship.isToMany { words.append("to many") }
        if !relationship.isOptional && !relationship.isToMany { words.append("mandatory") }
        if relationship.minCount > 0 && relationship.isToMany {
          words.append("at least \(relationship.minCount)")
        }
        let inverse =
          if case .named(let name) = relationship.inverse { ", inverse \(name)" } else { "" }
        return "\(entity.name).\(relationship.name) (\(words.joined(separator: ", "))\(inverse))"
      }
    }
    let links = links.map { "\($0.source).\($0.relationship) holds \($0.destination)" }
    let parts = [relationships, links, steps.map(\.action.brief)]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: "; ")
  }
}

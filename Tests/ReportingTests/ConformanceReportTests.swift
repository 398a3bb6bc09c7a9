import Conformance
import DeleteMatrix
import Foundation
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import LaboratoryReports
@testable import Reporting

@Suite("Does each report on an implementation count the same results?")
struct ConformanceReportTests {
  /// The engine, but for one rule that it cannot replay.
  private struct PartialEngine: Implementation {
    func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
      let rules = scenario.entities.flatMap(\.relationships).map(\.deleteRule)
      return rules.contains(.noAction)
        ? looks.map { _ in .failure(ReplayError("no such rule")) }
        : ObjectGraphEngine().answers(to: scenario, at: looks)
    }
  }

  private static let run = Result {
    let greeting = Greeting(
      Identity(name: "partial", version: "1", language: "Swift", framework: .swiftData),
      capabilities: Set(Capability.allCases).subtracting([.deny]), isShared: true)
    let file = try PairingText(stated: outcome("[\"A1\", \"B1\"]")).file
    let loop = AdapterLoop(PartialEngine(), as: greeting)
    let suite = try ConformanceSuite(MatrixSuite([file]), for: greeting)
    let text = #"{"known": [{"cells": "Z-Z", "reason": "none is called so"}]}"#
    let known = try KnownDeviations(SourceFile(path: "known.json", bytes: Array(text.utf8)))
    return ConformanceRun(
      greeting, suite.results(known: known) { loop.response(to: $0) }, known: known)
  }

  /// How many cells were asked, agree with what somebody observed, agree with the prediction alone,
  /// differ, and were skipped.
  private func counts(_ results: [ConformanceResult]) -> [Int] {
    let matching = results.filter { $0.verdict == .match }
    let skipped = results.count { $0.verdict == .skipped }
    return [
      results.count, matching.count { $0.agreesWithObserved == true },
      matching.count { $0.agreesWithObserved != true },
      results.count { ![.match, .skipped].contains($0.verdict) }, skipped,
    ]
  }

  @Test("The table has asked, observed, predicted, differing and skipped cells in its columns")
  func table() throws {
    let run = try Self.run.get()
    let counts = counts(run.results)
    #expect(counts[1] == 1 && counts[2] > 1 && counts[3] > 0 && counts[4] > 0, "\(counts)")
    let row = try #require(
      run.markdown.split(separator: "\n").first { $0.contains("SwiftData A-B") })
    let cells = row.split(separator: "|").dropFirst().compactMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    #expect(cells == counts)
    #expect(
      run.markdown.contains(
        "\(counts[0]) cells: \(counts[1]) as observed, \(counts[2]) as predicted"))
  }

  @Test("JSON, JUnit and the badge count the same")
  func formats() throws {
    let run = try Self.run.get()
    let counts = counts(run.results)
    let text = try #require(run.text(as: .json))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let summary = try #require(json["summary"] as? [String: Int])
    for verdict in Verdict.ofImplementations {
      #expect(summary[verdict.rawValue] == run.results.count { $0.verdict == verdict })
    }
    let cells = try #require(json["cells"] as? [[String: Any]])
    #expect(cells.map { $0["id"] as? String } == run.results.map(\.cell.id))
    #expect(cells.map { $0["verdict"] as? String } == run.results.map(\.verdict.rawValue))
    let agreeing = cells.map { ($0["agreesWith"] as? [String]) ?? [] }
    #expect(agreeing.count { $0.contains("observed") } == counts[1])
    #expect(
      agreeing.map { $0.contains("predicted") } == run.results.map(\.agreesWithPrediction))
    let junit = try #require(run.text(as: .junit))
    try expectSoundCounts(junit)
    // An entry that means no cell is an error as well.
    #expect(run.unusedEntries.count == 1)
    #expect(junit.contains("tests=\"\(counts[0] + 1)\""))
    let badge = try #require(run.text(as: .badge))
    #expect(
      badge.contains("\"\(counts[1] + counts[2]) of \(counts[0] - counts[4])\"")
        && badge.contains("\"red\""))
  }
}

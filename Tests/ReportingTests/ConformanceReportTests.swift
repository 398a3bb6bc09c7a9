import Conformance
import DeleteMatrix
import ExpectedText
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import LaboratoryReports
@testable import Reporting

@Suite("What does each report on an implementation say?")
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

  @Test("Each format is as it is in its file", arguments: [Format.markdown, .json, .junit, .badge])
  func golden(format: Format) throws {
    let text = try #require(try Self.run.get().text(as: format))
    #expect(GoldenFile("conformance.\(format.rawValue)").difference(from: text) == nil)
    if format == .junit { try expectSoundCounts(text) }
  }
}

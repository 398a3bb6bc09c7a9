import BundledRun
import DeleteMatrix
import ObjectGraph
@testable import Scenarios
import Testing

@Suite("Are the other four articles, and what people reported in public, all replayed?")
struct BundledScenarioTests {
  @Test("No step is lost, and only those that decide a rule are unobserved")
  func counts() throws {
    let summary = Summary(try Bundled.scenarioResults())
    #expect(summary.count() == 289)
    #expect(summary.count(.match) == 258)
    #expect(summary.count(.conflict) == 13)
    #expect(summary.count(.knownDeviation) == 5)
    #expect(summary.count(.unobserved) == 13)
  }

  @Test("Each of the four other articles is replayed", arguments: ["001", "002", "003", "004"])
  func article(number: String) throws {
    let names = try Bundled.suite.get().scenarios.map(\.name)
    #expect(names.contains { $0.hasPrefix("\(number)-") })
  }

  @Test("A conflict holds what each source says")
  func conflicts() throws {
    let conflicts = try Bundled.scenarioResults().filter { $0.verdict == .conflict }
    for result in conflicts {
      let sources = Set(result.cell.observations.map(\.source?.id))
      #expect(sources.count > 1 || !result.disputes.isEmpty, "\(result.cell.id)")
    }
    #expect(
      conflicts.map(\.cell.group) == [
        "001-delete-the-parent-published-model", "CD-077", "NR-017", "NR-029", "NR-029", "NR-037",
        "NR-041", "NR-051", "SD-004", "SD-008", "SD-047", "SD-048", "insert-survives-rollback",
      ])
  }
}

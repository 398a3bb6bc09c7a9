import Foundation
import Testing

@Suite("What does --compare show?")
struct CompareTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func lines(_ arguments: String...) throws -> [String] {
    let run = try folder.run(["--compare"] + arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    return run.output.components(separatedBy: "\n")
  }

  @Test("Only the cells in which the frameworks differ, side by side")
  func differences() throws {
    let lines = try lines()
    #expect(lines.first == "# SwiftData beside Core Data")
    let rows = lines.filter { $0.hasPrefix("| C-D ") }
    #expect(rows.count == 16)
    #expect(rows.allSatisfy { $0.contains("| crashes ") })
    #expect(lines.filter { $0.hasPrefix("| ") }.count == 2 + 16)
    #expect(lines.contains("16 of 408 cells differ."))
  }

  @Test("--all shows the other cells too")
  func all() throws {
    let rows = try lines("--all").filter { $0.hasPrefix("| ") }
    #expect(rows.count == 2 + 408)
    #expect(rows.filter { $0.hasPrefix("| Q-R ") }.count == 16 * 6)
  }

  @Test("A part of the cells, and JSON")
  func partAsJSON() throws {
    let run = try folder.run(
      "--compare", "--only", "C-D/deny+deny/delete-C1", "--format", "json")
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    let cell = try #require((json?["cells"] as? [[String: Any]])?.first)
    #expect(cell["id"] as? String == "C-D/deny+deny/delete-C1")
    #expect(cell["differs"] as? Bool == true)
    for (framework, effect) in ["swiftData": "crash", "coreData": "denied"] {
      let predicted = (cell[framework] as? [String: Any])?["predicted"] as? [String: Any]
      #expect(predicted?["effect"] as? String == effect)
    }
    #expect(json?["summary"] as? [String: Int] == ["cells": 1, "differing": 1])
  }

  @Test(
    "What does not go together is said",
    arguments: [
      (["--all"], "'--all' means nothing without '--compare'"),
      (
        ["--compare", "--framework", "coreData"],
        "'--compare' shows both frameworks; leave '--framework' out"
      ),
      (
        ["--compare", "--format", "junit"],
        "'--compare' is written as markdown or json, not junit"
      ),
      (["--compare", "--only", "Q-S"], "no cell fits 'Q-S'; did you mean 'Q-R'?"),
      (["explain", "x", "--compare"], "'--compare' means nothing to 'explain'"),
    ])
  func refusals(arguments: [String], message: String) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("deleterules: error: \(message)\nUsage: "))
  }
}

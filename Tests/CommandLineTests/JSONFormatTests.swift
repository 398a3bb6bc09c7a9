import Foundation
import Testing

@Suite("What does --format json print?")
struct JSONFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let run = try folder.run(arguments + ["--format", "json"])
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
    return try #require(JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any])
  }

  /// The one cell of an id.
  private func cell(_ id: String) throws -> [String: Any] {
    let cells = try #require(json("--only", id)["cells"] as? [[String: Any]])
    #expect(cells.count == 1)
    return try #require(cells.first)
  }

  @Test("124 cells delete a linked object and come out as observed")
  func matches() throws {
    let json = try json()
    #expect(Set(json.keys) == ["cells", "summary"])
    let cells = try #require(json["cells"] as? [[String: Any]])
    let linked = cells.filter { cell in
      let operation = cell["operation"] as? [String: Any]
      return operation?["delete"] != nil && operation?["unlinked"] == nil
    }
    #expect(linked.count == 160)
    #expect(linked.filter { $0["verdict"] as? String == "match" }.count == 124)
    #expect(linked.filter { $0["verdict"] as? String == "unobserved" }.count == 36)
  }

  @Test("The summary counts the article's cells first, and each other kind apart")
  func summary() throws {
    let json = try json()
    let cells = try #require(json["cells"] as? [[String: Any]])
    let summary = try #require(json["summary"] as? [String: Any])
    #expect(summary["match"] as? Int == 124)
    #expect(summary["mismatch"] as? Int == 0)
    #expect(summary["unobserved"] as? Int == 36)
    #expect(summary["derived"] as? Int == 24)
    #expect(summary["pinProblems"] as? [String] == [])
    let unlinked = try #require(summary["unlinkedDeletes"] as? [String: Int])
    #expect(unlinked["match"] == 124)
    let removals = try #require(summary["removals"] as? [String: Int])
    #expect(removals["match"] == 37)
    #expect(removals["unobserved"] == 51)
    let total = try #require(summary["total"] as? [String: Int])
    #expect(
      Set(total.keys) == [
        "match", "mismatch", "unobserved", "conflict", "knownDeviation", "staleDeviation", "error",
      ])
    #expect(total.values.reduce(0, +) == cells.count)
    for (verdict, count) in total {
      #expect(cells.filter { $0["verdict"] as? String == verdict }.count == count)
    }
  }

  @Test("A cell has the keys that other programs rely on")
  func keys() throws {
    let cell = try self.cell("Q-R/cascade+noAction/delete-Q1")
    #expect(cell["id"] as? String == "Q-R/cascade+noAction/delete-Q1")
    #expect(cell["framework"] as? String == "swiftData")
    #expect(cell["pairing"] as? String == "Q-R")
    #expect(cell["rules"] as? [String] == ["cascade", "noAction"])
    #expect(cell["operation"] as? [String: [String]] == ["delete": ["Q1"]])
    #expect(cell["evidence"] as? String == "observed")
    #expect(cell["verdict"] as? String == "match")
    #expect(cell["error"] is NSNull)
    let expected = try #require(cell["expected"] as? [String: Any])
    #expect(expected["deleted"] as? [String] == ["Q1", "R1", "R2"])
    #expect(expected["effect"] as? String == "trapOnRead")
    let predicted = try #require(cell["predicted"] as? [String: Any])
    #expect(predicted["deleted"] as? [String] == ["Q1", "R1", "R2"])
    #expect(predicted["kept"] as? [String] == ["Q2"])
    #expect(predicted["effect"] as? String == "trapOnRead")
    #expect(
      predicted["dangling"] as? [[String]] == [["Q2", "testR", "R1"], ["Q2", "testR", "R2"]])
    #expect(predicted["nullified"] as? [String] == [])
    #expect(predicted["denials"] as? [String] == [])
    #expect(predicted["violations"] as? [String] == [])
    let location = try #require(cell["location"] as? String)
    #expect(location.hasPrefix("Matrices/swiftData/Q-R.json:"))
  }

  @Test("A denial names the object, the relationship and what blocks")
  func denial() throws {
    let cell = try self.cell("Q-R/cascade+deny/delete-Q1")
    let predicted = try #require(cell["predicted"] as? [String: Any])
    #expect(predicted["effect"] as? String == "denied")
    let denials = try #require(predicted["denials"] as? [[String: Any]])
    #expect(denials.map { $0["object"] as? String } == ["R1", "R2"])
    #expect(denials.map { $0["relationship"] as? String } == ["testQ", "testQ"])
    #expect(denials.map { $0["blockers"] as? [String] } == [["Q2"], ["Q2"]])
  }

  @Test("A side without a relationship has null for its rule, an unlinked delete says so")
  func unlinked() throws {
    let cell = try self.cell("A-B/deny+-/unlinked/delete-B1")
    let rules = try #require(cell["rules"] as? [Any])
    #expect(rules.first as? String == "deny")
    #expect(rules.last is NSNull)
    let operation = try #require(cell["operation"] as? [String: Any])
    #expect(operation["delete"] as? [String] == ["B1"])
    #expect(operation["unlinked"] as? Bool == true)
  }

  @Test("A removal names the reference that it takes out")
  func removal() throws {
    let cell = try self.cell("Q-R/deny+deny/remove-R1.testQ-Q1")
    #expect(cell["operation"] as? [String: [String]] == ["remove": ["R1", "testQ", "Q1"]])
    let predicted = try #require(cell["predicted"] as? [String: Any])
    #expect(
      predicted["nullified"] as? [[String]] == [["Q1", "testR", "R1"], ["R1", "testQ", "Q1"]])
  }

  @Test("An unobserved cell expects null, and says whether it is derived")
  func unobserved() throws {
    let derived = try cell("C-D/nullify+cascade/delete-C1")
    #expect(derived["expected"] is NSNull)
    #expect(derived["evidence"] as? String == "derived")
    #expect(derived["verdict"] as? String == "unobserved")
    let unknown = try cell("I-J/nullify+cascade/delete-I1")
    #expect(unknown["expected"] is NSNull)
    #expect(unknown["evidence"] is NSNull)
  }
}

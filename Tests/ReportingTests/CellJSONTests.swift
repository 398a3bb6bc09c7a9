import DeleteMatrix
import Foundation
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("What is said of a cell to programs?")
struct CellJSONTests {
  private func cell(_ step: String, on system: String? = nil) throws -> [String: Any] {
    let run = try scenario(
      "swiftData",
      entities: """
        [{"name": "A", "relationships": [
           {"name": "b", "destination": "B", "deleteRule": "cascade", "inverse": "a"}]},
         {"name": "B", "relationships": [{"name": "a", "destination": "A", "optional": false}]}]
        """,
      objects: "{\"A\": [\"a\"], \"B\": [\"b\"]}", links: "[[\"a\", \"b\", \"b\"]]",
      steps: "[{\"delete\": [\"a\"]}, \(step)]")
    let range = try system.map { try ReleaseRange($0, in: .known()) }
    let file = ScenarioFile(
      name: "s", title: "S", scenario: try #require(run.results.first).cell.scenario,
      observations: [2: try #require(run.results.first).cell.observations])
    let text = MatrixRun(MatrixSuite(scenarios: [file]), by: Runner(on: range)).json
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require((json?["cells"] as? [[String: Any]])?.first)
  }

  private func expected(_ stated: String) throws -> [String: Any] {
    let cell = try cell(
      "{\"read\": [\"b\", \"a\"], \"expect\": {\"evidence\": \"observed\", \"source\": \"one\", "
        + "\"deleted\": null, \"effect\": null\(stated)}}")
    return try #require(cell["expected"] as? [String: Any])
  }

  @Test("What is expected of a read and of isDeleted is there where it is stated")
  func expectations() throws {
    let both = try expected(", \"read\": \"trap\", \"isDeleted\": [\"b\", \"a\"]")
    #expect(both["read"] as? String == "trap")
    #expect(both["isDeleted"] as? [String] == ["a", "b"])
    let neither = try expected("")
    #expect(neither["read"] == nil && neither["isDeleted"] == nil && neither.count == 6)
  }

  @Test(
    "A cell is not known where one of the releases is not, also an older one",
    arguments: [("iOS 17...iOS 26", true), ("iOS 18...iOS 26", false), ("iOS 17", true)])
  func notKnown(system: String, notKnown: Bool) throws {
    let cell = try cell("{\"save\": true, \"expect\": null}", on: system)
    #expect(cell["notKnown"] as? Bool == notKnown)
  }
}

import Scenarios
import ObjectGraph
import Testing

@Suite("What becomes of a scenario whose save is refused?")
struct RefusalTests {
  private static let deny = #"{"delete": ["L"]}"#
  /// A save that expects the list to be gone from view, and refused.
  private static let denied: String = .save(#""deleted": ["L"], "effect": "denied""#)

  @Test("A denied save stays denied until the last blocker is unlinked")
  func unlinkingTheBlockers() throws {
    let scenario = ScenarioText.list(
      "deny", Self.deny, Self.denied, Self.denied, #"{"unlink": ["L", "items", "I1"]}"#,
      Self.denied, #"{"unlink": ["L", "items", "I2"]}"#,
      .save(
        #""deleted": ["L"], "effect": "ok", "#
          + #""nullified": [["I1", "list", "L"], ["I2", "list", "L"]], "dangling": []"#))
    try scenario.expectMatches(4)
    let outcomes = try scenario.run().map { try $0.outcome }
    let items = [["I1", "I2"], ["I1", "I2"], ["I2"]]
    #expect(
      outcomes.prefix(3).map(\.denials)
        == items.map {
          [Outcome.Denial(object: "L", relationship: "items", blockers: $0)]
        })
    #expect(outcomes.last?.denials == [])
  }

  @Test("Deleting the blockers as well lifts the denial, as does giving them to another list")
  func removingTheBlockers() throws {
    let deleting = ScenarioText.list(
      "deny", Self.deny, Self.denied, #"{"delete": ["I1", "I2"]}"#,
      .save(#""deleted": ["L", "I1", "I2"], "effect": "ok", "nullified": [], "dangling": []"#))
    try deleting.expectMatches(2)
    let outcome = try deleting.lastOutcome()
    #expect(outcome.requested == ["I1", "I2", "L"])
    #expect(outcome.forgiven == [NamedLink("L", "items", "I1"), NamedLink("L", "items", "I2")])
    let moving = ScenarioText.list(
      "deny", Self.deny, Self.denied, #"{"set": ["M", "items", ["I1", "I2"]]}"#,
      .save(
        #""deleted": ["L"], "effect": "ok", "#
          + #""nullified": [["I1", "list", "L"], ["I2", "list", "L"]]"#))
    try moving.expectMatches(2)
  }

  @Test("A rollback brings back what the refused save would have deleted")
  func rollback() throws {
    let nothing = #""evidence": "observed", "deleted": [], "effect": "ok", "nullified": []"#
    try ScenarioText.list(
      "deny", Self.deny, Self.denied, #"{"rollback": true, "expect": {\#(nothing)}}"#,
      #"{"save": true, "expect": {\#(nothing)}}"#, #"{"delete": ["L"]}"#, Self.denied
    ).expectMatches(4)
  }

  @Test("A rollback gives up nothing that was saved before")
  func rollbackAfterASave() throws {
    let scenario = ScenarioText.list(
      "cascade", #"{"delete": ["L"]}"#, #"{"save": true}"#, #"{"delete": ["M"]}"#,
      """
      {"rollback": true, "expect": {"evidence": "observed", "deleted": ["L", "I1", "I2"], \
      "effect": "ok"}}
      """)
    try scenario.expectMatches(1)
    let outcome = try scenario.lastOutcome()
    #expect(outcome.kept == ["M"])
    #expect(outcome.requested == ["L"])
    #expect(outcome.cascaded == [NamedLink("L", "items", "I1"), NamedLink("L", "items", "I2")])
  }

  @Test("A cascade of a refused save is no reason for anything once it is unlinked")
  func cascadeOfARefusedSave() throws {
    let scenario = ScenarioText(
      framework: "swiftData",
      entities: """
        {"name": "A", "relationships": [\
        {"name": "b", "destination": "B", "deleteRule": "cascade"}, \
        {"name": "c", "destination": "B", "deleteRule": "deny"}]}, {"name": "B"}
        """,
      objects: #"{"A": ["A1"], "B": ["B1", "B2"]}"#,
      links: #"["A1", "b", "B1"], ["A1", "c", "B2"]"#,
      steps: [
        #"{"delete": ["A1"]}"#,
        .save(#""deleted": ["A1", "B1"], "effect": "denied""#),
        #"{"unlink": ["A1", "b", "B1"]}"#, #"{"set": ["A1", "c", "B1"]}"#,
        .save(#""deleted": ["A1"], "effect": "denied""#),
        #"{"unlink": ["A1", "c", "B1"]}"#,
        .save(#""deleted": ["A1"], "effect": "ok""#),
      ])
    try scenario.expectMatches(3)
    let outcomes = try scenario.run().map { try $0.outcome }
    #expect(outcomes.map(\.cascaded) == [[NamedLink("A1", "b", "B1")], [], []])
    #expect(outcomes.map { $0.denials.flatMap(\.blockers) } == [["B2"], ["B1"], []])
  }

  @Test("A save that leaves an item without its mandatory list is refused until it has another")
  func validation() throws {
    let scenario = ScenarioText.list(
      "nullify", isListOptional: false, #"{"delete": ["L"]}"#,
      .save(#""deleted": ["L"], "effect": "validationFailed""#),
      #"{"set": ["I1", "list", "M"]}"#,
      .save(
        #""deleted": ["L"], "effect": "validationFailed", "#
          + #""nullified": [["I1", "list", "L"], ["I2", "list", "L"]]"#),
      #"{"delete": ["I2"]}"#,
      .save(#""deleted": ["I2", "L"], "effect": "ok", "nullified": [["I1", "list", "L"]]"#))
    try scenario.expectMatches(3)
    let violations = try scenario.run().map { try $0.outcome.violations }
    let missing = ["I1", "I2"].map {
      Outcome.Violation(object: $0, relationship: "list", kind: .missing)
    }
    #expect(violations == [missing, [missing[1]], []])
    #expect(missing.map(\.kind.code.rawValue) == [1570, 1570])
  }

  @Test("Before the save a delete is foretold: who would be refused, and what is out of sight")
  func beforeTheSave() throws {
    let scenario = ScenarioText.list(
      "deny",
      """
      {"delete": ["L"], "expect": {"evidence": "derived", "deleted": ["L"], "effect": "denied", \
      "dangling": [["I1", "list", "L"], ["I2", "list", "L"]]}}
      """,
      """
      {"set": ["L", "items", null], \
      "expect": {"evidence": "derived", "deleted": ["L"], "effect": "ok"}}
      """
    )
    try scenario.expectMatches(2)
  }
}

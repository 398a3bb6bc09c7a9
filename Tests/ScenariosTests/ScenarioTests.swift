import Scenarios
import Testing

@Suite("How are scenarios replayed that are written out in full?")
struct ScenarioTests {
  /// What is expected where nothing is deleted and these references are no longer held.
  private func kept(_ nullified: String) -> String {
    """
    "expect": {"evidence": "observed", "deleted": [], "effect": "ok", \
    "nullified": [\(nullified)], "dangling": []}
    """
  }

  @Test("Linking, unlinking and setting keep both sides true and delete nothing, whatever the rule")
  func editing() throws {
    let one = #"["I1", "list", "L"], ["L", "items", "I1"]"#
    let both =
      #"["I1", "list", "L"], ["I2", "list", "L"], ["L", "items", "I1"], ["L", "items", "I2"]"#
    let other = #"["I2", "list", "L"], ["L", "items", "I2"]"#
    try ScenarioText.list(
      "cascade", #"{"unlink": ["L", "items", "I1"], \#(kept(one))}"#,
      #"{"link": ["I1", "list", "L"], \#(kept(""))}"#,
      #"{"set": ["L", "items", null], \#(kept(both))}"#,
      #"{"set": ["L", "items", "I1"], \#(kept(other))}"#,
      #"{"set": ["L", "items", ["I2", "I1"]], \#(kept(""))}"#,
      #"{"set": ["I1", "list", null], \#(kept(one))}"#,
      #"{"set": ["I1", "list", ["L"]], \#(kept(""))}"#,
      #"{"set": ["M", "items", ["I1"]], \#(kept(one))}"#,
      #"{"set": ["L", "items", []], \#(kept(both))}"#,
      #"{"save": true, \#(kept(both))}"#, #"{"rollback": true, \#(kept(both))}"#
    ).expectMatches(11)
  }

  @Test("An inserted object takes part from then on, and is gone after a rollback")
  func inserting() throws {
    let scenario = ScenarioText.list(
      "deny", #"{"insert": {"Item": ["I3", "I4"], "List": ["N"]}}"#,
      #"{"set": ["N", "items", ["I3", "I4"]]}"#, #"{"delete": ["N"]}"#,
      .save(#""deleted": ["N"], "effect": "denied""#),
      """
      {"rollback": true, \
      "expect": {"evidence": "observed", "deleted": [], "effect": "ok", "nullified": []}}
      """,
      #"{"insert": {"List": ["O"], "Item": ["I5"]}}"#,
      """
      {"delete": ["O"], "expect": {"evidence": "observed", "deleted": ["O"], "effect": "ok"}}
      """)
    try scenario.expectMatches(3)
    let outcomes = try scenario.run().map { try $0.outcome }
    #expect(
      outcomes.map(\.kept) == [
        ["I1", "I2", "I3", "I4", "L", "M"], ["I1", "I2", "L", "M"], ["I1", "I2", "I5", "L", "M"],
      ])
    #expect(outcomes.first?.denials.first?.blockers == ["I3", "I4"])
  }

  @Test("An insert that was saved survives a rollback")
  func insertingAndSaving() throws {
    let scenario = ScenarioText.list(
      "deny", #"{"insert": {"Item": ["I3"]}}"#, #"{"save": true}"#,
      #"{"insert": {"Item": ["I4"]}}"#, #"{"rollback": true, "expect": null}"#)
    #expect(try scenario.lastOutcome().kept == ["I1", "I2", "I3", "L", "M"])
  }

  @Test("A dangling reference is there until somebody unlinks it")
  func dangling() throws {
    let scenario = ScenarioText.list(
      "noAction", #"{"delete": ["L"]}"#,
      .save(
        #""deleted": ["L"], "effect": "trapOnRead", "dangling": [["I1", "list", "L"], ["I2", "list", "L"]], "#
          + #""nullified": []"#),
      #"{"unlink": ["I1", "list", "L"]}"#, #"{"set": ["I2", "list", "M"]}"#,
      .save(
        #""deleted": ["L"], "effect": "ok", "dangling": [], "#
          + #""nullified": [["I1", "list", "L"], ["I2", "list", "L"]]"#))
    try scenario.expectMatches(2)
  }

  @Test("Several deletes before one save count together")
  func severalDeletes() throws {
    let scenario = ScenarioText.list(
      "deny", #"{"delete": ["I1"]}"#, #"{"delete": ["L"]}"#, #"{"delete": ["I2"]}"#,
      .save(#""deleted": ["I1", "I2", "L"], "effect": "ok""#))
    try scenario.expectMatches(1)
    #expect(try scenario.lastOutcome().requested == ["I1", "I2", "L"])
  }

  @Test("An object of a subentity has the relationships and the rules of its parent")
  func inheritance() throws {
    let scenario = ScenarioText(
      framework: "swiftData",
      entities: """
        {"name": "Base", "abstract": true, "relationships": \
        [{"name": "parts", "destination": "Base", "toMany": true, "deleteRule": "cascade", \
        "inverse": "whole"}, {"name": "whole", "destination": "Base"}]}, \
        {"name": "Box", "parent": "Base"}, {"name": "Ball", "parent": "Base"}
        """,
      objects: #"{"Box": ["X", "Y"], "Ball": ["B"]}"#,
      links: #"["X", "parts", "Y"], ["Y", "parts", "B"]"#,
      steps: [
        #"{"delete": ["Y"]}"#,
        .save(
          #""deleted": ["B", "Y"], "effect": "ok", "#
            + #""nullified": [["X", "parts", "Y"]], "dangling": []"#),
      ])
    try scenario.expectMatches(1)
  }
}

import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What is said of a step that cannot be done when its turn comes?")
struct ReplayErrorTests {
  /// Expects the last step with an expectation to fail, at the step of that number.
  private func expect(
    _ scenario: ScenarioText, failsAtStep number: Int, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let last = try #require(try scenario.run().last)
    let error = #expect(throws: ReplayError.self, sourceLocation: sourceLocation) {
      try last.outcome
    }
    let line = ScenarioText.firstStep + number - 1
    #expect(
      error?.description == "test.json:\(line):5: error: \(message)",
      sourceLocation: sourceLocation)
  }

  @Test("An object cannot be deleted or linked once it is gone")
  func deletedObjects() throws {
    let save = #"{"save": true}"#
    try expect(
      .list("cascade", #"{"delete": ["L"]}"#, save, #"{"delete": ["I1"], "expect": null}"#),
      failsAtStep: 3, "the object was deleted")
    try expect(
      .list(
        "cascade", #"{"delete": ["L"]}"#, save, #"{"set": ["I1", "list", "M"], "expect": null}"#),
      failsAtStep: 3, "the object was deleted")
    try expect(
      .list(
        "nullify", #"{"delete": ["L"]}"#, save, #"{"link": ["I1", "list", "L"], "expect": null}"#),
      failsAtStep: 3, "the object was deleted")
    try expect(
      .list(
        "nullify", #"{"delete": ["L"]}"#, save, #"{"unlink": ["L", "items", "I1"], "expect": null}"#
      ),
      failsAtStep: 3, "the object was deleted")
  }

  @Test("An insert that was rolled back is unknown again")
  func rolledBackInsert() throws {
    try expect(
      .list(
        "deny", #"{"insert": {"Item": ["I3"]}}"#, #"{"rollback": true}"#,
        #"{"insert": {"Item": ["I4"]}}"#, #"{"link": ["L", "items", "I3"], "expect": null}"#),
      failsAtStep: 4, "no object is called 'I3'; did you mean 'I1'?")
    try expect(
      .list(
        "deny", #"{"insert": {"List": ["Other"]}}"#, #"{"rollback": true}"#,
        #"{"delete": ["Other"], "expect": null}"#),
      failsAtStep: 3, "no object is called 'Other'")
  }

  @Test("A to-one holds one object")
  func tooMany() throws {
    try expect(
      .list("deny", #"{"set": ["I1", "list", ["L", "M"]], "expect": null}"#), failsAtStep: 1,
      "Item.list holds at most one object, not 2")
  }

  @Test("A scenario that was built in code is checked when it is replayed")
  func scenariosInCode() throws {
    func outcome(
      entity: String = "A", link: NamedLink? = nil, objects: [NamedObject] = []
    ) throws(ReplayError) -> Outcome {
      let scenario = Scenario(
        framework: .swiftData,
        entities: [Entity("A", relationships: [.toOne("b", entity)])],
        objects: [NamedObject("A1", "A")] + objects, links: link.map { [$0] } ?? [],
        steps: [Scenario.Step(.save)])
      return try ObjectGraphEngine().outcome(of: scenario)
    }
    #expect(try outcome().kept == ["A1"])
    #expect(throws: ReplayError("A.b: the destination 'C' is no entity of this schema")) {
      try outcome(entity: "C")
    }
    #expect(throws: ReplayError("no object is called 'A2'; did you mean 'A1'?")) {
      try outcome(link: NamedLink("A1", "b", "A2"))
    }
    #expect(throws: ReplayError("the entity A has no relationship 'c'")) {
      try outcome(link: NamedLink("A1", "c", "A1"))
    }
    #expect(throws: ReplayError("the schema has no entity 'Z'")) {
      try outcome(objects: [NamedObject("Z", "Z")])
    }
  }
}

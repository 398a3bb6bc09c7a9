import ObjectGraph
@testable import Scenarios
import SourceText
import Testing

@testable import DeleteMatrix

@Suite("What is said of a step that cannot be done when its turn comes?")
struct ReplayErrorTests {
  /// Expects the last step with an expectation to fail, at the step of that number.
  private func expect(
    _ scenario: ScenarioText, failsAtStep number: Int, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try #require(try scenario.run().last)
    #expect(result.verdict == .error, sourceLocation: sourceLocation)
    #expect(result.predicted == nil, sourceLocation: sourceLocation)
    let line = ScenarioText.firstStep + number - 1
    #expect(
      result.error?.description == "test.json:\(line):5: error: \(message)",
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

  @Test("A step that fails is an error of every later cell, and of none before it")
  func laterCells() throws {
    let results = try ScenarioText.list(
      "deny", #"{"delete": ["I1"], "expect": null}"#, #"{"save": true, "expect": null}"#,
      #"{"delete": ["I1"]}"#, #"{"save": true, "expect": null}"#,
      """
      {"rollback": true, "expect": {"evidence": "observed", "deleted": ["I1"], "effect": "ok"}}
      """
    ).run()
    #expect(results.map(\.verdict) == [.unobserved, .unobserved, .error, .error])
    #expect(results.map { $0.error?.location?.line } == [nil, nil, 17, 17])
    #expect(Summary(results).isFailure)
  }

  @Test("A scenario that was built in code is checked when it is replayed")
  func scenariosInCode() {
    let place = Location(file: "f", line: 3, column: 1)
    func error(
      entity: String = "A", link: NamedLink? = nil, objects: [NamedObject] = []
    ) -> String? {
      let scenario = Scenario(
        framework: .swiftData,
        entities: [Entity("A", relationships: [.toOne("b", entity)])],
        objects: [NamedObject("A1", "A")] + objects, links: link.map { [$0] } ?? [],
        steps: [Scenario.Step(.save)])
      let cell = Cell(
        id: "x", group: "x", origin: .step(1), scenario: scenario, observations: [],
        location: place)
      let result = Runner().run(cell)
      #expect((result.verdict == .error) == (result.error != nil))
      return result.error?.description
    }
    #expect(error() == nil)
    #expect(
      error(entity: "C") == "f:3:1: error: A.b: the destination 'C' is no entity of this schema")
    #expect(
      error(link: NamedLink("A1", "b", "A2"))
        == "f:3:1: error: no object is called 'A2'; did you mean 'A1'?")
    #expect(
      error(link: NamedLink("A1", "c", "A1"))
        == "f:3:1: error: the entity A has no relationship 'c'")
    #expect(
      error(objects: [NamedObject("Z", "Z")]) == "f:3:1: error: the schema has no entity 'Z'")
  }
}

import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What is said of a step that cannot be done when its turn comes?")
struct ReplayErrorTests {
  /// What is said after the last step, and before the step that is to blame.
  private func error(of scenario: Scenario, atStep number: Int) -> String? {
    let steps = scenario.steps.enumerated().map { index, step in
      Scenario.Step(step.action, at: Location(file: "f.json", line: index + 1, column: 5))
    }
    let looks = [Look(after: steps.count), Look(after: number - 1)]
    let answers = ObjectGraphEngine().answers(
      to: scenario.with(scenario.links, steps: steps), at: looks)
    guard case .failure(let error) = answers[0], case .success = answers[1] else { return nil }
    return error.description
  }

  @Test(
    "An object cannot be linked once it is gone",
    arguments: [
      (DeleteRule.cascade, Scenario.Action.set("I1", "list", to: ["M"])),
      (.nullify, .link(NamedLink("I1", "list", "L"))),
      (.nullify, .unlink(NamedLink("L", "items", "I1"))),
    ])
  func deletedObjects(rule: DeleteRule, action: Scenario.Action) {
    #expect(
      error(of: .lists(rule, .delete(["L"]), .save, action, .save), atStep: 3)
        == "f.json:3:5: error: the object was deleted")
  }

  @Test("An insert that was rolled back is unknown again")
  func rolledBackInsert() {
    #expect(
      error(
        of: .lists(
          .deny, .insert([NamedObject("I3", "Item")]), .rollback,
          .insert([NamedObject("I4", "Item")]), .link(NamedLink("L", "items", "I3"))), atStep: 4)
        == "f.json:4:5: error: no object is called 'I3'; did you mean 'I1'?")
    #expect(
      error(
        of: .lists(.deny, .insert([NamedObject("Other", "List")]), .rollback, .delete(["Other"])),
        atStep: 3) == "f.json:3:5: error: no object is called 'Other'")
  }

  @Test("A to-one holds one object")
  func tooMany() {
    #expect(
      error(of: .lists(.deny, .set("I1", "list", to: ["L", "M"])), atStep: 1)
        == "f.json:1:5: error: Item.list holds at most one object, not 2")
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

import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What is said of a step that cannot be done when its turn comes?")
struct ReplayErrorTests {
  @Test(
    "It is named by its place; what comes before it is answered",
    arguments: [
      (.cascade, "delete L; save; I1.list = M; save", 3, "the object was deleted"),
      (.nullify, "delete L; save; I1.list + L; save", 3, "the object was deleted"),
      (.nullify, "delete L; save; L.items - I1; save", 3, "the object was deleted"),
      (
        .deny, "new Item I3; rollback; new Item I4; L.items + I3", 4,
        "no object is called 'I3'; did you mean 'I1'?"
      ),
      (.deny, "new List Other; rollback; delete Other", 3, "no object is called 'Other'"),
      (.deny, "I1.list = L M", 1, "Item.list holds at most one object, not 2"),
    ] as [(DeleteRule, String, Int, String)])
  func steps(rule: DeleteRule, text: String, number: Int, message: String) throws {
    let lists = Scenario.lists(rule, text)
    let steps = lists.steps.enumerated().map { index, step in
      Scenario.Step(step.action, at: Location(file: "f.json", line: index + 1, column: 5))
    }
    let answers = ObjectGraphEngine().answers(
      to: lists.with(lists.links, steps: steps),
      at: [Look(after: steps.count), Look(after: number - 1)])
    let error = #expect(throws: ReplayError.self) { try answers[0].get() }
    #expect(error?.description == "f.json:\(number):5: error: \(message)")
    #expect(throws: Never.self) { try answers[1].get() }
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

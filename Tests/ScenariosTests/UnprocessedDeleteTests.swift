import ObjectGraph
import Scenarios
import Testing

@Suite("What does Core Data show between a delete and the end of the event?")
struct UnprocessedDeleteTests {
  /// A list with two items; what has come of the steps.
  private func outcome(
    _ rule: DeleteRule, _ steps: Scenario.Action..., fetching fetches: [SortedFetch] = [],
    in framework: Framework.Name = .coreData
  ) throws -> Outcome {
    let scenario = Scenario(
      framework: framework,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: rule, inverse: .named("list"))]),
        Entity(
          "Item",
          relationships: [
            .toOne(
              "list", "List", inverse: framework == .coreData ? .named("items") : .unstated)
          ], attributes: [Attribute("name")]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item"), NamedObject("J", "Item")],
      links: [NamedLink("L", "items", "I"), NamedLink("L", "items", "J")],
      steps: steps.map { Scenario.Step($0) })
    let look = Look(after: steps.count, fetching: fetches)
    return try ObjectGraphEngine().answers(to: scenario, at: [look])[0].get()
  }

  @Test("Nothing has cascaded or been nullified: only what was asked for is marked")
  func straightAfter() throws {
    let outcome = try outcome(.cascade, .delete(["L"]))
    #expect(outcome.deleted == ["L"] && outcome.kept == ["I", "J"])
    #expect(
      outcome.references == [
        NamedReferences("I", "list", ["L"]), NamedReferences("J", "list", ["L"]),
      ])
    #expect(outcome.cascaded == [] && outcome.nullified == [] && outcome.dangling == [])
    let child = try self.outcome(.nullify, .delete(["I"]))
    #expect(child.references.contains(NamedReferences("L", "items", ["I", "J"])))
  }

  @Test(
    "The end of the event, a save, refused or not, and a fetch apply it",
    arguments: [Scenario.Action.processPendingChanges, .save])
  func processed(action: Scenario.Action) throws {
    #expect(try outcome(.cascade, .delete(["L"]), action).deleted == ["I", "J", "L"])
    let refused = try outcome(.deny, .delete(["L"]), action)
    #expect(
      refused.deleted == ["L"] && refused.references.contains(NamedReferences("I", "list", ["L"])))
    let fetch = SortedFetch(of: "Item", by: "name")
    #expect(try outcome(.cascade, .delete(["L"]), fetching: [fetch]).deleted == ["I", "J", "L"])
  }

  @Test("A rollback leaves nothing marked, and a later delete is marked again")
  func later() throws {
    #expect(try outcome(.cascade, .delete(["L"]), .rollback).deleted == [])
    #expect(try outcome(.cascade, .delete(["I"]), .save, .delete(["L"])).deleted == ["I", "L"])
  }

  @Test("A refusal of the save to come is told all the same")
  func refusal() throws {
    #expect(try outcome(.deny, .delete(["L"])).error == .deniedDelete)
  }

  @Test("Nobody says so of SwiftData")
  func swiftData() throws {
    #expect(try outcome(.cascade, .delete(["L"]), in: .swiftData).deleted == ["I", "J", "L"])
  }
}

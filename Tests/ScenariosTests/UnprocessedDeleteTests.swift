import ObjectGraph
import Scenarios
import Testing

@Suite("What does Core Data show between a delete and the end of the event?")
struct UnprocessedDeleteTests {
  private let held = [
    NamedReferences("I1", "list", ["L"]), NamedReferences("I2", "list", ["L"]),
    NamedReferences("M", "items", []),
  ]

  @Test("Nothing has cascaded or been nullified: only what was asked for is marked")
  func straightAfter() throws {
    let outcome = try Scenario.lists(.cascade, .delete(["L"])).outcomes()[0]
    #expect(outcome.deleted == ["L"] && outcome.kept == ["I1", "I2", "M"])
    #expect(outcome.references == Set(held))
    #expect(outcome.cascaded == [] && outcome.nullified == [] && outcome.dangling == [])
    let child = try Scenario.lists(.nullify, .delete(["I1"])).outcomes()[0]
    #expect(child.references.contains(NamedReferences("L", "items", ["I1", "I2"])))
  }

  @Test(
    "The end of the event, a save, refused or not, and a fetch apply it",
    arguments: [Scenario.Action.processPendingChanges, .save])
  func processed(action: Scenario.Action) throws {
    let done = try Scenario.lists(.cascade, .delete(["L"]), action).outcomes()[1]
    #expect(done.deleted == ["I1", "I2", "L"])
    let refused = try Scenario.lists(.deny, .delete(["L"]), action).outcomes()[1]
    #expect(refused.deleted == ["L"] && refused.dangling.count == 2)
    let fetch = Look(after: 1, fetching: [SortedFetch(of: "Item", by: "name")])
    let named = Scenario(
      framework: .coreData,
      entities: [
        Entity(
          "List",
          relationships: [.toMany("items", "Item", deleteRule: .cascade, inverse: .named("list"))]),
        Entity(
          "Item", relationships: [.toOne("list", "List", inverse: .named("items"))],
          attributes: [Attribute("name")]),
      ], objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
      links: [NamedLink("L", "items", "I")], steps: [Scenario.Step(.delete(["L"]))])
    let fetched = try ObjectGraphEngine().answers(to: named, at: [fetch])[0].get()
    #expect(fetched.deleted == ["I", "L"])
  }

  @Test("A rollback leaves nothing marked, and a later delete is marked again")
  func later() throws {
    #expect(try Scenario.lists(.cascade, .delete(["L"]), .rollback).outcomes()[1].deleted == [])
    let again = try Scenario.lists(.cascade, .delete(["I1"]), .save, .delete(["L"])).outcomes()[2]
    #expect(again.deleted == ["I1", "L"])
  }

  @Test("A refusal of the save to come is told all the same")
  func refusal() throws {
    #expect(try Scenario.lists(.deny, .delete(["L"])).outcomes()[0].error == .deniedDelete)
  }

  @Test("Nobody says so of SwiftData")
  func swiftData() throws {
    let outcome = try Scenario.lists(.cascade, .delete(["L"]), in: .swiftData).outcomes()[0]
    #expect(outcome.deleted == ["I1", "I2", "L"])
  }

  @Test(
    "A batch delete touches no object in memory: a survivor shows what it held until somebody sets it"
  )
  func batch() throws {
    let batch = Scenario.Action.batchDelete(
      entity: "Item", objects: nil, includesSubentities: true)
    func readings(_ framework: Framework.Name) throws -> [Outcome.Reading?] {
      try Scenario.lists(
        .nullify, .hold(["L"]), batch, .read("L", path: ["items"]), .set("L", "items", to: []),
        .read("L", path: ["items"]), in: framework
      ).outcomes().map(\.reading)
    }
    #expect(try readings(.coreData) == [nil, nil, .readable, nil, .empty])
  }
}

import ObjectGraph
import Scenarios
import Testing

@Suite("What does Core Data show between a delete and the end of the event?")
struct UnprocessedDeleteTests {
  private let lost = ["I1", "I2"].map { NamedLink($0, "list", "L") }

  private func last(_ rule: DeleteRule, _ steps: String) throws -> Outcome {
    try ObjectGraphEngine().outcome(of: .lists(rule, steps))
  }

  @Test("Nothing has cascaded or been nullified: only what was asked for is marked")
  func straightAfter() throws {
    let outcome = try last(.cascade, "delete L")
    #expect(outcome.deleted == ["L"] && outcome.kept == ["I1", "I2", "M"])
    #expect(
      outcome.references == [
        NamedReferences("I1", "list", ["L"]), NamedReferences("I2", "list", ["L"]),
        NamedReferences("M", "items", []),
      ])
    #expect(outcome.cascaded == [] && outcome.nullified == [] && outcome.dangling == [])
    let child = try last(.nullify, "delete I1")
    #expect(child.references.contains(NamedReferences("L", "items", ["I1", "I2"])))
    // The refusal of the save to come is reported. SwiftData is not known to wait.
    #expect(try last(.deny, "delete L").error == .deniedDelete)
    let swiftData = try Scenario.lists(.cascade, "delete L", in: .swiftData).outcomes()[0]
    #expect(swiftData.deleted == ["I1", "I2", "L"])
  }

  @Test(
    "The end of the event and a save, refused or not, apply it", arguments: ["process", "save"])
  func processed(step: String) throws {
    #expect(try last(.cascade, "delete L; \(step)").deleted == ["I1", "I2", "L"])
    let refused = try last(.deny, "delete L; \(step)")
    #expect(refused.deleted == ["L"] && refused.dangling.count == 2)
  }

  @Test("So does a fetch")
  func fetched() throws {
    let lists = Scenario.lists(.cascade, "delete L")
    var entities = lists.entities
    entities[1].attributes = [Attribute("name")]
    let named = Scenario(
      framework: .coreData, entities: entities, objects: lists.objects, links: lists.links,
      steps: lists.steps)
    let fetch = Look(after: 1, fetching: [SortedFetch(of: "Item", by: "name")])
    let fetched = try ObjectGraphEngine().answers(to: named, at: [fetch])[0].get()
    #expect(fetched.deleted == ["I1", "I2", "L"])
  }

  @Test("A rollback leaves nothing marked, and a later delete is marked again")
  func later() throws {
    #expect(try last(.cascade, "delete L; rollback").deleted == [])
    #expect(try last(.cascade, "delete I1; save; delete L").deleted == ["I1", "L"])
  }

  @Test("Deletes that were processed show what they nullified, and what cascaded")
  func settled() throws {
    let nullified = try last(.nullify, "delete L; process; delete M")
    #expect(nullified.nullified == lost && nullified.deleted == ["L", "M"])
    #expect(
      try last(.cascade, "delete L; process; delete M").deleted == ["I1", "I2", "L", "M"])
    let saved = try last(.nullify, "delete L; process; save; delete M I1")
    #expect(saved.deleted == ["I1", "L", "M"])
    #expect(saved.references.contains(NamedReferences("I2", "list", [])))
    // A refused save processes as well, and a batch delete takes nothing of it back.
    let refused = try last(.deny, "delete L; save; delete M")
    #expect(refused.deleted == ["L", "M"] && refused.dangling == lost)
    let batch = try last(.nullify, "delete L; process; batch List M; delete I1")
    #expect(batch.nullified == [lost[1]] && batch.deleted == ["I1", "L", "M"])
  }

  @Test("A batch delete touches no object in memory: a survivor shows what it held until it is set")
  func batch() throws {
    let steps = "hold L; batch Item; read L.items; L.items =; read L.items"
    let readings = try Scenario.lists(.nullify, steps).outcomes().map(\.reading)
    #expect(readings == [nil, nil, .readable, nil, .empty])
  }
}

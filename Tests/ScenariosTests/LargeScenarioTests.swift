import ObjectGraph
import Scenarios
import Testing

@Suite("Does a step take as long as what it touches, however many objects there are?")
struct LargeScenarioTests {
  /// Many items of one list, and another list.
  private func outcome(_ count: Int, _ actions: (_ items: [String]) -> [Scenario.Action]) throws
    -> Outcome
  {
    let items = (0..<count).map { "I\($0)" }
    let scenario = Scenario(
      framework: .swiftData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item", inverse: .named("list"))]),
        Entity("Item", relationships: [.toOne("list", "List")]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("M", "List")]
        + items.map { NamedObject($0, "Item") },
      links: items.map { NamedLink($0, "list", "L") },
      steps: actions(items).map { Scenario.Step($0) })
    return try ObjectGraphEngine().outcome(of: scenario)
  }

  /// One that copies everything at each step, or for each name, takes many minutes.
  @Test("Links, and the names of a hold", .timeLimit(.minutes(1)))
  func manySteps() throws {
    let outcome = try outcome(15_000) { items in
      [.hold(items)] + items.map { .link(NamedLink($0, "list", "M")) }
        + [.delete(["L"])] + items.map { .set($0, "list", to: ["M"]) }
    }
    #expect(outcome.effect == .ok && outcome.deleted == ["L"])
  }
}

import ObjectGraph
import Scenarios
import Testing

@Suite("What comes of a scenario, step by step?")
struct ScenarioTests {
  private let one = [NamedLink("I1", "list", "L"), NamedLink("L", "items", "I1")]
  private let other = [NamedLink("I2", "list", "L"), NamedLink("L", "items", "I2")]

  private func outcomes(
    _ rule: DeleteRule, isListOptional: Bool = true, _ steps: String
  ) throws -> [Outcome] {
    try Scenario.lists(rule, isListOptional: isListOptional, steps).outcomes()
  }

  @Test("Linking, unlinking and setting keep both sides true and delete nothing, whatever the rule")
  func editing() throws {
    let both = (one + other).sorted()
    let outcomes = try outcomes(
      .cascade,
      "L.items - I1; I1.list + L; L.items =; L.items = I1; L.items = I2 I1; I1.list =; "
        + "I1.list = L; M.items = I1; L.items =; save; rollback")
    #expect(
      outcomes.map(\.nullified) == [one, [], both, other, [], one, [], one, both, both, both])
    #expect(outcomes.allSatisfy { $0.deleted == [] && $0.effect == .ok && $0.dangling == [] })
  }

  @Test("An inserted object takes part from then on, and is gone after a rollback, unless saved")
  func inserting() throws {
    let outcomes = try outcomes(
      .deny,
      "new Item I3 I4; new List N; N.items = I3 I4; delete N; save; rollback; new Item I5; save; "
        + "new Item I6; rollback")
    #expect(outcomes[4].effect == .denied && outcomes[4].deleted == ["N"])
    #expect(outcomes[4].denials.map(\.blockers) == [["I3", "I4"]])
    #expect(
      [4, 5, 9].map { outcomes[$0].kept } == [
        ["I1", "I2", "I3", "I4", "L", "M"], ["I1", "I2", "L", "M"], ["I1", "I2", "I5", "L", "M"],
      ])
    #expect(outcomes[5].deleted == [] && outcomes[5].effect == .ok && outcomes[5].nullified == [])
  }

  @Test("A dangling reference is there until it is unlinked")
  func dangling() throws {
    let outcomes = try outcomes(.noAction, "delete L; save; I1.list - L; I2.list = M; save")
    let left = [one[0], other[0]]
    #expect(outcomes.map(\.deleted) == Array(repeating: ["L"], count: 5))
    #expect([1, 4].map { outcomes[$0].effect } == [.trapOnRead, .ok])
    #expect([1, 4].map { outcomes[$0].dangling } == [left, []])
    #expect([1, 4].map { outcomes[$0].nullified } == [[], left])
  }

  @Test("A refused batch delete is what comes of its own step; one that is done needs no save")
  func batchDeletes() throws {
    let outcomes = try outcomes(
      .nullify, isListOptional: false, "batch List M; batch List; save; batch Item I1; rollback")
    #expect(outcomes.map(\.deleted) == [["M"], ["M"], ["M"], ["I1", "M"], ["I1", "M"]])
    #expect(outcomes.map(\.stored.count) == [3, 3, 3, 2, 2])
    #expect(outcomes.map(\.stale) == outcomes.map(\.deleted))
    #expect(outcomes.map(\.effect) == [.ok, .validationFailed, .ok, .ok, .ok])
    #expect(outcomes.map(\.error?.rawValue) == [nil, 134_050, nil, nil, nil])
    #expect(
      outcomes[1].words(under: .coreData)
        == "batch delete fails (134050): L.items holds I1, whose inverse Item.list is mandatory "
        + "('manadatory OTM nullify inverse on List/items'); L.items holds I2, whose inverse Item.list is "
        + "mandatory ('manadatory OTM nullify inverse on List/items')")
    let denied = try self.outcomes(.deny, "batch List; save")
    #expect(denied.map(\.effect) == [.denied, .ok] && denied[0].error == .deniedDelete)
    #expect(denied[0].denials.map(\.blockers) == [["I1", "I2"]] && denied[0].stale == [])
  }

  @Test("What a batch delete leaves in a one-to-one dangles, where another delete crashes")
  func batchDeleteOfOneToOne() throws {
    func effect(_ step: String) throws -> Effect {
      try ObjectGraphEngine().outcome(
        of: Scenario(
          framework: .swiftData,
          entities: [
            Entity(
              "A", relationships: [.toOne("b", "B", deleteRule: .noAction, inverse: .named("a"))]),
            Entity("B", relationships: [.toOne("a", "A")]),
          ],
          objects: [NamedObject("a", "A"), NamedObject("b", "B")],
          links: [NamedLink("a", "b", "b")],
          steps: Scenario.Action.all(in: "\(step); save").map { Scenario.Step($0) })
      ).effect
    }
    #expect(try effect("delete a") == .crash)
    #expect(try effect("batch A") == .trapOnRead)
  }

  @Test("Several deletes before one save count together, and forgive each other")
  func severalDeletes() throws {
    let outcomes = try outcomes(.deny, "delete L; save; delete I1; delete I2; save")
    #expect(outcomes.map(\.effect) == [.denied, .denied, .denied, .ok, .ok])
    #expect(outcomes[4].deleted == ["I1", "I2", "L"] && outcomes[4].nullified == [])
    #expect(outcomes[4].requested == ["I1", "I2", "L"])
    #expect(outcomes[4].satisfiedDenies == [one[1], other[1]])
  }

  @Test("A denied save stays denied until the last blocker is unlinked or moved")
  func unlinkingTheBlockers() throws {
    let outcomes = try outcomes(
      .deny, "delete L; save; L.items - I1; save; M.items = I2; save")
    #expect(outcomes.map(\.effect) == [.denied, .denied, .denied, .denied, .ok, .ok])
    // Before the save it is foretold what would be refused; what is out of sight shows with it.
    #expect(outcomes[0].deleted == ["L"] && outcomes[0].dangling == [])
    #expect(outcomes[1].deleted == ["L"] && outcomes[1].dangling == [one[0], other[0]])
    let denials = [["I1", "I2"], ["I2"]].map {
      [ObservedState.Refusal(.denied, object: "L", relationship: "items", code: 1600, blockers: $0)]
    }
    #expect([1, 3, 5].map { outcomes[$0].denials } == denials + [[]])
    #expect(outcomes[5].nullified == [one[0], other[0]] && outcomes[5].dangling == [])
  }

  @Test("A rollback brings back what the refused save would have deleted, and nothing saved before")
  func rollback() throws {
    let refused = try outcomes(.deny, "delete L; save; rollback; save; delete L; save")
    #expect(refused.map(\.effect) == [.denied, .denied, .ok, .ok, .denied, .denied])
    #expect(refused.map(\.deleted) == [["L"], ["L"], [], [], ["L"], ["L"]])
    let saved = try outcomes(.cascade, "delete L; save; delete M; rollback")[3]
    #expect(saved.deleted == ["I1", "I2", "L"] && saved.kept == ["M"] && saved.requested == ["L"])
    #expect(saved.cascaded == [one[1], other[1]])
  }

  @Test("A cascade of a refused save is no reason for anything once it is unlinked")
  func cascadeOfARefusedSave() throws {
    let scenario = Scenario(
      framework: .swiftData,
      entities: [
        Entity(
          "A",
          relationships: [
            .toOne("b", "B", deleteRule: .cascade), .toOne("c", "B", deleteRule: .deny),
          ]),
        Entity("B"),
      ],
      objects: [NamedObject("A1", "A"), NamedObject("B1", "B"), NamedObject("B2", "B")],
      links: [NamedLink("A1", "b", "B1"), NamedLink("A1", "c", "B2")],
      steps: Scenario.Action.all(
        in: "delete A1; save; A1.b - B1; A1.c = B1; save; A1.c - B1; save"
      ).map { Scenario.Step($0) })
    let outcomes = try scenario.outcomes()
    let saves = [1, 4, 6].map { outcomes[$0] }
    #expect(saves.map(\.deleted) == [["A1", "B1"], ["A1"], ["A1"]])
    #expect(saves.map(\.effect) == [.denied, .denied, .ok])
    #expect(saves.map(\.cascaded) == [[NamedLink("A1", "b", "B1")], [], []])
    #expect(saves.map { $0.denials.flatMap(\.blockers) } == [["B2"], ["B1"], []])
  }

  @Test("A save that leaves an item without its mandatory list is refused until it has another")
  func validation() throws {
    let outcomes = try outcomes(
      .nullify, isListOptional: false, "delete L; save; I1.list = M; save; delete I2; save")
    let saves = [1, 3, 5].map { outcomes[$0] }
    #expect(saves.map(\.effect) == [.validationFailed, .validationFailed, .ok])
    let missing = ["I1", "I2"].map {
      ObservedState.Refusal(Violation.Kind.missing, object: $0, relationship: "list")
    }
    #expect(saves.map(\.violations) == [missing, [missing[1]], []])
    #expect(saves[1].nullified == [one[0], other[0]])
    #expect(saves[2].deleted == ["I2", "L"] && saves[2].nullified == [one[0]])
  }

  @Test("Without an object, nothing of it is left in any step, and nothing else is lost")
  func without() {
    let text =
      "new Item I J; L.items + I; L.items - I; L.items = I J; delete L I; batch Item I J; "
      + "batch Item; hold L I; read L.items; process; save; rollback"
    let value = Scenario.Action.setValue(NamedValue("L", "size", nil))
    for action in Scenario.Action.all(in: text) + [value] {
      #expect(action.without([]) == action)
      for name in ["I", "J", "L"] {
        let isNamed = { (action: Scenario.Action) in
          action.brief.split { !$0.isLetter }.contains { $0 == name }
        }
        let left = action.without([name])
        #expect(left.map(isNamed) != true, "\(action) without \(name)")
        if !isNamed(action) { #expect(left == action) }
      }
    }
    #expect(Scenario.Action.delete(["L", "I"]).without(["L"]) == .delete(["I"]))
    #expect(Scenario.Action.hold(["L"]).without(["L"]) == nil)
  }
}

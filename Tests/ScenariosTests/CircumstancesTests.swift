import ObjectGraph
import Scenarios
import SourceText
import Testing

@Suite("What does the store, and who inserted, change?")
struct CircumstancesTests {
  private static let text = """
    {"releases": [
       {"release": "iOS 17.0", "published": null}, {"release": "iOS 18.0", "published": null},
       {"release": "iOS 26.0", "published": null}, {"release": "iOS 27.0", "published": null}],
     "behaviours": [
      {"behaviour": "deny", "framework": "swiftData", "when": "denied", "then": "denyNullifies",
       "present": "ignored", "absent": "enforced", "seen": [
         {"on": "iOS 17.0", "happens": false, "evidence": "measured", "source": "a"},
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "b",
          "store": "swiftDataInMemory", "insertedBy": "otherContext"},
         {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "c",
          "store": "swiftDataInMemory", "insertedBy": "thisContext"}]},
      {"behaviour": "lost", "framework": "swiftData", "when": "insertedAndSaved",
       "then": "cascadeNullifies", "present": "leaves", "absent": "cascades", "seen": [
         {"on": "iOS 17", "happens": true, "evidence": "measured", "source": "d"},
         {"on": "iOS 18", "happens": false, "evidence": "measured", "source": "e"}]},
      {"behaviour": "again", "framework": "swiftData", "when": "deletedAgain", "then": "crash",
       "present": "crashes", "absent": "passes", "seen": [
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "f", "loaded": false}]},
      {"behaviour": "foreign", "framework": "swiftData", "when": "foreignDelete",
       "then": "ignored", "present": "nothing", "absent": "deletes", "seen": [
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "g"}]}]}
    """

  private let releases: Releases

  init() throws {
    releases = try Releases(SourceFile(path: "r.json", bytes: Array(Self.text.utf8)))
  }

  @Test(
    "A step in another context finds what is stored, and none goes on where a merge would decide",
    arguments: [
      ("aaaaaa", "only N"), ("aaaabb", "N and J"), ("aaaaba", "unsaved"), ("aaabbb", "unsaved"),
      ("aaaabba", "used"),
    ])
  func contexts(names: String, expected: String) throws {
    let scenario = Scenario.lists(.cascade, in: .swiftData)
    let actions = Scenario.Action.all(
      in: "new List N; new Item J; N.items + J; save; delete N; save; read L")
    let steps = zip(actions, names).map { action, name in
      Scenario.Step(action).performed(by: "\(name)")
    }
    let lost = releases.framework(.swiftData, on: releases.eras[0])
    let result = Result {
      try ObjectGraphEngine(as: lost).outcome(of: scenario.with(scenario.links, steps: steps))
    }
    switch result {
    case .success(let outcome):
      #expect(outcome.deleted == (expected == "only N" ? ["N"] : ["J", "N"]))
    case .failure(let error):
      let words = ["unsaved": "has changes that are not saved", "used": "was left for another"]
      #expect("\(error)".contains(words[expected] ?? "no error"))
    }
  }

  /// A mark for each release: `+` present, `-` absent, `?` unknown, `!` disputed.
  @Test(
    "A sighting speaks of its circumstances only; what is left open is known where nothing differs",
    arguments: [
      (Circumstances(), "-?!!"), (Circumstances(store: .sqlite), "----"),
      (Circumstances(store: .custom, insertedBy: .otherContext), "----"),
      (Circumstances(store: .swiftDataInMemory), "-?!!"),
      (Circumstances(store: .swiftDataInMemory, insertedBy: .otherContext), "-?+?"),
      (Circumstances(store: .swiftDataInMemory, insertedBy: .thisContext), "----"),
      (Circumstances(insertedBy: .otherContext), "-?!!"),
    ])
  func standings(circumstances: Circumstances, expected: String) {
    let deny = releases.behaviours[0]
    let marks = releases.eras.map { era in
      switch deny.standing(on: era, in: circumstances) {
      case .present: "+"
      case .absent: "-"
      case .unknown: deny.isDisputed(on: era, in: circumstances) ? "!" : "?"
      }
    }
    #expect(marks.joined() == expected)
  }

  /// The effects and deleted objects that are possible on a release, the presumed ones first.
  private func possible(_ scenario: Scenario, on era: Int) throws -> [String] {
    let look = Look(after: scenario.steps.count)
    let predictions = Predictions(of: scenario, in: releases) {
      ObjectGraphEngine(as: $0).answers(to: scenario, at: [look])[0]
    }.predictions(on: [releases.eras[era]]) { $0 }
    return try predictions[0].possible.map {
      let outcome = try $0.get()
      return ([outcome.effect.rawValue] + outcome.deleted).joined(separator: " ")
    }
  }

  @Test("Deny and cascade come out as one of several where that depends on what is left open")
  func outcomes() throws {
    func lists(_ rule: DeleteRule, _ circumstances: Circumstances) -> Scenario {
      .lists(rule, "delete L; save", in: .swiftData).filled(from: circumstances)
    }
    let (refused, passes, all) = ("denied L", "ok L", "ok I1 I2 L")
    for (era, expected) in [[refused], [refused, passes], [refused, passes]].enumerated() {
      #expect(try possible(lists(.deny, Circumstances()), on: era) == expected)
      #expect(try possible(lists(.deny, Circumstances(store: .sqlite)), on: era) == [refused])
    }
    let other = Circumstances(store: .swiftDataInMemory, insertedBy: .otherContext)
    #expect(try possible(lists(.deny, other), on: 2) == [passes])
    #expect(try possible(lists(.cascade, Circumstances()), on: 0) == [all, passes])
    #expect(try possible(lists(.cascade, other), on: 0) == [all])
    #expect(
      try possible(lists(.cascade, Circumstances(insertedBy: .thisContext)), on: 0) == [passes])
    #expect(try possible(lists(.cascade, Circumstances()), on: 1) == [all])
  }

  @Test("A delete that is repeated after a rollback, and one through another container")
  func repeated() throws {
    func steps(_ text: String, _ circumstances: Circumstances) -> Scenario {
      .lists(.cascade, text, in: .swiftData).filled(from: circumstances)
    }
    let again = "delete L; rollback; delete L; save"
    let (crash, all) = ("crash I1 I2 L", "ok I1 I2 L")
    #expect(try possible(steps(again, Circumstances(isLoaded: false)), on: 2) == [crash])
    #expect(try possible(steps(again, Circumstances(isLoaded: true)), on: 2) == [all])
    #expect(try possible(steps(again, Circumstances()), on: 2) == [all, crash])
    #expect(
      try possible(steps("delete M; rollback; delete L; save", Circumstances()), on: 2) == [all])
    let foreign = Circumstances(insertedBy: .otherContainer)
    #expect(try possible(steps("delete L; save", foreign), on: 2) == ["ok"])
  }

  @Test("A store of type NSInMemoryStoreType refuses batch deletes, and nothing else")
  func batch() throws {
    func outcome(_ store: Circumstances.Store) throws -> Outcome {
      let scenario = Scenario.lists(.nullify, "batch List L").filled(
        from: Circumstances(store: store))
      return try ObjectGraphEngine().outcome(of: scenario)
    }
    let refused = try outcome(.inMemory)
    #expect(refused.effect == .validationFailed && refused.deleted == [])
    #expect(
      refused.refusals.map(\.raw) == [
        "a store of type NSInMemoryStoreType doesn't support batch deletes"
      ])
    #expect(try outcome(.sqlite).deleted == ["L"])
  }

  @Test(
    "A source's words for its store state it, and the context where they name it",
    arguments: [
      ("SQLite", Circumstances(store: .sqlite)),
      ("in-memory", Circumstances(store: .swiftDataInMemory)),
      (
        "in memory, inserting context",
        Circumstances(store: .swiftDataInMemory, insertedBy: .thisContext)
      ),
      ("both", Circumstances()), ("", Circumstances()),
    ])
  func words(words: String, circumstances: Circumstances) {
    #expect(Circumstances(stating: words, of: .swiftData) == circumstances)
    let inherited = Circumstances(insertedBy: .otherContext, isLoaded: true)
    #expect(
      Scenario.lists(.deny, in: .swiftData).filled(from: inherited).stating(circumstances)
        .circumstances == circumstances.filled(from: inherited))
  }
}

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
         {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "s",
          "store": "sqlite"},
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
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "f", "loaded": false},
         {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "f",
          "loaded": true}]},
      {"behaviour": "foreign", "framework": "swiftData", "when": "foreignDelete",
       "then": "ignored", "present": "nothing", "absent": "deletes", "seen": [
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "g"}]},
      {"behaviour": "one_way", "framework": "swiftData", "when": "oneWayLeft", "then": "saveFails",
       "present": "fails", "absent": "is saved", "seen": [
         {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "h",
          "mandatoryAttribute": true}]}]}
    """

  private let releases: Releases

  init() throws {
    releases = try Releases(SourceFile(path: "r.json", bytes: Array(Self.text.utf8)))
  }

  @Test(
    "A step in another context finds what is stored, and none goes on where a merge would decide",
    arguments: [
      ("aaaaaa", ["N"]), ("aaaabb", ["J", "N"]), ("aaaaba", []), ("aaaabbb", nil),
      ("aaaabab", ["J", "N"]), ("aaabbb", nil), ("aaaabba", nil), ("aaaabbc", nil), ("abaa", ["N"]),
    ])
  func contexts(names: String, expected: [String]?) throws {
    let scenario = Scenario.lists(.cascade, in: .swiftData)
    let text = "new List N; new Item J; N.items + J; save; delete N; save; read N"
    let other = "delete L; read M; save; read L"
    let actions = Scenario.Action.all(in: names == "abaa" ? other : text)
    let steps = zip(actions, names).map { action, name in
      Scenario.Step(action).performed(by: "\(name)")
    }
    let lost = releases.framework(.swiftData, on: releases.eras[0])
    let result = Result {
      try ObjectGraphEngine(as: lost).outcome(of: scenario.with(scenario.links, steps: steps))
    }
    switch result {
    case .success(let outcome): #expect(outcome.deleted == expected)
    case .failure(let error):
      let words = [
        "aaaabbb": "'N' is deleted", "aaabbb": "no object is called 'N'",
        "aaaabba": "another context saved after the context 'a' was left",
        "aaaabbc": "'N' is deleted", "abaa": "'L' is deleted",
      ]
      #expect("\(error)".contains(words[names] ?? "no error"), "\(error)")
    }
  }

  @Test("Two contexts have their own unsaved changes, until one of them saves")
  func pendingInTwo() throws {
    func outcome(_ words: String) throws -> Outcome {
      let scenario = Scenario.lists(.cascade, in: .swiftData)
      let steps = words.split(separator: ";").map { part in
        let words = part.split(separator: ":").map(String.init)
        return Scenario.Step(Scenario.Action.all(in: words[1])[0]).performed(by: words[0])
      }
      return try ObjectGraphEngine().outcome(of: scenario.with(scenario.links, steps: steps))
    }
    #expect(try outcome("a:delete L;b:delete M").deleted == ["M"])
    #expect(try outcome("a:delete L;b:delete M;a:read I1").deleted == ["I1", "I2", "L"])
    let saved = try outcome("a:delete L;b:delete M;a:save")
    #expect(saved.deleted == ["I1", "I2", "L"] && saved.stored == ["M"])
    #expect(try outcome("a:delete L;b:delete M;b:rollback;a:save").stored == ["M"])
    #expect(try outcome("a:delete L;b:delete M;a:save;c:read M").deleted == ["I1", "I2", "L"])
    #expect(throws: ReplayError.self) { try outcome("a:delete L;b:delete M;a:save;b:save") }
  }

  @Test(
    "An object of another container is deleted only once the context has fetched it",
    arguments: [
      (Framework.Name.swiftData, "o:delete L;o:save", [], Effect.ok),
      (.coreData, "o:delete L;o:save", [], .crash),
      (.swiftData, "o:fetch L;o:delete L;o:save", ["L"], .ok),
      (.coreData, "o:fetch L;o:delete L;o:save", ["L"], .ok),
      (.swiftData, "o:fetch L;o:delete L M;o:save", ["L"], .ok),
      (.swiftData, "o:new List N;o:save;o:delete N;o:save", ["N"], .ok),
      (.swiftData, "o:new List N;o:save;b:delete N;b:save", [], .ok),
      (.swiftData, "o:new List N;o:save;b:fetch N;b:delete N;b:save", ["N"], .ok),
      (.swiftData, "a:delete L;a:save;o:fetch M;o:read M", ["L"], .ok),
    ])
  func containers(
    framework: Framework.Name, steps: String, deleted: [String], effect: Effect
  ) throws {
    let scenario = Scenario.lists(.nullify, in: framework)
    let first = Scenario.Step(.read("M", path: [])).performed(by: "a")
    let made =
      [first]
      + steps.split(separator: ";").map { part in
        let words = part.split(separator: ":").map(String.init)
        return Scenario.Step(Scenario.Action.all(in: words[1])[0]).performed(
          by: words[0], of: words[0] == "o" ? "widget" : nil)
      }
    let played = scenario.with(scenario.links, steps: made)
    let outcome = try ObjectGraphEngine().outcome(of: played)
    #expect(outcome.deleted == deleted && outcome.effect == effect)
    #expect(!played.irrelevantConditions.contains(.foreignDelete) || !steps.contains("o:"))
    let file = ScenarioFile(name: "c", title: "C", scenario: played, observations: [1: []])
    let node = try JSONParser.parse(Array(JSONText(file).line.utf8), file: "f.json")
    var reading = FileReading(file: "f.json")
    #expect(reading.scenario(node) == file && reading.problems.isEmpty)
  }

  @Test(
    "Anything else with an object of another container is refused, as is a fetch of what is gone",
    arguments: [
      ("o:read L", "'L' belongs to another container"), ("o:hold L", "belongs to another"),
      ("o:L.items - I1", "belongs to another"), ("o:fetch L;o:read L", nil),
      ("a:delete L;a:save;a:fetch L", "'L' is deleted, so no fetch finds it"),
      ("a:delete L;a:fetch I1", "'I1' is deleted, so no fetch finds it"),
    ])
  func foreign(steps: String, message: String?) throws {
    let scenario = Scenario.lists(.cascade)
    let first = Scenario.Step(.read("M", path: [])).performed(by: "a")
    let made =
      [first]
      + steps.split(separator: ";").map { part in
        let words = part.split(separator: ":").map(String.init)
        return Scenario.Step(Scenario.Action.all(in: words[1])[0]).performed(
          by: words[0], of: words[0] == "o" ? "widget" : nil)
      }
    let result = Result {
      try ObjectGraphEngine().outcome(of: scenario.with(scenario.links, steps: made))
    }
    switch result {
    case .success: #expect(message == nil)
    case .failure(let error): #expect("\(error)".contains(message ?? "no error"), "\(error)")
    }
  }

  /// A mark for each release: `+` present, `-` absent, `?` unknown, `!` disputed.
  @Test(
    "A sighting speaks of its circumstances only; what is left open is known where nothing differs",
    arguments: [
      (Circumstances(), "-?!!"), (Circumstances(store: .sqlite), "----"),
      (Circumstances(store: .custom, insertedBy: .otherContext), "????"),
      (Circumstances(store: .mirrored), "????"),
      (Circumstances(store: .swiftDataInMemory), "??!!"),
      (Circumstances(store: .swiftDataInMemory, insertedBy: .otherContext), "??+?"),
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
      for store in [Circumstances.Store.custom, .mirrored] {
        let possible = try possible(lists(.deny, Circumstances(store: store)), on: era)
        #expect(possible == [refused, passes], "\(store)")
      }
    }
    let other = Circumstances(store: .swiftDataInMemory, insertedBy: .otherContext)
    #expect(try possible(lists(.deny, other), on: 2) == [passes])
    #expect(try possible(lists(.cascade, Circumstances()), on: 0) == [all, passes])
    #expect(try possible(lists(.cascade, other), on: 0) == [all])
    #expect(
      try possible(lists(.cascade, Circumstances(insertedBy: .thisContext)), on: 0) == [passes])
    #expect(try possible(lists(.cascade, Circumstances()), on: 1) == [all])
  }

  /// A mark for each release: the outcomes that are possible there, and `!` if sources disagree.
  @Test(
    "Each delete rule has sightings by release and circumstances, and is disputed for these alone",
    arguments: [
      (DeleteRule.cascade, "cascaded", "cascadeNullifies", "ok I1 I2 L", "ok L"),
      (.cascade, "cascaded", "cascadeLeaves", "ok I1 I2 L", "trapOnRead L"),
      (.nullify, "nullified", "nullifyLeaves", "ok L", "trapOnRead L"),
      (.noAction, "leftAlone", "noActionNullifies", "trapOnRead L", "ok L"),
      (.deny, "denied", "denyNullifies", "denied L", "ok L"),
    ])
  func rules(
    rule: DeleteRule, condition: String, consequence: String, usual: String, other: String
  ) throws {
    let head = Self.text.split(separator: "\"behaviours\"")[0]
    let text = """
      \(head)"behaviours": [
        {"behaviour": "b", "framework": "swiftData", "when": "\(condition)",
         "then": "\(consequence)", "present": "p", "absent": "a", "seen": [
           {"on": "iOS 18", "happens": true, "evidence": "measured", "source": "a",
            "store": "sqlite"},
           {"on": "iOS 26", "happens": true, "evidence": "measured", "source": "b",
            "store": "sqlite"},
           {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "c",
            "store": "sqlite"},
           {"on": "iOS 26", "happens": false, "evidence": "measured", "source": "d",
            "store": "swiftDataInMemory"}]}]}
      """
    let releases = try Releases(SourceFile(path: "r.json", bytes: Array(text.utf8)))
    func marks(_ store: Circumstances.Store?, _ rule: DeleteRule) throws -> [String] {
      let scenario = Scenario.lists(rule, "delete L; save", in: .swiftData).filled(
        from: Circumstances(store: store))
      let look = Look(after: scenario.steps.count)
      let predictions = Predictions(of: scenario, in: releases) {
        ObjectGraphEngine(as: $0).answers(to: scenario, at: [look])[0]
      }
      return try releases.eras.map { era in
        let part = predictions.predictions(on: [era]) { $0 }[0]
        let words = try part.possible.map {
          let outcome = try $0.get()
          return ([outcome.effect.rawValue] + outcome.deleted).joined(separator: " ")
        }
        return words.joined(separator: " or ") + (part.disputed.isEmpty ? "" : "!")
      }
    }
    let both = "\(usual) or \(other)"
    #expect(try marks(.sqlite, rule) == [both, other, "\(both)!", both])
    #expect(try marks(.swiftDataInMemory, rule) == [usual, usual, usual, usual])
    #expect(try marks(.custom, rule).allSatisfy { $0 == both })
    #expect(try marks(nil, rule)[2] == "\(both)!")
    let another: DeleteRule = rule == .nullify ? .cascade : .nullify
    #expect(try Set(marks(nil, another)).count == 1)
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

  @Test(
    "A to-one without an inverse and a mandatory attribute fail the save where that was seen",
    arguments: [
      (nil, false, ["trapOnRead L", "validationFailed L"]), (true, false, ["validationFailed L"]),
      (false, false, ["trapOnRead L"]), (nil, true, ["validationFailed L"]),
      (false, true, ["trapOnRead L"]),
    ])
  func oneWay(stated: Bool?, declared: Bool, expected: [String]) throws {
    func outcomes(_ inverse: Relationship.Inverse, steps: String) throws -> [String] {
      try possible(
        Scenario(
          framework: .swiftData, circumstances: Circumstances(hasMandatoryAttribute: stated),
          entities: [
            Entity(
              "List", relationships: [.toMany("items", "Item")],
              attributes: [Attribute("size", isOptional: !declared)]),
            Entity("Item", relationships: [.toOne("list", "List", inverse: inverse)]),
          ],
          objects: [NamedObject("L", "List"), NamedObject("I", "Item")],
          links: [NamedLink("I", "list", "L")],
          values: [NamedValue("L", "size", .integer(1))],
          steps: Scenario.Action.all(in: steps).map { Scenario.Step($0) }), on: 2)
    }
    #expect(try outcomes(.oneWay, steps: "delete L; save") == expected)
    #expect(try outcomes(.named("items"), steps: "delete L; save") == ["ok L"])
    #expect(try outcomes(.oneWay, steps: "I.list - L; delete L; save") == ["ok L"])
    #expect(try outcomes(.oneWay, steps: "delete L").count == 1)
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
      ("custom", Circumstances(store: .custom)), ("CloudKit", Circumstances(store: .mirrored)),
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

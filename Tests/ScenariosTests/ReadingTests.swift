import ObjectGraph
import Scenarios
import Testing

@Suite("What can be read of an object that is gone?")
struct ReadingTests {
  /// A list with an item that refers back, and a note that refers to the list, one way.
  private func outcomes(
    _ steps: String, in framework: Framework = .swiftData, size: AttributeValue? = .integer(1)
  ) throws -> [Outcome] {
    let inverse: Relationship.Inverse = framework.name == .coreData ? .named("items") : .unstated
    return try Scenario(
      framework: framework.name,
      entities: [
        Entity(
          "List", relationships: [.toMany("items", "Item", inverse: .named("list"))],
          attributes: [Attribute("size")]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: inverse)]),
        Entity(
          "Note",
          relationships: [
            .toOne("on", "List", inverse: .oneWay), .toMany("seen", "Item", inverse: .oneWay),
          ]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item"), NamedObject("N", "Note")],
      links: [NamedLink("L", "items", "I"), NamedLink("N", "on", "L")],
      values: [NamedValue("L", "size", size)],
      steps: Scenario.Action.all(in: steps).map { Scenario.Step($0) }
    ).outcomes(as: framework)
  }

  private func readings(
    _ steps: String, in framework: Framework = .swiftData, size: AttributeValue? = .integer(1)
  ) throws -> [Outcome.Reading] {
    try outcomes(steps, in: framework, size: size).compactMap(\.reading)
  }

  private func framework(
    _ behaviours: [Framework.Condition: Framework.Consequence] = [:]
  ) -> Framework {
    var framework = Framework(.swiftData, behaviours: [.undeclaredInverse: .inverseIsInferred])
    framework.behaviours.merge(behaviours) { _, new in new }
    return framework
  }

  @Test("What is there is read: a value, an object, or nothing")
  func there() throws {
    let found = try readings(
      "read L; read L.size; read L.items; read I.list.size; L.items - I; read L.items; "
        + "read I.list.size")
    #expect(found == [.readable, .readable, .readable, .readable, .empty, .empty])
    #expect(try readings("read L.size", size: nil) == [.empty])
  }

  @Test("A fault that cannot be fulfilled reads as nothing, or raises an exception")
  func faults() throws {
    let read = try outcomes("delete L; save; read N.on.size", in: .named(.coreData)).last
    #expect(read?.each.map(\.reading) == [.empty, .exception])
    #expect(read?.each.map(\.effect) == [.trapOnRead, .trapOnRead])
    let empty = try outcomes("read L.size", in: .named(.coreData), size: nil).last
    #expect(empty?.each.map(\.reading) == [.empty])
  }

  @Test(
    "Each moment is a behaviour of its own: pending, saved, deleted by batch, referred to",
    arguments: [
      Framework.Condition.pendingRead, .deletedRead, .staleRead, .danglingRead,
      .pendingRelationshipRead,
    ])
  func moments(condition: Framework.Condition) throws {
    let framework = framework([condition: .trap])
    let moments: [(Framework.Condition, String)] = [
      (.pendingRead, "delete L; read L.size"), (.pendingRelationshipRead, "delete L; read L.items"),
      (.deletedRead, "hold L; delete L; save; read L.size"),
      (.staleRead, "hold L; batch List; read L.size"),
      (.danglingRead, "delete L; save; read N.on.size"),
    ]
    for (moment, steps) in moments {
      // A relationship is a property, too.
      let isMeant =
        moment == condition || condition == .pendingRead && moment == .pendingRelationshipRead
      #expect(try readings(steps, in: framework) == [isMeant ? .trap : .readable], "\(moment)")
    }
  }

  @Test("A trap is the effect of the step that reads, and of no later one")
  func effects() throws {
    let traps = framework([.deletedRead: .trap])
    let outcomes = try outcomes("N.on - L; hold L; delete L; save; read L.size; save", in: traps)
    #expect(outcomes.map(\.effect) == [.ok, .ok, .ok, .ok, .trapOnRead, .ok])
    #expect(outcomes[4].words(under: traps) == "the read crashes")
    #expect(outcomes[5].reading == nil)
  }

  @Test("Of several objects, the one that is gone decides", arguments: ["I", "J", "K"])
  func several(gone: String) throws {
    let linked = "new Item J K; N.seen = I J K; save"
    #expect(try readings("\(linked); read N.seen.list") != [.trap])
    #expect(try readings("\(linked); delete \(gone); save; read N.seen.list") == [.trap])
  }

  @Test("What identifies an object can be read at any time")
  func identity() throws {
    #expect(
      try readings("hold L; delete L; read L; save; read L") == [.readable, .readable])
  }

  @Test(
    "Core Data has everything until the event ends, then attributes, and nothing after the save")
  func coreData() throws {
    let reads = "read L.items; read L.size"
    let steps = "hold L; delete L; \(reads); process; \(reads); save; \(reads)"
    #expect(
      try readings(steps, in: .coreData)
        == [.readable, .readable, .empty, .readable, .empty, .empty])
  }

  @Test("A reference may still be seen after a delete took it, never after an unlink")
  func nullifiedReference() throws {
    for stays in [true, false] {
      let framework = framework(stays ? [.nullifiedRead: .referenceStays] : [:])
      let found = try readings("delete L; read I.list; save; read I.list", in: framework)
      #expect(found == Array(repeating: stays ? .readable : .empty, count: 2))
      #expect(try readings("I.list - L; read I.list", in: framework) == [.empty])
    }
  }

  @Test("What a delete took is still seen, and what is read of it is another behaviour")
  func behindNullifiedReference() throws {
    func found(_ trapping: Framework.Condition?) throws -> [Outcome.Reading] {
      var framework = framework([.nullifiedRead: .referenceStays])
      if let trapping { framework.behaviours[trapping] = .trap }
      return try readings("delete L; read I.list.size; save; read I.list.size", in: framework)
    }
    #expect(try found(nil) == [.readable, .readable])
    #expect(try found(.pendingRead) == [.trap, .readable])
    #expect(try found(.danglingRead) == [.readable, .trap])
  }

  @Test(
    "What a delete took is seen no more once the app itself changes what is held",
    arguments: [
      ("", .readable), ("I.list + M; I.list - M", .empty), ("M.items + I; M.items - I", .empty),
      ("I.list =", .empty), ("M.items = I; M.items =", .empty),
      ("I.list + M; I.list - M; rollback", .readable),
    ] as [(String, Outcome.Reading)])
  func changedAfterNullified(steps: String, reading: Outcome.Reading) throws {
    let found = try readings(
      "new List M; delete L; save; \(steps); read I.list",
      in: framework([.nullifiedRead: .referenceStays]))
    #expect(found == [reading])
  }

  @Test(
    "A to-one given another object than the one that is going may crash, unless it let go first",
    arguments: [
      ("save; delete L; I.list + M", true), ("save; delete L; I.list = M", true),
      ("I.list - L; delete L; I.list + M", false), ("delete L; save; I.list + M", false),
      ("save; delete L; I.list =", false), ("save; delete L; process; I.list + M", false),
    ])
  func replaced(steps: String, crashes: Bool) throws {
    let found = try outcomes(
      "new List M; \(steps)", in: framework([.pendingReplaced: .crash]))
    #expect((found.last?.effect == .crash) == crashes)
    #expect(try outcomes("new List M; \(steps)", in: framework()).last?.effect != .crash)
  }

  @Test("An insert may stay in spite of a rollback, with all that it held, and is saved later")
  func rolledBack() throws {
    let stays = framework([.rolledBackInsert: .insertStays])
    func last(_ steps: String, in framework: Framework) throws -> Outcome {
      try #require(try outcomes("new List M; new Item J; \(steps)", in: framework).last)
    }
    let links = "J.list + M; I.list + M; rollback; save"
    let back = try last(links, in: stays)
    #expect(back.stored == ["I", "J", "L", "M", "N"])
    #expect(back.references.contains(NamedReferences("J", "list", ["M"])))
    #expect(back.references.contains(NamedReferences("I", "list", ["L"])), "it is as stored")
    let again = try last("J.list + L; delete L; rollback", in: stays)
    #expect(again.references.contains(NamedReferences("J", "list", ["L"])))
    let deleted = try last("delete J; rollback; save; rollback", in: stays)
    #expect(deleted.stored == ["I", "L", "M", "N"])
    #expect(try last(links, in: framework()).stored == ["I", "L", "N"])
  }

  @Test(
    "A crash stays, whatever is done then: it is not rolled back",
    arguments: ["read M; N.on - L", "rollback", "save; rollback", "batch List"])
  func crashes(steps: String) throws {
    let found = try outcomes(
      "new List M; save; delete L; I.list + M; \(steps)",
      in: framework([.pendingReplaced: .crash]))
    #expect(found.dropFirst(3).allSatisfy { $0.effect == .crash })
  }

  @Test("What is gone must be held in time; a rollback takes nothing from anybody's hands")
  func holding() throws {
    func message(_ steps: String) -> String? {
      do {
        _ = try outcomes(steps)
        return nil
      } catch { return "\(error)" }
    }
    let late = "it; hold it in a step before its delete is saved"
    #expect(
      message("delete L; save; read L.size")
        == "error: 'L' is deleted, so no step can read \(late)")
    #expect(
      message("delete L; save; hold L") == "error: 'L' is deleted, so no step can hold \(late)")
    #expect(message("delete L; hold L; save; read L.size") == nil)
    #expect(try readings("hold L; rollback; delete L; save; read L.size") == [.trap])
  }

  @Test("isDeleted is true from the delete to its save")
  func isDeleted() throws {
    let swiftData = try outcomes("delete L; rollback; delete L; save")
    #expect(swiftData.map(\.isDeleted) == [["L"], [], ["L"], []])
    let cascade = Scenario.lists(.cascade, "delete L; process; save")
    #expect(try cascade.outcomes().map(\.isDeleted) == [["L"], ["I1", "I2", "L"], []])
    let refused = Scenario.lists(.deny, "delete L; save")
    #expect(try refused.outcomes().map(\.isDeleted) == [["L"], ["L"]])
  }
}

@Suite("What does prepareForDeletion change?")
struct PreparationTests {
  private func lists(
    _ preparation: [Scenario.Action], in framework: Framework.Name = .coreData
  ) throws -> [Outcome] {
    let lists = Scenario.lists(.deny, in: framework)
    let steps = [
      Scenario.Step(deleting: ["L"], preparing: preparation), Scenario.Step(.save),
    ]
    return try lists.with(lists.links, steps: steps).outcomes()
  }

  @Test("It acts before any rule does, so that a delete is not refused")
  func beforeTheRules() throws {
    #expect(try lists([])[1].effect == .denied)
    let cleared = try lists([.set("L", "items", to: ["I2"]), .delete(["I2"])])
    #expect(cleared.map(\.effect) == [.ok, .ok])
    #expect(cleared[1].deleted == ["I2", "L"] && cleared[1].stored == ["I1", "M"])
    let uncalled = try lists([.set("L", "items", to: []), .delete(["I2"])], in: .swiftData)
    #expect(try uncalled == lists([], in: .swiftData) && uncalled[1].effect == .denied)
  }

  @Test("Steps are the same only if what prepares them is")
  func equality() {
    let bare = Scenario.Step(.delete(["L"]))
    #expect(bare != Scenario.Step(deleting: ["L"], preparing: [.delete(["I1"])]))
    #expect(bare == Scenario.Step(deleting: ["L"], preparing: []))
  }
}

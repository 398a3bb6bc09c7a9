import ObjectGraph
import Scenarios
import Testing

@Suite("What can be read of an object that is gone?")
struct ReadingTests {
  private typealias Action = Scenario.Action

  /// A list with an item that refers back, and a note that refers to the list, one way.
  private func outcomes(
    _ actions: Action..., in framework: Framework = .swiftData, value: AttributeValue? = .integer(1)
  ) throws -> [Outcome] {
    try outcomes(actions, in: framework, value: value)
  }

  private func outcomes(
    _ actions: [Action], in framework: Framework, value: AttributeValue?
  ) throws -> [Outcome] {
    let inverse: Relationship.Inverse = framework.name == .coreData ? .named("items") : .unstated
    let scenario = Scenario(
      framework: framework.name,
      entities: [
        Entity(
          "List", relationships: [.toMany("items", "Item", inverse: .named("list"))],
          attributes: [Attribute("size")]),
        Entity("Item", relationships: [.toOne("list", "List", inverse: inverse)]),
        Entity("Note", relationships: [.toOne("on", "List", inverse: .oneWay)]),
      ],
      objects: [NamedObject("L", "List"), NamedObject("I", "Item"), NamedObject("N", "Note")],
      links: [NamedLink("L", "items", "I"), NamedLink("N", "on", "L")],
      values: [NamedValue("L", "size", value)], steps: actions.map { Scenario.Step($0) })
    let looks = (1...actions.count).map { Look(after: $0) }
    return try ObjectGraphEngine(as: framework).answers(to: scenario, at: looks).map {
      try $0.get()
    }
  }

  private let size = Action.read("L", path: ["size"])
  private let items = Action.read("L", path: ["items"])

  private func framework(
    _ name: Framework.Name, _ condition: Framework.Condition?, _ consequence: Framework.Consequence
  ) -> Framework {
    var framework = Framework(name, behaviours: [.undeclaredInverse: .inverseIsInferred])
    if let condition { framework.behaviours[condition] = consequence }
    return framework
  }

  @Test("What is there is read: a value, an object, or nothing")
  func there() throws {
    let readings = try outcomes(
      .read("L", path: []), size, items, .read("I", path: ["list", "size"]),
      .unlink(NamedLink("L", "items", "I")), items, .read("I", path: ["list", "size"])
    ).map(\.reading)
    #expect(readings == [.readable, .readable, .readable, .readable, nil, .empty, .empty])
    #expect(try outcomes(size, value: nil)[0].reading == .empty)
  }

  @Test(
    "Each moment is a behaviour of its own: pending, saved, deleted by batch, referred to",
    arguments: [
      Framework.Condition.pendingRead, .deletedRead, .staleRead, .danglingRead,
      .pendingRelationshipRead,
    ])
  func moments(condition: Framework.Condition) throws {
    let framework = framework(.swiftData, condition, .trap)
    let note = Action.read("N", path: ["on", "size"])
    let moments: [(Framework.Condition, Outcome.Reading?)] = [
      (.pendingRead, try outcomes(.delete(["L"]), size, in: framework).last?.reading),
      (.pendingRelationshipRead, try outcomes(.delete(["L"]), items, in: framework).last?.reading),
      (
        .deletedRead,
        try outcomes(.hold(["L"]), .delete(["L"]), .save, size, in: framework).last?.reading
      ),
      (
        .staleRead,
        try outcomes(
          .hold(["L"]), .batchDelete(entity: "List", objects: nil, includesSubentities: true), size,
          in: framework
        ).last?.reading
      ),
      (.danglingRead, try outcomes(.delete(["L"]), .save, note, in: framework).last?.reading),
    ]
    for (moment, reading) in moments {
      // A relationship is a property, too.
      let isMeant =
        moment == condition || condition == .pendingRead && moment == .pendingRelationshipRead
      #expect(reading == (isMeant ? .trap : .readable), "\(moment)")
    }
  }

  @Test("A trap is the effect of the step that reads, and of no later one")
  func effects() throws {
    let traps = framework(.swiftData, .deletedRead, .trap)
    let outcomes = try outcomes(
      .unlink(NamedLink("N", "on", "L")), .hold(["L"]), .delete(["L"]), .save, size, .save,
      in: traps)
    #expect(outcomes.map(\.effect) == [.ok, .ok, .ok, .ok, .trapOnRead, .ok])
    #expect(outcomes[4].words(under: traps) == "the read traps")
    #expect(outcomes[5].reading == nil)
  }

  @Test("What identifies an object can be read at any time")
  func identity() throws {
    let identity = Action.read("L", path: [])
    let readings = try outcomes(.hold(["L"]), .delete(["L"]), identity, .save, identity).map(
      \.reading)
    #expect(readings == [nil, nil, .readable, nil, .readable])
  }

  @Test(
    "Core Data has everything until the event ends, then attributes, and nothing after the save")
  func coreData() throws {
    let readings = try outcomes(
      .hold(["L"]), .delete(["L"]), items, size, .processPendingChanges, items, size, .save, items,
      size, in: .coreData
    ).compactMap(\.reading)
    #expect(readings == [.readable, .readable, .empty, .readable, .empty, .empty])
  }

  @Test("A reference may still be seen after a delete took it")
  func nullifiedReference() throws {
    let list = Action.read("I", path: ["list"])
    for stays in [true, false] {
      let framework = framework(.swiftData, stays ? .nullifiedRead : nil, .referenceStays)
      let readings = try outcomes(.delete(["L"]), list, .save, list, in: framework).compactMap(
        \.reading)
      #expect(readings == Array(repeating: stays ? .readable : .empty, count: 2))
      let unlinked = try outcomes(.unlink(NamedLink("I", "list", "L")), list, in: framework)
      #expect(unlinked.last?.reading == .empty)
    }
  }

  @Test("What a delete took is still seen, and what is read of it is another behaviour")
  func behindNullifiedReference() throws {
    let size = Action.read("I", path: ["list", "size"])
    func readings(_ conditions: Framework.Condition...) throws -> [Outcome.Reading] {
      var framework = framework(.swiftData, .nullifiedRead, .referenceStays)
      for condition in conditions { framework.behaviours[condition] = .trap }
      return try outcomes(.delete(["L"]), size, .save, size, in: framework).compactMap(\.reading)
    }
    #expect(try readings() == [.readable, .readable])
    #expect(try readings(.pendingRead) == [.trap, .readable])
    #expect(try readings(.danglingRead) == [.readable, .trap])
  }

  @Test("What a delete took is seen no more once the app itself changes what is held")
  func changedAfterNullified() throws {
    let stays = framework(.swiftData, .nullifiedRead, .referenceStays)
    let list = Action.read("I", path: ["list"])
    func reading(_ actions: Action...) throws -> Outcome.Reading? {
      let steps = [.insert([NamedObject("M", "List")]), .delete(["L"]), .save] + actions + [list]
      return try outcomes(steps, in: stays, value: nil).last?.reading
    }
    let (mine, theirs) = (NamedLink("I", "list", "M"), NamedLink("M", "items", "I"))
    #expect(try reading() == .readable)
    #expect(try reading(.link(mine), .unlink(mine)) == .empty)
    #expect(try reading(.link(theirs), .unlink(theirs)) == .empty)
    #expect(try reading(.set("I", "list", to: [])) == .empty)
    #expect(try reading(.set("M", "items", to: ["I"]), .set("M", "items", to: [])) == .empty)
    #expect(try reading(.link(mine), .unlink(mine), .rollback) == .readable)
  }

  @Test(
    "A to-one given another object than the one that is going may crash, unless it let go first")
  func replaced() throws {
    let crash = framework(.swiftData, .pendingReplaced, .crash)
    let new = Action.insert([NamedObject("M", "List")])
    let (delete, link) = (Action.delete(["L"]), Action.link(NamedLink("I", "list", "M")))
    func effect(_ one: Action, _ other: Action, _ last: Action, in framework: Framework) throws
      -> Effect?
    {
      try outcomes(new, one, other, last, in: framework).last?.effect
    }
    #expect(try effect(.save, delete, link, in: crash) == .crash)
    #expect(try effect(.save, delete, .set("I", "list", to: ["M"]), in: crash) == .crash)
    #expect(try effect(.unlink(NamedLink("I", "list", "L")), delete, link, in: crash) != .crash)
    #expect(try effect(delete, .save, link, in: crash) != .crash)
    #expect(try effect(.save, delete, .set("I", "list", to: []), in: crash) != .crash)
    #expect(try effect(.save, delete, link, in: framework(.swiftData, nil, .crash)) != .crash)
    let processed = try outcomes(
      new, .save, delete, .processPendingChanges, link, in: crash)
    #expect(processed.last?.effect != .crash)
  }

  @Test("An insert may stay in spite of a rollback, with all that it held, and is saved later")
  func rolledBack() throws {
    let stays = framework(.swiftData, .rolledBackInsert, .insertStays)
    let new = Action.insert([NamedObject("M", "List"), NamedObject("J", "Item")])
    let links: [Action] = [
      .link(NamedLink("J", "list", "M")), .link(NamedLink("I", "list", "M")), .rollback, .save,
    ]
    let back = try #require(try outcomes([new] + links, in: stays, value: nil).last)
    #expect(back.stored == ["I", "J", "L", "M", "N"])
    #expect(back.references.contains(NamedReferences("J", "list", ["M"])))
    #expect(back.references.contains(NamedReferences("I", "list", ["L"])), "it is as stored")
    let link = Action.link(NamedLink("J", "list", "L"))
    let again = try outcomes(new, link, .delete(["L"]), .rollback, in: stays).last
    #expect(again?.references.contains(NamedReferences("J", "list", ["L"])) == true)
    let deleted = try outcomes(new, .delete(["J"]), .rollback, .save, .rollback, in: stays).last
    #expect(deleted?.stored == ["I", "L", "M", "N"])
    #expect(
      try outcomes([new] + links, in: framework(.swiftData, nil, .crash), value: nil).last?.stored
        == ["I", "L", "N"])
  }

  @Test("A crash stays, whatever is done then: nobody rolls it back")
  func crashes() throws {
    let crash = framework(.swiftData, .pendingReplaced, .crash)
    let new = Action.insert([NamedObject("M", "List")])
    let (delete, link) = (Action.delete(["L"]), Action.link(NamedLink("I", "list", "M")))
    func effects(_ actions: Action..., value: AttributeValue? = nil) throws -> [Effect] {
      try outcomes([new, .save, delete] + actions, in: crash, value: value).dropFirst(3)
        .map(\.effect)
    }
    #expect(
      try effects(link, .read("M", path: []), .unlink(NamedLink("N", "on", "L")))
        == [.crash, .crash, .crash])
    #expect(try effects(link, .rollback) == [.crash, .crash])
    #expect(try effects(link, .save, .rollback) == [.crash, .crash, .crash])
    let batch = Action.batchDelete(entity: "List", objects: [], includesSubentities: true)
    #expect(try effects(link, batch).last == .crash)
  }

  @Test("What is gone must be held in time; a rollback takes nothing from anybody's hands")
  func holding() throws {
    func message(_ actions: Action...) -> String? {
      do {
        switch actions.count {
        case 3: _ = try outcomes(actions[0], actions[1], actions[2])
        default: _ = try outcomes(actions[0], actions[1], actions[2], actions[3])
        }
        return nil
      } catch { return "\(error)" }
    }
    let late = "it; hold it in a step before its delete is saved"
    #expect(
      message(.delete(["L"]), .save, size) == "error: 'L' is gone, so nobody can read \(late)")
    #expect(
      message(.delete(["L"]), .save, .hold(["L"]))
        == "error: 'L' is gone, so nobody can hold \(late)")
    #expect(message(.delete(["L"]), .hold(["L"]), .save, size) == nil)
    let kept = try outcomes(.hold(["L"]), .rollback, .delete(["L"]), .save, size)
    #expect(kept.last?.reading == .trap)
  }

  @Test("isDeleted is true from the delete to its save")
  func isDeleted() throws {
    let swiftData = try outcomes(.delete(["L"]), .rollback, .delete(["L"]), .save)
    #expect(swiftData.map(\.isDeleted) == [["L"], [], ["L"], []])
    let cascade = Scenario.lists(.cascade, .delete(["L"]), .processPendingChanges, .save)
    #expect(try cascade.outcomes().map(\.isDeleted) == [["L"], ["I1", "I2", "L"], []])
    let refused = Scenario.lists(.deny, .delete(["L"]), .save)
    #expect(try refused.outcomes().map(\.isDeleted) == [["L"], ["L"]])
  }
}

@Suite("What does prepareForDeletion change?")
struct PreparationTests {
  private func lists(
    _ preparation: [Scenario.Preparation], in framework: Framework.Name = .coreData
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

@Suite("What does Core Data show of deletes that were processed, while a later one is only marked?")
struct SettledDeleteTests {
  private let lost = ["I1", "I2"].map { NamedLink($0, "list", "L") }

  private func last(_ rule: DeleteRule, _ actions: Scenario.Action...) throws -> Outcome {
    let lists = Scenario.lists(rule)
    let scenario = lists.with(lists.links, steps: actions.map { Scenario.Step($0) })
    return try ObjectGraphEngine().outcome(of: scenario)
  }

  @Test("What they nullified, and what cascaded")
  func processed() throws {
    let nullified = try last(.nullify, .delete(["L"]), .processPendingChanges, .delete(["M"]))
    #expect(nullified.nullified == lost && nullified.deleted == ["L", "M"])
    let cascaded = try last(.cascade, .delete(["L"]), .processPendingChanges, .delete(["M"]))
    #expect(cascaded.deleted == ["I1", "I2", "L", "M"])
    let saved = try last(
      .nullify, .delete(["L"]), .processPendingChanges, .save, .delete(["M", "I1"]))
    #expect(saved.deleted == ["I1", "L", "M"])
    #expect(saved.references.contains(NamedReferences("I2", "list", [])))
  }

  @Test("A refused save processes as well, and a batch delete takes nothing of it back")
  func others() throws {
    let refused = try last(.deny, .delete(["L"]), .save, .delete(["M"]))
    #expect(refused.deleted == ["L", "M"] && refused.dangling == lost)
    let batch = try last(
      .nullify, .delete(["L"]), .processPendingChanges,
      .batchDelete(entity: "List", objects: ["M"], includesSubentities: true), .delete(["I1"]))
    #expect(batch.nullified == [lost[1]] && batch.deleted == ["I1", "L", "M"])
  }
}

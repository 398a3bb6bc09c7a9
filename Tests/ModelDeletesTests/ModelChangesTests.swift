import ModelFiles
import ObjectGraph
import Scenarios
import SmallWorlds
import Testing

@testable import ModelDeletes

@Suite("What does a changed model do differently?")
struct ModelChangesTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    let models = try [old, new].map { try Model(reading: $0, as: "Models.swift") }
    let comparison = ModelComparison(
      old: models[0].schema, new: models[1].schema,
      renaming: Renaming(from: models[0], to: models[1]))
    let found = try ModelChanges.differences(comparison).changes
    return found.sorted { $0.difference < $1.difference }.map { change in
      let outcomes = [change.before, change.after].map {
        $0?.words(under: .swiftData) ?? "nothing"
      }
      let delete = change.isBatch ? "batch delete" : "delete"
      return "\(change.difference): \(delete) \(change.deleted), "
        + "\(change.entity).\(change.relationship): " + outcomes.joined(separator: " -> ")
    }
  }

  private static let list = """
    @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
    @Model class Item { var list: List? }
    """

  @Test("A rule that does something else is a change; one that does the same is none")
  func rules() throws {
    #expect(try changes(Self.list, Self.list + "\n// another text").isEmpty)
    #expect(
      try changes(Self.list, Self.list.replacing(".cascade", with: ".deny")) == [
        "isBlocked: delete List, List.items: also deletes Item1 -> "
          + "save fails: List1.items holds Item1"
      ])
    // What stays behind may be meant or forgotten: who deletes less is not safer.
    #expect(
      try changes(Self.list, Self.list.replacing(".cascade", with: ".nullify")) == [
        "deletesLess: delete List, List.items: also deletes Item1 -> deletes only List1"
      ])
    #expect(
      try changes(Self.list.replacing(".cascade", with: ".nullify"), Self.list) == [
        "deletesMore: delete List, List.items: deletes only List1 -> also deletes Item1"
      ])
    let oneWay = "@Model class A { var b: B? }\n@Model class B { var name = 1 }"
    let explicit = oneWay.replacing("var b", with: "@Relationship(deleteRule: .noAction) var b")
    // Without an inverse neither rule does anything.
    #expect(try changes(oneWay, explicit).isEmpty)
  }

  @Test(
    "A dangling reference that only the delete newly shows is worse, and its reverse better",
    arguments: [ChangeImpact.worse, .better])
  func judgedAlone(impact: ChangeImpact) throws {
    func model(_ rule: String) throws -> Model {
      let text = """
        @Model class A { @Relationship(deleteRule: .noAction, inverse: \\B.a) var b: [B] = [] }
        @Model class B { @Relationship(deleteRule: .\(rule)) var a: A? }
        """
      return try Model(reading: text, as: "Models.swift")
    }
    // The finding is of both models, by the other side.
    let models = try [model("nullify"), model("noAction")]
    let (old, new) = impact == .worse ? (models[0], models[1]) : (models[1], models[0])
    let changes = try ModelChanges(from: old, to: new).changes
    #expect(changes.map(\.deleted) == ["B"])
    #expect(changes.map(\.impact) == [impact])
    #expect(changes.allSatisfy { $0.fault == nil })
  }

  @Test("Where only a batch delete does something else, that is the change")
  func batchDeletes() throws {
    let optional = Self.list.replacing("[Item] = []", with: "[Item]? = []")
    let refused =
      "batch delete fails (134050): Item1.list holds List1, whose inverse List.items is mandatory "
      + "('mandatory OTO nullify inverse on Item/list')"
    #expect(
      try changes(Self.list, optional) == [
        "isUnblocked: batch delete Item, Item.list: \(refused) -> deletes only Item1"
      ])
    #expect(
      try changes(optional, Self.list) == [
        "isBlocked: batch delete Item, Item.list: deletes only Item1 -> \(refused)"
      ])
    // What an ordinary delete does otherwise says enough.
    let one = """
      @Model class A { @Relationship(inverse: \\B.a) var b: B? }
      @Model class B { var a: A? }
      """
    let mandatory = one.replacing("var a: A?", with: "var a: A")
    #expect(
      try changes(one, mandatory).map { $0.prefix { $0 != "," } } == ["isBlocked: delete A"])
  }

  @Test("What is written anew makes the batch delete of what was there fail, which may be meant")
  func newRelationships() throws {
    let plain = "@Model class List { var x = 1 }\n@Model class Item { var y = 1 }"
    let found = try changes(plain, Self.list.replacing(".cascade", with: ".nullify"))
    #expect(found.map { $0.prefix { $0 != ":" } } == ["differs"], "\(found)")
    // What did not exist could not be deleted, by batch or otherwise.
    #expect(
      try changes(
        "@Model class List { var x = 1 }", Self.list.replacing(".cascade", with: ".nullify")
      ).isEmpty)
    let gone = try changes(Self.list.replacing(".cascade", with: ".nullify"), plain)
    #expect(gone.map { $0.prefix { $0 != ":" } } == ["isUnblocked"], "\(gone)")
  }

  @Test("The most dangerous change comes first")
  func order() throws {
    let old = """
      @Model class A { @Relationship(deleteRule: .deny) var bs: [B] = []; var c: C? }
      @Model class B { var a: A? }
      @Model class C { var a: A? }
      """
    let new = old.replacing(".deny", with: ".nullify").replacing(
      "var c: C?", with: "@Relationship(deleteRule: .noAction) var c: C?")
    #expect(
      try changes(old, new) == [
        "crashes: delete A, A.c: deletes only A1 -> crashes",
        "isUnblocked: delete A, A.bs: save fails: A1.bs holds B1 -> deletes only A1",
      ])
  }

  @Test("A relationship that comes or goes is a change where its deletes do something")
  func added() throws {
    let plain = "@Model class A { var x = 1 }\n@Model class B { var y = 1 }"
    let linked = plain.replacing("var x", with: "var b: B?; var x")
    #expect(
      try changes(plain, linked) == [
        "dangles: delete B, A.b: nothing -> deletes only B1; reading A1.b crashes"
      ])
    #expect(
      try changes(linked, plain) == [
        "isSafer: delete B, A.b: deletes only B1; reading A1.b crashes -> nothing"
      ])
    let cascade = """
      @Model class A { @Relationship(deleteRule: .cascade) var b: B? }
      @Model class B { var a: A? }
      """
    #expect(
      try changes(plain, cascade) == [
        "deletesMore: delete A, A.b: nothing -> also deletes B1"
      ])
    // What a new entity takes along is what somebody wrote it for; what it leaves dangling is not.
    #expect(
      try changes("@Model class B { var y = 1 }", cascade) == [
        "differs: delete A, A.b: nothing -> also deletes B1"
      ])
    #expect(
      try changes("@Model class B { var y = 1 }", linked) == [
        "dangles: delete B, A.b: nothing -> deletes only B1; reading A1.b crashes"
      ])
  }

  @Test(
    "Worse if a fault is new, better if one is gone, and else to be reviewed",
    arguments: [
      // Children that stay behind are an orphan; what takes them along again is the advised fix.
      (".cascade", ".nullify", ["worse"]), (".nullify", ".cascade", ["better"]),
      (".deny", ".nullify", ["worse", "review"]), (".nullify", ".deny", ["better", "review"]),
      // No action leaves them, too.
      (".noAction", ".nullify", ["better"]), (".nullify", ".noAction", ["worse"]),
      (".deny", ".cascade", ["review"]), (".cascade", ".deny", ["review"]),
      // A repair that blocks needs review, too.
      (".noAction", ".deny", ["better", "better", "review"]),
      (".deny", ".noAction", ["worse", "worse", "review"]),
      (".noAction", ".cascade", ["better", "better"]),
      (".cascade", ".cascade", []),
    ])
  func impacts(old: String, new: String, impacts: [String]) throws {
    let models = try [old, new].map {
      try Model(reading: Self.list.replacing(".cascade", with: $0), as: "Models.swift")
    }
    let changes = try ModelChanges(from: models[0], to: models[1]).changes
    #expect(changes.map(\.impact.rawValue) == impacts)
    for change in changes {
      #expect([change.entity, change.relationship] == ["List", "items"])
      #expect((change.fault == nil) == (change.impact == .review))
      #expect(
        ["no longer true: ", "no longer true, as the delete now fails: "].contains(
          where: change.title.hasPrefix) == (change.impact == .better))
    }
  }

  @Test("A fault without a graph in both models is shown by its own delete")
  func faultAlone() throws {
    let plain = "@Model class A { var x = 1 }\n@Model class B { var y = 1 }"
    let linked = plain.replacing("var x", with: "var b: B?; var x")
    let models = try [plain, linked].map { try Model(reading: $0, as: "M.swift") }
    let there = try ModelChanges(from: models[0], to: models[1]).changes
    #expect(there.map(\.impact) == [.worse])
    #expect(there[0].before == nil && there[0].after?.effect == .trapOnRead)
    let back = try ModelChanges(from: models[1], to: models[0]).changes
    #expect(back.map(\.impact) == [.better])
    #expect(back[0].before?.effect == .trapOnRead && back[0].after == nil)
    #expect(back[0].title == "no longer there: A.b")
  }

  @Test("The delete of a change shows the fault where it is, and not where it is not")
  func evidence() throws {
    func model(_ rule: String) throws -> Model {
      try Model(
        reading: """
          @Model class Trip { @Relationship(deleteRule: .\(rule), inverse: \\Stop.trip) var stops: [Stop] = [] }
          @Model class Stop {
            var trip: Trip?
            @Relationship(deleteRule: .deny, inverse: \\Booking.stop) var bookings: [Booking] = []
          }
          @Model class Booking { var stop: Stop? }
          """, as: "M.swift")
    }
    let (old, new) = (try model("cascade"), try model("nullify"))
    for (from, to, impact) in [(old, new, ChangeImpact.better), (new, old, .worse)] {
      let changes = try ModelChanges(from: from, to: to).changes
      let change = try #require(changes.first { $0.fault?.rule == "deny_blocks_cascade" })
      #expect(change.impact == impact)
      let sides =
        impact == .better ? [change.before, change.after] : [change.after, change.before]
      #expect(sides.map { $0?.effect } == [.denied, .ok])
    }
  }

  @Test(
    "A relationship that only has another name is the same",
    arguments: [
      ("stops: [Stop] = []", "places: [Stop] = []", 0),
      ("stops: [Stop] = []", "places: [Stop]? = []", 1),
      // Which of two it was is not known.
      (
        "stops: [Stop] = []",
        "places: [Stop] = []\n@Relationship(deleteRule: .cascade) var others: [Stop] = []", 2
      ),
    ])
  func otherName(old: String, new: String, count: Int) throws {
    let models = try [old, new].map {
      try Model(
        reading: "@Model class Trip { @Relationship(deleteRule: .cascade) var \($0) }\n"
          + "@Model class Stop { var x = 1 }", as: "M.swift")
    }
    let renaming = Renaming(from: models[0], to: models[1])
    #expect(renaming.relationships.count == (count == 0 ? 1 : 0))
    let changes = try ModelChanges(from: models[0], to: models[1]).changes
    #expect(changes.isEmpty == (count == 0), "\(changes)")
  }

  @Test("A renamed entity or relationship is followed by its renaming identifier")
  func renamed() throws {
    let old = """
      <model><entity name="List"><relationship name="items" optional="YES" toMany="YES"
        deletionRule="Cascade" destinationEntity="Item" inverseName="list" inverseEntity="Item"/></entity>
      <entity name="Item"><relationship name="list" optional="YES" maxCount="1"
        deletionRule="Nullify" destinationEntity="List" inverseName="items" inverseEntity="List"/></entity></model>
      """
    let new =
      old.replacing("\"items\"", with: "\"entries\"")
      .replacing("name=\"entries\"", with: "name=\"entries\" elementID=\"items\"")
      .replacing("\"List\"", with: "\"Folder\"")
      .replacing("entity name=\"Folder\"", with: "entity name=\"Folder\" elementID=\"List\"")
    let models = try [old, new, new.replacing("Cascade", with: "Nullify")].map {
      try Model(reading: $0, as: "contents")
    }
    #expect(try ModelChanges(from: models[0], to: models[1]).changes.isEmpty)
    let change = try #require(try ModelChanges(from: models[0], to: models[2]).changes.first)
    #expect(
      [change.entity, change.relationship, change.deleted] == ["Folder", "entries", "Folder"])
    #expect(change.before?.deleted == ["Folder1", "Item1"])
    #expect(change.after?.deleted == ["Folder1"])
  }

  @Test("A fault that is new counts, though another like it was there before")
  func similarFaults() throws {
    let old = "@Model class Note { var stop: Stop? }\n@Model class Stop { var name = \"\" }"
    let more = ["last", "next"].map { "var \($0): Stop?; " }
    for count in 0...2 {
      let new = old.replacing("var stop", with: more.prefix(count).joined() + "var stop")
      let models = try [old, new].map { try Model(reading: $0, as: "M.swift") }
      #expect(
        try ModelChanges(from: models[0], to: models[1]).changes.count { $0.impact == .worse }
          == count)
      #expect(
        try ModelChanges(from: models[1], to: models[0]).changes.count { $0.impact == .better }
          == count)
    }
  }

  @Test("One that is gone is not taken for another that has its name now")
  func reusedName() throws {
    func relationship(_ name: String, _ destination: String, was former: String? = nil) -> String {
      let former = former.map { " elementID=\"\($0)\"" } ?? ""
      return "<relationship name=\"\(name)\"\(former) optional=\"YES\" toMany=\"YES\" "
        + "deletionRule=\"Cascade\" destinationEntity=\"\(destination)\"/>"
    }
    let models = try [
      relationship("items", "Item") + relationship("notes", "Note"),
      relationship("items", "Note", was: "notes"),
    ].map { list in
      try Model(
        reading: "<model><entity name=\"List\">\(list)</entity><entity name=\"Item\"/>"
          + "<entity name=\"Note\"/></model>", as: "contents")
    }
    let changes = try ModelChanges(from: models[0], to: models[1]).changes
    #expect(Set(changes.map(\.relationship)) == ["items", "items (before)"])
  }

  @Test("A fault of a relationship that is gone is not that of another with its name")
  func faultOfReusedName() throws {
    let models = try ["Stop", "Trip"].map { destination in
      try Model(
        reading: "@Model class Note { var x: \(destination)? }\n@Model class Stop { var a = 1 }\n"
          + "@Model class Trip { var b = 1 }", as: "M.swift")
    }
    let impacts = try ModelChanges(from: models[0], to: models[1]).changes.map(\.impact)
    #expect(impacts.contains(.worse) && impacts.contains(.better))
  }

  @Test("Nothing is reported exactly where every delete of every small graph does the same")
  func exhaustive() throws {
    var schemas = RandomSchema(seed: 7)
    var random = SplitMix64(seed: 7)
    var kinds: Set<Bool> = []
    for _ in 0..<(asked("SEED") == nil ? 25 : 200) {
      let old = schemas.next()
      guard let new = old.mutated(&random), let worlds = AllWorlds(old, objectsOfEach: 2),
        worlds.count <= 300
      else { continue }
      var differs = false
      var canBeStored = false
      worlds.forEach { world in
        let other = world.under(new)
        if !world.isValid || !other.isValid { return }
        canBeStored = true
        for object in world.kinds.indices where !differs {
          differs =
            ObservedOutcome(world, deleting: object) != ObservedOutcome(other, deleting: object)
        }
      }
      if !canBeStored { continue }
      kinds.insert(differs)
      let names = old.entities.map { old.declaration(of: $0).name }
      let same = Renaming(
        entities: Dictionary(uniqueKeysWithValues: zip(names, names)),
        relationships: Dictionary(uniqueKeysWithValues: zip(old.relationships, new.relationships)))
      let comparison = ModelComparison(old: old, new: new, renaming: same)
      let changes = try ModelChanges.differences(comparison).changes
      // Some models have no valid graph with two objects of each entity, and where each object must
      // lead to two, two objects leave nothing outside for a change to show on.
      let isTight = old.relationships.contains { old.declaration(of: $0).minCount > 1 }
      if !differs && (isTight || changes.contains(where: \.hasManyObjects)) { continue }
      #expect(changes.isEmpty != differs, "\(changes) from \(old.text) to \(new.text)")
    }
    #expect(kinds.count == 2)
  }
}

extension ModelChange {
  /// Whether it takes more than two objects of an entity to show it.
  fileprivate var hasManyObjects: Bool {
    Dictionary(grouping: scenario.objects, by: \.entity).values.contains { $0.count > 2 }
  }
}

/// What is visible of a delete.
private struct ObservedOutcome: Equatable {
  let deleted: ObjectSet
  let lost: Set<World.Link>
  let dangling: Set<World.Link>
  let denied: Set<World.Link>
  let lacking: Set<[Int]>

  init(_ world: World, deleting object: Int) {
    let outcome = world.outcome(deleting: object)
    deleted = outcome.deleted
    lost = Set(outcome.nullified)
    dangling = Set(outcome.dangling)
    denied = Set(outcome.denied)
    lacking = Set(outcome.lacking.map { [$0.object, $0.relationship.index] })
  }
}

extension Schema {
  /// The same schema with one rule or bound changed; nil where that is impossible.
  fileprivate func mutated(_ random: inout SplitMix64) -> Schema? {
    var declared = entities.map { declaration(of: $0) }
    guard let entity = declared.indices.randomElement(using: &random),
      let index = declared[entity].relationships.indices.randomElement(using: &random)
    else { return nil }
    var changed = declared[entity].relationships[index]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: changed.isOrdered = changed.isToMany
    case 1 where !changed.isToMany: changed.isOptional.toggle()
    case 2 where changed.isToMany: changed.minCount = Int.random(in: 0...2, using: &random)
    default: changed.deleteRule = DeleteRule.allCases.randomElement(using: &random) ?? .nullify
    }
    declared[entity].relationships[index] = changed
    guard let schema = try? Schema(framework, entities: declared) else { return nil }
    // Where another inverse is inferred, the same links are another graph.
    let isSame = schema.relationships.allSatisfy {
      schema.inverse(of: $0)?.relationship == inverse(of: $0)?.relationship
    }
    return isSame ? schema : nil
  }

  fileprivate var text: String {
    relationships.map { "\(qualifiedName(of: $0)) \(declaration(of: $0))" }.joined(separator: "; ")
  }
}

import ExpectedText
import ModelCheck
import ModelFiles
import SourceText
import SwiftSource
import Testing

/// A tag leaves photos dangling, a message a sender, and a team cannot lose one of two players.
@Suite("Does code that could not be understood keep a model from counting as checked?")
struct UnresolvedDeleteTests {
  private static let model = """
    protocol Removable {}
    @Model class Photo { var tags: [Tag] = [] }
    @Model class Tag: Removable { var photos: [Photo] = [] }
    @Model class Message {
      @Relationship(inverse: \\Receipt.message) var receipts: [Receipt]? = []
    }
    @Model class TextMessage: Message { var text = "" }
    @Model class VoiceMessage: Message { var length = 0 }
    @Model class Receipt { var message: Message }
    @Model class Team {
      @Relationship(minimumModelCount: 2, inverse: \\Player.teams) var players: [Player]? = []
    }
    @Model class Player { var teams: [Team]? = [] }
    @Model class Log: Removable { var text = "" }

    """

  /// The findings of a rule, as `severity entity.relationship: words` after the model's lines.
  private func findings(_ code: String, objectiveC: [ObjectiveCFile] = []) throws -> [Finding] {
    let text = Self.model + code
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    return try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)],
      besides: objectiveC)
  }

  private static let resolved = "func go(_ log: Log, _ c: ModelContext) { c.delete(log) }\n"

  @Test(
    "Each piece of unresolved code is one warning that says what it may reach",
    arguments: Rows(
      #"""
      func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) } → 4 faults show if it is a Tag, a Photo, a Message or a Player
      // A save that would hide a refusal is one more.
      func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x); try? c.save() } → 6 faults show if it is a Tag, a Photo, a Message or a Player
      func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x); try? c.save() }
      func all(_ y: any PersistentModel, _ c: ModelContext) { wipe(y, c) } → 6 faults show if it is a Tag, a Photo, a Message or a Player
      // A declared type rules out the others.
      func wipe(_ x: any Removable, _ c: ModelContext) { c.delete(x) } → 1 fault shows if it is a Tag
      // One of a protocol's entities, as an object of any, is one of those.
      func wipe(_ x: any Removable, _ c: ModelContext) { c.delete(x as! any PersistentModel) } →
      func wipe<T: Log>(_ x: T, _ c: ModelContext) { c.delete(x) } →
      func wipe<T>(_ x: T, _ c: ModelContext) where T: Message { c.delete(x) } → 1 fault shows if it is a Message
      // What batch deletes do not leave is no fault of theirs.
      func wipe(_ x: any PersistentModel.Type, _ c: ModelContext) throws { try c.delete(model: x) } → 3 faults show if it is a Tag, a Photo or a Message
      // A request of Core Data deletes no objects of SwiftData.
      func wipe<T: NSManagedObject>(_ x: T.Type) { _ = NSBatchDeleteRequest(fetchRequest: T.fetchRequest()) } → 3 faults show if it is a Tag, a Photo or a Message
      // Nothing is left to find for it.
      func wipe(_ x: any Removable, _ t: Tag, _ p: Photo, _ c: ModelContext) { c.delete(x); c.delete(t); c.delete(p) } →
      // The caller is reported, and not the function that it calls.
      func wipe(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }
      func all(_ y: any PersistentModel, _ c: ModelContext) { wipe(y, c) } → 4 faults show if it is a Tag, a Photo, a Message or a Player
      """#
    ).names + [
      ("", nil),
      (
        """
        final class Store {
          var all: [any Removable] = []
          var c: ModelContext
          func remove(_ x: any Removable) { c.delete(all[index(of: x)] as! any PersistentModel) }
        }
        func go(_ store: Store, _ x: any Removable) { store.remove(x) }
        """,
        nil
      ),
    ])
  func warnings(code: String, note: String?) throws {
    let found = try findings(Self.resolved + code).filter { $0.rule == .unresolvedDelete }
    #expect(found.map(\.severity) == (note == nil ? [] : [.warning]))
    #expect(found.first?.facts == note.map { [$0] })
  }

  @Test("Where the object is known and not who deletes it, the note does not ask what it is")
  func unknownReceiver() throws {
    let found = try findings(
      "func go(_ tag: Tag, _ c: Unknown) { c.store.viewContext.delete(tag) }"
    )
    .filter { $0.rule == .unresolvedDelete }
    #expect(found.map(\.facts) == [["1 fault shows if it does"]], "\(found)")
    #expect(
      found.allSatisfy { $0.title.contains("may delete a Tag, but the type of its receiver") })
  }

  @Test("Each class that has a fault is named, and none that a function makes for that alone")
  func classes() throws {
    let model = """
      <model>
        <entity name="Base" isAbstract="YES">
          <relationship name="next" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Base" inverseName="previous" inverseEntity="Base"/>
          <relationship name="previous" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Base" inverseName="next" inverseEntity="Base"/>
        </entity>
        <entity name="Task" parentEntity="Base"/>
        <entity name="Note" parentEntity="Base"/>
      </model>
      """
    func facts(_ code: String) throws -> [String] {
      let file = SourceFile(path: "App.swift", bytes: Array("import CoreData\n\(code)".utf8))
      let model = try Model(reading: model, as: "App.xcdatamodel/contents")
      return try Check().findings(in: [model], with: [SwiftDeclarations(file, keepsCode: true)])
        .filter { $0.rule == .unresolvedDelete }.flatMap(\.facts)
    }
    let deleting = "func wipe(_ x: NSManagedObject, _ c: NSManagedObjectContext) { c.delete(x) }"
    #expect(try facts(deleting) == ["1 fault shows if it is a Task or a Note"])
    func making(_ use: String) -> String {
      """
      func add<T: NSManagedObject>(_ type: T.Type, _ other: NSManagedObject, _ c: NSManagedObjectContext) {
        let new = T(context: c)
        \(use)
        if new.entity.name == nil { c.delete(new) }
      }
      func go(_ c: NSManagedObjectContext) { add(Task.self, c) }
      """
    }
    #expect(try facts(making("")).isEmpty)
    #expect(try facts(making("link(new, other)")) == ["1 fault shows if it is a Task or a Note"])
  }

  @Test("Objective-C counts as unresolved; what it may reach is still listed")
  func objectiveC() throws {
    let source = SourceFile(path: "List.m", bytes: Array("\n\n[c deleteObject:x];".utf8))
    let place = Location(file: "List.m", line: 3, column: 4)
    let found = try findings(Self.resolved, objectiveC: [ObjectiveCFile(source)])
    #expect(found.contains { $0.rule == .unresolvedDelete && $0.location == place })
    let unreached = found.filter { $0.rule == .nullifyBreaksMandatory }
    #expect(unreached.map(\.severity) == [.note])
    #expect(
      unreached.first?.facts.last == "no delete call reaches this (1 call could not be resolved)")
  }

  @Test("That no call reaches a fault is only said without reserve where all were understood")
  func allUnderstood() throws {
    let found = try findings(Self.resolved).filter { $0.rule == .nullifyBreaksMandatory }
    #expect(found.first?.facts.last == "no delete call reaches this")
  }

  @Test(
    "A fault of a parent is reached by deletes of every subclass",
    arguments: ["Message", "TextMessage", "VoiceMessage"])
  func subclasses(name: String) throws {
    let found = try findings("func go(_ x: \(name), _ c: ModelContext) { c.delete(x) }\n")
      .filter { $0.rule == .nullifyBreaksMandatory }
    #expect(found.map(\.severity) == [.warning])
  }

  @Test(
    "A batch delete reaches what batch deletes do, and nothing else",
    arguments: [
      ("try c.delete(model: Player.self)", "nullify_breaks_minimum", "note"),
      (
        "for x in try c.fetch(FetchDescriptor<Player>()) { c.delete(x) }", "nullify_breaks_minimum",
        "warning"
      ),
      ("try c.delete(model: Tag.self)", "many_to_many_without_inverse", "error"),
    ])
  func batches(code: String, rule: String, severity: String) throws {
    let found = try findings("func go(_ c: ModelContext) throws { \(code) }\n")
      .filter { $0.rule.rawValue == rule }
    #expect(found.map(\.severity.rawValue) == [severity])
  }

  @Test("A cascade reaches a fault only if the fault shows by it")
  func cascades() throws {
    // Deleting the team deletes its players, so that it keeps too few of nobody.
    let text = """
      @Model class Team {
        @Relationship(deleteRule: .cascade, minimumModelCount: 2, inverse: \\Player.team)
        var players: [Player]? = []
      }
      @Model class Player { var team: Team? }
      func go(_ team: Team, _ c: ModelContext) { c.delete(team) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.filter { $0.rule == .nullifyBreaksMinimum }.map(\.severity) == [.note])
  }

  @Test(
    "A fault between two parts of what is deleted is a note, as both are deleted",
    arguments: [
      ("func go(_ trip: Trip, _ c: ModelContext) { c.delete(trip) }", "note", 0),
      ("func go(_ place: Place, _ c: ModelContext) { c.delete(place) }", "error", 0),
      ("func go(_ map: Map, _ c: ModelContext) { c.delete(map) }", "error", 0),
      // One that deletes both parts, and code that may delete only one.
      (
        "func go(_ t: Trip, _ x: any PersistentModel, _ c: ModelContext) { c.delete(t); c.delete(x) }",
        "note", 1
      ),
    ])
  func partsOfOne(code: String, severity: String, unresolved: Int) throws {
    let text = """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Day.trip) var days: [Day] = []
        @Relationship(deleteRule: .cascade) var places: [Place]? = []
      }
      @Model class Day { var trip: Trip?; var stay: Place? }
      @Model class Place { var name = "" }
      @Model class Map { @Relationship(deleteRule: .cascade) var place: Place? }

      """
    let file = SourceFile(path: "M.swift", bytes: Array((text + code).utf8))
    let found = try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let stay = found.filter { $0.relationship == "stay" }
    #expect(stay.map(\.severity.rawValue) == [severity])
    #expect(
      stay.first?.facts.contains(
        "needs objects of more than one Trip: those of one are deleted together")
        == (severity == "note"))
    let places = found.first { $0.relationship == "places" }
    #expect(
      places?.facts.contains("needs a Place that more than one Trip holds")
        == (severity == "note"))
    #expect(found.filter { $0.rule == .unresolvedDelete }.count == unresolved)
  }

  @Test(
    "An object of one framework is none of the other's entity of the same name",
    arguments: Rows(
      #"""
      func go(_ x: NSManagedObject, _ c: NSManagedObjectContext) { c.delete(x) } → Core Data
      func go(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) } → SwiftData
      func go<T: NSManagedObject>(_ x: [T], _ c: NSManagedObjectContext) { x.forEach(c.delete) } → Core Data
      class Store<T: NSManagedObject> { func go(_ x: T, _ c: NSManagedObjectContext) { c.delete(x) } } → Core Data
      """#
    ).lists + [
      ("func go(_ x: Unknown, _ c: ModelContext) { c.delete(x.value) }", ["Core Data, SwiftData"]),
      (
        """
        func go(_ x: NSManagedObject, _ c: NSManagedObjectContext) { c.delete(x) }
        func all(_ item: CDItem, _ c: NSManagedObjectContext) { go(item, c) }
        """, []
      ),
      (
        """
        func go(_ x: any PersistentModel, _ c: ModelContext) { c.delete(x) }
        func all(_ item: Item, _ c: ModelContext) { go(item, c) }
        """, ["SwiftData is reached"]
      ),
    ])
  func frameworks(code: String, expected: [String]) throws {
    let bundle = """
      <model>
        <entity name="Item" representedClassName="CDItem">
          <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box"/>
        </entity>
        <entity name="Box" representedClassName="CDBox"/>
      </model>
      """
    let text = """
      import CoreData
      import SwiftData
      class CDItem: NSManagedObject { @NSManaged var box: CDBox? }
      class CDBox: NSManagedObject {}
      @Model class Item { var tags: [Tag] = [] }
      @Model class Tag { var items: [Item] = [] }

      """ + code
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let findings = try Check().findings(
      in: [
        Model(reading: bundle, as: "M.xcdatamodel/contents"), Model(reading: text, as: "M.swift"),
      ], with: [SwiftDeclarations(file, keepsCode: true)])
    let words = findings.compactMap { finding -> String? in
      if finding.rule == .manyToManyWithoutInverse {
        return finding.severity == .note ? nil : "SwiftData is reached"
      }
      guard finding.rule == .unresolvedDelete else { return nil }
      return [("a Box", "Core Data"), ("an Item", "SwiftData")]
        .filter { finding.message.contains($0.0) }.map(\.1).joined(separator: ", ")
    }
    #expect(words == expected)
  }
}

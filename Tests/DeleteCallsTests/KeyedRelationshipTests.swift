import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("What does a call delete that reads a relationship by its name?")
struct KeyedRelationshipTests {
  private static let model = """
    <model>
      <entity name="Album">
        <attribute name="title" attributeType="String"/>
        <relationship name="photos" toMany="YES" deletionRule="Nullify" destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/>
        <relationship name="cover" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Photo"/>
      </entity>
      <entity name="Photo">
        <relationship name="album" maxCount="1" deletionRule="Nullify" destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
      </entity>
    </model>
    """

  /// A helper and the calls of it, and what each deletes that the code says.
  static let helpers: [(helper: String, calls: String, deleted: [String])] = [
    (
      "for one in mutableSetValue(forKey: key) { c.delete(one as! NSManagedObject) }",
      "album.drop(\"photos\", c)", ["Photo"]
    ),
    (
      "(mutableSetValue(forKey: key) as? Set<NSManagedObject>)?.forEach(c.delete)",
      "album.drop(\"photos\", c)", ["Photo"]
    ),
    (
      "guard let all = self.value(forKey: key) as? NSSet else { return }\n"
        + "for one in all.filtered(using: p) as! Set<NSManagedObject> { c.delete(one) }",
      "album.drop(\"photos\", c)", ["Photo"]
    ),
    (
      "if let one = value(forKey: key) as? NSManagedObject { c.delete(one) }",
      "album.drop(\"cover\", c)", ["Photo"]
    ),
    // What the call does not say is not known.
    (
      "for one in mutableSetValue(forKey: key) { c.delete(one as! NSManagedObject) }",
      "album.drop(album.title!, c)", ["?"]
    ),
    (
      "for one in mutableSetValue(forKey: key) { c.delete(one as! NSManagedObject) }",
      "album.drop(\"title\", c)", ["?"]
    ),
    // A name that the function says itself, of whatever it is given.
    (
      "for one in mutableSetValue(forKey: \"photos\") { c.delete(one as! NSManagedObject) }",
      "album.drop(\"\", c)", ["Photo"]
    ),
    // The object as well as its parts.
    (
      "mutableSetValue(forKey: key).forEach { c.delete($0 as! NSManagedObject) }\nc.delete(self)",
      "album.drop(\"photos\", c)", ["Album", "Photo"]
    ),
    ("c.delete(self)", "album.drop(\"photos\", c)", ["Album"]),
    // By another function.
    (
      "other(key, c) }\nfunc other(_ name: String, _ c: NSManagedObjectContext) {\n"
        + "mutableSetValue(forKey: name).forEach { c.delete($0 as! NSManagedObject) }",
      "album.drop(\"photos\", c)", ["Photo"]
    ),
  ]

  @Test("Through a function that is given the name", arguments: helpers)
  func helper(helper: String, calls: String, deleted: [String]) throws {
    let found = try self.calls(
      in: """
        extension NSManagedObject {
          func drop(_ key: String, _ c: NSManagedObjectContext) {
            \(helper)
          }
        }
        func remove(_ album: Album, _ c: NSManagedObjectContext) { \(calls) }
        """)
    let last = found.filter { $0.caller == "remove" }
    #expect(last.map { $0.entity ?? "?" }.sorted() == deleted)
  }

  /// Statements before the delete of an album, and what of it they empty.
  static let emptied: [(before: String, [String])] = [
    (
      "album.mutableSetValue(forKey: \"photos\").forEach { c.delete($0 as! NSManagedObject) }",
      ["photos"]
    ),
    (
      "for one in album.mutableSetValue(forKey: \"photos\") { c.delete(one as! Photo) }", ["photos"]
    ),
    (
      "for one in album.mutableSetValue(forKey: \"photos\") { if isOn { c.delete(one as! Photo) } }",
      []
    ),
    ("for one in other.mutableSetValue(forKey: \"photos\") { c.delete(one as! Photo) }", []),
    ("album.drop(\"photos\", c)", ["photos"]),
    ("other.drop(\"photos\", c)", []),
    ("if isOn { album.drop(\"photos\", c) }", []),
    ("album.dropSome(\"photos\", c)", []),
    ("album.dropFirst(\"photos\", c)", []),
    // A cast to what all are is no condition.
    (
      "for one in album.photos! { guard let one = one as? Photo else { continue }; c.delete(one) }",
      ["photos"]
    ),
    ("for one in album.photos! { guard isOn else { continue }; c.delete(one as! Photo) }", []),
  ]

  @Test("What is deleted before its holder", arguments: emptied)
  func empties(before: String, names: [String]) throws {
    let found = try calls(
      in: """
        extension NSManagedObject {
          func drop(_ key: String, _ c: NSManagedObjectContext) {
            for one in mutableSetValue(forKey: key) {
              guard let one = one as? NSManagedObject else { continue }
              c.delete(one)
            }
          }
          func dropSome(_ key: String, _ c: NSManagedObjectContext) {
            for one in mutableSetValue(forKey: key) where isOn { c.delete(one as! NSManagedObject) }
          }
          func dropFirst(_ key: String, _ c: NSManagedObjectContext) {
            if let one = mutableOrderedSetValue(forKey: key).firstObject as? NSManagedObject { c.delete(one) }
          }
        }
        func remove(_ album: Album, _ other: Album, _ isOn: Bool, _ c: NSManagedObjectContext) {
          \(before)
          c.delete(album)
        }
        """)
    let last = found.last { $0.caller == "remove" && $0.entity == "Album" }
    #expect(last?.emptied.sorted() == names)
  }

  @Test(
    "A computed property that is a relationship by its name",
    arguments: [
      ("album.mine.remove(photo)", "Album.photos"), ("album.any.remove(photo)", "Album.photos"),
      ("shown.any.remove(photo)", "Album.photos"), ("album.mine.add(photo)", nil),
      ("album.copies.remove(photo)", nil),
    ])
  func computed(statement: String, relationship: String?) throws {
    let found = try calls(
      in: """
        protocol Shown: NSManagedObject {}
        extension Shown { var any: NSMutableSet { mutableSetValue(forKey: "photos") } }
        extension Album: Shown {
          var mine: NSMutableSet { mutableSetValue(forKey: "photos") }
          var copies: Set<Photo> { get { Set(photos as! Set<Photo>) } set {} }
        }
        func remove(_ photo: Photo, _ album: Album, _ shown: Shown) { \(statement) }
        """)
    #expect(found.first { $0.kind == .unlink }?.relationship == relationship)
  }

  @Test(
    "An object that the function has made holds nothing, unless something may link it",
    arguments: [
      ("if new.entity.name == nil { c.delete(new) }", true),
      ("new.title = \"\"; c.delete(new)", true),
      ("new.cover = photo; c.delete(new)", false), ("fill(new); c.delete(new)", false),
    ])
  func made(statement: String, isEmpty: Bool) throws {
    let found = try calls(
      in: """
        func remove(_ photo: Photo, _ c: NSManagedObjectContext) {
          let new = Album(context: c)
          \(statement)
        }
        """)
    let delete = found.first { $0.kind == .delete }
    #expect(delete?.emptied.isSuperset(of: ["cover", "photos"]) == isEmpty)
  }

  @Test(
    "A setting of a relationship in a new object",
    arguments: [("awakeFromInsert", 0), ("awakeFromFetch", 1)])
  func awakes(function: String, count: Int) throws {
    let found = try calls(
      in:
        "extension Album { override func \(function)() { super.\(function)(); photos = NSSet() } }")
    #expect(found.count == count)
  }

  @Test("The name of a context's method before Swift 3", arguments: ["delete", "deleteObject"])
  func oldName(method: String) throws {
    let found = try calls(
      in: """
        class Store { var context: NSManagedObjectContext? }
        func remove(_ album: Album, _ store: Store) { store.context?.\(method)(album) }
        """)
    #expect(found.map(\.entity) == ["Album"])
  }

  /// The constraint of an associated type, and what is deleted by the calls of each controller.
  @Test(
    "A protocol whose associated type is another one for each",
    arguments: ["NSManagedObject", "Named"])
  func associated(constraint: String) throws {
    let found = try calls(
      in: """
        protocol Named: NSManagedObject {}
        extension Album: Named {}
        extension Photo: Named {}
        protocol Controller {
          associatedtype Entity: \(constraint)
          func drop(_: Entity, c: NSManagedObjectContext)
        }
        extension Controller {
          func delete(_ object: Entity, c: NSManagedObjectContext) { drop(object, c: c) }
        }
        class Albums: Controller { func drop(_ album: Album, c: NSManagedObjectContext) { c.delete(album) } }
        class Photos: Controller { func drop(_ photo: Photo, c: NSManagedObjectContext) { c.delete(photo) } }
        func remove(_ album: Album, _ photo: Photo, _ all: Albums, _ more: Photos, c: NSManagedObjectContext) {
          all.delete(album, c: c)
          more.delete(photo, c: c)
        }
        """)
    #expect(found.filter { $0.caller == "remove" }.map(\.entity) == ["Album", "Photo"])
    let inner = found.first { $0.caller == "Controller.delete" }
    #expect(inner?.entity == nil && inner?.givenEntities == ["Album", "Photo"])
  }

  private func calls(in code: String) throws -> [DeleteCall] {
    let file = SourceFile(path: "App.swift", bytes: Array("import CoreData\n\(code)".utf8))
    return ModelCalls(
      in: [SwiftDeclarations(file, keepsCode: true)],
      of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")]
    ).calls
  }
}

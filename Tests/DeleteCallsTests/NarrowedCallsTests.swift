import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("Which entity does a call delete behind a check of the type?")
struct NarrowedCallsTests {
  private static let model = """
    <model>
      <entity name="Item"><attribute name="name" attributeType="String"/></entity>
      <entity name="Book" parentEntity="Item"/>
      <entity name="Disc" parentEntity="Item"/>
      <entity name="Other"/>
    </model>
    """
  private static let code = """
    import CoreData
    func checks(_ item: Item, _ object: NSManagedObject, _ c: NSManagedObjectContext) {
      if item is Book { c.delete(item) } //> Book
      if item is Book, c.hasChanges { c.delete(item) } else { c.delete(item) } //> Book, Item
      if item is Book && c.hasChanges { c.delete(item) } //> Book
      if item is Book || item is Disc { c.delete(item) } //> Book and Disc
      if item is Book || c.hasChanges { c.delete(item) } //> Item
      if !(item is Book) { c.delete(item) } else { c.delete(item) } //> Item, Book
      if item as? Disc != nil { c.delete(item) } //> Disc
      if let _ = item as? Disc { c.delete(item) } //> Disc
      if item.isKind(of: Disc.self) || (item as? Book) != nil { c.delete(item) } //> Book and Disc
      if object is Book { c.delete(object) } //> Book
      if item is Comparable { c.delete(item) } //> Item
      if object is Item { if object is Disc { c.delete(object) } } //> Disc
      switch item {
      case is Book: c.delete(item) //> Book
      case is Disc, is Book: c.delete(item) //> Book and Disc
      default: c.delete(item) //> Item
      }
      c.delete(item) //> Item
    }
    func requires(_ item: Item, _ other: Item, _ c: NSManagedObjectContext) {
      guard item is Book else { return c.delete(item) } //> Item
      c.delete(item) //> Book
      if !(other is Disc) { return }
      c.delete(other) //> Disc
    }
    func remove(_ item: Item, _ c: NSManagedObjectContext) {
      if item is Book { c.delete(item) } //> Book
    }
    func callers(_ item: Item, _ book: Book, _ disc: Disc, _ c: NSManagedObjectContext) {
      remove(item, c) //> Book
      remove(book, c) //> Book
      remove(disc, c)
    }
    """

  @Test("The one that it checks for, as far as the condition holds")
  func narrowed() throws { try expectCalls(in: Self.code) }

  private static let decided = """
    import CoreData
    enum Action { case update, delete, archive }
    extension Item {
      func updating() -> () -> Void { make(.update) }
      func archiving() { make(Action.archive)() }
      func deleting() { make(.delete)() } //> Item
      func make(_ action: Action) -> () -> Void {
        {
          if action == .delete { self.managedObjectContext?.delete(self) } else { self.name = "" } //> Item
        }
      }
      func run(_ action: Action, isForced: Bool, _ c: NSManagedObjectContext) {
        guard isForced else { return }
        switch action {
        case .delete, .archive: c.delete(self) //> Item
        default: break
        }
      }
    }
    func drop(_ item: Item, keeps: Bool, _ c: NSManagedObjectContext) {
      if keeps { return }
      c.delete(item) //> Item
    }
    func either(_ item: Item, _ action: Action, _ c: NSManagedObjectContext) {
      if action == .update { item.name = "" } else { c.delete(item) } //> Item
    }
    func both(_ item: Item, _ other: Item, _ isAll: Bool, _ c: NSManagedObjectContext) {
      if isAll { c.delete(other) } //> Item
      c.delete(item) //> Item
    }
    func callers(_ item: Item, _ action: Action, _ isForced: Bool, _ c: NSManagedObjectContext) {
      item.run(.archive, isForced: true, c) //> Item
      item.run(.archive, isForced: false, c)
      item.run(.update, isForced: isForced, c)
      item.run(action, isForced: isForced, c) //> Item
      drop(item, keeps: true, c)
      drop(item, keeps: false, c) //> Item
      drop(item, keeps: isForced, c) //> Item
      either(item, .update, c)
      either(item, .archive, c) //> Item
      both(item, item, false, c) //> Item
    }
    """

  @Test("None behind a condition that a constant argument contradicts")
  func decidedByArguments() throws { try expectCalls(in: Self.decided) }

  private static let classes = """
    import CoreData
    enum Store {
      static func delete(_ object: NSManagedObject, _ c: NSManagedObjectContext) {
        switch object {
        case let book as Book: book.name = ""
        case is Disc: break
        default: c.delete(object) //> ?
        }
      }
    }
    func removeAll(_ list: [NSManagedObject], _ c: NSManagedObjectContext) {
      if let books = list as? [Book] {
        books.forEach(c.delete) //> Book
      } else if let others = list as? [Other] {
        others.forEach(c.delete) //> Other
      }
    }
    func shred(_ object: NSManagedObject, _ c: NSManagedObjectContext) {
      if let object = object as? Book { return c.delete(object) } //> Book
      guard let object = object as? Item else { return }
      c.delete(object) //> Item
    }
    func drop(_ object: NSManagedObject, _ other: NSManagedObject, _ c: NSManagedObjectContext) {
      if let object = other as? Book, object is Disc { return }
      c.delete(object) //> ?
    }
    func purge<T: NSManagedObject>(
      _ object: NSManagedObject, _ kind: T.Type, _ c: NSManagedObjectContext
    ) {
      if object is T { return }
      c.delete(object) //> ?
    }
    func callers(
      _ item: Item, _ book: Book, _ disc: Disc, _ other: Other, _ c: NSManagedObjectContext
    ) {
      Store.delete(item, c) //> Item
      Store.delete(book, c)
      Store.delete(disc, c)
      Store.delete(other, c) //> Other
      removeAll([book], c) //> Book
      removeAll([other], c) //> Other
      removeAll([disc], c)
      removeAll([item], c) //> Book
      shred(book, c) //> Book
      shred(disc, c) //> Disc
      shred(item, c) //> Book and Item
      shred(other, c)
      drop(disc, book, c) //> Disc
      purge(disc, Disc.self, c) //> Disc
    }
    func references(_ books: [Book], _ c: NSManagedObjectContext) {
      books.forEach(erase)
      [Other]().forEach(erase) //> Other
    }
    func erase(_ object: NSManagedObject) {
      if object is Book { return }
      object.managedObjectContext?.delete(object) //> ?
    }
    """

  @Test("What the branch for the class of the argument deletes")
  func decidedByClasses() throws { try expectCalls(in: Self.classes) }

  @Test(
    "Types of one name in two targets are two, and in one they are one",
    arguments: [
      ("Phone", "Watch", ["Watch/Screen.swift: Book", "Watch/Store.swift: Book"]),
      ("App/Phone", "App/Watch", ["App/Watch/Screen.swift: Book", "App/Watch/Store.swift: Book"]),
    ])
  func ofTwoTargets(phone: String, watch: String, expected: [String]) throws {
    let screen = "struct Screen { let store: STORE; func go(_ book: Book) { store.drop(book) } }"
    let texts = [
      "\(phone)/Screen.swift": screen.replacing("STORE", with: "Shelf"),
      "\(phone)/Store.swift": "struct Shelf { func drop(_ object: NSManagedObject) {} }",
      "\(watch)/Screen.swift": screen.replacing("STORE", with: "Store"),
      "\(watch)/Store.swift": """
      struct Store {
        let context: NSManagedObjectContext
        func drop(_ object: NSManagedObject) { context.delete(object) }
      }
      """,
    ]
    let files = texts.sorted { $0.key < $1.key }.map {
      SwiftDeclarations(SourceFile(path: $0.key, bytes: Array($0.value.utf8)), keepsCode: true)
    }
    let calls = ModelCalls(
      in: files, of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")]
    ).calls.filter { $0.kind == .delete }
    #expect(calls.map { "\($0.location.file): \($0.allEntities.listed())" } == expected)
  }

  private func expectCalls(in code: String) throws {
    let calls = ModelCalls(
      in: [
        SwiftDeclarations(SourceFile(path: "App.swift", bytes: Array(code.utf8)), keepsCode: true)
      ], of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")]
    ).calls.filter { $0.kind == .delete }
    let found = calls.map { call in
      let each = call.entities.isEmpty ? "?" : call.entities.listed()
      return "\(call.location.line): \(call.entity ?? each)"
    }
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().flatMap { number, line in
      line.firstRange(of: "//>").map { mark in
        line[mark.upperBound...].split(separator: ",").map {
          "\(number + 1): \($0.drop { $0 == " " })"
        }
      } ?? []
    }
    #expect(found.sorted() == expected.sorted())
  }
}

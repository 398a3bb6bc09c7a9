import Testing

@testable import ObjectGraph

@Suite("What is pending, what is stored, and what does a save do?")
struct ContextTests {
  /// A list with two items, stored.
  private let graph: Graph
  private let list: ObjectID
  private let items: [ObjectID]

  /// Items are guarded: a list with items cannot go.
  init() throws {
    var graph = Graph(try .lists(items: .deny))
    list = try graph.insert("List")
    items = try graph.insert(2, "Item")
    for item in items { try graph.link(item, "list", list) }
    self.graph = graph
  }

  /// A context whose save was refused: the list was deleted, and one of its items too.
  private func refusedContext() throws -> Context {
    var context = Context(graph)
    try context.delete([items[0]])
    try context.delete([list])
    #expect(throws: SaveRefusal.self) { try context.save() }
    return context
  }

  @Test("A delete is pending until the save, and stored after it")
  func deleteThenSave() throws {
    var context = Context(graph)
    try context.delete([items[0]])
    #expect(try context.plan() == graph.plan(deleting: [items[0]]))
    #expect(context.pending().objects == [list, items[1]])
    #expect(try Snapshot(context.stored) == Snapshot(graph))
    try context.save()
    #expect(context.stored.objects == [list, items[1]])
    #expect(try context.stored.held(list, "items") == [items[1]])
    #expect(try Snapshot(context.pending()) == Snapshot(context.stored))
    #expect(context.plan().requested == [])
    #expect(context.stored.brokenInvariants() == [])
  }

  @Test("Several deletes before a save count together, whatever their order")
  func deletesCountTogether() throws {
    for requests in [[[list], items], [items, [list]], [[items[0]], [list, list], [items[1]]]] {
      var context = Context(graph)
      for request in requests { try context.delete(request) }
      #expect(context.plan().requested == [list] + items)
      try context.save()
      #expect(context.stored.objects == [])
    }
  }

  @Test("A save between them judges each delete alone")
  func savesBetweenDeletes() throws {
    var context = Context(graph)
    try context.delete([list])
    #expect(throws: SaveRefusal.self) { try context.save() }
    context.rollback()
    try context.delete(items)
    try context.save()
    try context.delete([list])
    try context.save()
    #expect(context.stored.objects == [])
  }

  @Test("The rules see the links as they stand at the save, not when the delete was asked for")
  func linksAtTheSave() throws {
    var context = Context(graph)
    try context.delete([list])
    try context.set(list, "items", to: [])
    try context.save()
    #expect(context.stored.objects == items)

    var other = Context(context.stored)
    let second = try other.insert("List")
    try other.delete([second])
    try other.link(items[0], "list", second)
    #expect(throws: SaveRefusal.self) { try other.save() }
  }

  @Test("A refused save names everything, changes nothing in the store, and stays refused")
  func refusedSaveStaysRefused() throws {
    var context = try refusedContext()
    let relationship = try graph.schema.required("List", "items")
    try context.insert("Item")
    for _ in 0..<3 {
      let refusal = try #require(throws: SaveRefusal.self) { try context.save() }
      let denial = Denial(object: list, relationship: relationship, blockers: [items[1]])
      #expect(refusal.problems == [.denied(denial)])
      #expect(context.problems() == refusal.problems)
      #expect(try Snapshot(context.stored) == Snapshot(graph))
    }
  }

  @Test("After a refused save the lists show the deletes carried out, the store has everything")
  func pendingAfterARefusedSave() throws {
    let context = try refusedContext()
    let pending = context.pending()
    #expect(pending.objects == [items[1]])
    #expect(try pending.references(items[1], "list") == [.deleted(list)])
    #expect(pending.brokenInvariants() == [])
    #expect(context.stored.objects == [list] + items)
    #expect(try context.stored.held(list, "items") == items)
  }

  @Test("Way out: delete or unlink what stands in the way, and save again")
  func removingTheCause() throws {
    var context = try refusedContext()
    try context.delete([items[1]])
    try context.save()
    #expect(context.stored.objects == [])

    var other = try refusedContext()
    #expect(try other.unlink(items[1], "list", list))
    try other.save()
    #expect(other.stored.objects == [items[1]])
    #expect(try other.stored.held(items[1], "list") == [])
  }

  @Test("Way out: a rollback gives up every change, and the next save stores nothing new")
  func rollback() throws {
    var context = try refusedContext()
    try context.insert("Item")
    try context.set(list, "items", to: [])
    context.rollback()
    #expect(context.plan().requested == [])
    #expect(try Snapshot(context.pending()) == Snapshot(graph))
    try context.save()
    #expect(try Snapshot(context.stored) == Snapshot(graph))
    try context.delete([items[0]])
    try context.save()
    #expect(context.stored.objects == [list, items[1]])
  }

  @Test("A violation refuses a save as a denial does, until the survivor has another value")
  func violation() throws {
    var graph = Graph(try .lists(isListOptional: false))
    let lists = try graph.insert(2, "List")
    let item = try graph.insert("Item")
    try graph.link(item, "list", lists[0])
    var context = Context(graph)
    try context.delete([lists[0]])
    let refusal = try #require(throws: SaveRefusal.self) { try context.save() }
    #expect(refusal.code == .missingMandatoryProperty)
    #expect(try context.pending().held(item, "list") == [])
    try context.link(item, "list", lists[1])
    try context.save()
    #expect(context.stored.objects == [lists[1], item])
  }

  @Test("Changes are pending until the save, and nothing changes where one throws")
  func edits() throws {
    var context = Context(graph)
    let item = try context.insert("Item")
    try context.link(list, "items", item)
    #expect(try context.pending().held(list, "items") == items + [item])
    #expect(!context.stored.contains(item))
    let before = try Snapshot(context.pending())
    #expect(throws: GraphError.self) { try context.insert("Nothing") }
    #expect(throws: GraphError.self) { try context.set(list, "items", to: [item, list]) }
    #expect(try Snapshot(context.pending()) == before)
    try context.save()
    #expect(try Snapshot(context.stored) == before)
  }

  @Test("Asking for an object that is unknown or gone asks for nothing")
  func impossibleDeletes() throws {
    var context = Context(graph)
    try context.delete([items[0]])
    try context.save()
    let gone = items[0]
    #expect(throws: GraphError.deletedObject(gone)) { try context.delete([items[1], gone]) }
    var larger = graph
    let unknown = try larger.insert("Item")
    #expect(throws: GraphError.unknownObject(unknown)) { try context.delete([items[1], unknown]) }
    #expect(context.plan().requested == [])
  }
}

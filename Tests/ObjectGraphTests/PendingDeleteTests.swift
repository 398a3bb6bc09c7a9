import Testing

@testable import ObjectGraph

@Suite("What does a delete mean until it is saved?")
struct PendingDeleteTests {
  /// A list with two items, stored.
  private func context(
    items rule: DeleteRule
  ) throws -> (context: Context, list: ObjectID, items: [ObjectID]) {
    var graph = Graph(try .lists(items: rule))
    let list = try graph.insert("List")
    let items = try graph.insert(2, "Item")
    try graph.set(list, "items", to: items)
    return (Context(graph), list, items)
  }

  @Test("Several deletes before one save count together, in whatever order and portions")
  func deletesCountTogether() throws {
    let start = try context(items: .deny)
    let (list, items) = (start.list, start.items)
    for portions in [[[list], items], [items, [list]], [[items[1]], [list], [items[0]]]] {
      var context = start.context
      for portion in portions { try context.delete(portion) }
      #expect(context.plan().requested == [list] + items)
      try context.save()
      #expect(context.stored.objects == [])
    }
  }

  @Test("What was inserted and deleted before a save leaves no trace in the store")
  func insertedAndDeleted() throws {
    var (context, list, items) = try context(items: .nullify)
    let before = try Picture(context.stored)
    let item = try context.insert("Item")
    try context.link(list, "items", item)
    try context.delete([item])
    #expect(try context.pending().held(list, "items") == items)
    try context.save()
    #expect(try Picture(context.stored) == before)
    #expect(!context.stored.contains(item))
    #expect(throws: GraphError.deletedObject(item)) { try context.link(list, "items", item) }
  }

  @Test("Its deny rules count all the same: the way out is to take out what it holds")
  func insertedAndDenied() throws {
    var (context, list, items) = try context(items: .deny)
    let before = try Picture(context.stored)
    let other = try context.insert("List")
    try context.link(other, "items", items[0])
    try context.delete([other])
    let denial = try #require(try context.refusal().problems.first)
    #expect(denial.object == other)
    #expect(denial.code == .deniedDelete)
    try context.link(list, "items", items[0])
    try context.save()
    #expect(try Picture(context.stored) == before)
  }

  @Test("A child taken out of a deleted parent before pending changes are processed is saved")
  func unlinkedBeforeProcessing() throws {
    var (context, list, items) = try context(items: .cascade)
    try context.delete([list])
    #expect(try context.unlink(list, "items", items[0]))
    context.processPendingChanges()
    try context.save()
    #expect(context.stored.objects == [items[0]])
  }

  @Test("Afterwards it goes all the same, until a rollback")
  func unlinkedAfterProcessing() throws {
    var (context, list, items) = try context(items: .cascade)
    try context.delete([list])
    context.processPendingChanges()
    #expect(try context.unlink(list, "items", items[0]))
    #expect(context.pending().objects == [])
    var saved = context
    try saved.save()
    #expect(saved.stored.objects == [])
    context.rollback()
    #expect(try context.pending().held(list, "items") == items)
  }

  @Test("Processing pending changes stores nothing, and a second time changes nothing")
  func processing() throws {
    var (context, list, items) = try context(items: .cascade)
    context.processPendingChanges()
    #expect(context.plan().requested == [])
    try context.delete([list])
    for _ in 0..<2 {
      context.processPendingChanges()
      #expect(context.plan().requested == [list] + items)
      #expect(context.stored.objects == [list] + items)
    }
  }

  @Test("Deleting again what is pending, gone by a cascade, saved or never saved changes nothing")
  func deletingTwice() throws {
    var (context, list, items) = try context(items: .cascade)
    try context.delete([items[0], items[0]])
    #expect(context.plan().requested == [items[0]])
    try context.delete(items[0])
    #expect(context.plan().requested == [items[0]])
    try context.delete([list, items[0]])
    context.processPendingChanges()
    try context.delete([items[1]])
    try context.save()
    let neverSaved = try context.insert("Item")
    context.rollback()
    let saved = try Picture(context.stored)
    try context.delete([list, neverSaved] + items)
    #expect(context.plan().requested == [])
    try context.save()
    #expect(try Picture(context.stored) == saved)
    var other = Graph(context.stored.schema)
    let unknown = try other.insert(9, "Item")[8]
    let item = try context.insert("Item")
    #expect(throws: GraphError.unknownObject(unknown)) { try context.delete([item, unknown]) }
    #expect(context.plan().requested == [])
  }

  @Test("What cascades along may still be asked for while nothing is settled")
  func deletingWhatCascades() throws {
    var (context, list, items) = try context(items: .cascade)
    try context.delete([list])
    try context.delete([items[1]])
    try context.unlink(list, "items", items[1])
    try context.unlink(list, "items", items[0])
    try context.save()
    #expect(context.stored.objects == [items[0]])
  }

  @Test("An object given up by a rollback is never mistaken for one inserted later")
  func identityAfterARollback() throws {
    var (context, list, items) = try context(items: .nullify)
    let discarded = try context.insert("Item")
    context.rollback()
    let item = try context.insert("Item")
    #expect(item != discarded)
    #expect(throws: GraphError.deletedObject(discarded)) {
      try context.link(list, "items", discarded)
    }
    try context.link(list, "items", item)
    try context.save()
    context.rollback()
    #expect(try context.stored.held(list, "items") == items + [item])
    #expect(try Picture(context.pending()) == Picture(context.stored))
    #expect(!context.stored.contains(discarded))
  }

  @Test("An order is that of what remains, through saves and rollbacks")
  func ordered() throws {
    var graph = Graph(try .lists(isOrdered: true))
    let list = try graph.insert("List")
    let items = try graph.insert(5, "Item")
    let order = [items[3], items[0], items[4], items[2], items[1]]
    try graph.set(list, "items", to: order)
    var context = Context(graph)
    try context.delete([items[4]])
    try context.unlink(list, "items", items[3])
    #expect(try context.pending().held(list, "items") == [items[0], items[2], items[1]])
    context.rollback()
    #expect(try context.pending().held(list, "items") == order)
    try context.delete([items[0], items[2]])
    try context.save()
    #expect(try context.stored.held(list, "items") == [items[3], items[4], items[1]])
    try context.link(list, "items", context.insert("Item"))
    context.rollback()
    #expect(try context.pending().held(list, "items") == [items[3], items[4], items[1]])
  }
}

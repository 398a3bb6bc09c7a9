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

  @Test("A delete is pending until the save, and stored after it")
  func deleteThenSave() throws {
    var context = Context(graph)
    try context.delete([items[0]])
    #expect(try context.plan() == graph.plan(deleting: [items[0]]))
    #expect(context.pending().objects == [list, items[1]])
    #expect(try Picture(context.stored) == Picture(graph))
    try context.save()
    #expect(context.stored.objects == [list, items[1]])
    #expect(try context.stored.held(list, "items") == [items[1]])
    #expect(try Picture(context.pending()) == Picture(context.stored))
    #expect(context.plan().requested == [])
    #expect(context.stored.brokenInvariants() == [])
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

  @Test("Changes are pending until the save, and nothing changes where one throws")
  func edits() throws {
    var context = Context(graph)
    let item = try context.insert("Item")
    try context.link(list, "items", item)
    #expect(try context.pending().held(list, "items") == items + [item])
    #expect(!context.stored.contains(item))
    let before = try Picture(context.pending())
    #expect(throws: GraphError.self) { try context.insert("Nothing") }
    #expect(throws: GraphError.self) { try context.set(list, "items", to: [item, list]) }
    #expect(try Picture(context.pending()) == before)
    try context.save()
    #expect(try Picture(context.stored) == before)
  }
}

import Testing

@testable import ObjectGraph

@Suite("What can be done with a reference to a deleted object?")
struct DanglingTests {
  /// A list whose middle item was deleted without its knowing.
  private func listWithAGap(
    isOrdered: Bool = false
  ) throws -> (graph: Graph, list: ObjectID, items: [ObjectID]) {
    var graph = Graph(try .lists(list: .noAction, isOrdered: isOrdered))
    let list = try graph.insert("List")
    let items = try graph.insert(3, "Item")
    for item in items { try graph.link(list, "items", item) }
    try graph.delete([items[1]])
    return (graph, list, items)
  }

  @Test("Reading finds it where it was, and says that it leads to a deleted object")
  func reading() throws {
    for isOrdered in [false, true] {
      let (graph, list, items) = try listWithAGap(isOrdered: isOrdered)
      let expected = [Reference.object(items[0]), .deleted(items[1]), .object(items[2])]
      #expect(try graph.references(list, "items") == expected)
      #expect(expected.map(\.id) == items)
      #expect(!graph.contains(items[1]))
      #expect(graph.objects == [list, items[0], items[2]])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("It can be unlinked, once")
  func unlinking() throws {
    for isOrdered in [false, true] {
      var (graph, list, items) = try listWithAGap(isOrdered: isOrdered)
      #expect(try graph.unlink(list, "items", items[1]))
      #expect(try !graph.unlink(list, "items", items[1]))
      #expect(try graph.held(list, "items") == [items[0], items[2]])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("What nullify took away is no longer there to be unlinked")
  func unlinkingWhatWasNullified() throws {
    for isOrdered in [false, true] {
      var graph = Graph(try .lists(isOrdered: isOrdered))
      let list = try graph.insert("List")
      let items = try graph.insert(3, "Item")
      for item in items { try graph.link(list, "items", item) }
      try graph.delete([items[0]])
      #expect(try !graph.unlink(list, "items", items[0]))
      #expect(try graph.held(list, "items") == [items[1], items[2]])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("It goes when the relationship is replaced")
  func replacing() throws {
    var (graph, list, items) = try listWithAGap()
    try graph.set(list, "items", to: [items[2]])
    #expect(try graph.held(list, "items") == [items[2]])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A to-one that leads to a deleted object takes another value, from either side")
  func replacingAToOne() throws {
    for isAssignedByItem in [true, false] {
      var graph = Graph(try .lists(items: .noAction))
      let lists = try graph.insert(2, "List")
      let items = try graph.insert(3, "Item")
      for item in items { try graph.link(item, "list", lists[0]) }
      try graph.delete([lists[0]])
      if isAssignedByItem {
        try graph.link(items[1], "list", lists[1])
      } else {
        try graph.link(lists[1], "items", items[1])
      }
      #expect(try graph.held(lists[1], "items") == [items[1]])
      #expect(try graph.references(items[0], "list") == [.deleted(lists[0])])
      #expect(try graph.references(items[2], "list") == [.deleted(lists[0])])
      try graph.set(items[2], "list", to: [])
      #expect(try graph.held(items[2], "list") == [])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("A one-way reference dangles too, and can be unlinked")
  func oneWay() throws {
    var graph = Graph(try .chain(next: .nullify, hasInverse: false))
    let nodes = try graph.insert(3, "Node")
    try graph.link(nodes[0], "next", nodes[2])
    try graph.link(nodes[1], "next", nodes[2])
    try graph.delete([nodes[2]])
    #expect(try graph.references(nodes[0], "next") == [.deleted(nodes[2])])
    #expect(graph.brokenInvariants() == [])
    #expect(try graph.unlink(nodes[0], "next", nodes[2]))
    try graph.link(nodes[1], "next", nodes[0])
    #expect(try graph.held(nodes[0], "next") == [])
    #expect(try graph.held(nodes[1], "next") == [nodes[0]])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Its entity is still known")
  func entityOfADeletedObject() throws {
    let (graph, _, items) = try listWithAGap()
    #expect(try graph.entity(of: items[1]) == graph.schema.required("Item"))
    #expect(try graph.objects(of: graph.schema.required("Item")) == [items[0], items[2]])
  }

  @Test("The number of a deleted object is not given to another")
  func identitiesAreNotReused() throws {
    var (graph, list, items) = try listWithAGap()
    let item = try graph.insert("Item")
    #expect(!items.contains(item))
    #expect(try graph.references(list, "items")[1] == .deleted(items[1]))
  }

  @Test("A reference to an object that went earlier neither blocks, cascades nor counts as doomed")
  func oldReferencesInALaterDelete() throws {
    for rule in DeleteRule.allCases {
      var graph = Graph(try .lists(items: rule, list: .noAction))
      let list = try graph.insert("List")
      let items = try graph.insert(2, "Item")
      for item in items { try graph.link(list, "items", item) }
      try graph.delete(items)
      #expect(try graph.references(list, "items") == items.map { .deleted($0) })
      let plan = try graph.plan(deleting: [list])
      #expect(plan.deleted == [list])
      #expect(plan.cascaded == [] && plan.nullified == [] && plan.dangling == [])
      #expect(plan.denials == [] && plan.forgiven == [] && plan.violations == [])
      try graph.apply(plan)
      #expect(graph.objects == [])
    }
  }

  @Test("Dangling references stay right while everything around them is unlinked and deleted")
  func surroundingChanges() throws {
    var graph = Graph(try .tags(articles: .noAction))
    let articles = try graph.insert(6, "Article")
    let tags = try graph.insert(6, "Tag")
    for article in articles { try graph.set(article, "tags", to: tags) }
    try graph.delete([tags[0], tags[5]])
    #expect(graph.brokenInvariants() == [])
    try graph.delete([articles[0]])
    #expect(graph.brokenInvariants() == [])
    for article in articles[1..<4] {
      #expect(try graph.unlink(article, "tags", tags[5]))
      #expect(try graph.unlink(article, "tags", tags[1]))
      #expect(graph.brokenInvariants() == [])
    }
    let middle = [Reference.deleted(tags[0])] + tags[2..<5].map { .object($0) }
    let whole =
      [.deleted(tags[0])] + tags[1..<5].map { Reference.object($0) } + [.deleted(tags[5])]
    #expect(try articles[1..<4].allSatisfy { try graph.references($0, "tags") == middle })
    #expect(try articles[4...].allSatisfy { try graph.references($0, "tags") == whole })
    #expect(try graph.held(tags[1], "articles") == Array(articles[4...]))
  }
}

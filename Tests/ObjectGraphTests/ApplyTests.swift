import Testing

@testable import ObjectGraph

@Suite("Is a plan applied as a whole or not at all?")
struct ApplyTests {
  @Test("What a plan says is what is then true: objects gone, references taken away or dangling")
  func applyingAPlan() throws {
    var graph = Graph(try .people(friends: .nullify, spouse: .noAction))
    let people = try graph.insert(4, "Person")
    try graph.set(people[0], "friends", to: people)
    try graph.link(people[1], "friends", people[2])
    try graph.link(people[0], "spouse", people[3])
    let plan = try graph.plan(deleting: [people[0]])
    try graph.apply(plan)
    #expect(graph.objects == Array(people[1...]))
    #expect(try graph.held(people[1], "friends") == [people[2]])
    #expect(try graph.held(people[3], "friends") == [])
    #expect(try graph.references(people[3], "spouse") == [.deleted(people[0])])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A plan that is no longer true is stale: applied once, or after a change that it would see")
  func stalePlan() throws {
    var graph = Graph(try .lists(items: .cascade))
    let list = try graph.insert("List")
    let items = try graph.insert(2, "Item")
    for item in items { try graph.link(item, "list", list) }
    let changes: [(inout Graph) throws -> Void] = [
      { try $0.link($0.insert("Item"), "list", list) },
      { try $0.unlink(list, "items", items[1]) },
      { try $0.set(list, "items", to: []) },
      { try $0.delete([items[1]]) },
      { try $0.delete([list]) },
    ]
    for change in changes {
      var changed = graph
      let plan = try changed.plan(deleting: [list])
      try change(&changed)
      let before = try Picture(changed)
      #expect(throws: GraphError.stalePlan) { try changed.apply(plan) }
      #expect(try Picture(changed) == before)
    }
    #expect(
      GraphError.stalePlan.description
        == "the graph has changed since the plan was made; plan again")
  }

  @Test("A plan stays true in spite of a change elsewhere")
  func planAfterAnotherChange() throws {
    var graph = Graph(try .lists(items: .cascade))
    let lists = try graph.insert(2, "List")
    let plan = try graph.plan(deleting: [lists[0]])
    let item = try graph.insert("Item")
    try graph.link(item, "list", lists[1])
    try graph.apply(plan)
    #expect(graph.objects == [lists[1], item])
  }

  @Test("A plan of one copy may be applied to the other while neither has changed")
  func planOfACopy() throws {
    var graph = Graph(try .chain(next: .cascade))
    let nodes = try graph.insert(2, "Node")
    try graph.link(nodes[0], "next", nodes[1])
    let copy = graph
    try graph.apply(copy.plan(deleting: [nodes[0]]))
    #expect(graph.objects == [])
    #expect(copy.objects == nodes)
  }

  @Test("Asking for nothing deletes nothing")
  func nothing() throws {
    var graph = Graph(try .chain(next: .cascade))
    let nodes = try graph.insert(2, "Node")
    let plan = try graph.plan(deleting: [])
    #expect(plan.requested == [] && plan.deleted == [] && !plan.isRefused)
    try graph.apply(plan)
    #expect(graph.objects == nodes)
  }

  @Test("More deletes than a short list holds, over several entities, are one delete")
  func largeDelete() throws {
    var graph = Graph(try .tags(tags: .cascade, articles: .nullify))
    let articles = try graph.insert(200, "Article")
    let tags = try graph.insert(300, "Tag")
    for (index, tag) in tags.enumerated() { try graph.link(tag, "articles", articles[index / 2]) }
    for (index, tag) in tags.enumerated() {
      try graph.link(tag, "articles", articles[(index / 2 + 1) % 150])
    }
    let plan = try graph.plan(deleting: Array(articles[10..<140]))
    #expect(plan.deleted == Array(articles[10..<140]) + Array(tags[18..<280]))
    #expect(plan.nullified.count == 4)
    try graph.apply(plan)
    #expect(graph.objects.count == 500 - plan.deleted.count)
    #expect(graph.brokenInvariants() == [])
  }
}

import Testing

@testable import ObjectGraph

@Suite("What would a delete take with it, and what becomes of the references?")
struct DeletePlanTests {
  /// A ring of nodes, each leading to the next.
  private func ring(
    _ count: Int, next: DeleteRule, hasInverse: Bool = true
  ) throws -> (graph: Graph, nodes: [ObjectID]) {
    var graph = Graph(try .chain(next: next, hasInverse: hasInverse))
    let nodes = try graph.insert(count, "Node")
    for index in 0..<count {
      try graph.link(nodes[index], "next", nodes[(index + 1) % count])
    }
    return (graph, nodes)
  }

  @Test("Cascade goes round a cycle once and ends, with and without an inverse")
  func cascadeThroughACycle() throws {
    for hasInverse in [true, false] {
      for count in [1, 2, 20, 2_000] {
        let (graph, nodes) = try ring(count, next: .cascade, hasInverse: hasInverse)
        let plan = try graph.plan(deleting: [nodes[count / 2]])
        #expect(plan.deleted == nodes)
        #expect(plan.cascaded.count == count)
        #expect(plan.nullified == [] && plan.dangling == [] && !plan.isRefused)
      }
    }
  }

  @Test("Cascade reaches everything behind it, never what is before it, and nothing unlinked")
  func cascadeHasADirection() throws {
    var graph = Graph(try .chain(next: .cascade))
    let nodes = try graph.insert(5, "Node")
    for index in 0..<3 { try graph.link(nodes[index], "next", nodes[index + 1]) }
    let plan = try graph.plan(deleting: [nodes[2]])
    #expect(plan.deleted == [nodes[2], nodes[3]])
    #expect(plan.cascaded == [try graph.reference(nodes[2], "next", nodes[3])])
    #expect(plan.nullified == [try graph.reference(nodes[1], "next", nodes[2])])
    #expect(try graph.plan(deleting: [nodes[4]]).deleted == [nodes[4]])
  }

  @Test("Every rule but cascade ends the closure")
  func otherRulesEndTheClosure() throws {
    for rule in DeleteRule.allCases where rule != .cascade {
      let (graph, nodes) = try ring(3, next: rule)
      #expect(try graph.plan(deleting: [nodes[0]]).deleted == [nodes[0]])
      #expect(try graph.plan(deleting: [nodes[0]]).cascaded == [])
    }
  }

  @Test("A subentity's objects follow the rules they inherit, an ancestor's none of its own")
  func inheritedRules() throws {
    var graph = Graph(
      try Schema(
        .swiftData,
        entities: [
          Entity("Base", relationships: [.toOne("note", "Note", deleteRule: .cascade)]),
          Entity(
            "File", parent: "Base", relationships: [.toOne("copy", "Note", deleteRule: .cascade)]),
          Entity("Note"),
        ]))
    let (file, base) = (try graph.insert("File"), try graph.insert("Base"))
    let notes = try graph.insert(3, "Note")
    try graph.link(file, "note", notes[0])
    try graph.link(file, "copy", notes[1])
    try graph.link(base, "note", notes[2])
    #expect(try graph.plan(deleting: [file]).deleted == [file] + notes[..<2])
    #expect(try graph.plan(deleting: [base]).deleted == [base, notes[2]])
  }

  @Test("Nullify takes the object out of the inverse of every survivor, and out of nothing else")
  func nullify() throws {
    var graph = Graph(try .tags())
    let articles = try graph.insert(3, "Article")
    let tags = try graph.insert(2, "Tag")
    for article in articles { try graph.set(article, "tags", to: tags) }
    let plan = try graph.plan(deleting: [articles[1], tags[1]])
    #expect(
      try plan.nullified == [
        graph.reference(articles[0], "tags", tags[1]),
        graph.reference(articles[2], "tags", tags[1]),
        graph.reference(tags[0], "articles", articles[1]),
      ])
    #expect(plan.dangling == [] && plan.cascaded == [] && !plan.isRefused)
  }

  @Test("Nullify takes a relationship that is its own inverse away at the other end")
  func nullifyOwnInverse() throws {
    var graph = Graph(try .people())
    let people = try graph.insert(3, "Person")
    try graph.set(people[0], "friends", to: people)
    try graph.link(people[0], "spouse", people[1])
    let plan = try graph.plan(deleting: [people[0]])
    #expect(
      try plan.nullified == [
        graph.reference(people[1], "friends", people[0]),
        graph.reference(people[1], "spouse", people[0]),
        graph.reference(people[2], "friends", people[0]),
      ])
    #expect(plan.dangling == [])
  }

  @Test("Without an inverse nullify takes nothing away: the references to the object dangle")
  func nullifyNeedsAnInverse() throws {
    let (graph, nodes) = try ring(3, next: .nullify, hasInverse: false)
    let plan = try graph.plan(deleting: [nodes[0]])
    #expect(plan.nullified == [])
    #expect(plan.dangling == [try graph.reference(nodes[2], "next", nodes[0])])
    #expect(!plan.isRefused)
  }

  @Test("Two one-way relationships that face each other are no inverse, so both dangle")
  func facingOneWays() throws {
    var graph = Graph(
      try Schema(
        .coreData,
        entities: [
          Entity("A", relationships: [.toMany("bs", "B")]),
          Entity("B", relationships: [.toMany("as", "A")]),
        ]))
    let (a, b) = (try graph.insert("A"), try graph.insert("B"))
    try graph.link(a, "bs", b)
    try graph.link(b, "as", a)
    #expect(try graph.plan(deleting: [a]).dangling == [graph.reference(b, "as", a)])
    #expect(try graph.plan(deleting: [b]).dangling == [graph.reference(a, "bs", b)])
    #expect(try graph.plan(deleting: [a, b]).dangling == [])
  }

  @Test("No action leaves what refers to the object, also where there is an inverse")
  func noActionDangles() throws {
    var graph = Graph(try .lists(items: .noAction, list: .nullify))
    let list = try graph.insert("List")
    let items = try graph.insert(2, "Item")
    for item in items { try graph.link(list, "items", item) }
    let plan = try graph.plan(deleting: [list])
    #expect(try plan.dangling == items.map { try graph.reference($0, "list", list) })
    #expect(plan.nullified == [])
    #expect(try graph.plan(deleting: [items[0]]).dangling == [])
    #expect(try graph.plan(deleting: [list, items[0]]).dangling == [plan.dangling[1]])
  }

  @Test("A reason for each deleted object: asked for, then every cascade that reaches it")
  func reasons() throws {
    var graph = Graph(try .tags(tags: .cascade))
    let articles = try graph.insert(2, "Article")
    let tags = try graph.insert(2, "Tag")
    try graph.set(articles[0], "tags", to: tags)
    try graph.link(articles[1], "tags", tags[1])
    let relationship = try graph.schema.required("Article", "tags")
    let plan = try graph.plan(deleting: articles + [tags[1]])
    #expect(plan.reasons(for: articles[0]) == [.requested])
    #expect(plan.reasons(for: tags[0]) == [.cascade(from: articles[0], by: relationship)])
    #expect(
      plan.reasons(for: tags[1]) == [
        .requested, .cascade(from: articles[0], by: relationship),
        .cascade(from: articles[1], by: relationship),
      ])
    #expect(try graph.plan(deleting: [tags[1]]).reasons(for: articles[1]) == [])
  }

  @Test("Planning changes nothing, and the order of asking does not matter")
  func planningIsPure() throws {
    let (graph, nodes) = try ring(4, next: .noAction)
    let before = try Picture(graph)
    let plan = try graph.plan(deleting: [nodes[2], nodes[0]])
    #expect(try Picture(graph) == before)
    #expect(try graph.plan(deleting: [nodes[0], nodes[2]]) == plan)
  }

  @Test("Deleting twice is deleting once")
  func namedTwice() throws {
    let (graph, nodes) = try ring(4, next: .nullify)
    let plan = try graph.plan(deleting: [nodes[1], nodes[0], nodes[1], nodes[1]])
    #expect(plan.requested == [nodes[0], nodes[1]])
    #expect(plan == (try graph.plan(deleting: [nodes[0], nodes[1]])))
  }
}

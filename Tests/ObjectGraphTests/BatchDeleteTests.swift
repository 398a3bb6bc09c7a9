import Testing

@testable import ObjectGraph

@Suite("What does a batch delete do to the store, and what to a context?")
struct BatchDeleteTests {
  /// A project with two notes that share a tag, as in NR-001 and NR-003; and a note by itself.
  private func project(
    isTagged isOptional: Bool, rule: DeleteRule = .nullify
  ) throws -> (graph: Graph, ids: [String: ObjectID]) {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity(
          "Project",
          relationships: [
            .toMany("notes", "Note", isOptional: false, deleteRule: .cascade)
          ]),
        Entity(
          "Note",
          relationships: [
            .toOne("project", "Project", inverse: .named("notes")),
            .toMany(
              "tags", "Tag", isOptional: isOptional, deleteRule: rule, inverse: .named("notes")),
          ]),
        Entity("Tag", relationships: [.toMany("notes", "Note", isOptional: isOptional)]),
        Entity("Checklist", parent: "Note"),
      ])
    var graph = Graph(schema)
    var ids: [String: ObjectID] = [:]
    let rows = [
      ("p", "Project"), ("n1", "Note"), ("n2", "Checklist"), ("alone", "Note"), ("t", "Tag"),
    ]
    for (name, entity) in rows { ids[name] = try graph.insert(entity) }
    let p = try #require(ids["p"])
    let t = try #require(ids["t"])
    for note in ["n1", "n2"].compactMap({ ids[$0] }) {
      try graph.link(p, "notes", note)
      try graph.link(note, "tags", t)
    }
    return (graph, ids)
  }

  private func refusal(_ body: () throws(GraphError) -> Void) -> BatchDeleteRefusal? {
    do throws(GraphError) {
      try body()
    } catch {
      if case .batchDeleteRefused(let refusal) = error { return refusal }
    }
    return nil
  }

  @Test("A mandatory inverse refuses it all, of what a cascade takes as well; each kind is named")
  func mandatory() throws {
    let (graph, ids) = try project(isTagged: false)
    var context = Context(graph)
    let before = try Picture(context.pending())
    let refused = try #require(
      refusal { () throws(GraphError) in try context.batchDelete("Project") })
    #expect(refused.code.rawValue == 134_050 && refused.denials.isEmpty)
    let prefix = "Constraint trigger violation: Batch delete failed due to "
    let messages = refused.failures.map { $0.message(in: graph.schema) }
    #expect(
      messages == Array(repeating: prefix + "mandatory MTM nullify inverse on Note/tags", count: 2))
    #expect(try Picture(context.pending()) == before && Picture(context.stored) == before)
    #expect(context.stale.isEmpty)
    // The notes alone are held by their project as well.
    let notes = try graph.batchPlan("Note")
    #expect(
      Set(notes.failures.map(\.kind)) == [.toOne, .manyToMany] && notes.failures.count == 4)
    // What holds nothing passes.
    let alone = try #require(ids["alone"])
    #expect(try context.batchDelete("Note", [alone]).deleted == [alone])
  }

  @Test("An optional inverse is emptied; of entities, subentities go too, or they do not")
  func optional() throws {
    let (graph, ids) = try project(isTagged: true)
    var context = Context(graph)
    let plan = try context.batchDelete("Project")
    #expect(plan.requested == [ids["p"]] && plan.deleted.count == 3 && plan.nullified.count == 2)
    #expect(context.stale == plan.deleted && context.plan().requested.isEmpty)
    let t = try #require(ids["t"])
    #expect(try context.stored.held(t, "notes").isEmpty)
    #expect(try graph.batchPlan("Note").requested.count == 3)
    #expect(try graph.batchPlan("Note", includingSubentities: false).requested.count == 2)
  }

  @Test("A deny rule that holds a survivor refuses it; so is predicted")
  func deny() throws {
    let (graph, ids) = try project(isTagged: true, rule: .deny)
    let t = try #require(ids["t"])
    var context = Context(graph)
    let refused = try #require(
      refusal { () throws(GraphError) in try context.batchDelete("Project") })
    #expect(refused.denials.map(\.blockers) == [[t], [t]])
    #expect(refused.code == .deniedDelete && refused.failures.isEmpty)
  }

  @Test("What is pending is neither seen nor lost, and a rollback brings no row back")
  func pending() throws {
    let (graph, ids) = try project(isTagged: true)
    let (n1, n2) = (try #require(ids["n1"]), try #require(ids["n2"]))
    let (alone, t) = (try #require(ids["alone"]), try #require(ids["t"]))
    var context = Context(graph)
    let new = try context.insert("Note")
    try context.link(new, "tags", t)
    try context.link(alone, "tags", t)
    // The store still has the note in the project.
    try context.set(n1, "project", to: [])
    try context.delete(t)
    try context.batchDelete("Project")
    #expect(context.stored.objects == [alone, t])
    #expect(context.pending().objects == [alone, new])
    #expect(context.stale == [ids["p"], n1, n2])
    context.rollback()
    #expect(context.stored.objects == [alone, t] && context.pending().objects == [alone, t])
    #expect(try context.stored.held(t, "notes").isEmpty)
  }

  @Test("Rows are stored objects of the entity; others are not found, or an error")
  func rows() throws {
    let (graph, ids) = try project(isTagged: true)
    let t = try #require(ids["t"])
    var context = Context(graph)
    let new = try context.insert("Tag")
    #expect(try context.batchDelete("Tag", [new]).deleted == [])
    #expect(try context.batchDelete("Tag", [t, t]).deleted == [t])
    #expect(try context.batchDelete("Tag", [t]).deleted == [])
    #expect(context.pending().contains(new))
    let n2 = try #require(ids["n2"])
    #expect(throws: GraphError.wrongEntity(expected: "Tag", found: "Checklist")) {
      try context.batchDelete("Tag", [n2])
    }
    #expect(throws: GraphError.wrongEntity(expected: "Note", found: "Checklist")) {
      try context.batchDelete("Note", [n2], includingSubentities: false)
    }
    #expect(throws: GraphError.unknownEntity("Tug")) { try context.batchDelete("Tug") }
  }

  @Test("A one-to-many relationship from the side of many is spelt as the framework has it")
  func manadatory() throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item", inverse: .named("list"))]),
        Entity(
          "Item",
          relationships: [.toOne("list", "List", isOptional: false, inverse: .named("items"))]),
      ])
    var graph = Graph(schema)
    let list = try graph.insert("List")
    try graph.link(list, "items", graph.insert("Item"))
    let failure = try #require(try graph.batchPlan("List").failures.first)
    #expect(failure.message(in: schema).hasSuffix("manadatory OTM nullify inverse on List/items"))
    #expect(try graph.batchPlan("Item").refusal == nil)
  }
}

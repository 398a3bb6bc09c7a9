import ObjectGraph

/// A small graph that is told what a world holds, and is to do with it what the definition says.
struct ComparedGraph: ~Copyable {
  /// What the definition says of one delete.
  struct Expectation {
    let requested: ObjectSet
    let world: World
    let links: [World.Link]
    let findings: Findings
    let isDone: Bool
    /// What is gone afterwards.
    let deleted: ObjectSet
    /// What the survivors hold afterwards.
    let after: World
  }

  private var graph: SmallGraph
  /// What the engine calls each object.
  private var ids: [ObjectID] = []

  init(_ schema: Schema) { graph = SmallGraph(schema) }

  /// Makes the graph hold what a world holds.
  mutating func build(_ world: World, _ links: [World.Link]) throws(GraphError) {
    graph.removeAll()
    for kind in world.kinds { _ = try graph.insert(kind) }
    if ids.isEmpty { for object in world.kinds.indices { ids.append(graph.id(of: object)) } }
    for link in links { try graph.link(link.source, link.relationship, link.destination) }
  }

  /// Plans and deletes, says how either differs from what is expected, if it does, and makes the
  /// graph what it was.
  mutating func difference(from expected: Expectation) throws(GraphError) -> String? {
    let found = Findings(graph.plan(deleting: UInt64(expected.requested.bits)), ids)
    if found != expected.findings {
      return "the plan of \(text(expected)): \(found.text(expected.findings))"
    }
    let isDone = graph.delete(UInt64(expected.requested.bits))
    if isDone != expected.isDone { return "\(text(expected)): done \(isDone)" }
    if let difference = try difference(from: expected.after, without: expected.deleted) {
      return "\(text(expected)) leaves \(difference)"
    }
    if isDone { try build(expected.world, expected.links) }
    return nil
  }

  private func text(_ expected: Expectation) -> String {
    "deleting \(Array(expected.requested)) in \(expected.world.under(graph.schema).text)"
  }

  /// Compares what every survivor refers to.
  private func difference(
    from world: World, without deleted: ObjectSet
  ) throws(GraphError) -> String? {
    let survivors = world.kinds.indices.filter { !deleted.contains($0) }
    if graph.living != survivors.reduce(0, { $0 | 1 << UInt64($1) }) {
      return "living \(graph.living), not \(survivors)"
    }
    for survivor in survivors {
      for relationship in world.relationships(of: survivor) {
        let held = try graph.references(survivor, relationship)
        if held != UInt64(world.objects(held: relationship, by: survivor).bits) {
          let name = world.schema.qualifiedName(of: relationship)
          return "\(name) of \(survivor) with \(held), not "
            + "\(Array(world.objects(held: relationship, by: survivor)))"
        }
      }
    }
    return nil
  }
}

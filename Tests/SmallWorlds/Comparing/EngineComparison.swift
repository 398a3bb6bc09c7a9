import ObjectGraph

/// A small graph that is told what a world holds, to see where it and the definition part.
package struct EngineComparison: ~Copyable {
  private var graph: SmallGraph
  /// What the engine calls each object.
  private var ids: [ObjectID] = []
  /// How many deletes were compared.
  package private(set) var deleteCount = 0

  package init(_ schema: Schema) { graph = SmallGraph(schema) }

  /// Says how what the engine does differs from the definition, if it does, where each of some sets
  /// of objects is deleted by itself.
  package mutating func difference(
    of world: World, deleting requests: [ObjectSet]
  ) throws(GraphError) -> String? {
    let links = world.links
    try build(world, links)
    for requested in requests {
      deleteCount += 1
      let outcome = world.outcome(deleting: requested, links)
      let found = Findings(graph.plan(deleting: UInt64(requested.bits)), ids)
      let expected = Findings(outcome, requested)
      if found != expected {
        return "the plan of deleting \(Array(requested)) in \(world.text): \(found.text(expected))"
      }
      let isDone = graph.delete(UInt64(requested.bits))
      if isDone == outcome.isRefused {
        return "deleting \(Array(requested)) in \(world.text): done \(isDone)"
      }
      let after = isDone ? world.after(outcome) : world
      let living = isDone ? outcome.deleted : []
      if let difference = try difference(from: after, without: living) {
        return "deleting \(Array(requested)) in \(world.text) leaves \(difference)"
      }
      if isDone { try build(world, links) }
    }
    return nil
  }

  private mutating func build(_ world: World, _ links: [World.Link]) throws(GraphError) {
    graph.removeAll()
    for kind in world.kinds { _ = try graph.insert(kind) }
    if ids.isEmpty { for object in world.kinds.indices { ids.append(graph.id(of: object)) } }
    for link in links { try graph.link(link.source, link.relationship, link.destination) }
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

import ObjectGraph

/// Objects and links of any number, and what is to be deleted: what a law speaks of.
package struct Scene: Sendable {
  package let schema: Schema
  /// The entity of each object.
  package let kinds: [EntityID]
  /// Every link; where there is an inverse, one of both directions is enough.
  package let links: [World.Link]
  /// The objects to delete.
  package let requested: [Int]

  package init(
    _ schema: Schema, of kinds: [EntityID], links: [World.Link], deleting requested: [Int]
  ) {
    self.schema = schema
    self.kinds = kinds
    self.links = links
    self.requested = requested
  }

  package init(_ world: World, deleting requested: ObjectSet) {
    self.init(world.schema, of: world.kinds, links: world.links, deleting: Array(requested))
  }

  /// A graph with the objects of the scene, and what it calls each.
  struct Built {
    var graph: Graph
    let ids: [ObjectID]

    func ids(of objects: [Int]) -> [ObjectID] { objects.map { ids[$0] } }
  }

  func built() throws(GraphError) -> Built {
    try built(inserting: Array(kinds.indices), linking: links)
  }

  /// The same objects and links in some order.
  func built(
    inserting order: [Int], linking links: [World.Link]
  ) throws(GraphError) -> Built {
    var graph = Graph(schema)
    var ids = Array(repeating: ObjectID?.none, count: kinds.count)
    for object in order { ids[object] = try graph.insert(kinds[object]) }
    let all = ids.compactMap { $0 }
    for link in links {
      try graph.link(all[link.source], link.relationship, all[link.destination])
    }
    return Built(graph: graph, ids: all)
  }

  /// How the plan of the general graph differs from what a definition says, if it does.
  func difference(from outcome: World.Outcome) throws -> String? {
    let scene = try built()
    let found = Findings(try scene.graph.plan(deleting: scene.ids(of: requested)), scene.ids)
    let expected = Findings(outcome, requested.reduce(into: ObjectSet()) { $0.insert($1) })
    return found == expected ? nil : "the general plan: \(found.text(expected))"
  }

  /// What cascade relationships lead to from some objects: step by step, until nothing is new.
  var reached: Set<Int> {
    var next: [Int: [Int]] = [:]
    for link in links {
      if schema.declaration(of: link.relationship).deleteRule == .cascade {
        next[link.source, default: []].append(link.destination)
      }
      if let inverse = schema.inverse(of: link.relationship)?.relationship,
        schema.declaration(of: inverse).deleteRule == .cascade
      {
        next[link.destination, default: []].append(link.source)
      }
    }
    var reached = Set(requested)
    var worklist = requested
    while let object = worklist.popLast() {
      for other in next[object, default: []] where reached.insert(other).inserted {
        worklist.append(other)
      }
    }
    return reached
  }
}

import ObjectGraph

// The laws about plans.
extension Scene {
  func lookAtOrder(using random: inout SplitMix64) throws -> Bool {
    let plain = try built()
    let expected = Findings(try plain.graph.plan(deleting: plain.ids(of: requested)), plain.ids)
    let links = links.map { random.chance(50) ? seenFromOtherEnd($0) : $0 }
    let other = try built(
      inserting: random.shuffle(Array(kinds.indices)), linking: random.shuffle(links))
    let asked = other.ids(of: random.shuffle(requested + requested.prefix(1)))
    // Somebody else's question in between.
    _ = try other.graph.plan(deleting: other.graph.objects)
    let found = Findings(try other.graph.plan(deleting: asked), other.ids)
    guard found == expected else {
      throw Law.Breach("in another order \(found.text(expected))")
    }
    return true
  }

  /// The same link seen from its other end, where it has one.
  private func seenFromOtherEnd(_ link: World.Link) -> World.Link {
    guard let inverse = schema.inverse(of: link.relationship)?.relationship else { return link }
    return World.Link(source: link.destination, relationship: inverse, destination: link.source)
  }

  func lookAtLeastSet() throws -> Bool {
    let (graph, ids) = try { ($0.graph, $0.ids) }(built())
    let plan = try graph.plan(deleting: requested.map { ids[$0] })
    let expected = kinds.count <= 8 ? leastClosedSet : reached
    let found = Set(plan.deleted)
    guard found == Set(expected.map { ids[$0] }) else {
      throw Law.Breach("deleted \(found.count) objects, the least set has \(expected.count)")
    }
    return true
  }

  /// What all sets have in common that hold what is asked for and are closed under cascade.
  private var leastClosedSet: Set<Int> {
    var world = World(schema, of: kinds)
    for link in links { world.link(link.source, link.relationship, link.destination) }
    let cascades = world.links.filter { world.rule($0.relationship) == .cascade }
    var least = Set(kinds.indices)
    for set in ObjectSet.subsets(below: kinds.count) where requested.allSatisfy(set.contains) {
      let isClosed = cascades.allSatisfy {
        !set.contains($0.source) || set.contains($0.destination)
      }
      if isClosed { least.formIntersection(set) }
    }
    return least
  }

  func lookWhereAllIsPaired() throws -> Bool {
    let paired = try allPaired()
    let built = try paired.built()
    let plan = try built.graph.plan(deleting: built.ids(of: requested))
    guard plan.dangling.isEmpty else {
      throw Law.Breach("\(plan.dangling.count) references dangle")
    }
    return !paired.links.isEmpty
  }

  /// The scene with paired relationships only, of which none denies or does nothing.
  private func allPaired() throws -> Scene {
    var entities = schema.entities.map { schema.declaration(of: $0) }
    for entity in schema.entities {
      entities[entity.index].relationships = schema.relationships.filter {
        schema.source(of: $0) == entity && schema.inverse(of: $0) != nil
      }
      .map { relationship in
        var declaration = schema.declaration(of: relationship)
        if declaration.deleteRule == .deny { declaration.deleteRule = .cascade }
        if declaration.deleteRule == .noAction { declaration.deleteRule = .nullify }
        return declaration
      }
    }
    let paired = try Schema(schema.framework, entities: entities)
    let names = Dictionary(
      uniqueKeysWithValues: paired.relationships.map { (paired.qualifiedName(of: $0), $0) })
    let links = links.compactMap { link in
      names[schema.qualifiedName(of: link.relationship)].map {
        World.Link(source: link.source, relationship: $0, destination: link.destination)
      }
    }
    return Scene(paired, of: kinds, links: links, deleting: requested)
  }

  func lookWithoutLinks() throws -> Bool {
    let (ids, linked) = try { ($0.ids, $0.graph) }(built())
    var graph = linked
    for link in links {
      try graph.unlink(ids[link.source], link.relationship, ids[link.destination])
    }
    let plan = try graph.plan(deleting: requested.map { ids[$0] })
    let isOK = !plan.isRefused && plan.dangling.isEmpty && plan.nullified.isEmpty
    guard isOK && Set(plan.deleted) == Set(requested.map { ids[$0] }) else {
      throw Law.Breach(
        "without links, deleting \(requested.count) objects takes \(plan.deleted.count), "
          + "refused: \(plan.isRefused), dangling: \(plan.dangling.count)")
    }
    return true
  }
}

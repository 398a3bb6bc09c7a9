import ObjectGraph

extension Scene {
  func lookAtOrder(using random: inout SplitMix64) throws -> Bool {
    let plain = try built()
    let expected = facts(try plain.graph.plan(deleting: plain.ids(of: requested)), plain.ids)
    let links = links.map { random.chance(50) ? seenFromOtherEnd($0) : $0 }
    let other = try built(
      inserting: random.shuffle(Array(kinds.indices)), linking: random.shuffle(links))
    let asked = other.ids(of: random.shuffle(requested + requested.prefix(1)))
    // Another question in between.
    _ = try other.graph.plan(deleting: other.graph.objects)
    let found = facts(try other.graph.plan(deleting: asked), other.ids)
    guard found == expected else {
      throw Law.Breach("in another order \(found.symmetricDifference(expected)) differ")
    }
    return true
  }

  /// What a plan says, in the numbers of objects.
  private func facts(_ plan: DeletePlan, _ ids: [ObjectID]) -> Set<[String]> {
    func name(_ id: ObjectID) -> String { ids.firstIndex(of: id).map { "\($0)" } ?? "?" }
    func place(_ object: ObjectID, _ relationship: RelationshipID) -> String {
      "\(name(object)).\(schema.qualifiedName(of: relationship))"
    }
    var facts = Set(plan.requested.map { ["requested", name($0)] })
    facts.formUnion(plan.deleted.map { ["deleted", name($0)] })
    for (list, links) in [
      "cascaded": plan.cascaded, "nullified": plan.nullified, "dangling": plan.dangling,
      "forgiven": plan.satisfiedDenies,
    ] {
      facts.formUnion(
        links.map { [list, place($0.source, $0.relationship), name($0.destination)] })
    }
    facts.formUnion(
      plan.denials.map { [place($0.object, $0.relationship)] + $0.blockers.map(name).sorted() })
    facts.formUnion(
      plan.violations.map { [place($0.object, $0.relationship), "\($0.kind)"] })
    return facts
  }

  /// The same link seen from its other end, where it has one.
  private func seenFromOtherEnd(_ link: World.Link) -> World.Link {
    guard let inverse = schema.inverse(of: link.relationship)?.relationship else { return link }
    return World.Link(source: link.destination, relationship: inverse, destination: link.source)
  }

  func lookAtTwiceIsOnce() throws -> Bool {
    let scene = try built()
    let asked = scene.ids(of: requested)
    let once = try scene.graph.plan(deleting: asked)
    if try scene.graph.plan(deleting: asked + asked) != once {
      throw Law.Breach("twice gives another plan")
    }
    var context = Context(scene.graph)
    try context.delete(asked + asked)
    if context.plan() != once { throw Law.Breach("asking a context twice gives another plan") }
    let pending = try Contents(of: context.pending())
    for object in asked { try context.delete(object) }
    if try Contents(of: context.pending()) != pending {
      throw Law.Breach("a second delete changes something")
    }
    if once.isRefused { return true }
    try context.save()
    let stored = try Contents(of: context.stored)
    for object in once.deleted { try context.delete(object) }
    try context.save()
    guard try Contents(of: context.stored) == stored else {
      throw Law.Breach("a second save changes the store")
    }
    return true
  }

  func lookAtRefusal() throws -> Bool {
    let scene = try built()
    let before = try Contents(of: scene.graph)
    let plan = try scene.graph.plan(deleting: scene.ids(of: requested))
    var context = Context(scene.graph)
    try context.delete(scene.ids(of: requested))
    let pending = try Contents(of: context.pending())
    let isSaved = context.isSaved()
    if isSaved == plan.isRefused {
      throw Law.Breach("saved: \(isSaved), refused: \(plan.isRefused)")
    }
    if isSaved { return false }
    if try Contents(of: context.stored) != before {
      throw Law.Breach("a refused save changes the store")
    }
    if try Contents(of: context.pending()) != pending {
      throw Law.Breach("a refused save changes the list")
    }
    if context.plan() != plan { throw Law.Breach("a refused save changes what is asked for") }
    if context.isSaved() { throw Law.Breach("what was refused is saved the second time") }
    var graph = scene.graph
    var refusal: GraphError?
    do throws(GraphError) { try graph.delete(plan.requested) } catch { refusal = error }
    guard let expected = plan.refusal, refusal == .refused(expected) else {
      throw Law.Breach("a refused plan: \(refusal.map { "\($0)" } ?? "applied")")
    }
    guard try Contents(of: graph) == before else {
      throw Law.Breach("a refused plan changes the graph")
    }
    return true
  }

  func lookAtPlan() throws -> Bool {
    let scene = try built()
    let plan = try scene.graph.plan(deleting: scene.ids(of: requested))
    if plan.isRefused { return false }
    var graph = scene.graph
    try graph.delete(plan.requested)
    var context = Context(scene.graph)
    try context.delete(scene.ids(of: requested))
    let pending = try Contents(of: context.pending())
    try context.save()
    let after = try Contents(of: graph)
    if try pending != after || Contents(of: context.stored) != after {
      throw Law.Breach("apply, pending and stored are three")
    }
    if graph.objects != scene.graph.objects.filter({ !plan.deleted.contains($0) }) {
      throw Law.Breach("others are gone than the plan says")
    }
    let expected = try references(scene.graph).subtracting(plan.nullified)
      .filter { !plan.deleted.contains($0.source) }
    let found = try references(graph)
    if found != expected {
      throw Law.Breach("\(found.symmetricDifference(expected)) against the plan")
    }
    let dangling = found.filter { plan.deleted.contains($0.destination) }
    guard dangling == Set(plan.dangling) else {
      throw Law.Breach("others dangle than the plan says")
    }
    return true
  }

  private func references(_ graph: Graph) throws(GraphError) -> Set<ObjectGraph.Link> {
    var links: Set<ObjectGraph.Link> = []
    for object in graph.objects {
      for relationship in graph.schema.relationships(of: try graph.entity(of: object)) {
        for reference in try graph.references(object, relationship) {
          links.insert(Link(object, relationship, reference.id))
        }
      }
    }
    return links
  }

  func lookAtRollback(using random: inout SplitMix64) throws -> Bool {
    let scene = try built()
    let before = try Contents(of: scene.graph)
    var context = Context(scene.graph)
    for link in random.shuffle(links).prefix(3) {
      let name = schema.declaration(of: link.relationship).name
      try context.unlink(scene.ids[link.source], name, scene.ids[link.destination])
    }
    if let kind = random.pick(kinds) {
      let new = try context.insert(kind)
      // Whatever of its relationships takes something of its own kind, or of another's.
      for relationship in schema.relationships(of: kind) {
        if let other = random.pick(scene.ids) { try? context.link(new, relationship, other) }
      }
    }
    try context.delete(scene.ids(of: requested))
    if random.chance(50) { context.processPendingChanges() }
    // Where the save is refused, there is something left to take back.
    if random.chance(50) && context.isSaved() { return false }
    context.rollback()
    if try Contents(of: context.stored) != before {
      throw Law.Breach("a rollback changes the store")
    }
    if try Contents(of: context.pending()) != before {
      throw Law.Breach("a rollback leaves something pending")
    }
    guard context.problems().isEmpty else {
      throw Law.Breach("after a rollback a save would be refused")
    }
    return true
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

extension Context {
  /// Saves where that can be done.
  fileprivate mutating func isSaved() -> Bool {
    do throws(Refusal) {
      try save()
      return true
    } catch {
      return false
    }
  }
}

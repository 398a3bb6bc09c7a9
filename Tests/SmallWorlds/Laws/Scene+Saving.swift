import ObjectGraph

// The laws about what is done, stored and taken back.
extension Scene {
  func breachOfTwiceIsOnce() throws -> String? {
    let scene = try built()
    let asked = scene.ids(of: requested)
    let once = try scene.graph.plan(deleting: asked)
    if try scene.graph.plan(deleting: asked + asked) != once { return "twice gives another plan" }
    var context = Context(scene.graph)
    try context.delete(asked + asked)
    if context.plan() != once { return "asking a context twice gives another plan" }
    let pending = try Contents(of: context.pending())
    for object in asked {
      if let complaint = refusesDeleted({ () throws(GraphError) in try context.delete(object) }) {
        return complaint
      }
    }
    if try Contents(of: context.pending()) != pending { return "a second delete changes something" }
    guard once.isRefused == false, (try? context.save()) != nil else { return nil }
    let stored = try Contents(of: context.stored)
    for object in once.deleted {
      if let complaint = refusesDeleted({ () throws(GraphError) in try context.delete(object) }) {
        return complaint
      }
    }
    try context.save()
    return try Contents(of: context.stored) == stored ? nil : "a second save changes the store"
  }

  private func refusesDeleted(_ body: () throws(GraphError) -> Void) -> String? {
    do throws(GraphError) {
      try body()
      return "a deleted object can be deleted again"
    } catch {
      if case .deletedObject = error { return nil }
      return "deleting a deleted object: \(error)"
    }
  }

  func breachOfRefusal() throws -> String? {
    let scene = try built()
    let before = try Contents(of: scene.graph)
    let plan = try scene.graph.plan(deleting: scene.ids(of: requested))
    var context = Context(scene.graph)
    try context.delete(scene.ids(of: requested))
    let pending = try Contents(of: context.pending())
    let isSaved = context.isSaved()
    if isSaved == plan.isRefused { return "saved: \(isSaved), refused: \(plan.isRefused)" }
    if isSaved { return nil }
    if try Contents(of: context.stored) != before { return "a refused save changes the store" }
    if try Contents(of: context.pending()) != pending { return "a refused save changes the list" }
    if context.plan() != plan { return "a refused save changes what is asked for" }
    if context.isSaved() { return "what was refused is saved the second time" }
    var graph = scene.graph
    do throws(GraphError) {
      try graph.apply(plan)
      return "a refused plan is applied"
    } catch {
      guard error == .refused(denials: plan.denials, violations: plan.violations) else {
        return "a refused plan: \(error)"
      }
    }
    return try Contents(of: graph) == before ? nil : "a refused plan changes the graph"
  }

  func breachOfPlan() throws -> String? {
    let scene = try built()
    let plan = try scene.graph.plan(deleting: scene.ids(of: requested))
    if plan.isRefused { return nil }
    var graph = scene.graph
    try graph.apply(plan)
    var context = Context(scene.graph)
    try context.delete(scene.ids(of: requested))
    let pending = try Contents(of: context.pending())
    try context.save()
    let after = try Contents(of: graph)
    if try pending != after || Contents(of: context.stored) != after {
      return "apply, pending and stored are three"
    }
    if graph.objects != scene.graph.objects.filter({ !plan.deleted.contains($0) }) {
      return "others are gone than the plan says"
    }
    let expected = try references(scene.graph).subtracting(plan.nullified)
      .filter { !plan.deleted.contains($0.source) }
    let found = try references(graph)
    if found != expected { return "\(found.symmetricDifference(expected)) against the plan" }
    let dangling = found.filter { plan.deleted.contains($0.destination) }
    return dangling == Set(plan.dangling) ? nil : "others dangle than the plan says"
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

  func breachOfRollback(using random: inout SplitMix64) throws -> String? {
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
    if random.chance(50) && context.isSaved() { return nil }
    context.rollback()
    if try Contents(of: context.stored) != before { return "a rollback changes the store" }
    if try Contents(of: context.pending()) != before {
      return "a rollback leaves something pending"
    }
    return context.problems().isEmpty ? nil : "after a rollback a save would be refused"
  }
}

extension Context {
  /// Saves where that can be done.
  fileprivate mutating func isSaved() -> Bool {
    do throws(SaveRefusal) {
      try save()
      return true
    } catch {
      return false
    }
  }
}

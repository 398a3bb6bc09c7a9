import ObjectGraph

/// A context that is told what a world holds, and is to do with it what the definition says.
struct ComparedEngine {
  private let schema: Schema
  var context: Context?
  /// What the engine calls each object.
  private(set) var ids: [ObjectID] = []

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// Makes the store hold what a world holds, valid or not.
  mutating func build(_ world: World, _ links: [World.Link]) throws(GraphError) {
    // The memory of the last one is used again, where the context has it no more.
    var graph = context?.stored ?? Graph(schema)
    context = nil
    graph.removeAll()
    ids.removeAll(keepingCapacity: true)
    for kind in world.kinds { ids.append(try graph.insert(kind)) }
    for link in links {
      try graph.link(ids[link.source], link.relationship, ids[link.destination])
    }
    context = Context(graph)
  }

  /// Plans, deletes and saves, says how any of it differs from the definition's outcome, if it does,
  /// and makes the store what it was.
  mutating func difference(
    deleting requested: ObjectSet, in world: World, _ links: [World.Link],
    _ outcome: World.Outcome, _ after: World
  ) throws(GraphError) -> String? {
    guard let plan = try context?.stored.plan(deleting: requested.map { ids[$0] }) else {
      return "nothing was built"
    }
    if !isSame(plan, requested, outcome) { return "\(plan), not \(outcome)" }
    for object in plan.requested { try context?.delete(object) }
    if let difference = differenceOfSave(plan) { return difference }
    let gone = outcome.isRefused ? [] : outcome.deleted
    if let difference = try difference(from: after, without: gone) { return difference }
    if plan.isRefused { context?.rollback() } else { try build(world, links) }
    return nil
  }

  /// Saves, which is refused for what the plan says, or not at all.
  private mutating func differenceOfSave(_ plan: DeletePlan) -> String? {
    do throws(Refusal) {
      try context?.save()
      return plan.isRefused ? "saved in spite of \(plan)" : nil
    } catch {
      let problems = error.problems
      let isSame =
        plan.isRefused && problems.count == plan.denials.count + plan.violations.count
        && zip(problems, plan.denials).allSatisfy { $0 == .denied($1) }
        && zip(problems.dropFirst(plan.denials.count), plan.violations)
          .allSatisfy { $0 == .invalid($1) }
      return isSame ? nil : "refused for \(problems), not by \(plan)"
    }
  }

  /// Whether a plan is what the definition says, list for list: both are sorted.
  private func isSame(
    _ plan: DeletePlan, _ requested: ObjectSet, _ outcome: World.Outcome
  ) -> Bool {
    isSame(plan.requested, requested) && isSame(plan.deleted, outcome.deleted)
      && isSame(plan.cascaded, outcome.cascaded) && isSame(plan.nullified, outcome.nullified)
      && isSame(plan.dangling, outcome.dangling) && isSame(plan.satisfiedDenies, outcome.forgiven)
      && isSame(plan.denials, outcome.denied) && isSame(plan.violations, outcome.invalid)
  }

  func isSame(_ found: [ObjectID], _ expected: ObjectSet) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { $0 == ids[$1] }
  }

  func isSame(_ found: [Link], _ expected: [World.Link]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy {
        $0.source == ids[$1.source] && $0.relationship == $1.relationship
          && $0.destination == ids[$1.destination]
      }
  }

  func isSame(_ found: [Denial], _ expected: [World.Link]) -> Bool {
    var rest = expected[...]
    for denial in found {
      for blocker in denial.blockers {
        guard let link = rest.popFirst(), denial.object == ids[link.source],
          denial.relationship == link.relationship, blocker == ids[link.destination]
        else { return false }
      }
      if denial.blockers.isEmpty { return false }
    }
    return rest.isEmpty
  }

  func isSame(_ found: [Violation], _ expected: [World.Outcome.Invalid]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy {
        $0.object == ids[$1.slot.object] && $0.relationship == $1.slot.relationship
          && $0.kind == $1.kind
      }
  }

  /// Compares what every survivor refers to in the store.
  func difference(
    from world: World, without gone: ObjectSet
  ) throws(GraphError) -> String? {
    guard let store = context?.stored else { return "nothing was built" }
    for object in world.kinds.indices {
      let survives = !gone.contains(object)
      if store.contains(ids[object]) != survives { return "leaves \(object): \(!survives)" }
      if !survives { continue }
      for relationship in world.relationships(of: object) {
        let expected = world.objects(held: relationship, by: object)
        var rest = expected
        var isKnown = true
        for reference in try store.references(ids[object], relationship) {
          guard let number = ids.firstIndex(of: reference.id), rest.contains(number) else {
            isKnown = false
            break
          }
          rest.remove(number)
        }
        if !isKnown || !rest.isEmpty {
          let found = try store.references(ids[object], relationship)
          return "leaves \(world.schema.qualifiedName(of: relationship)) of \(object) with "
            + "\(found), not \(Array(expected))"
        }
      }
    }
    return nil
  }
}

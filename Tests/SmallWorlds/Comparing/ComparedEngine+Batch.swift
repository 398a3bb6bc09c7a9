import ObjectGraph

extension ComparedEngine {
  /// Batch-deletes objects of one entity past some pending change, says how what is left differs from
  /// the definition's outcome, if it does, and makes the store what it was.
  mutating func difference(
    batchDeleting requested: ObjectSet, in world: World, _ links: [World.Link],
    _ outcome: World.BatchOutcome, _ after: World
  ) throws(GraphError) -> String? {
    guard let first = requested.first(where: { _ in true }) else { return nil }
    let kind = world.kinds[first]
    let asked = requested.map { ids[$0] }
    guard let plan = try context?.stored.batchPlan(kind, asked) else { return "nothing was built" }
    if !isSame(plan, requested, outcome) { return "\(plan), not \(outcome)" }
    if (plan.refusal != nil) != outcome.isRefused { return "refused by \(plan)" }
    // What is new is neither seen nor in the way, and a delete that is only asked for stays so.
    let new = try context?.insert(kind)
    try context?.delete(asked)
    do throws(GraphError) {
      try context?.batchDelete(kind, asked)
      if let refusal = plan.refusal { return "done in spite of \(refusal)" }
    } catch {
      if plan.refusal.map({ error == .refused($0) }) != true { return "\(error)" }
    }
    let isNewThere = new.map { context?.pending().contains($0) == true } == true
    if !isNewThere || new.map({ context?.stored.contains($0) == true }) == true {
      return "a new object is gone, or stored"
    }
    let asks = context?.plan().requested ?? []
    if !isSame(asks, outcome.isRefused ? requested : []) { return "\(asks) are asked for" }
    let survivors = outcome.isRefused ? [] : outcome.deleted
    if let difference = try difference(from: after, without: survivors) { return difference }
    if outcome.isRefused { context?.rollback() } else { try build(world, links) }
    return nil
  }

  private func isSame(
    _ batch: BatchPlan, _ requested: ObjectSet, _ outcome: World.BatchOutcome
  ) -> Bool {
    let plan = batch.plan
    return isSame(plan.requested, requested) && isSame(plan.deleted, outcome.deleted)
      && isSame(plan.cascaded, outcome.cascaded) && isSame(plan.nullified, outcome.nullified)
      && isSame(plan.dangling, outcome.dangling) && isSame(plan.satisfiedDenies, outcome.forgiven)
      && isSame(plan.denials, outcome.denied) && isSame(plan.violations, outcome.invalid)
      && isSame(batch.failures, outcome.failed)
  }
}

extension Context {
  /// Deletes rows of the store at once, past everything that is pending.
  ///
  /// ``Graph/batchPlan(_:_:includingSubentities:)-(String,_,_)`` of ``stored`` says what goes and what refuses
  /// it: pending changes are neither judged nor seen, and what was never saved is not deleted. No save
  /// is needed, nothing is validated, and ``rollback()`` brings nothing back. Pending changes stay
  /// pending, without those that touch rows that are gone. The objects of these rows remain in the
  /// context's memory until it is merged or fetches anew: they are among ``stale``, and the pending
  /// state shows what there is after the merge.
  ///
  /// So it is for `NSBatchDeleteRequest`. When SwiftData's `delete(model:where:)` takes effect is
  /// disputed: Apple and NR-053 say with the next save, errors surface at the call (NR-001 and
  /// others); and whether its `rollback` brings rows back is not known. Both frameworks are taken to
  /// do the same here.
  ///
  /// O(objects and links).
  ///
  /// - Parameters:
  ///   - entity: The entity whose rows are asked for.
  ///   - objects: Those of its rows that a predicate finds in the store; nil for all.
  ///   - includingSubentities: Whether rows of subentities are asked for, too.
  /// - Returns: What was done.
  /// - Throws: ``GraphError/refused(_:)`` with everything that stands in the way, or an
  ///   error about the entity or an object; nothing is changed then.
  @discardableResult
  public mutating func batchDelete(
    _ entity: EntityID, _ objects: [ObjectID]? = nil, includingSubentities: Bool = true
  ) throws(GraphError) -> BatchPlan {
    let plan = try stored.batchPlan(entity, objects, includingSubentities: includingSubentities)
    if let refusal = plan.refusal { throw .refused(refusal) }
    deleteStored(plan)
    return plan
  }

  /// Deletes rows of the store at once, past everything that is pending.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity whose rows are asked for.
  ///   - objects: Those of its rows that a predicate finds in the store; nil for all.
  ///   - includingSubentities: Whether rows of subentities are asked for, too.
  /// - Returns: What was done.
  /// - Throws: As for an entity that is not given by its name.
  @discardableResult
  public mutating func batchDelete(
    _ entity: String, _ objects: [ObjectID]? = nil, includingSubentities: Bool = true
  ) throws(GraphError) -> BatchPlan {
    guard let id = stored.schema.entity(entity) else { throw .unknownEntity(entity) }
    return try batchDelete(id, objects, includingSubentities: includingSubentities)
  }
}

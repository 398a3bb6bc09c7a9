extension Context {
  /// Deletes rows of the store at once, bypassing all pending changes.
  ///
  /// ``Graph/batchPlan(_:_:includingSubentities:)-(String,_,_)`` of ``stored`` determines what is
  /// deleted and what blocks it. Pending changes are neither validated nor seen, and objects that
  /// were never saved are not deleted. No save is needed, nothing is validated, and ``rollback()``
  /// restores nothing. Pending changes stay pending, except those that concern deleted rows. The
  /// objects of these rows remain in the context's memory until it is merged or fetches anew. They
  /// are among ``stale``, and the pending state shows the result of the merge.
  ///
  /// This is the behaviour of `NSBatchDeleteRequest`. Sources disagree about when SwiftData's
  /// `delete(model:where:)` takes effect. Apple and NR-053 say with the next save, but errors
  /// surface at the call (NR-001 and others). It is unknown whether its `rollback` restores rows.
  /// Both frameworks are assumed to behave the same here.
  ///
  /// O(objects and links).
  ///
  /// - Parameters:
  ///   - entity: The entity whose rows are requested.
  ///   - objects: The rows that a predicate finds in the store; nil for all.
  ///   - includingSubentities: True if rows of subentities are requested too.
  /// - Returns: The changes made.
  /// - Throws: ``GraphError/refused(_:)`` with everything that blocks the delete, or an error
  ///   about the entity or an object; nothing is changed then.
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

extension Graph {
  /// Works out what deleting some objects together would do, without doing it.
  ///
  /// The steps are those that reproduce the observation article: the cascade closure first, then
  /// the deny rules of every deleted object against what survives, then the nullify rules that have
  /// an inverse; what still leads to a deleted object dangles.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Returns: The plan. Time and memory are linear in the deleted objects and their links, but for
  ///   sorting: the rest of the graph costs nothing.
  /// - Throws: ``GraphError/unknownObject(_:)`` or ``GraphError/deletedObject(_:)``.
  public func plan(deleting objects: [ObjectID]) throws(GraphError) -> DeletePlan {
    for object in objects { try storage.check(object) }
    return DeletePlan(deleting: objects, in: storage)
  }

  /// Does what a plan says, all of it or nothing.
  ///
  /// - Parameter plan: A plan that is still true of this graph: planning the same delete now would
  ///   give the same plan. That is looked at by planning again.
  /// - Throws: ``GraphError/refused(denials:violations:)`` with everything that refuses the delete,
  ///   or ``GraphError/stalePlan``; the graph is unchanged then.
  public mutating func apply(_ plan: DeletePlan) throws(GraphError) {
    if plan.isRefused {
      throw .refused(denials: plan.denials, violations: plan.violations)
    }
    guard plan.requested.allSatisfy(contains), try self.plan(deleting: plan.requested) == plan
    else { throw .stalePlan }
    try change { (storage) throws(GraphError) in storage.carryOut(plan.requested) }
  }
}

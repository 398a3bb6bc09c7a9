extension Graph {
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

extension GraphStorage {
  /// Deletes objects with all that goes with them, refused or not: how a list shows a delete that was
  /// not saved.
  func carryOut(_ objects: [ObjectID]) {
    for object in Set(objects).sorted() { history.requested.append(object) }
    closeRequested()
    letGoOfRequested()
    findings = DeleteFindings()
    history.requested.truncate(to: 0)
  }
}

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

  /// Deletes some objects together with all that goes with them, or nothing.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Returns: The plan that was carried out.
  /// - Throws: ``GraphError/refused(_:)`` with everything that refuses the delete, or an error about
  ///   an object; the graph is unchanged then.
  @discardableResult
  public mutating func delete(_ objects: [ObjectID]) throws(GraphError) -> DeletePlan {
    let plan = try plan(deleting: objects)
    if let refusal = plan.refusal { throw .refused(refusal) }
    try change { (storage) throws(GraphError) in storage.carryOut(plan.requested) }
    return plan
  }
}

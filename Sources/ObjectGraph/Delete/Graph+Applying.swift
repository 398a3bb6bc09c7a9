extension Graph {
  /// Does what a plan says, all of it or nothing.
  ///
  /// - Parameter plan: A plan of this graph in its present state.
  /// - Throws: ``GraphError/refused(denials:violations:)`` with everything that refuses the delete,
  ///   or ``GraphError/stalePlan``; the graph is unchanged then.
  public mutating func apply(_ plan: DeletePlan) throws(GraphError) {
    if plan.isRefused {
      throw .refused(denials: plan.denials, violations: plan.violations)
    }
    guard plan.basis.stamp == stamp, plan.deleted.allSatisfy(contains) else { throw .stalePlan }
    carryOut(plan)
  }

  /// Does what a plan says, refused or not: how a list shows a delete that was not saved.
  mutating func carryOut(_ plan: DeletePlan) {
    let nullified = Set(plan.nullified)
    if !nullified.isEmpty {
      for object in plan.deleted { letGo(of: object, by: nullified) }
    }
    for object in plan.deleted { tables[Int(object.table)].isAlive[Int(object.slot)] = false }
    for object in plan.deleted { forgetWaysBack(to: object) }
    for object in plan.deleted { stamp.change(-4, Int(object.table), Int(object.slot)) }
  }

  /// Takes away the references to an object that are among some, found from the object's side.
  private mutating func letGo(of object: ObjectID, by references: Set<Link>) {
    for column in layout.columns[Int(object.table)] {
      let opposite = layout.opposite[column]
      guard layout.isRelationship(opposite) else { continue }
      let relationship = RelationshipID(rawValue: UInt16(opposite))
      let table = layout.tableOfColumn[opposite]
      for position in 0..<columns[column].extent(object.slot) {
        let end = columns[column].end(object.slot, position)
        if end.isVacant { continue }
        let source = ObjectID(table: table, slot: end.slot)
        if references.contains(Link(source, relationship, object)) {
          removeEnd(end.slot, opposite, at: end.position)
        }
      }
    }
  }

  /// Takes a deleted object out of the unseen ways back of what it referred to.
  private mutating func forgetWaysBack(to object: ObjectID) {
    for column in layout.columns[Int(object.table)] {
      let opposite = layout.opposite[column]
      guard !layout.isRelationship(opposite) else { continue }
      for position in 0..<columns[column].extent(object.slot) {
        let end = columns[column].end(object.slot, position)
        if !end.isVacant && isAlive(layout.tableOfColumn[opposite], end.slot) {
          removeEnd(end.slot, opposite, at: end.position)
        }
      }
    }
  }
}

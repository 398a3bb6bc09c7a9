/// The same rules as in ``GraphStorage``, in arithmetic on words; each checks the other.
extension SmallGraph {
  /// Deletes objects with all that goes with them, unless a deny rule or an invalid survivor refuses
  /// it.
  ///
  /// - Parameter objects: A bit for each object; those that are not ``living`` are passed over.
  /// - Returns: Whether it was done; where it was refused, nothing is changed.
  public mutating func delete(_ objects: UInt64) -> Bool {
    let deleted = closure(of: objects & living)
    let survivors = living & ~deleted
    var changed: UInt64 = 0
    let isDone = letGo(deleted, survivors, &changed)
    guard isDone && !(layout.canBeInvalid && isInvalid(changed)) else {
      recall(deleted, survivors)
      return false
    }
    kill(deleted)
    return true
  }

  /// The least set that holds some objects and is closed under cascade.
  @inline(__always)
  func closure(of objects: UInt64) -> UInt64 {
    var deleted = objects
    var found = objects
    while found != 0 {
      let object = found.trailingZeroBitCount
      found &= found &- 1
      for place in layout.entities[kinds[object].index].cascades {
        let reached = rows[Self.row(layout[place], object)] & living & ~deleted
        deleted |= reached
        found |= reached
      }
    }
    return deleted
  }

  /// Lets survivors forget what goes, and collects those of whom a property changed.
  ///
  /// Returns false as soon as something is denied.
  private mutating func letGo(
    _ deleted: UInt64, _ survivors: UInt64, _ changed: inout UInt64
  ) -> Bool {
    for object in Bits(deleted) {
      for place in layout.entities[kinds[object].index].rest {
        let column = layout[place]
        let losing = rows[Self.row(column, object)] & survivors
        if losing == 0 { continue }
        let shape = layout.columns[column]
        if shape.rule == .deny { return false }
        guard shape.letsGo else { continue }
        for survivor in Bits(losing) { forget(survivor, shape.opposite, Self.bit(object)) }
        if shape.isOppositeRelationship { changed |= losing }
      }
    }
    return true
  }

  @inline(__always)
  private func isInvalid(_ changed: UInt64) -> Bool {
    for object in Bits(changed) {
      for place in layout.entities[kinds[object].index].checked {
        let column = layout[place]
        let count = rows[Self.row(column, object)].nonzeroBitCount
        if schema.resolvedRelationships[column].declaration.violation(holding: count) != nil {
          return true
        }
      }
    }
    return false
  }

  /// Takes back ``letGo(_:_:_:)``, also where it stopped: what goes still knows who held it.
  private mutating func recall(_ deleted: UInt64, _ survivors: UInt64) {
    for object in Bits(deleted) {
      for place in layout.entities[kinds[object].index].rest {
        let column = layout[place]
        let shape = layout.columns[column]
        guard shape.letsGo else { continue }
        for survivor in Bits(rows[Self.row(column, object)] & survivors) {
          remember(survivor, shape.opposite, Self.bit(object))
        }
      }
    }
  }

  /// Works out what deleting some objects together would do, without doing it.
  ///
  /// - Parameter objects: A bit for each object; those that are not ``living`` are passed over.
  /// - Returns: The plan that a ``Graph`` with the same insertions and links would give.
  public func plan(deleting objects: UInt64) -> DeletePlan {
    let requested = objects & living
    let deleted = closure(of: requested)
    let survivors = living & ~deleted
    var plan = DeletePlan(
      requested: ids(of: requested).sorted(), deleted: ids(of: deleted).sorted(), cascaded: [],
      nullified: [], dangling: [], denials: [], forgiven: [], violations: [])
    for object in Bits(deleted) {
      for place in layout.entities[kinds[object].index].columns {
        follow(object, layout[place], deleted, survivors, &plan)
      }
    }
    addViolations(deleted, survivors, &plan)
    plan.sort()
    return plan
  }

  private func follow(
    _ object: Int, _ column: Int, _ deleted: UInt64, _ survivors: UInt64, _ plan: inout DeletePlan
  ) {
    let shape = layout.columns[column]
    let relationship = RelationshipID(rawValue: UInt16(column))
    let held = rows[Self.row(column, object)]
    let id = id(of: object)
    if shape.rule == .cascade {
      plan.cascaded += ids(of: held & living).map { Link(id, relationship, $0) }
    }
    if shape.rule == .deny {
      plan.forgiven += ids(of: held & deleted).map { Link(id, relationship, $0) }
      let blockers = ids(of: held & survivors).sorted()
      if !blockers.isEmpty {
        plan.denials.append(Denial(object: id, relationship: relationship, blockers: blockers))
      }
    }
    guard shape.isOppositeRelationship else { return }
    let inverse = RelationshipID(rawValue: UInt16(shape.opposite))
    let references = ids(of: held & survivors).map { Link($0, inverse, id) }
    if shape.letsGo { plan.nullified += references } else { plan.dangling += references }
  }

  /// Adds what is wrong with the survivors that lose a reference.
  private func addViolations(
    _ deleted: UInt64, _ survivors: UInt64, _ plan: inout DeletePlan
  ) {
    for survivor in Bits(survivors) {
      let id = id(of: survivor)
      guard plan.nullified.contains(where: { $0.source == id }) else { continue }
      for place in layout.entities[kinds[survivor].index].checked {
        let relationship = RelationshipID(rawValue: UInt16(layout[place]))
        var held = rows[Self.row(layout[place], survivor)]
        if layout.forgetsDeleted(layout[place]) { held &= ~deleted }
        let declaration = schema.resolvedRelationships[relationship.index].declaration
        if let kind = declaration.violation(holding: held.nonzeroBitCount) {
          plan.violations.append(Violation(object: id, relationship: relationship, kind: kind))
        }
      }
    }
  }

  private func ids(of objects: UInt64) -> [ObjectID] { Bits(objects).map { id(of: $0) } }
}

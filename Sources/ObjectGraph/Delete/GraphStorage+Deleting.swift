/// A delete that is carried out: close, let go, and, where it is refused, restore.
extension GraphStorage {
  /// Deletes objects with all that goes with them, refused or not: how a list shows a delete that was
  /// not saved.
  func carryOut(_ objects: [ObjectID]) {
    for object in Set(objects).sorted() { history.requested.append(object) }
    closeRequested()
    clearInverses()
    findings.removeAll()
    history.requested.truncate(to: 0)
  }

  /// Marks everything that goes with the objects asked for.
  func closeRequested() {
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].remove(.alive)
    }
    history.requested.expectedCount = rowCount
    close(&history.requested, &states)
  }

  /// Lets survivors forget what goes, as the rules of the deleted objects say.
  ///
  /// Only the survivors' side is changed, so ``restoreRequested(to:)`` can take it back.
  func clearInverses() {
    var effects = CarriedOutEffects(storage: self)
    followRules(of: history.requested, states, &survivors, &effects)
  }

  /// Takes back ``clearInverses()`` and ``closeRequested()``: only the objects asked for remain
  /// in the worklist.
  func restoreRequested(to count: Int) {
    history.requested.forEach { object in
      for place in layout.entities[kind(of: object).index].nonCascading {
        let shape = layout.columns[layout[place]]
        if shape.clearsInverse { restoreInverse(object, layout[place], shape) }
      }
    }
    history.requested.forEach { object in
      states[Int(object.table)][Int(object.slot)].insert(.alive)
    }
    history.requested.truncate(to: count)
  }

  /// Lets survivors remember an object that they had forgotten.
  private func restoreInverse(_ object: ObjectID, _ column: Int, _ shape: GraphLayout.Column) {
    for position in 0..<columns[column].extent(object.slot) {
      let other = columns[column].other(object.slot, position)
      guard other != LinkColumn.vacant, states[shape.otherTable][Int(other)].contains(.alive)
      else { continue }
      if shape.isOppositeToMany {
        columns[shape.opposite].remember(other)
      } else {
        columns[shape.opposite].setEnd(
          other, LinkColumn.End(slot: object.slot, position: position))
      }
    }
  }

  /// The problems that a delete finds while it is carried out.
  struct DeleteFindings {
    var denials: [Denial] = []
    /// References that are left dangling: of changed survivors, or of all where the framework refuses some.
    var dangling: [Link] = []

    var isEmpty: Bool { denials.isEmpty && dangling.isEmpty }

    /// Forgets everything and keeps the memory.
    mutating func removeAll() {
      if !denials.isEmpty { denials.removeAll(keepingCapacity: true) }
      if !dangling.isEmpty { dangling.removeAll(keepingCapacity: true) }
    }
  }
}

/// The effects of a save on the survivors, applied to the storage itself.
private struct CarriedOutEffects: DeleteEffects {
  let storage: GraphStorage
  let refusesOneWay: Bool

  init(storage: GraphStorage) {
    self.storage = storage
    refusesOneWay = storage.schema.framework.refusesOneWay
  }

  func refuse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    storage.findings.denials.add(held, column, shape)
  }

  @inline(__always)
  func clearInverse(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    if shape.isOppositeToMany {
      if storage.columns[shape.opposite].forget(held.slot) {
        storage.sparse.append(
          GraphStorage.Place(column: UInt16(shape.opposite), slot: held.slot))
      }
    } else {
      storage.columns[shape.opposite].setEnd(held.slot, .vacant)
    }
    if shape.isOppositeRelationship { storage.markChanged(shape.object(of: held)) }
  }

  func leaveDangling(_ held: HeldObject, _ column: Int, _ shape: GraphLayout.Column) {
    if refusesOneWay || storage.hasChanged(shape.object(of: held)) {
      storage.findings.dangling.append(shape.reference(back: held))
    }
  }
}

/// The rows of a storage, of which those that a delete takes lose their life.
extension Slab: DeleteMarks where Element == Slab<GraphStorage.RowState> {
  mutating func follow(
    _ column: borrowing LinkColumn, to table: Int, _ worklist: inout Worklist, _ start: Int,
    _ end: inout Int, isChain: Bool
  ) {
    self[table].withMutableElements { states in
      column.follow(&worklist, start, &end, isChain: isChain) { states[Int($0)].takeLife() }
    }
  }

  func findSurvivors(
    in column: borrowing LinkColumn, of table: Int, _ slots: borrowing Slab<UInt32>,
    _ range: Range<Int>, _ found: inout Slab<HeldObject>
  ) {
    self[table].withElements { states in
      column.collect(slots, range, into: &found) { states[Int($0)].isAlive }
    }
  }
}

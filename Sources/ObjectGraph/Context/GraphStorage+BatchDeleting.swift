/// A delete beneath pending changes: these are taken back, and made again on what is left.
extension GraphStorage {
  /// Deletes rows of the store with all that goes with them; what is pending stays so.
  ///
  /// O(objects and links): a batch delete is rare, and pays alone for passing by the history.
  func deleteStored(_ rows: [ObjectID]) {
    let pending = copy()
    takeBackAll()
    carryOut(rows)
    closeGaps()
    markAsSaved()
    insertAgain(pending)
    changeAgain(pending)
    for (index, object) in pending.history.requested.objects.enumerated() where isAlive(object) {
      states[Int(object.table)][Int(object.slot)].insert(.requested)
      history.requested.append(object)
      if index < pending.history.settledCount { history.settledCount += 1 }
    }
  }

  /// Gives the rows that were new their lives back, without links; they keep their values.
  private func insertAgain(_ pending: GraphStorage) {
    for table in 0..<states.count {
      let stored = pending.history.savedCounts[table]
      history.savedCounts[table] = stored
      for slot in stored..<UInt32(states[table].count)
      where pending.states[table][Int(slot)].isAlive {
        history.hasNewRows = true
        states[table][Int(slot)].insert(.alive)
        for place in layout.tables[table].columns { columns[layout[place]].empty(slot) }
      }
    }
  }

  /// Gives whatever was new or changed the links and values that it had, but for links to rows that
  /// are gone.
  private func changeAgain(_ pending: GraphStorage) {
    let objects = pending.changedObjects.filter(isAlive)
    // All cuts come first: what a to-one held must be gone before it holds something else.
    for object in objects {
      markChanged(object)
      for column in relationshipColumns(of: object) {
        let held = Set(pending.neighbours(object.slot, column))
        for other in neighbours(object.slot, column) where !held.contains(other) {
          guard let position = position(of: other.slot, at: object.slot, in: column) else {
            preconditionFailure("a neighbour that is not linked")
          }
          disconnect(object.slot, column, at: position)
        }
      }
      for attribute in layout.attributes(ofTable: Int(object.table))
      where values[attribute][Int(object.slot)]
        != pending.values[attribute][Int(object.slot)]
      {
        replaceValue(of: object, attribute, by: pending.values[attribute][Int(object.slot)])
      }
    }
    for object in objects {
      for column in relationshipColumns(of: object) {
        for other in pending.neighbours(object.slot, column)
        where isAlive(other) && position(of: other.slot, at: object.slot, in: column) == nil {
          connect(object.slot, column, other.slot)
        }
      }
    }
    for object in objects {
      for column in relationshipColumns(of: object) where columns[column].isOrdered {
        let held = Set(neighbours(object.slot, column))
        let order = pending.neighbours(object.slot, column).filter(held.contains)
        reorder(object.slot, column, order.map(\.slot))
      }
    }
  }

  /// The objects that were inserted or changed since the last save, including those deleted since.
  private var changedObjects: [ObjectID] {
    var objects = (0..<history.changed.count).map { history.changed[$0] }
    for table in 0..<states.count {
      for slot in history.savedCounts[table]..<UInt32(states[table].count) {
        objects.append(ObjectID(table: UInt16(table), slot: slot))
      }
    }
    return objects
  }

  private func relationshipColumns(of object: ObjectID) -> [Int] {
    layout.entities[kind(of: object).index].columns.map { layout[$0] }
      .filter { layout.columns[$0].isRelationship }
  }
}

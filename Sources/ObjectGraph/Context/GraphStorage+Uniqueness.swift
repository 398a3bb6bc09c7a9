/// The handling of objects with the same value of a unique attribute in a save.
extension GraphStorage {
  /// Changed objects that have the same value of a unique attribute as another.
  func duplicates() -> [Refusal.Problem] {
    var found: [(object: ObjectID, attribute: AttributeID, other: ObjectID)] = []
    for (attribute, objects) in duplicateGroups() {
      for object in objects where hasChanged(object) {
        found.append((object, attribute, objects[objects[0] == object ? 1 : 0]))
      }
    }
    return found.sorted { ($0.object, $0.attribute) < ($1.object, $1.attribute) }
      .map { .notUnique($0.object, $0.attribute, other: $0.other) }
  }

  /// Lets a stored object take over the properties of a new one with the same unique value, where
  /// the framework does so; the new one is gone then.
  ///
  /// - Returns: The stored object for each new one that was taken over.
  func absorbDuplicates() -> [ObjectID: ObjectID] {
    guard schema.framework.updatesStoredOnConflict else { return [:] }
    history.recordsNewObjects = true
    defer { history.recordsNewObjects = false }
    var absorbed: [ObjectID: ObjectID] = [:]
    for (_, objects) in duplicateGroups() {
      let living = objects.filter { isAlive($0) }
      guard living.count == 2, let old = living.first(where: { !history.isNew($0) }),
        let new = living.first(where: { history.isNew($0) }),
        schema.entity(kind(of: old), isKindOf: kind(of: new))
      else { continue }
      take(over: new, into: old)
      absorbed[new] = old
    }
    return absorbed
  }

  /// Objects with equal values, for each unique attribute of which a changed object has a value.
  private func duplicateGroups() -> [(AttributeID, [ObjectID])] {
    var groups: [(AttributeID, [ObjectID])] = []
    for index in schema.resolvedAttributes.indices
    where schema.resolvedAttributes[index].declaration.isUnique {
      let attribute = AttributeID(rawValue: UInt16(index))
      let table = layout.entities[schema.resolvedAttributes[index].source.index].table
      guard hasChangedValue(of: index, ofTable: table) else { continue }
      let objects = (0..<states[table].count)
        .filter { states[table][$0].contains(.alive) && values[index][$0] != nil }
        .map { ObjectID(table: UInt16(table), slot: UInt32($0)) }
      let byValue = Dictionary(grouping: objects) { values[index][Int($0.slot)] }
      let twins = byValue.values.filter { twins in
        twins.count > 1 && twins.contains { hasChanged($0) }
      }
      for objects in twins.sorted(by: { $0[0] < $1[0] }) { groups.append((attribute, objects)) }
    }
    return groups
  }

  private func hasChangedValue(of attribute: Int, ofTable table: Int) -> Bool {
    let stored = Int(history.savedCounts[table])
    return (stored..<states[table].count).contains {
      states[table][$0].contains(.alive) && values[attribute][$0] != nil
    }
      || (0..<history.changed.count).contains { index in
        let object = history.changed[index]
        return Int(object.table) == table && isAlive(object)
          && values[attribute][Int(object.slot)] != nil
      }
  }

  /// Moves values and links of one object to another, and takes the first one away.
  private func take(over new: ObjectID, into old: ObjectID) {
    let table = Int(new.table)
    for attribute in layout.attributes(ofTable: table) {
      if let value = values[attribute][Int(new.slot)] {
        replaceValue(of: old, attribute, by: value)
      }
    }
    let linksOfNew = layout.tables[table].columns.map { place in
      (column: layout[place], moved: neighbours(new.slot, layout[place]))
    }
    // What the new object says of a relationship replaces what the old one said.
    for (column, moved) in linksOfNew
    where !moved.isEmpty && layout.columns[column].isRelationship {
      clear(old.slot, column)
    }
    for (column, moved) in linksOfNew {
      for other in moved {
        if let position = position(of: other.slot, at: new.slot, in: column) {
          disconnect(new.slot, column, at: position)
        } else if !layout.columns[column].isRelationship {
          // The old object led to the new one, which has said otherwise.
          continue
        }
        let target = other == new ? old : other
        if position(of: target.slot, at: old.slot, in: column) != nil { continue }
        let shape = layout.columns[column]
        if !shape.isToMany { vacate(old.slot, column) }
        if !shape.isOppositeToMany && isAlive(target) { vacate(target.slot, shape.opposite) }
        connect(old.slot, column, target.slot)
      }
    }
    states[table][Int(new.slot)].remove(.alive)
    record(
      History.Move(kind: .absorbed, column: UInt16(table), slot: new.slot), ofTable: table)
    markChanged(old)
  }
}

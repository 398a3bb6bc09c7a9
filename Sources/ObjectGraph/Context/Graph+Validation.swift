extension Graph {
  /// What is wrong with the objects that changed; others are not validated, as in Core Data.
  func invalidChanges() -> [SaveProblem] {
    Set(changes ?? []).filter(contains).sorted().flatMap { object -> [SaveProblem] in
      let entity = tables[Int(object.table)].entities[Int(object.slot)]
      let missing = schema.attributes(of: entity).filter { attribute in
        !schema.declaration(of: attribute).isOptional
          && values[attribute.index][Int(object.slot)] == nil
      }
      return violations(of: object, losing: { _ in 0 }).map { SaveProblem.invalid($0) }
        + missing.map { SaveProblem.missingValue(object, $0) }
    }
  }

  /// Whether a reference is there, whatever has become of the object that it leads to.
  func holds(_ link: Link) -> Bool {
    let (source, destination) = (link.source, link.destination)
    guard contains(source) && isKnown(destination) else { return false }
    return position(of: destination.slot, at: source.slot, in: link.relationship.index) != nil
  }

  /// Changed objects that have the same value of a unique attribute as another.
  func duplicates() -> [SaveProblem] {
    let changed = Set(changes ?? [])
    let found = duplicateGroups().flatMap { attribute, objects in
      objects.filter(changed.contains).compactMap { object in
        objects.first { $0 != object }.map { (object: object, attribute: attribute, other: $0) }
      }
    }
    return found.sorted { ($0.object, $0.attribute) < ($1.object, $1.attribute) }
      .map { .notUnique($0.object, $0.attribute, other: $0.other) }
  }

  /// Lets a stored object take over the properties of a new one with the same unique value, where
  /// the framework does so; the new one is gone then.
  ///
  /// - Parameter stored: The state of the last save, which tells new objects from stored ones.
  /// - Returns: The stored object for each new one that was taken over.
  mutating func absorbDuplicates(stored: Graph) -> [ObjectID: ObjectID] {
    guard schema.framework.uniqueConflict == .updatesStored else { return [:] }
    var absorbed: [ObjectID: ObjectID] = [:]
    for (_, objects) in duplicateGroups() {
      let living = objects.filter(contains)
      guard living.count == 2, let old = living.first(where: stored.contains),
        let new = living.first(where: { !stored.contains($0) }),
        hasAllProperties(old, of: new)
      else { continue }
      take(over: new, into: old)
      absorbed[new] = old
    }
    return absorbed
  }

  /// Objects with equal values, for each unique attribute of which a changed object has a value.
  private func duplicateGroups() -> [(AttributeID, [ObjectID])] {
    let changed = Set(changes ?? []).filter(contains)
    return schema.resolvedAttributes.indices.flatMap { index -> [(AttributeID, [ObjectID])] in
      let attribute = schema.resolvedAttributes[index]
      guard attribute.declaration.isUnique else { return [] }
      let isConcerned = { (object: ObjectID) in
        self.layout.table[attribute.source.index] == object.table
          && self.values[index][Int(object.slot)] != nil
      }
      guard changed.contains(where: isConcerned) else { return [] }
      let objects = objects(of: attribute.source).filter(isConcerned)
      let groups = Dictionary(grouping: objects) { values[index][Int($0.slot)] }
      return groups.values.filter { $0.count > 1 && $0.contains(where: changed.contains) }
        .sorted { $0[0] < $1[0] }
        .map { (AttributeID(rawValue: UInt16(index)), $0) }
    }
  }

  /// Whether an object is of another one's entity, so that it can take over whatever that has.
  private func hasAllProperties(_ object: ObjectID, of other: ObjectID) -> Bool {
    schema.entity(
      tables[Int(object.table)].entities[Int(object.slot)],
      isKindOf: tables[Int(other.table)].entities[Int(other.slot)])
  }

  /// Moves values and links of one object to another, and takes the first one away.
  private mutating func take(over new: ObjectID, into old: ObjectID) {
    for attribute in layout.attributes[Int(new.table)] {
      if let value = values[attribute][Int(new.slot)] { values[attribute][Int(old.slot)] = value }
    }
    let said = layout.columns[Int(new.table)].map { (column: $0, moved: neighbours(new.slot, $0)) }
    // What the new object says of a relationship replaces what the old one said.
    for (column, moved) in said where !moved.isEmpty && layout.isRelationship(column) {
      clear(old.slot, column)
    }
    for (column, moved) in said {
      for other in moved {
        if let position = position(of: other.slot, at: new.slot, in: column) {
          disconnect(new.slot, column, at: position)
        } else if !layout.isRelationship(column) {
          // The old object led to the new one, which has said otherwise.
          continue
        }
        let target = other == new ? old : other
        if position(of: target.slot, at: old.slot, in: column) != nil { continue }
        vacate(old.slot, ifToOne: column)
        vacate(target.slot, ifToOne: layout.opposite[column])
        connect(old.slot, column, target.slot)
      }
    }
    tables[Int(new.table)].isAlive[Int(new.slot)] = false
    changes?.append(old)
    stamp.change(-3, Int(new.slot), Int(old.slot))
  }
}

extension Graph {
  /// Adds an object to a relationship, or makes it the value of a to-one.
  ///
  /// The former value of a to-one is let go, and the added object leaves its former owner where the
  /// inverse is a to-one. Nothing happens where the link is already there, and nothing is deleted,
  /// whatever the rules.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: One of its relationships.
  ///   - destination: An object that was not deleted, of the relationship's destination.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  public mutating func link(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) {
    try check(source, has: relationship)
    try check(destination)
    try check(destination, fits: relationship)
    if let inverse = schema.resolvedRelationships[relationship.index].inverse {
      try check(source, fits: inverse)
    }
    let column = relationship.index
    let opposite = layout.opposite[column]
    if position(of: destination.slot, at: source.slot, in: column) != nil { return }
    vacate(source.slot, ifToOne: column)
    vacate(destination.slot, ifToOne: opposite)
    connect(source.slot, column, destination.slot)
    stamp.change(column, Int(source.slot), Int(destination.slot))
  }

  /// Takes an object out of a relationship; nothing is deleted, whatever the rule.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: One of its relationships.
  ///   - destination: An object of the graph; one that was deleted ends a dangling reference.
  /// - Returns: Whether the link was there.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  @discardableResult
  public mutating func unlink(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) -> Bool {
    try check(source, has: relationship)
    guard isKnown(destination) else { throw .unknownObject(destination) }
    let column = relationship.index
    guard layout.tableOfColumn[layout.opposite[column]] == destination.table,
      let position = position(of: destination.slot, at: source.slot, in: column)
    else { return false }
    disconnect(source.slot, column, at: position)
    stamp.change(~column, Int(source.slot), Int(destination.slot))
    return true
  }

  /// Replaces what a relationship holds; nothing is deleted, whatever the rule.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: One of its relationships.
  ///   - destinations: Objects that were not deleted: at most one for a to-one; their order is kept
  ///     by an ordered relationship, and repeated ones count once.
  /// - Throws: A ``GraphError`` about an object or the relationship; nothing is changed then.
  public mutating func set(
    _ source: ObjectID, _ relationship: RelationshipID, to destinations: [ObjectID]
  ) throws(GraphError) {
    try check(source, has: relationship)
    let column = relationship.index
    for destination in destinations {
      try check(destination)
      try check(destination, fits: relationship)
    }
    if let inverse = schema.resolvedRelationships[column].inverse, !destinations.isEmpty {
      try check(source, fits: inverse)
    }
    if !columns[column].isToMany && destinations.count > 1 {
      throw .tooManyForToOne(
        relationship: schema.qualifiedName(of: relationship), count: destinations.count)
    }
    // What is held as before is let go only in between, so it does not change.
    let held = changes == nil ? [] : neighbours(source.slot, column)
    let kept = Set(held).intersection(destinations)
    let noted = changes?.count ?? 0
    clear(source.slot, column)
    forgetChanges(since: noted, of: kept)
    stamp.change(~column, Int(source.slot), -1)
    for destination in destinations {
      let noted = changes?.count ?? 0
      try link(source, relationship, destination)
      if kept.contains(destination) { forgetChanges(since: noted, of: [destination]) }
    }
    changes?.append(source)
  }

  /// Adds an object to a relationship, or makes it the value of a to-one.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destination: An object that was not deleted, of the relationship's destination.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  public mutating func link(
    _ source: ObjectID, _ relationship: String, _ destination: ObjectID
  ) throws(GraphError) {
    try link(source, self.relationship(relationship, of: source), destination)
  }

  /// Takes an object out of a relationship; nothing is deleted, whatever the rule.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destination: An object of the graph; one that was deleted ends a dangling reference.
  /// - Returns: Whether the link was there.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  @discardableResult
  public mutating func unlink(
    _ source: ObjectID, _ relationship: String, _ destination: ObjectID
  ) throws(GraphError) -> Bool {
    try unlink(source, self.relationship(relationship, of: source), destination)
  }

  /// Replaces what a relationship holds; nothing is deleted, whatever the rule.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destinations: Objects that were not deleted: at most one for a to-one.
  /// - Throws: A ``GraphError`` about an object or the relationship; nothing is changed then.
  public mutating func set(
    _ source: ObjectID, _ relationship: String, to destinations: [ObjectID]
  ) throws(GraphError) {
    try set(source, self.relationship(relationship, of: source), to: destinations)
  }

  private mutating func forgetChanges(since count: Int, of objects: Set<ObjectID>) {
    guard let noted = changes?.dropFirst(count).filter({ !objects.contains($0) }) else { return }
    changes?.replaceSubrange(count..., with: noted)
  }

  private func check(
    _ object: ObjectID, fits relationship: RelationshipID
  ) throws(GraphError) {
    let entity = tables[Int(object.table)].entities[Int(object.slot)]
    var expected = schema.destination(of: relationship)
    // Where only a subentity of the destination declares the inverse, no other has the other end.
    if let inverse = schema.resolvedRelationships[relationship.index].inverse,
      schema.entity(schema.source(of: inverse), isKindOf: expected)
    {
      expected = schema.source(of: inverse)
    }
    guard schema.entity(entity, isKindOf: expected) else {
      throw .wrongDestination(
        relationship: schema.qualifiedName(of: relationship),
        expected: schema.declaration(of: expected).name,
        found: schema.declaration(of: entity).name)
    }
  }
}

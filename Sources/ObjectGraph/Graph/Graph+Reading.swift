extension Graph {
  /// Every object that was not deleted, in the order of ``ObjectID``.
  ///
  /// Takes time linear in the objects ever inserted.
  public var objects: [ObjectID] {
    (0..<storage.states.count).flatMap { objects(ofTable: $0) }
  }

  /// The objects of an entity and its subentities.
  ///
  /// - Parameter entity: An entity of the schema.
  /// - Returns: The objects that were not deleted, in the order of ``ObjectID``; none for an entity
  ///   that is not of this schema.
  public func objects(of entity: EntityID) -> [ObjectID] {
    let schema = schema
    guard entity.index < schema.layout.entities.count else { return [] }
    return objects(ofTable: Int(schema.layout.entities[entity.index].table))
      .filter { schema.entity(storage.kind(of: $0), isKindOf: entity) }
  }

  /// Whether an object is in this graph and was not deleted.
  ///
  /// - Parameter object: Any object.
  /// - Returns: False for one that was deleted or never belonged to this graph.
  public func contains(_ object: ObjectID) -> Bool {
    storage.contains(object)
  }

  /// The entity of an object, deleted or not.
  ///
  /// - Parameter object: An object of this graph.
  /// - Returns: Its entity.
  /// - Throws: ``GraphError/unknownObject(_:)``.
  public func entity(of object: ObjectID) throws(GraphError) -> EntityID {
    guard storage.isKnown(object) else { throw .unknownObject(object) }
    return storage.kind(of: object)
  }

  /// Finds a relationship of an object by its name.
  ///
  /// - Parameters:
  ///   - name: The name of a relationship that the object's entity declares or inherits.
  ///   - object: An object of this graph.
  /// - Returns: The relationship.
  /// - Throws: ``GraphError/unknownObject(_:)`` or ``GraphError/unknownRelationship(_:entity:)``.
  public func relationship(
    _ name: String, of object: ObjectID
  ) throws(GraphError) -> RelationshipID {
    try storage.relationship(name, of: object)
  }

  /// Returns the references of an object's relationship.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - relationship: One of its relationships, to-one or to-many.
  /// - Returns: The references, in their own order if the relationship is ordered, otherwise in
  ///   the order of ``ObjectID``. A reference to a deleted object is ``Reference/deleted(_:)``.
  /// - Throws: A ``GraphError`` about the object or the relationship.
  public func references(
    _ object: ObjectID, _ relationship: RelationshipID
  ) throws(GraphError) -> [Reference] {
    try storage.check(object, has: relationship)
    let destinations = storage.neighbours(object.slot, relationship.index)
    let isOrdered = storage.columns[relationship.index].isOrdered
    return (isOrdered ? destinations : destinations.sorted()).map {
      storage.isAlive($0) ? .object($0) : .deleted($0)
    }
  }

  /// Returns the references of an object's relationship, given its name.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - relationship: The name of one of its relationships, to-one or to-many.
  /// - Returns: The references, in their own order if the relationship is ordered, otherwise in
  ///   the order of ``ObjectID``. A reference to a deleted object is ``Reference/deleted(_:)``.
  /// - Throws: A ``GraphError`` about the object or the relationship.
  public func references(
    _ object: ObjectID, _ relationship: String
  ) throws(GraphError) -> [Reference] {
    try references(object, self.relationship(relationship, of: object))
  }

  /// Returns the number of references of an object's relationship.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - relationship: One of its relationships, to-one or to-many.
  /// - Returns: The number, including dangling references. O(1).
  /// - Throws: A ``GraphError`` about the object or the relationship.
  public func count(
    _ object: ObjectID, _ relationship: RelationshipID
  ) throws(GraphError) -> Int {
    try storage.check(object, has: relationship)
    return storage.columns[relationship.index].count(object.slot)
  }

  /// The value of an attribute.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - attribute: The name of one of its attributes.
  /// - Returns: The value, or nil where it has none.
  /// - Throws: A ``GraphError`` about the object or the attribute.
  public func value(
    _ object: ObjectID, _ attribute: String
  ) throws(GraphError) -> AttributeValue? {
    let attribute = try storage.attribute(attribute, of: object)
    return storage.values[attribute.index][Int(object.slot)]
  }

  /// Returns the objects of an entity and its subentities, sorted by an attribute.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - attribute: The name of one of its attributes.
  ///   - ascending: True to sort small values first, and objects without a value before them.
  /// - Returns: The objects that were not deleted; equal values are in the order of ``ObjectID``.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/unknownAttribute(_:entity:)``.
  public func objects(
    of entity: EntityID, sortedBy attribute: String, ascending: Bool
  ) throws(GraphError) -> [ObjectID] {
    guard entity.index < schema.layout.entities.count else {
      throw .unknownEntity("#\(entity.rawValue)")
    }
    guard let id = schema.attribute(attribute, of: entity) else {
      throw .unknownAttribute(attribute, entity: schema.declaration(of: entity).name)
    }
    let column = storage.values[id.index]
    return objects(of: entity).sorted { one, other in
      let (first, second) = ascending ? (one, other) : (other, one)
      switch (column[Int(first.slot)], column[Int(second.slot)]) {
      case (let value?, let otherValue?) where value != otherValue: return value < otherValue
      case (nil, _?): return true
      case (_?, nil): return false
      default: return one < other
      }
    }
  }

  private func objects(ofTable table: Int) -> [ObjectID] {
    (0..<storage.states[table].count)
      .filter { storage.states[table][$0].contains(.alive) }
      .map { ObjectID(table: UInt16(table), slot: UInt32($0)) }
  }
}

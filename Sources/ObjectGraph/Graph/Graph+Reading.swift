extension Graph {
  /// Every object that was not deleted, in the order of ``ObjectID``.
  ///
  /// Takes time linear in the objects ever inserted.
  public var objects: [ObjectID] {
    tables.indices.flatMap { table in
      tables[table].isAlive.indices.filter { tables[table].isAlive[$0] }
        .map { ObjectID(table: UInt16(table), slot: UInt32($0)) }
    }
  }

  /// The objects of an entity and its subentities.
  ///
  /// - Parameter entity: An entity of the schema.
  /// - Returns: The objects that were not deleted, in the order of ``ObjectID``.
  public func objects(of entity: EntityID) -> [ObjectID] {
    let index = Int(layout.table[entity.index])
    let table = tables[index]
    return table.isAlive.indices
      .filter { table.isAlive[$0] && schema.entity(table.entities[$0], isKindOf: entity) }
      .map { ObjectID(table: UInt16(index), slot: UInt32($0)) }
  }

  /// Whether an object is in this graph and was not deleted.
  ///
  /// - Parameter object: Any object.
  /// - Returns: False for one that was deleted or never belonged to this graph.
  public func contains(_ object: ObjectID) -> Bool {
    isKnown(object) && isAlive(object.table, object.slot)
  }

  /// The entity of an object, deleted or not.
  ///
  /// - Parameter object: An object of this graph.
  /// - Returns: Its entity.
  /// - Throws: ``GraphError/unknownObject(_:)``.
  public func entity(of object: ObjectID) throws(GraphError) -> EntityID {
    guard isKnown(object) else { throw .unknownObject(object) }
    return tables[Int(object.table)].entities[Int(object.slot)]
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
    let entity = try entity(of: object)
    guard let id = schema.relationship(name, of: entity) else {
      throw .unknownRelationship(name, entity: schema.declaration(of: entity).name)
    }
    return id
  }

  /// What a relationship of an object holds.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - relationship: One of its relationships, to-one or to-many.
  /// - Returns: The references: in their own order where the relationship is ordered, otherwise in
  ///   that of ``ObjectID``. One that leads to a deleted object says so.
  /// - Throws: A ``GraphError`` about the object or the relationship.
  public func references(
    _ object: ObjectID, _ relationship: RelationshipID
  ) throws(GraphError) -> [Reference] {
    try check(object, has: relationship)
    let destinations = neighbours(object.slot, relationship.index)
    let isOrdered = columns[relationship.index].isOrdered
    return (isOrdered ? destinations : destinations.sorted()).map {
      isAlive($0.table, $0.slot) ? .object($0) : .deleted($0)
    }
  }

  /// What a relationship of an object holds.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - relationship: The name of one of its relationships, to-one or to-many.
  /// - Returns: The references: in their own order where the relationship is ordered, otherwise in
  ///   that of ``ObjectID``. One that leads to a deleted object says so.
  /// - Throws: A ``GraphError`` about the object or the relationship.
  public func references(
    _ object: ObjectID, _ relationship: String
  ) throws(GraphError) -> [Reference] {
    try references(object, self.relationship(relationship, of: object))
  }

  /// The objects at the other ends of a slot's links in a column, in the column's own order.
  func neighbours(_ slot: UInt32, _ column: Int) -> [ObjectID] {
    let table = layout.tableOfColumn[layout.opposite[column]]
    return (0..<columns[column].extent(slot)).compactMap { position in
      let end = columns[column].end(slot, position)
      return end.isVacant ? nil : ObjectID(table: table, slot: end.slot)
    }
  }
}

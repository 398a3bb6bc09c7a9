extension Graph {
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

  /// Gives an attribute another value.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - attribute: The name of one of its attributes.
  ///   - value: The value; nil for none.
  /// - Throws: A ``GraphError`` about the object or the attribute.
  public mutating func setValue(
    _ object: ObjectID, _ attribute: String, to value: AttributeValue?
  ) throws(GraphError) {
    try change { (storage) throws(GraphError) in
      storage.setValue(object, try storage.attribute(attribute, of: object), to: value)
    }
  }

  /// The objects of an entity and its subentities, sorted by an attribute.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - attribute: The name of one of its attributes.
  ///   - ascending: Whether small values come first; objects without a value then come first too.
  /// - Returns: The objects that were not deleted; equal values stand in the order of ``ObjectID``.
  /// - Throws: ``GraphError/unknownAttribute(_:entity:)``.
  public func objects(
    of entity: EntityID, sortedBy attribute: String, ascending: Bool
  ) throws(GraphError) -> [ObjectID] {
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
}

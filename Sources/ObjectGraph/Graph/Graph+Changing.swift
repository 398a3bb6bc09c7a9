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
    try change { (storage) throws(GraphError) in
      try storage.link(source, relationship, destination)
    }
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
    try change { (storage) throws(GraphError) in
      try storage.unlink(source, relationship, destination)
    }
  }

  /// Replaces what a relationship holds; nothing is deleted, whatever the rule.
  ///
  /// What it held before and holds still is not touched, but for its place in an ordered one.
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
    try change { (storage) throws(GraphError) in
      try storage.set(source, relationship, to: destinations)
    }
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
  /// What it held before and holds still is not touched, but for its place in an ordered one.
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
}

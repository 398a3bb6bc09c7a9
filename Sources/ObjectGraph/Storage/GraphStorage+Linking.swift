/// The changes that an app makes to links. They delete nothing, whatever the rules.
extension GraphStorage {
  /// Adds an object to a relationship, or makes it the value of a to-one.
  func link(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) {
    if !fit(source, relationship, destination) {
      try check(source, relationship, destination)
    }
    let column = relationship.index
    let shape = layout.columns[column]
    // Mostly the one or the other holds nothing yet.
    if columns[shape.opposite].extent(destination.slot) > 0 {
      if position(of: destination.slot, at: source.slot, in: column) != nil { return }
      if !shape.isOppositeToMany { vacate(destination.slot, shape.opposite) }
    }
    if !shape.isToMany { vacate(source.slot, column) }
    connect(source.slot, column, destination.slot)
  }

  private func check(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) {
    try check(source, has: relationship)
    try check(destination)
    try check(destination, fits: relationship)
    let shape = layout.columns[relationship.index]
    if shape.isOppositeRelationship {
      try check(source, fits: RelationshipID(rawValue: UInt16(shape.opposite)))
    }
  }

  func unlink(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) -> Bool {
    try check(source, has: relationship)
    guard isKnown(destination) else { throw .unknownObject(destination) }
    let column = relationship.index
    guard layout.columns[column].otherTable == Int(destination.table),
      let position = position(of: destination.slot, at: source.slot, in: column)
    else { return false }
    disconnect(source.slot, column, at: position)
    return true
  }

  /// Replaces what a relationship holds; what it held before and holds still is left alone.
  func set(
    _ source: ObjectID, _ relationship: RelationshipID, to destinations: [ObjectID]
  ) throws(GraphError) {
    try check(source, has: relationship)
    let column = relationship.index
    let shape = layout.columns[column]
    for destination in destinations {
      try check(destination)
      try check(destination, fits: relationship)
    }
    if shape.isOppositeRelationship && !destinations.isEmpty {
      try check(source, fits: RelationshipID(rawValue: UInt16(shape.opposite)))
    }
    if !shape.isToMany && destinations.count > 1 {
      throw .tooManyForToOne(
        relationship: schema.qualifiedName(of: relationship), count: destinations.count)
    }
    markChanged(source)
    let wanted = Set(destinations.map(\.slot))
    for position in (0..<columns[column].extent(source.slot)).reversed()
    where isLink(source.slot, column, at: position)
      && !wanted.contains(columns[column].other(source.slot, position))
    {
      disconnect(source.slot, column, at: position)
    }
    for destination in destinations
    where position(of: destination.slot, at: source.slot, in: column) == nil {
      if !shape.isToMany { vacate(source.slot, column) }
      if !shape.isOppositeToMany { vacate(destination.slot, shape.opposite) }
      connect(source.slot, column, destination.slot)
    }
    if columns[column].isOrdered { reorder(source.slot, column, destinations.map(\.slot)) }
  }

  func reorder(_ slot: UInt32, _ column: Int, _ slots: [UInt32]) {
    let former = (0..<columns[column].extent(slot)).map { columns[column].other(slot, $0) }
    var seen: Set<UInt32> = []
    let others = slots.filter { seen.insert($0).inserted }
    guard others != former else { return }
    let move = History.Move(kind: .reordered, column: UInt16(column), slot: slot)
    if record(move, ofTable: layout.columns[column].table) { history.formerOrders.append(former) }
    arrange(slot, column, others)
  }

  func setValue(
    _ object: ObjectID, _ attribute: AttributeID, to value: AttributeValue?
  ) {
    replaceValue(of: object, attribute.index, by: value)
    markChanged(object)
  }

  func replaceValue(
    of object: ObjectID, _ attribute: Int, by value: AttributeValue?
  ) {
    let move = History.Move(kind: .valueSet, column: UInt16(attribute), slot: object.slot)
    if record(move, ofTable: Int(object.table)) {
      history.formerValues.append(values[attribute][Int(object.slot)])
    }
    values[attribute][Int(object.slot)] = value
  }

  func attribute(
    _ name: String, of object: ObjectID
  ) throws(GraphError) -> AttributeID {
    try check(object)
    guard let id = schema.attribute(name, of: kind(of: object)) else {
      throw .unknownAttribute(name, entity: schema.declaration(of: kind(of: object)).name)
    }
    return id
  }

  func relationship(
    _ name: String, of object: ObjectID
  ) throws(GraphError) -> RelationshipID {
    guard isKnown(object) else { throw .unknownObject(object) }
    guard let id = schema.relationship(name, of: kind(of: object)) else {
      throw .unknownRelationship(name, entity: schema.declaration(of: kind(of: object)).name)
    }
    return id
  }

  /// The objects at the other ends of a slot's links in a column, in the column's own order.
  func neighbours(_ slot: UInt32, _ column: Int) -> [ObjectID] {
    let table = UInt16(layout.columns[column].otherTable)
    return (0..<columns[column].extent(slot)).compactMap { position in
      isLink(slot, column, at: position)
        ? ObjectID(table: table, slot: columns[column].other(slot, position)) : nil
    }
  }
}

/// The objects and links of one graph, and their changes since the last save.
///
/// Rows and ends are separate: a delete only marks its rows and keeps the ends of deleted objects
/// as they were. Only a failed save reads them again, to undo its delete exactly.
///
/// Several graphs share one storage until one of them changes. Call ``makeOwn(_:)`` before a
/// change. A shared storage is never changed, and may be passed to another thread.
final class GraphStorage: @unchecked Sendable {
  struct RowState: OptionSet, BitwiseCopyable, Sendable {
    var rawValue: UInt8

    static let alive = RowState(rawValue: 1)
    /// A property changed since the last save; kept only while changes are tracked.
    static let changed = RowState(rawValue: 2)
    /// Its deletion was asked for.
    static let requested = RowState(rawValue: 4)

    @inline(__always)
    var isAlive: Bool { rawValue & 1 != 0 }

    @inline(__always)
    var isDeletable: Bool { rawValue & 5 == 1 }

    /// Marks a row as deleted and says whether it was not before.
    @inline(__always)
    mutating func takeLife() -> Bool {
      let wasAlive = isAlive
      rawValue &= ~1
      return wasAlive
    }
  }

  /// A block of a column.
  struct Place: BitwiseCopyable, Sendable {
    let column: UInt16
    let slot: UInt32
  }

  let schema: Schema
  let layout: GraphLayout

  /// The state of each row of each table, and its entity where the table is mixed.
  // Only the owner of the only reference changes anything, so nothing has to be asked at run time.
  @exclusivity(unchecked) var states = Slab<Slab<RowState>>()
  @exclusivity(unchecked) private(set) var kinds = Slab<Slab<EntityID>>()
  @exclusivity(unchecked) private(set) var rowCount = 0
  @exclusivity(unchecked) var columns = Slab<LinkColumn>()
  /// The value of each object of an attribute's table, for each attribute.
  @exclusivity(unchecked) var values: [[AttributeValue?]]

  /// Blocks that may have become sparse.
  @exclusivity(unchecked) var sparse = Slab<Place>()
  /// The survivors found by the current pass of a delete, and the findings of the whole delete;
  /// both are empty between deletes.
  @exclusivity(unchecked) var survivors = Slab<HeldObject>()
  @exclusivity(unchecked) var findings = DeleteFindings()
  /// The changes since the last save.
  @exclusivity(unchecked) var history = History()

  init(_ schema: Schema) {
    self.schema = schema
    layout = schema.layout
    values = Array(repeating: [], count: schema.resolvedAttributes.count)
    for _ in 0..<layout.tables.count {
      states.append(Slab())
      kinds.append(Slab())
      history.savedCounts.append(0)
    }
    for index in 0..<layout.columns.count {
      let column = layout.columns[index]
      let isOrdered =
        column.isRelationship && schema.resolvedRelationships[index].declaration.isOrdered
      columns.append(LinkColumn(isToMany: column.isToMany, isOrdered: isOrdered))
    }
  }

  /// Another storage with the same objects and links.
  func copy() -> GraphStorage {
    let copy = GraphStorage(schema)
    for table in 0..<layout.tables.count {
      copy.states[table] = states[table].copy()
      copy.kinds[table] = kinds[table].copy()
    }
    for column in 0..<columns.count { copy.columns[column] = columns[column].copy() }
    copy.rowCount = rowCount
    copy.values = values
    copy.sparse = sparse.copy()
    copy.history = history.copy()
    return copy
  }
}

extension GraphStorage {
  /// Adds an object without any links.
  func insert(_ entity: EntityID) throws(GraphError) -> ObjectID {
    guard entity.index < layout.entities.count else {
      throw .unknownEntity("#\(entity.rawValue)")
    }
    if layout.entities[entity.index].isAbstract {
      throw .abstractEntity(schema.declaration(of: entity).name)
    }
    let table = layout.entities[entity.index].table
    let object = ObjectID(
      table: UInt16(truncatingIfNeeded: table),
      slot: UInt32(truncatingIfNeeded: states[table].count))
    states[table].append(.alive)
    rowCount &+= 1
    history.hasNewRows = true
    let shape = layout.tables[table]
    if shape.isMixed { kinds[table].append(entity) }
    for place in shape.columns { columns[layout[place]].appendSlot() }
    if !values.isEmpty {
      for attribute in layout.attributes(ofTable: table) { values[attribute].append(nil) }
    }
    return object
  }

  /// Forgets every object and keeps the memory; their identities will be given to others.
  private func removeAll() {
    for table in 0..<states.count {
      states[table].truncate(to: 0)
      kinds[table].truncate(to: 0)
    }
    rowCount = 0
    for column in 0..<columns.count { columns[column].removeAll() }
    for attribute in values.indices { values[attribute].removeAll(keepingCapacity: true) }
    sparse.truncate(to: 0)
    history.requested.truncate(to: 0)
    history.changed.truncate(to: 0)
    history.hasNewRows = true
    forgetHistory()
  }

  @inline(__always)
  func isKnown(_ object: ObjectID) -> Bool {
    Int(object.table) < states.count && Int(object.slot) < states[Int(object.table)].count
  }

  @inline(__always)
  func isAlive(_ object: ObjectID) -> Bool {
    states[Int(object.table)][Int(object.slot)].contains(.alive)
  }

  @inline(__always)
  func contains(_ object: ObjectID) -> Bool { isKnown(object) && isAlive(object) }

  func kind(of object: ObjectID) -> EntityID {
    layout.entity(of: object.slot, ofTable: Int(object.table), kinds)
  }

  /// Makes sure that an object is there and alive.
  func check(_ object: ObjectID) throws(GraphError) {
    guard isKnown(object) else { throw .unknownObject(object) }
    guard isAlive(object) else { throw .deletedObject(object) }
  }

  /// Makes sure that an object is there, alive, and has a relationship.
  @inline(__always)
  func check(_ object: ObjectID, has relationship: RelationshipID) throws(GraphError) {
    if relationship.index < layout.relationshipCount,
      layout.columns[relationship.index].fitsAll, contains(object),
      Int(object.table) == layout.columns[relationship.index].table
    {
      return
    }
    try checkSlowly(object, has: relationship)
  }

  @inline(never)
  private func checkSlowly(
    _ object: ObjectID, has relationship: RelationshipID
  ) throws(GraphError) {
    try check(object)
    guard relationship.index < layout.relationshipCount,
      isKind(object, of: layout.source(of: relationship.index))
    else {
      let name =
        relationship.index < layout.relationshipCount
        ? schema.declaration(of: relationship).name : "#\(relationship.rawValue)"
      throw .unknownRelationship(
        name, entity: schema.declaration(of: kind(of: object)).name)
    }
  }

  /// Makes sure that an object may be held by a relationship and, where the inverse belongs to a
  /// subentity of its destination, may hold what refers to it.
  func check(_ object: ObjectID, fits relationship: RelationshipID) throws(GraphError) {
    let expected = layout.held(by: relationship.index)
    guard isKind(object, of: expected) else {
      throw .wrongDestination(
        relationship: schema.qualifiedName(of: relationship),
        expected: schema.declaration(of: expected).name,
        found: schema.declaration(of: kind(of: object)).name)
    }
  }

  /// Whether two objects can be linked by a relationship; false also where it is not certain.
  @inline(__always)
  func fit(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) -> Bool {
    guard relationship.index < layout.relationshipCount else { return false }
    let shape = layout.columns[relationship.index]
    return shape.fitsAll && Int(source.table) == shape.table
      && Int(destination.table) == shape.otherTable && contains(source) && contains(destination)
  }

  private func isKind(_ object: ObjectID, of entity: EntityID) -> Bool {
    let table = layout.entities[entity.index].table
    guard Int(object.table) == table else { return false }
    return !layout.tables[table].isMixed
      || schema.entity(kind(of: object), isKindOf: entity)
  }
}

extension GraphStorage {
  static func makeOwn(_ storage: inout GraphStorage) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  /// Empties the storage, or replaces it with an empty one if it is shared.
  static func makeEmpty(_ storage: inout GraphStorage) {
    if isKnownUniquelyReferenced(&storage) {
      storage.removeAll()
    } else {
      let isTracked = storage.history.isTracked
      storage = GraphStorage(storage.schema)
      storage.history.isTracked = isTracked
    }
  }
}

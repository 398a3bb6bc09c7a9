/// Objects and the links between them, as one schema allows.
///
/// Both ends of an inverse are true at every step: assigning a to-one takes the object from its
/// former owner, adding a child to a new parent takes it from the old one. A graph is a value:
/// a copy shares nothing. Nothing in it traps; what cannot be done is a ``GraphError``.
///
/// ```swift
/// var graph = Graph(schema)
/// let list = try graph.insert("List")
/// let item = try graph.insert("Item")
/// try graph.link(list, "items", item)
/// try graph.plan(deleting: [list]).deleted  // [list, item]
/// ```
public struct Graph: Sendable {
  struct Table: Sendable {
    var entities: [EntityID] = []
    var isAlive: [Bool] = []
  }

  /// The schema that every object and link conforms to.
  public let schema: Schema

  var tables: [Table]
  /// One column for each relationship, then the unseen ways back.
  var columns: [LinkColumn]
  /// The value of each object of an attribute's table, for each attribute.
  var values: [[AttributeValue?]]
  /// The objects whose own properties changed, as often as they did; kept only on request.
  var changes: [ObjectID]?
  /// Tells a plan whether it was made for this state.
  var stamp: StateStamp

  var layout: GraphLayout { schema.layout }

  /// Makes a graph without objects.
  ///
  /// - Parameter schema: The schema of its objects.
  public init(_ schema: Schema) {
    self.schema = schema
    stamp = StateStamp(schema)
    tables = Array(repeating: Table(), count: schema.layout.columns.count)
    values = Array(repeating: [], count: schema.resolvedAttributes.count)
    columns = schema.layout.opposite.indices.map { column in
      guard schema.layout.isRelationship(column) else {
        return LinkColumn(isToMany: true, isOrdered: false)
      }
      let declaration = schema.resolvedRelationships[column].declaration
      return LinkColumn(isToMany: declaration.isToMany, isOrdered: declaration.isOrdered)
    }
  }

  /// Adds an object without any links.
  ///
  /// - Parameter entity: An entity of the schema that is not abstract.
  /// - Returns: The new object.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: EntityID) throws(GraphError) -> ObjectID {
    guard entity.index < schema.resolvedEntities.count else {
      throw .unknownEntity("#\(entity.rawValue)")
    }
    let declaration = schema.resolvedEntities[entity.index].declaration
    if declaration.isAbstract { throw .abstractEntity(declaration.name) }
    let object = appendRow(entity)
    changes?.append(object)
    stamp.change(-2, Int(entity.rawValue), Int(object.slot))
    return object
  }

  /// Adds an object without any links.
  ///
  /// - Parameter entity: The name of an entity that is not abstract.
  /// - Returns: The new object.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: String) throws(GraphError) -> ObjectID {
    guard let id = schema.entity(entity) else { throw .unknownEntity(entity) }
    return try insert(id)
  }

  /// Takes over the objects that only another state of the graph has, as deleted ones: so nobody
  /// who knows one of them will mistake another object for it.
  mutating func retireObjects(of other: Graph) {
    for table in tables.indices {
      for entity in other.tables[table].entities.dropFirst(tables[table].entities.count) {
        let object = appendRow(entity)
        tables[table].isAlive[Int(object.slot)] = false
      }
    }
  }

  private mutating func appendRow(_ entity: EntityID) -> ObjectID {
    let table = layout.table[entity.index]
    let slot = UInt32(tables[Int(table)].entities.count)
    tables[Int(table)].entities.append(entity)
    tables[Int(table)].isAlive.append(true)
    for column in layout.columns[Int(table)] { columns[column].appendSlot() }
    for attribute in layout.attributes[Int(table)] { values[attribute].append(nil) }
    return ObjectID(table: table, slot: slot)
  }

  func isKnown(_ object: ObjectID) -> Bool {
    Int(object.table) < tables.count
      && Int(object.slot) < tables[Int(object.table)].entities.count
  }

  func isAlive(_ table: UInt16, _ slot: UInt32) -> Bool {
    tables[Int(table)].isAlive[Int(slot)]
  }

  /// Makes sure that an object is there and alive.
  func check(_ object: ObjectID) throws(GraphError) {
    guard isKnown(object) else { throw .unknownObject(object) }
    guard isAlive(object.table, object.slot) else { throw .deletedObject(object) }
  }

  /// Makes sure that an object is there, alive, and has a relationship.
  func check(_ object: ObjectID, has relationship: RelationshipID) throws(GraphError) {
    try check(object)
    let entity = tables[Int(object.table)].entities[Int(object.slot)]
    guard relationship.index < schema.resolvedRelationships.count,
      schema.entity(entity, isKindOf: schema.source(of: relationship))
    else {
      let name =
        relationship.index < schema.resolvedRelationships.count
        ? schema.declaration(of: relationship).name : "#\(relationship.rawValue)"
      throw .unknownRelationship(name, entity: schema.declaration(of: entity).name)
    }
  }
}

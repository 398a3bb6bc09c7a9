/// The tables and columns of a schema's objects and links, with the properties of each column that
/// the engine needs.
///
/// Each inheritance tree has one table, as in Core Data's stores, and each relationship has one
/// column. A one-way relationship gets a second, hidden column for the opposite direction. So
/// every link has two ends, and finding the objects that refer to an object never requires
/// searching the graph.
final class GraphLayout: Sendable {
  /// The properties of a column that the engine needs; flat, so that access costs nothing.
  struct Column: Sendable {
    /// The column of the other end.
    let opposite: Int
    /// The table whose slots the column has.
    let table: Int
    /// The table whose slots the column holds.
    let otherTable: Int
    /// Whether it is a relationship, not an unseen way back; and whether its opposite is.
    let isRelationship: Bool
    let isOppositeRelationship: Bool
    let isToMany: Bool
    let isOppositeToMany: Bool
    /// Whether every object of the one table may hold every object of the other.
    let fitsAll: Bool
    let rule: DeleteRule
    /// True if survivors drop their reference to a deleted object: through a nullify rule with an
    /// inverse, or because the opposite column is hidden.
    let clearsInverse: Bool
  }

  /// Some columns, as indices of ``subscript(_:)``.
  typealias ColumnList = Range<Int>

  /// The properties of an entity that the engine needs: the columns of its objects, including
  /// hidden ones.
  struct EntityShape: Sendable {
    let table: Int
    let isAbstract: Bool
    let columns: ColumnList
    /// The columns that cascade, and those that don't, whose destinations may survive a delete of
    /// the object.
    let cascades: ColumnList
    let nonCascading: ColumnList
    /// The relationships that can be violated.
    let checked: ColumnList
  }

  /// The properties of a table that the engine needs.
  struct TableShape: Sendable {
    let columns: ColumnList
    /// Whether its objects are of several entities.
    let isMixed: Bool
    /// The only entity of a table that is not mixed, otherwise its root.
    let root: EntityID
    /// Whether any of its objects take others along when they go.
    let cascades: Bool
    let isValidated: Bool
  }

  /// Relationships first, then the unseen ways back.
  let columns: Slab<Column>
  let entities: Slab<EntityShape>
  let tables: Slab<TableShape>
  let relationshipCount: Int
  let hasUniqueAttributes: Bool
  let canBeInvalid: Bool
  private let lists: Slab<Int>
  /// The entity that declares each relationship, and the one whose objects it can hold.
  private let declaringEntities: [EntityID]
  private let heldEntities: [EntityID]
  private let attributesOfTable: [[Int]]
  private let mandatoryAttributes: [[AttributeID]]

  init(
    _ entities: [Schema.ResolvedEntity], _ relationships: [Schema.ResolvedRelationship],
    _ attributes: [Schema.ResolvedAttribute]
  ) {
    let roots = entities.indices.filter { entities[$0].lineage.count == 1 }
    let tableOfRoot = Dictionary(uniqueKeysWithValues: zip(roots, roots.indices))
    let tableOfEntity = entities.map { entity in
      guard let table = tableOfRoot[entity.root.index] else {
        preconditionFailure("the root of a lineage has a parent")
      }
      return table
    }
    let sizes = tableOfEntity.reduce(into: Array(repeating: 0, count: roots.count)) { $0[$1] += 1 }
    let mandatory = entities.map { entity in
      entity.attributes.filter { !attributes[$0.index].declaration.isOptional }
    }
    let isUnique = attributes.contains { $0.declaration.isUnique }
    let validated = Set(
      entities.indices.filter { entity in
        !mandatory[entity].isEmpty
          || entities[entity].relationships.contains {
            relationships[$0.index].declaration.canBeViolated
          }
      }.map { tableOfEntity[$0] })
    let columns = Self.columns(of: relationships, tableOfEntity) { sizes[$0] > 1 }

    var lists = Slab<Int>()
    let columnsByTable = Dictionary(grouping: columns.indices) { columns[$0].table }
    self.tables = Slab(
      roots.indices.map { table in
        TableShape(
          columns: lists.append(contentsOf: columnsByTable[table] ?? []),
          isMixed: sizes[table] > 1, root: EntityID(rawValue: UInt16(roots[table])),
          cascades: columnsByTable[table]?.contains { columns[$0].rule == .cascade } ?? false,
          isValidated: validated.contains(table))
      })
    var columnsOfDeclaring: [[Int]] = Array(repeating: [], count: entities.count)
    for (index, column) in columns.enumerated() {
      let declaring =
        column.isRelationship
        ? relationships[index].source : relationships[column.opposite].destination
      columnsOfDeclaring[declaring.index].append(index)
    }
    self.entities = Slab(
      entities.indices.map { entity in
        let own = entities[entity].lineage.flatMap { columnsOfDeclaring[$0.index] }.sorted()
        return EntityShape(
          table: tableOfEntity[entity], isAbstract: entities[entity].declaration.isAbstract,
          columns: lists.append(contentsOf: own),
          cascades: lists.append(contentsOf: own.filter { columns[$0].rule == .cascade }),
          nonCascading: lists.append(contentsOf: own.filter { columns[$0].rule != .cascade }),
          checked: lists.append(
            contentsOf: own.filter {
              columns[$0].isRelationship && relationships[$0].declaration.canBeViolated
            }))
      })
    self.lists = lists
    self.columns = Slab(columns)
    relationshipCount = relationships.count
    declaringEntities = relationships.map(\.source)
    heldEntities = relationships.map { relationship in
      // Where only a subentity of the destination declares the inverse, no other has the other end.
      guard let inverse = relationship.inverse.map({ relationships[$0.index] }),
        entities[inverse.source.index].lineage.contains(relationship.destination)
      else { return relationship.destination }
      return inverse.source
    }
    attributesOfTable = roots.indices.map { table in
      attributes.indices.filter { tableOfEntity[attributes[$0].source.index] == table }
    }
    mandatoryAttributes = mandatory
    hasUniqueAttributes = isUnique
    canBeInvalid = isUnique || !validated.isEmpty
  }

  private static func columns(
    of relationships: [Schema.ResolvedRelationship], _ tableOfEntity: [Int],
    isMixed: (Int) -> Bool
  ) -> [Column] {
    let oneWay = relationships.indices.filter { relationships[$0].inverse == nil }
    let wayBack = Dictionary(
      uniqueKeysWithValues: oneWay.enumerated().map { ($1, relationships.count + $0) })
    let declared = relationships.indices.map { index in
      let relationship = relationships[index]
      let rule = relationship.declaration.deleteRule
      let isOneWay = relationship.inverse == nil
      let clearsInverse = isOneWay || rule == .nullify
      guard let opposite = relationship.inverse?.index ?? wayBack[index] else {
        preconditionFailure("a relationship with neither an inverse nor a way back")
      }
      let table = tableOfEntity[relationship.source.index]
      let otherTable = tableOfEntity[relationship.destination.index]
      return Column(
        opposite: opposite,
        table: table, otherTable: otherTable, isRelationship: true,
        isOppositeRelationship: !isOneWay, isToMany: relationship.declaration.isToMany,
        isOppositeToMany: relationship.inverse.map {
          relationships[$0.index].declaration.isToMany
        } ?? true,
        fitsAll: !isMixed(table) && !isMixed(otherTable), rule: rule, clearsInverse: clearsInverse)
    }
    // A way back that nobody declared has no rule: what refers to the object goes on doing so.
    return declared
      + oneWay.map { index in
        Column(
          opposite: index, table: declared[index].otherTable, otherTable: declared[index].table,
          isRelationship: false, isOppositeRelationship: true, isToMany: true,
          isOppositeToMany: declared[index].isToMany, fitsAll: declared[index].fitsAll,
          rule: .noAction, clearsInverse: false)
      }
  }

  subscript(place: Int) -> Int { lists[place] }

  func attributes(ofTable table: Int) -> [Int] { attributesOfTable[table] }

  /// The attributes without which an entity's object is invalid.
  func mandatoryAttributes(of entity: EntityID) -> [AttributeID] {
    mandatoryAttributes[entity.index]
  }

  /// Whether survivors in a column have forgotten the deleted objects that it still lists.
  func forgetsDeleted(_ column: Int) -> Bool { columns[columns[column].opposite].clearsInverse }

  /// The entity of a slot; `kinds` has those of the slots of each mixed table.
  func entity(
    of slot: UInt32, ofTable table: Int, _ kinds: borrowing Slab<Slab<EntityID>>
  ) -> EntityID {
    tables[table].isMixed ? kinds[table][Int(slot)] : tables[table].root
  }

  func source(of relationship: Int) -> EntityID { declaringEntities[relationship] }

  /// The entity whose objects a relationship can hold.
  func held(by relationship: Int) -> EntityID { heldEntities[relationship] }
}

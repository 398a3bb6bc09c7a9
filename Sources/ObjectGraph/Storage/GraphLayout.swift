/// Where a schema's objects and links are kept, and what the engine has to know of each column.
///
/// Each inheritance tree has one table, as in Core Data's stores, and each relationship one column.
/// A one-way relationship gets a second column, which no reader sees, for the way back: so every
/// link has two ends, and finding who refers to an object never means searching the graph.
final class GraphLayout: Sendable {
  /// What the engine has to know of a column; flat, so that asking costs nothing.
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
    /// Whether survivors forget a deleted object that held them: by a nullify rule that has an
    /// inverse, or because the way back to it was nobody's property.
    let letsGo: Bool
  }

  /// The columns that matter for the objects of an entity.
  private struct EntityColumns: Sendable {
    let all: Range<Int>
    let cascades: Range<Int>
    let rest: Range<Int>
    let checked: Range<Int>
  }

  /// The table of each entity.
  let table: Slab<UInt16>
  /// Relationships first, then the unseen ways back.
  let columns: Slab<Column>
  let tableCount: Int
  /// Whether no object can be of an entity, for each entity.
  let isAbstract: Slab<Bool>
  /// The entity that declares each relationship, and the one whose objects it can hold.
  private let declaringEntities: Slab<EntityID>
  private let heldEntities: Slab<EntityID>
  /// Whether each table has objects of several entities.
  let isMixed: Slab<Bool>
  /// The only entity of a table that is not mixed, otherwise its root.
  let rootEntity: Slab<EntityID>
  /// Whether a table has objects that can be invalid.
  let isValidated: Slab<Bool>
  let relationshipCount: Int
  private let entities: Slab<EntityColumns>
  private let lists: Slab<Int>
  private let columnsOfTable: Slab<Range<Int>>
  private let attributesOfTable: [[Int]]
  private let mandatoryAttributes: [[AttributeID]]
  let hasUniqueAttributes: Bool
  /// Whether any object can be invalid.
  let canBeInvalid: Bool

  init(
    _ entities: [Schema.ResolvedEntity], _ relationships: [Schema.ResolvedRelationship],
    _ attributes: [Schema.ResolvedAttribute]
  ) {
    let roots = entities.indices.filter { entities[$0].lineage.count == 1 }
    let tableOfRoot = Dictionary(uniqueKeysWithValues: zip(roots, roots.indices))
    let tables = entities.map { tableOfRoot[$0.root.index] ?? 0 }
    let sizes = tables.reduce(into: Array(repeating: 0, count: roots.count)) { $0[$1] += 1 }
    let mixed = Set(roots.indices.filter { sizes[$0] > 1 })
    let columns = Self.columns(of: relationships, tables, mixed)
    let mandatory = entities.map { entity in
      entity.attributes.filter { !attributes[$0.index].declaration.isOptional }
    }

    var lists = Slab<Int>()
    var columnsOfTable = Slab<Range<Int>>()
    var isMixed = Slab<Bool>()
    var rootEntity = Slab<EntityID>()
    var isValidated = Slab<Bool>()
    let validated = Set(
      entities.indices.filter { entity in
        !mandatory[entity].isEmpty
          || entities[entity].relationships.contains {
            relationships[$0.index].declaration.canBeViolated
          }
      }.map { tables[$0] })
    let columnsByTable = Dictionary(grouping: columns.indices) { columns[$0].table }
    for table in roots.indices {
      columnsOfTable.append(lists.append(contentsOf: columnsByTable[table] ?? []))
      isMixed.append(mixed.contains(table))
      rootEntity.append(EntityID(rawValue: UInt16(roots[table])))
      isValidated.append(validated.contains(table))
    }
    var columnsOfDeclaring: [[Int]] = Array(repeating: [], count: entities.count)
    for (index, column) in columns.enumerated() {
      let declaring =
        column.isRelationship
        ? relationships[index].source : relationships[column.opposite].destination
      columnsOfDeclaring[declaring.index].append(index)
    }
    var entityColumns = Slab<EntityColumns>()
    for entity in entities {
      let own = entity.lineage.flatMap { columnsOfDeclaring[$0.index] }.sorted()
      entityColumns.append(
        EntityColumns(
          all: lists.append(contentsOf: own),
          cascades: lists.append(contentsOf: own.filter { columns[$0].rule == .cascade }),
          rest: lists.append(contentsOf: own.filter { columns[$0].rule != .cascade }),
          checked: lists.append(
            contentsOf: own.filter {
              columns[$0].isRelationship && relationships[$0].declaration.canBeViolated
            })))
    }
    self.tableCount = roots.count
    self.entities = entityColumns
    self.columnsOfTable = columnsOfTable
    self.isMixed = isMixed
    self.rootEntity = rootEntity
    self.isValidated = isValidated
    relationshipCount = relationships.count
    self.lists = lists
    var table = Slab<UInt16>()
    for number in tables { table.append(UInt16(number)) }
    self.table = table
    var isAbstract = Slab<Bool>()
    for entity in entities { isAbstract.append(entity.declaration.isAbstract) }
    self.isAbstract = isAbstract
    var declaringEntities = Slab<EntityID>()
    var heldEntities = Slab<EntityID>()
    for relationship in relationships {
      declaringEntities.append(relationship.source)
      // Where only a subentity of the destination declares the inverse, no other has the other end.
      let inverse = relationship.inverse.map { relationships[$0.index] }
      let isNarrower = inverse.map {
        entities[$0.source.index].lineage.contains(relationship.destination)
      }
      heldEntities.append(
        isNarrower == true ? inverse?.source ?? relationship.destination : relationship.destination)
    }
    self.declaringEntities = declaringEntities
    self.heldEntities = heldEntities
    var slab = Slab<Column>()
    for column in columns { slab.append(column) }
    self.columns = slab
    attributesOfTable = roots.indices.map { table in
      attributes.indices.filter { tables[attributes[$0].source.index] == table }
    }
    mandatoryAttributes = mandatory
    let isUnique = attributes.contains { $0.declaration.isUnique }
    hasUniqueAttributes = isUnique
    canBeInvalid =
      isUnique || mandatory.contains { !$0.isEmpty }
      || relationships.contains { $0.declaration.canBeViolated }
  }

  private static func columns(
    of relationships: [Schema.ResolvedRelationship], _ tables: [Int], _ mixed: Set<Int>
  ) -> [Column] {
    let oneWay = relationships.indices.filter { relationships[$0].inverse == nil }
    let wayBack = Dictionary(
      uniqueKeysWithValues: oneWay.enumerated().map { ($1, relationships.count + $0) })
    let declared = relationships.indices.map { index in
      let relationship = relationships[index]
      let rule = relationship.declaration.deleteRule
      let isOneWay = relationship.inverse == nil
      let letsGo = isOneWay || rule == .nullify
      let (table, otherTable) = (
        tables[relationship.source.index], tables[relationship.destination.index]
      )
      return Column(
        opposite: relationship.inverse?.index ?? wayBack[index] ?? 0,
        table: table, otherTable: otherTable, isRelationship: true,
        isOppositeRelationship: !isOneWay, isToMany: relationship.declaration.isToMany,
        isOppositeToMany: relationship.inverse.map {
          relationships[$0.index].declaration.isToMany
        } ?? true,
        fitsAll: !mixed.contains(table) && !mixed.contains(otherTable), rule: rule,
        letsGo: letsGo)
    }
    // A way back that nobody declared has no rule: what refers to the object goes on doing so.
    return declared
      + oneWay.map { index in
        Column(
          opposite: index, table: declared[index].otherTable, otherTable: declared[index].table,
          isRelationship: false, isOppositeRelationship: true, isToMany: true,
          isOppositeToMany: declared[index].isToMany, fitsAll: declared[index].fitsAll,
          rule: .noAction, letsGo: false)
      }
  }

  /// All columns of an entity's objects, unseen ones included.
  func columns(of entity: EntityID) -> ColumnList { entities[entity.index].all }

  /// The columns of an entity's objects that cascade.
  func cascades(of entity: EntityID) -> ColumnList { entities[entity.index].cascades }

  /// The other columns of an entity's objects: what they hold may survive when an object goes.
  func rest(of entity: EntityID) -> ColumnList { entities[entity.index].rest }

  /// The relationships of an entity's objects that can be violated.
  func checked(of entity: EntityID) -> ColumnList { entities[entity.index].checked }

  /// All columns of a table, unseen ones included.
  func columns(ofTable table: Int) -> ColumnList { columnsOfTable[table] }

  /// The attributes of a table.
  func attributes(ofTable table: Int) -> [Int] { attributesOfTable[table] }

  /// The attributes without which an entity's object is invalid.
  func mandatoryAttributes(of entity: EntityID) -> [AttributeID] {
    mandatoryAttributes[entity.index]
  }

  /// Whether survivors in a column have forgotten the deleted objects that it still lists.
  func forgetsDeleted(_ column: Int) -> Bool { columns[columns[column].opposite].letsGo }

  /// The entity of a slot; `kinds` has those of the slots of each mixed table.
  func entity(
    of slot: UInt32, ofTable table: Int, _ kinds: borrowing Slab<Slab<EntityID>>
  ) -> EntityID {
    isMixed[table] ? kinds[table][Int(slot)] : rootEntity[table]
  }

  /// The entity that declares a relationship.
  func source(of relationship: Int) -> EntityID { declaringEntities[relationship] }

  /// The entity whose objects a relationship can hold.
  func held(by relationship: Int) -> EntityID { heldEntities[relationship] }

  /// Some columns, as indices of ``subscript(_:)``.
  typealias ColumnList = Range<Int>

  subscript(place: Int) -> Int { lists[place] }
}

extension Relationship {
  /// Whether there is a number of objects that the relationship must not hold.
  var canBeViolated: Bool {
    isToMany ? maxCount > 0 || minCount > 1 || !isOptional && minCount > 0 : !isOptional
  }
}

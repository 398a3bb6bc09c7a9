/// Where a schema's objects and links are kept.
///
/// Each inheritance tree has one table, as in Core Data's stores, and each relationship one column.
/// A one-way relationship gets a second column, which no reader sees, for the way back: so every
/// link has two ends, and finding who refers to an object never means searching the graph.
struct GraphLayout: Sendable {
  /// The table of each entity.
  let table: [UInt16]
  /// The columns of each table, unseen ones included.
  let columns: [[Int]]
  /// The attributes of each table.
  let attributes: [[Int]]
  /// The column of the other end, for each column.
  let opposite: [Int]
  /// The table whose slots each column has.
  let tableOfColumn: [UInt16]
  /// The number of columns that are relationships; those after them are unseen ways back.
  let relationshipCount: Int

  init(
    _ entities: [Schema.ResolvedEntity], _ relationships: [Schema.ResolvedRelationship],
    _ attributes: [Schema.ResolvedAttribute]
  ) {
    let roots = entities.indices.filter { entities[$0].lineage.count == 1 }
    var tableOfRoot: [EntityID: UInt16] = [:]
    for (table, root) in roots.enumerated() {
      tableOfRoot[EntityID(rawValue: UInt16(root))] = UInt16(table)
    }
    table = entities.map { tableOfRoot[$0.root] ?? 0 }

    var tableOfColumn = relationships.map { [table] in table[$0.source.index] }
    var opposite: [Int] = []
    for relationship in relationships {
      if let inverse = relationship.inverse {
        opposite.append(inverse.index)
      } else {
        opposite.append(tableOfColumn.count)
        tableOfColumn.append(table[relationship.destination.index])
      }
    }
    for (index, relationship) in relationships.enumerated() where relationship.inverse == nil {
      opposite.append(index)
    }
    var columns = [[Int]](repeating: [], count: roots.count)
    for (column, table) in tableOfColumn.enumerated() { columns[Int(table)].append(column) }

    var attributesOfTable = [[Int]](repeating: [], count: roots.count)
    for (index, attribute) in attributes.enumerated() {
      attributesOfTable[Int(table[attribute.source.index])].append(index)
    }

    self.attributes = attributesOfTable
    self.opposite = opposite
    self.tableOfColumn = tableOfColumn
    self.columns = columns
    relationshipCount = relationships.count
  }

  func isRelationship(_ column: Int) -> Bool { column < relationshipCount }
}

import ObjectGraph
import SmallWorlds

extension DatabaseSchema {
  /// Objects and what they hold, each as a short sentence.
  func rows(_ drawn: DatabaseGraph, _ contents: Contents) -> [String] {
    let objects = contents.living.map { name(drawn, $0) }
    let links = contents.held.map { held in
      let relationship = schema.declaration(of: held.relationship).name
      return "\(name(drawn, held.source)).\(relationship) = \(drawn.id(held.destination))"
    }
    return (objects + links).sorted()
  }

  private func name(_ drawn: DatabaseGraph, _ object: Int) -> String {
    "\(names[drawn.kinds[object]])\(drawn.id(object))"
  }

  /// A query for everything in the tables, in the words of an ``Expectation``, each with the number
  /// of its graph before it.
  var query: String {
    var parts = names.map { part(graphOf: "id", "'\($0)' || id", "\($0)") }
    for bond in bonds {
      let (owner, target) = (names[bond.owner], names[bond.target])
      let (table, source, other) =
        bond.isKey
        ? (owner, "id", bond.ahead.name)
        : (Translation.joinTable(bond), "source", "target")
      parts.append(
        part(
          graphOf: source, "'\(owner)' || \(source) || '.\(bond.ahead.name) = ' || \(other)",
          "\(table) WHERE \(other) IS NOT NULL AND \(source) IN (SELECT id FROM \(owner))"))
      guard let back = bond.back, !bond.isOwnInverse else { continue }
      parts.append(
        part(
          graphOf: other, "'\(target)' || \(other) || '.\(back.name) = ' || \(source)",
          "\(table) WHERE \(other) IN (SELECT id FROM \(target))"))
    }
    return parts.joined(separator: " UNION ALL ")
  }

  private func part(graphOf id: String, _ text: String, _ source: String) -> String {
    "SELECT \(id) / \(DatabaseGraph.stride), \(text) FROM \(source)"
  }

  /// The statements that put a graph into the tables.
  func insertions(_ drawn: DatabaseGraph) -> [String] {
    var statements: [String] = []
    for (object, kind) in drawn.kinds.enumerated() {
      var columns = [("id", drawn.id(object))]
      for link in drawn.links where link.owner == object && bonds[link.bond].isKey {
        columns.append((bonds[link.bond].ahead.name, drawn.id(link.target)))
      }
      statements.append(insertion(names[kind], columns))
    }
    for link in drawn.links where !bonds[link.bond].isKey {
      statements.append(
        insertion(
          Translation.joinTable(bonds[link.bond]),
          [("source", drawn.id(link.owner)), ("target", drawn.id(link.target))]))
    }
    return statements
  }

  private func insertion(_ table: String, _ columns: [(String, Int)]) -> String {
    let names = columns.map(\.0).joined(separator: ", ")
    let values = columns.map { "\($0.1)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names)) VALUES (\(values))"
  }

  /// The statements that delete what a graph is to lose.
  func deletions(_ drawn: DatabaseGraph) -> [String] {
    var groups: [(table: String, ids: [Int])] = []
    for object in drawn.deleted {
      let table = names[drawn.kinds[object]]
      if drawn.sharesStatements, groups.last?.table == table {
        groups[groups.count - 1].ids.append(drawn.id(object))
      } else {
        groups.append((table, [drawn.id(object)]))
      }
    }
    return groups.map { table, ids in
      "DELETE FROM \(table) WHERE id IN (\(ids.map { "\($0)" }.joined(separator: ", ")))"
    }
  }
}

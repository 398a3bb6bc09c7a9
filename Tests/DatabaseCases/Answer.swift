import ObjectGraph
import SmallWorlds

/// What the engine says of a delete, in the words that the tables are read with.
struct Answer {
  let plan: DeletePlan
  /// The number of each object in its graph.
  let numbers: [ObjectID: Int]
  let before: Contents
  /// What there is after the delete: all that was there before, where it is refused.
  let after: Contents
  /// What would be left, did nothing refuse it.
  let planned: Contents
}

extension Answer {
  /// The answer with what the plan says in place of what was done; nil where they are the same.
  var asPlanned: Answer? {
    let expected = plan.isRefused ? before : planned
    guard expected != after else { return nil }
    return Answer(plan: plan, numbers: numbers, before: before, after: expected, planned: planned)
  }
}

/// Objects and what their relationships hold, by the objects' numbers in their graph.
struct Contents: Equatable {
  struct Held: Hashable {
    let source: Int
    let relationship: RelationshipID
    let destination: Int
  }

  let living: [Int]
  let held: [Held]
}

extension DatabaseSchema {
  /// What does a delete.
  enum Engine: String, CaseIterable {
    /// A graph that applies its plan.
    case graph = "Graph"
    /// A context that deletes and saves, or is refused.
    case context = "Context"
  }

  /// Asks the engine for its plan, and does it.
  func answer(of engine: Engine, _ drawn: DatabaseGraph) throws -> Answer {
    var graph = Graph(schema)
    let objects = try drawn.kinds.map { try graph.insert(names[$0]) }
    for link in drawn.links {
      try graph.link(objects[link.owner], bonds[link.bond].ahead.name, objects[link.target])
    }
    let numbers = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1, $0) })
    func contents(_ graph: Graph) throws -> Contents {
      try self.contents(drawn, objects.indices.filter { graph.contains(objects[$0]) }) {
        try graph.references(objects[$0], $1).compactMap { numbers[$0.id] }
      }
    }
    let requested = drawn.deleted.map { objects[$0] }
    let plan = try graph.plan(deleting: requested)
    let before = try contents(graph)
    switch engine {
    case .graph:
      if !plan.isRefused { try graph.apply(plan) }
    case .context:
      var context = Context(graph)
      try context.delete(requested)
      try? context.save()
      graph = context.stored
    }
    return Answer(
      plan: plan, numbers: numbers, before: before, after: try contents(graph),
      planned: before.after(plan, numbers))
  }

  private func contents(
    _ drawn: DatabaseGraph, _ living: [Int], _ references: (Int, RelationshipID) throws -> [Int]
  ) throws -> Contents {
    var held: [Contents.Held] = []
    for source in living {
      for relationship in schema.relationships(of: schema.entities[drawn.kinds[source]]) {
        held += try references(source, relationship)
          .map { Contents.Held(source: source, relationship: relationship, destination: $0) }
      }
    }
    return Contents(living: living, held: held)
  }
}

extension Contents {
  /// What a plan leaves of it, whether it would be refused or not.
  fileprivate func after(_ plan: DeletePlan, _ numbers: [ObjectID: Int]) -> Contents {
    let deleted = Set(plan.deleted.compactMap { numbers[$0] })
    let nullified = Set(
      plan.nullified.compactMap { link in
        numbers[link.source].flatMap { source in
          numbers[link.destination].map {
            Held(source: source, relationship: link.relationship, destination: $0)
          }
        }
      })
    return Contents(
      living: living.filter { !deleted.contains($0) },
      held: held.filter { !deleted.contains($0.source) && !nullified.contains($0) })
  }
}

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

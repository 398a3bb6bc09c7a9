import ObjectGraph
import SmallWorlds

/// What one of the two engines says of a delete, in the words that the tables are read with.
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
  /// Asks a `Graph` for its plan, and does what it says.
  func answerOfGraph(_ drawn: DatabaseGraph) throws -> Answer {
    var graph = Graph(schema)
    let objects = try drawn.kinds.map { try graph.insert(names[$0]) }
    for link in drawn.links {
      try graph.link(objects[link.owner], bonds[link.bond].ahead.name, objects[link.target])
    }
    let numbers = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1, $0) })
    func contents() throws -> Contents {
      try self.contents(drawn, objects.indices.filter { graph.contains(objects[$0]) }) {
        try graph.references(objects[$0], $1).compactMap { numbers[$0.id] }
      }
    }
    let plan = try graph.plan(deleting: drawn.deleted.map { objects[$0] })
    let before = try contents()
    if !plan.isRefused { try graph.apply(plan) }
    return Answer(
      plan: plan, numbers: numbers, before: before, after: try contents(),
      planned: before.after(plan, numbers))
  }

  /// Asks a `SmallGraph` for its plan, and deletes.
  func answerOfSmallGraph(_ drawn: DatabaseGraph) throws -> Answer {
    var graph = SmallGraph(schema)
    for kind in drawn.kinds { _ = try graph.insert(schema.entities[kind]) }
    for link in drawn.links {
      let entity = schema.entities[drawn.kinds[link.owner]]
      guard let id = schema.relationship(bonds[link.bond].ahead.name, of: entity) else { continue }
      try graph.link(link.owner, id, link.target)
    }
    let objects = drawn.kinds.indices
    let numbers = Dictionary(uniqueKeysWithValues: objects.map { (graph.id(of: $0), $0) })
    func isIn(_ bits: UInt64, _ object: Int) -> Bool { bits & 1 << UInt64(object) != 0 }
    func contents() throws -> Contents {
      try self.contents(drawn, objects.filter { isIn(graph.living, $0) }) {
        let bits = try graph.references($0, $1)
        return objects.filter { isIn(bits, $0) }
      }
    }
    let requested = drawn.deleted.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    let plan = graph.plan(deleting: requested)
    let before = try contents()
    _ = graph.delete(requested)
    return Answer(
      plan: plan, numbers: numbers, before: before, after: try contents(),
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

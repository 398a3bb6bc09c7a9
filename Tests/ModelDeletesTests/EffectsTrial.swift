import ObjectGraph
import SmallWorlds

/// One made-up graph, and what was seen when an object of it was deleted.
struct EffectsTrial {
  private let schema: Schema
  private var graph: Graph
  /// The entity of each object.
  private var kinds: [EntityID] = []
  private var ids: [ObjectID] = []
  private var numbers: [ObjectID: Int] = [:]

  /// Fills a graph with some objects of every entity and with links between them.
  init(_ schema: Schema, objects: Int, density: Int, using random: inout SplitMix64) throws {
    self.schema = schema
    graph = Graph(schema)
    for entity in schema.entities where !schema.declaration(of: entity).isAbstract {
      for _ in 0..<objects {
        let id = try graph.insert(entity)
        numbers[id] = ids.count
        ids.append(id)
        kinds.append(entity)
      }
    }
    for relationship in schema.relationships {
      for source in kinds.indices where has(source, relationship) {
        for destination in kinds.indices where random.chance(density) {
          if has(destination, schema.destination(of: relationship)) {
            // What does not fit, because of a narrower inverse, is left out.
            try? graph.link(ids[source], relationship, ids[destination])
          }
        }
      }
    }
    try keepToGreatestCounts(using: &random)
  }

  private func has(_ object: Int, _ entity: EntityID) -> Bool {
    schema.entity(kinds[object], isKindOf: entity)
  }

  private func has(_ object: Int, _ relationship: RelationshipID) -> Bool {
    has(object, schema.source(of: relationship))
  }

  private func held(_ object: Int, _ relationship: RelationshipID) throws -> [Int] {
    try graph.references(ids[object], relationship).compactMap { numbers[$0.id] }.sorted()
  }

  private mutating func keepToGreatestCounts(using random: inout SplitMix64) throws {
    for relationship in schema.relationships {
      let limit = schema.declaration(of: relationship).maxCount
      for source in kinds.indices where limit > 0 && has(source, relationship) {
        var held = try held(source, relationship)
        while held.count > limit {
          let other = held.remove(at: random.below(held.count))
          try graph.unlink(ids[source], relationship, ids[other])
        }
      }
    }
  }

  /// Deletes each object of an entity in turn and collects what is seen.
  func statements(of entity: EntityID) throws -> Set<Statement> {
    var seen: Set<Statement> = []
    for object in kinds.indices where has(object, entity) { try see(object, &seen) }
    return seen
  }

  private func see(_ object: Int, _ seen: inout Set<Statement>) throws {
    let plan = try graph.plan(deleting: [ids[object]])
    let batch = try graph.batchPlan(kinds[object], [ids[object]])
    try seeCascades(plan, from: object, &seen)
    func add(
      _ kind: Statement.Kind, _ by: RelationshipID, _ deleted: ObjectID, _ other: ObjectID
    ) {
      guard let deleted = numbers[deleted], let other = numbers[other] else { return }
      seen.insert(
        Statement(
          kind: kind, relationship: by, isRequested: deleted == object, deleted: kinds[deleted],
          other: kinds[other]))
    }
    for denial in plan.denials {
      for blocker in denial.blockers {
        add(.denies, denial.relationship, denial.object, blocker)
        if schema.hazards(of: denial.relationship).contains(.crashes) {
          add(.crashes, denial.relationship, denial.object, blocker)
        }
      }
    }
    for link in plan.dangling {
      let inverse = schema.inverse(of: link.relationship)?.relationship
      if let inverse, schema.hazards(of: inverse).contains(.crashes) {
        add(.crashes, inverse, link.destination, link.source)
      }
      // Where a deny rule left it, nothing goes.
      if inverse.map({ schema.declaration(of: $0).deleteRule }) == .deny { continue }
      add(.dangles, link.relationship, link.destination, link.source)
    }
    for link in plan.nullified {
      let violation = plan.violations.first {
        $0.object == link.source && $0.relationship == link.relationship
      }
      guard violation != nil else {
        // Some to-many lose one and still have enough.
        if !schema.hazards(of: link.relationship).contains(.becomesInvalid) {
          add(.loses, link.relationship, link.destination, link.source)
        }
        continue
      }
      // Only what was valid before was made invalid by the delete.
      if try isValid(link.source, link.relationship) {
        add(.breaks, link.relationship, link.destination, link.source)
        let isRefused = batch.failures.contains {
          $0.source == link.destination && $0.destination == link.source
            && schema.inverse(of: $0.relationship)?.relationship == link.relationship
        }
        if !isRefused { add(.leaves, link.relationship, link.destination, link.source) }
      }
    }
    for failure in batch.failures {
      add(.fails, failure.relationship, failure.source, failure.destination)
    }
  }

  private func isValid(_ object: ObjectID, _ relationship: RelationshipID) throws -> Bool {
    guard let number = numbers[object] else { return false }
    let count = try held(number, relationship).count
    let declaration = schema.declaration(of: relationship)
    if count == 0 && declaration.isOptional { return true }
    if !declaration.isToMany { return count == 1 }
    return count >= declaration.minCount
  }

  private func seeCascades(
    _ plan: DeletePlan, from object: Int, _ seen: inout Set<Statement>
  ) throws {
    var levels = [object: 0]
    // By which relationships each object can be reached on a shortest way.
    var ways: [Int: Set<RelationshipID>] = [object: []]
    var current = [object]
    seen.insert(Statement(kind: .reaches, level: 0, deleted: kinds[object]))
    while !current.isEmpty {
      let level = (levels[current[0]] ?? 0) + 1
      var next: [Int] = []
      for link in plan.cascaded {
        guard let source = numbers[link.source], let other = numbers[link.destination],
          levels[source] == level - 1, levels[other] == nil || levels[other] == level
        else { continue }
        if levels[other] == nil { next.append(other) }
        levels[other] = level
        let way = ways[source] ?? []
        if way.contains(link.relationship) {
          seen.insert(Statement(kind: .repeats, relationship: link.relationship))
        }
        ways[other, default: []].formUnion(way.union([link.relationship]))
        seen.insert(Statement(kind: .reaches, level: level, deleted: kinds[other]))
        seen.insert(
          Statement(
            kind: .takes, level: level, relationship: link.relationship, deleted: kinds[source],
            other: kinds[other]))
      }
      current = next
    }
  }
}

extension Set<Statement> {
  /// Only the least level at which each thing is seen: where a cascade leads back, there is no
  /// greatest one.
  var atLeastLevels: Set<Statement> {
    var least: [Statement: Int] = [:]
    for var statement in self {
      let level = statement.level
      statement.level = 0
      least[statement] = Swift.min(least[statement] ?? level, level)
    }
    return Set(
      least.map { statement, level in
        var statement = statement
        statement.level = level
        return statement
      })
  }
}

import ObjectGraph
import Workloads

/// Runs a workload through the public API of DeleteRules, as any user would.
struct EngineBenchmark {
  private let work: Workload
  private let schema: Schema
  private let source: EntityID
  private let destination: EntityID
  private let forward: RelationshipID
  private let inverse: RelationshipID
  private let isOneEntity: Bool
  private var context: Context
  private var objects: [ObjectID]
  private var result = Result()

  init(_ work: Workload) throws {
    self.work = work
    schema = try Self.schema(of: work)
    let found = (
      schema.entity(String(cString: work.forward.entity)),
      schema.entity(String(cString: work.inverse.entity))
    )
    guard let source = found.0, let destination = found.1,
      let forward = schema.relationship(String(cString: work.forward.name), of: source),
      let inverse = schema.relationship(String(cString: work.inverse.name), of: destination)
    else { throw Mistake("the schema lacks what was declared") }
    (self.source, self.destination) = (source, destination)
    (self.forward, self.inverse) = (forward, inverse)
    isOneEntity = source == destination

    // The caller's own array is not the engine's memory: it is there before the build.
    var graph = Graph(schema)
    let anyObject = try graph.insert(source)
    objects = Array(repeating: anyObject, count: Int(work.object_count))
    context = Context(Graph(schema))
  }

  mutating func run() throws -> Result {
    if work.course == COURSE_SCENARIOS {
      try runScenarios()
      return result
    }
    let bytes = resident_bytes()
    var start = now_ns()
    context = Context(Graph(schema))
    try build()
    try save()
    result.build_ns = now_ns() - start
    result.bytes = resident_bytes() &- bytes

    if work.course == COURSE_PLANS {
      try planAll()
      return result
    }
    start = now_ns()
    try deleteAll()
    if work.course == COURSE_ROLLBACK {
      context.processPendingChanges()
      guard context.plan().requested.count == objects.count else {
        throw Mistake("the cascades were not applied")
      }
      start = now_ns()
      context.rollback()
    }
    result.delete_ns = now_ns() - start
    if try inspect() != 0 { throw Mistake("the two ends count different links") }
    return result
  }

  private mutating func runScenarios() throws {
    var difference = 0
    let start = now_ns()
    for i in 0..<Int(work.delete_count) {
      context.removeAll()
      try build()
      try context.delete(objects[Int(work.deletes[i])])
      try save()
      difference |= try inspect()
    }
    result.delete_ns = now_ns() - start
    if difference != 0 { throw Mistake("the two ends count different links") }
  }

  private mutating func planAll() throws {
    let stored = context.stored
    let start = now_ns()
    for i in 0..<Int(work.delete_count) {
      let plan = try stored.plan(deleting: [objects[Int(work.deletes[i])]])
      result.survivors += UInt64(plan.deleted.count)
      result.id_sum += UInt64(plan.cascaded.count)
      result.links += UInt64(plan.nullified.count)
      result.denied += UInt64(plan.denials.count)
      for denial in plan.denials { result.blockers += UInt64(denial.blockers.count) }
    }
    result.delete_ns = now_ns() - start
  }

  private mutating func build() throws {
    for i in 0..<Int(work.object_count) {
      objects[i] = try context.insert(i < work.source_count ? source : destination)
    }
    for i in 0..<Int(work.link_count) {
      let link = work.links[i]
      try context.link(objects[Int(link.source)], forward, objects[Int(link.destination)])
    }
  }

  private mutating func deleteAll() throws {
    for i in 0..<Int(work.delete_count) {
      try context.delete(objects[Int(work.deletes[i])])
      if work.course == COURSE_SAVE_EACH { try save() }
    }
    if work.course == COURSE_ONE_SAVE { try save() }
  }

  /// Saves, or counts what refuses the save and rolls back.
  private mutating func save() throws {
    do {
      try context.save()
    } catch {
      for problem in error.problems {
        guard case .denied(let denial) = problem else { throw error }
        result.denied += 1
        result.blockers += UInt64(denial.blockers.count)
      }
      context.rollback()
    }
  }

  /// Counts what is left, from both ends of the links.
  ///
  /// - Returns: How many more links the one end sees than the other.
  private mutating func inspect() throws -> Int {
    var (ahead, back) = (0, 0)
    let stored = context.stored
    for (i, object) in objects.enumerated() where stored.contains(object) {
      result.survivors += 1
      result.id_sum += UInt64(i)
      let isSource = i < work.source_count
      if isSource { ahead += try stored.count(object, forward) }
      if !isSource || isOneEntity { back += try stored.count(object, inverse) }
    }
    result.links += UInt64(ahead)
    return ahead - back
  }

  private static func schema(of work: Workload) throws -> Schema {
    let forward = relationship(work.forward, to: work.inverse)
    let inverse = relationship(work.inverse, to: work.forward)
    let source = String(cString: work.forward.entity)
    let destination = String(cString: work.inverse.entity)
    let entities =
      source == destination
      ? [Entity(source, relationships: [forward, inverse])]
      : [
        Entity(source, relationships: [forward]), Entity(destination, relationships: [inverse]),
      ]
    return try Schema(.coreData, entities: entities)
  }

  private static func relationship(
    _ end: RelationshipEnd, to other: RelationshipEnd
  ) -> Relationship {
    let rule: DeleteRule =
      switch end.rule {
      case RULE_CASCADE: .cascade
      case RULE_DENY: .deny
      case RULE_NO_ACTION: .noAction
      default: .nullify
      }
    let name = String(cString: end.name)
    let destination = String(cString: other.entity)
    let inverse = Relationship.Inverse.named(String(cString: other.name))
    return end.is_to_many
      ? .toMany(name, destination, deleteRule: rule, inverse: inverse)
      : .toOne(name, destination, deleteRule: rule, inverse: inverse)
  }
}

/// What must not happen: the engine does not do what it should.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

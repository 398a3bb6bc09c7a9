import SmallWorlds

@testable import ObjectGraph

/// An engine and a reference model that go the same random way, to see where they part.
struct RandomWalk: ComparedWalk {
  /// Something that both are told to do, with objects by number.
  enum Operation {
    case insert(Int)
    case link(Int, Int, Int)
    case unlink(Int, Int, Int)
    case set(Int, Int, [Int])
    /// A delete; one that is refused may all the same be carried out, as a pending one is.
    case delete([Int], isForced: Bool)
  }

  private(set) var model: ReferenceModel
  private(set) var graph: Graph
  private(set) var random: SplitMix64
  /// The engine's name of each object and relationship of the model.
  private(set) var names: Naming
  /// How often each kind of thing came up, to show that the walks go everywhere.
  private(set) var seen: [String: Int] = [:]

  /// How many objects there are at least to start with.
  private let size: Int

  init(seed: Int, size: Int = 4) throws {
    random = SplitMix64(seed: seed)
    self.size = size
    let schema = ReferenceSchema.random(using: &random)
    model = ReferenceModel(schema)
    graph = Graph(try Schema(schema.framework, entities: schema.entities))
    names = try Naming(schema, graph.schema)
    for _ in 0..<size + random.below(size) {
      if let entity = random.pick(names.concreteEntities) { try insert(entity) }
    }
  }

  /// Goes one step and says where the two differ now, if they do.
  mutating func step() throws -> String? {
    let operation = randomOperation()
    let complaint = try perform(operation) ?? names.difference(graph, model) ?? differenceOfPlans()
    return complaint.map { "after \(operation): \($0)" }
  }

  /// Some of the living objects.
  mutating func someObjects() -> [Int] {
    let living = random.shuffle(model.living)
    return Array(living.prefix(random.below(min(4, living.count + 1))))
  }

  /// Performs an operation on both and says how they differ, if they do.
  private mutating func perform(_ operation: Operation) throws -> String? {
    switch operation {
    case .insert(let entity):
      try insert(entity)
    case .link(let source, let side, let destination):
      let isAllowed = model.allows(source, side, destination)
      let relationship = names.relationships[side]
      let isDone = succeeds { [names] graph throws(GraphError) in
        try graph.link(names[source], relationship, names[destination])
      }
      if isAllowed { model.link(source, side, destination) }
      return isDone == isAllowed ? nil : "linked \(isDone), allowed \(isAllowed)"
    case .unlink(let source, let side, let destination):
      guard model.has(source, side) else { return nil }
      let place = ReferenceModel.Place(object: source, side: side)
      let isThere = model.held[place]?.contains(destination) ?? false
      let wasThere = try graph.unlink(names[source], names.relationships[side], names[destination])
      model.unlink(source, side, destination)
      return isThere == wasThere ? nil : "unlinked \(wasThere), was there \(isThere)"
    case .set(let source, let side, let destinations):
      let isToMany = model.schema.sides[side].declaration.isToMany
      let isAllowed =
        model.has(source, side) && (isToMany || destinations.count < 2)
        && destinations.allSatisfy { model.allows(source, side, $0) }
      let relationship = names.relationships[side]
      let isDone = succeeds { [names] graph throws(GraphError) in
        try graph.set(names[source], relationship, to: destinations.map { names[$0] })
      }
      if isAllowed { model.set(source, side, to: destinations) }
      return isDone == isAllowed ? nil : "set \(isDone), allowed \(isAllowed)"
    case .delete(let objects, let isForced):
      return try delete(objects, isForced: isForced)
    }
    return nil
  }

  private mutating func insert(_ entity: Int) throws {
    model.insert(entity)
    names.add(try graph.insert("E\(entity)"))
  }

  private mutating func delete(_ objects: [Int], isForced: Bool) throws -> String? {
    let plan = try graph.plan(deleting: objects.map { names[$0] })
    let expected = model.plan(deleting: Set(objects))
    if let difference = names.difference(plan, expected) { return difference }
    let isDone = succeeds { graph throws(GraphError) in try graph.apply(plan) }
    if isDone == expected.isRefused { return "applied \(isDone), refused \(expected.isRefused)" }
    if isForced && !isDone {
      try graph.change { (storage) throws(GraphError) in storage.carryOut(plan.requested) }
    }
    if isDone || isForced { model.carryOut(expected) }
    return nil
  }

  /// Compares the plans of another delete, which is not carried out.
  private mutating func differenceOfPlans() throws -> String? {
    let objects = someObjects()
    let plan = try graph.plan(deleting: objects.map { names[$0] })
    let expected = model.plan(deleting: Set(objects))
    if !expected.cascaded.isEmpty { seen["cascaded", default: 0] += 1 }
    if !expected.nullified.isEmpty { seen["nullified", default: 0] += 1 }
    if !expected.dangling.isEmpty { seen["dangling", default: 0] += 1 }
    if !expected.denials.isEmpty { seen["denials", default: 0] += 1 }
    if !expected.forgiven.isEmpty { seen["forgiven", default: 0] += 1 }
    for kind in expected.violations.values { seen["\(kind.code.rawValue)", default: 0] += 1 }
    return names.difference(plan, expected).map { "deleting \(objects): \($0)" }
  }

  private mutating func succeeds(
    _ operation: (inout Graph) throws(GraphError) -> Void
  ) -> Bool {
    do {
      try operation(&graph)
      return true
    } catch {
      seen["refused operations", default: 0] += 1
      return false
    }
  }
}

extension RandomWalk {
  private mutating func randomOperation() -> Operation {
    let side = random.below(model.schema.sides.count)
    let source = randomObject(model.schema.sides[side].source)
    let destination = randomObject(model.schema.sides[side].destination)
    switch random.below(100) {
    case 0..<12:
      return .insert(random.pick(names.concreteEntities) ?? 0)
    case 12..<60:
      return .link(source, side, destination)
    case 60..<70:
      let held = model.held[ReferenceModel.Place(object: source, side: side)] ?? []
      // Now and then something that is not there, such as what a delete took away.
      let other = random.chance(30) ? random.below(model.entities.count) : random.pick(held)
      return .unlink(source, side, other ?? destination)
    case 70..<85:
      let destinations = (0..<random.below(size)).map { _ in
        randomObject(model.schema.sides[side].destination)
      }
      return .set(source, side, destinations)
    default:
      return .delete(someObjects(), isForced: random.chance(25))
    }
  }

  /// Any object now and then, otherwise a living one of an entity.
  private mutating func randomObject(_ entity: Int) -> Int {
    let fitting = model.living.filter { model.schema.isKind(model.entities[$0], of: entity) }
    return random.chance(95)
      ? random.pick(fitting) ?? random.below(model.entities.count)
      : random.below(model.entities.count)
  }
}

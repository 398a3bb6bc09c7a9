import SmallWorlds

@testable import ObjectGraph

extension ContextWalk {
  /// Makes up a schema and a stored graph, of which not everything is valid.
  init(seed: Int, size: Int) throws {
    random = SplitMix64(seed: seed)
    var schema = ReferenceSchema.random(using: &random)
    schema.inferAnInverse(using: &random)
    let attributes = Self.randomAttributes(of: schema, using: &random)
    let entities = schema.entities.enumerated().map { index, entity in
      var entity = entity
      entity.attributes = attributes.filter { $0.source == index }.map(\.declaration)
      return entity
    }
    var graph = Graph(try Schema(schema.framework, entities: entities))
    names = try Naming(schema, graph.schema)
    var state = ContextModel.State(graph: ReferenceModel(schema))
    for _ in 0..<size + random.below(size) {
      guard let entity = random.pick(names.concreteEntities) else { continue }
      state.graph.insert(entity)
      names.add(try graph.insert("E\(entity)"))
    }
    for _ in 0..<3 * size {
      let side = random.below(schema.sides.count)
      let source = random.below(state.graph.entities.count)
      let destination = random.below(state.graph.entities.count)
      guard state.graph.allows(source, side, destination) else { continue }
      state.graph.link(source, side, destination)
      try graph.link(names[source], names.relationships[side], names[destination])
    }
    model = ContextModel(state, attributes)
    for object in state.graph.living {
      for attribute in model.attributes(of: object) where random.chance(80) {
        let value = AttributeValue.integer(random.below(12))
        state.values[.init(object: object, attribute: attribute)] = value
        try graph.setValue(names[object], attributes[attribute].declaration.name, to: value)
      }
    }
    model = ContextModel(state, attributes)
    context = Context(graph)
    let kinds = graph.schema.relationships.map { graph.schema.inverse(of: $0)?.kind }
    seen["inferred"] = kinds.contains(.inferred) ? 1 : 0
    seen["declared"] = kinds.contains(.declared) ? 1 : 0
    seen["one-way"] = kinds.contains(nil) ? 1 : 0
    seen["inherited"] = schema.parents.contains { $0 != nil } ? 1 : 0
  }

  /// One to three attributes, one of them unique; in the order of their entities.
  private static func randomAttributes(
    of schema: ReferenceSchema, using random: inout SplitMix64
  ) -> [ContextModel.OwnedAttribute] {
    let hasUnique = random.chance(80)
    return (0..<random.below(3) + 1).map { index in
      ContextModel.OwnedAttribute(
        declaration: Attribute(
          "a\(index)", isOptional: random.chance(70), isUnique: hasUnique && index == 0),
        source: random.below(schema.parents.count))
    }
    .sorted { ($0.source, $0.declaration.name) < ($1.source, $1.declaration.name) }
  }

  mutating func randomOperation() -> Operation {
    let graph = model.edited.graph
    if random.chance(20), let wayOut = wayOut() { return wayOut }
    if random.chance(15), let twin = twin() { return twin }
    let side = random.below(model.schema.sides.count)
    let source = randomObject(model.schema.sides[side].source)
    let destination = randomObject(model.schema.sides[side].destination)
    switch random.below(100) {
    case 0..<12: return .insert(random.pick(names.concreteEntities) ?? 0)
    case 12..<34: return .link(source, side, destination)
    case 34..<42:
      let held = graph.held[.init(object: source, side: side)] ?? []
      return .unlink(source, side, random.pick(held) ?? destination)
    case 42..<52:
      let held = graph.held[.init(object: source, side: side)] ?? []
      let others = (0..<random.below(3)).map { _ in
        randomObject(model.schema.sides[side].destination)
      }
      return .set(source, side, random.shuffle(random.chance(50) ? held + others : others))
    case 52..<65:
      let attribute = random.below(model.attributes.count)
      let object = randomObject(model.attributes[attribute].source)
      return .setValue(.init(object: object, attribute: attribute), randomValue())
    case 65..<77:
      let count = random.below(min(4, graph.living.count + 1))
      let objects = random.shuffle(graph.living).prefix(count)
      return .delete(random.chance(95) ? Array(objects) : [source])
    case 77..<80: return .processPendingChanges
    case 80..<86: return batchDelete()
    case 86..<96: return .save
    default: return .rollback
    }
  }

  /// All objects of an entity, or some that are there and mostly of it.
  private mutating func batchDelete() -> Operation {
    let entity = random.below(model.schema.parents.count)
    let some = (0..<random.below(3) + 1).map { _ in randomObject(entity) }
    return .batchDelete(
      entity, random.chance(25) ? nil : some, includesSubentities: random.chance(80))
  }

  /// What might remove something that stands in the way of a save.
  private mutating func wayOut() -> Operation? {
    let problems = model.problems().sorted { $0.key.lexicographicallyPrecedes($1.key) }
    switch random.pick(problems) {
    case .denied(let place, let blockers):
      let blocker = blockers.min() ?? place.object
      return random.chance(50) ? .delete([blocker]) : .unlink(place.object, place.side, blocker)
    case .invalid(let place, .tooMany):
      let held = model.edited.graph.held[place] ?? []
      return random.pick(held).map { .unlink(place.object, place.side, $0) }
    case .invalid(let place, _):
      let other = randomObject(model.schema.sides[place.side].destination)
      return .link(place.object, place.side, other)
    case .missingValue(let field), .notUnique(let field, _): return .setValue(field, randomValue())
    case .danglingLink(let link):
      return .unlink(link.place.object, link.place.side, link.destination)
    case nil: return nil
    }
  }

  /// Gives a new object the unique value of a stored one.
  private mutating func twin() -> Operation? {
    let unique = model.attributes.indices.first { model.attributes[$0].declaration.isUnique }
    guard let attribute = unique else { return nil }
    let living = model.edited.graph.living.filter { model.attributes(of: $0).contains(attribute) }
    let stored = Set(model.stored.graph.living)
    guard let new = random.pick(living.filter { !stored.contains($0) }),
      let old = random.pick(living.filter(stored.contains))
    else { return nil }
    let value = model.edited.values[.init(object: old, attribute: attribute)]
    return .setValue(.init(object: new, attribute: attribute), value ?? randomValue())
  }

  private mutating func randomValue() -> AttributeValue? {
    random.chance(85) ? .integer(random.below(12)) : nil
  }

  /// Any object now and then, otherwise a living one of an entity.
  private mutating func randomObject(_ entity: Int) -> Int {
    let graph = model.edited.graph
    let fitting = graph.living.filter { model.schema.isKind(graph.entities[$0], of: entity) }
    let any = random.below(graph.entities.count)
    return random.chance(95) ? random.pick(fitting) ?? any : any
  }
}

extension ContextModel.Problem {
  /// Sorts problems, so that a seed always gives the same way.
  fileprivate var key: [Int] {
    switch self {
    case .denied(let place, _): [0, place.object, place.side]
    case .invalid(let place, _): [1, place.object, place.side]
    case .missingValue(let field): [2, field.object, field.attribute]
    case .danglingLink(let link): [3, link.place.object, link.place.side, link.destination]
    case .notUnique(let field, _): [4, field.object, field.attribute]
    }
  }
}

extension ReferenceSchema {
  /// Leaves one declared pair unsaid now and then, where the framework is sure to infer it.
  fileprivate mutating func inferAnInverse(using random: inout SplitMix64) {
    guard framework == .swiftData, random.chance(60) else { return }
    let pair = sides.indices.first { index in
      let side = sides[index]
      guard let inverse = side.inverse, inverse != index else { return false }
      let back = sides[inverse]
      return side.source == back.destination && side.destination == back.source
        && !(side.declaration.isToMany && back.declaration.isToMany)
        && [side, back].allSatisfy { $0.declaration.isToMany || $0.declaration.isOptional }
    }
    guard let pair, let inverse = sides[pair].inverse else { return }
    sides[pair].declaration.inverse = .unstated
    sides[inverse].declaration.inverse = .unstated
  }
}

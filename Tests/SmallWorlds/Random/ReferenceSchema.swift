import ObjectGraph

/// A schema by numbers, in which everybody's inverse is known rather than resolved.
package struct ReferenceSchema {
  /// A relationship seen from its source.
  package struct Side {
    package var declaration: Relationship
    package var source: Int
    package var destination: Int
    package var inverse: Int?
  }

  package var framework: Framework
  package var parents: [Int?]
  package var isAbstract: [Bool]
  package var sides: [Side] = []

  /// Whether an entity is another or one of its subentities.
  package func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    entity == ancestor || parents[entity].map { isKind($0, of: ancestor) } ?? false
  }

  /// The entities as a model declares them.
  package var entities: [Entity] {
    parents.indices.map { entity in
      Entity(
        "E\(entity)", parent: parents[entity].map { "E\($0)" }, isAbstract: isAbstract[entity],
        relationships: sides.filter { $0.source == entity }.map(\.declaration))
    }
  }
}

extension ReferenceSchema {
  /// What schemas at random have.
  package struct Options {
    package var entities = 2...3
    /// Relationships, each with its inverse.
    package var pairs = 1...4
    /// How many in a hundred relationships to many are ordered.
    package var ordered = 40
    package var rules = DeleteRule.allCases

    package init() {}
  }

  /// Makes up entities, relationships and their inverses.
  package static func random(
    _ options: Options = Options(), using random: inout SplitMix64
  ) -> ReferenceSchema {
    let count = Int.random(in: options.entities, using: &random)
    var schema = ReferenceSchema(
      framework: random.chance(50) ? .swiftData : .coreData,
      parents: Array(repeating: nil, count: count),
      isAbstract: Array(repeating: false, count: count))
    for entity in 1..<count where random.chance(30) {
      let parent = random.below(entity)
      schema.parents[entity] = parent
      // The last entity stays concrete, so that every entity has objects or subentities with some.
      if random.chance(30) { schema.isAbstract[parent] = true }
    }
    for _ in 0..<Int.random(in: options.pairs, using: &random) {
      schema.addRelationship(options, using: &random)
    }
    return schema
  }

  private mutating func addRelationship(
    _ options: Options, using random: inout SplitMix64
  ) {
    let source = random.below(parents.count)
    let destination = random.below(parents.count)
    let index = sides.count
    switch random.below(10) {
    case 0..<3:
      let inverse: Relationship.Inverse =
        framework == .coreData && random.chance(50) ? .unstated : .oneWay
      addSide(from: source, to: destination, inverse: inverse, options, using: &random)
    case 3:
      addSide(
        from: source, to: source, inverse: .named("r\(index)"), options, using: &random)
      sides[index].inverse = index
    default:
      addPair(from: source, to: destination, options, using: &random)
    }
  }

  /// Adds two relationships that are each other's inverse, the second of them perhaps on a parent
  /// of the first one's destination, and perhaps leading back to a relative of its source.
  private mutating func addPair(
    from source: Int, to destination: Int, _ options: Options, using random: inout SplitMix64
  ) {
    let backSources = parents.indices.filter { isKind(destination, of: $0) }
    let descendants = parents.indices.filter { isKind($0, of: source) }
    let ancestors = parents.indices.filter { isKind(source, of: $0) }
    let (there, back) = (sides.count, sides.count + 1)
    // From a parent of the source, the way back could not be declared by name.
    let leadsToAncestor = framework == .swiftData && random.chance(30)
    let declaresThere = framework == .coreData || leadsToAncestor || random.chance(50)
    let declaresBack = framework == .coreData || !declaresThere
    addSide(
      from: source, to: destination, inverse: declaresThere ? .named("r\(back)") : .unstated,
      options, using: &random)
    addSide(
      from: random.pick(backSources) ?? destination,
      to: random.pick(leadsToAncestor ? ancestors : descendants) ?? source,
      inverse: declaresBack ? .named("r\(there)") : .unstated, options, using: &random)
    sides[there].inverse = back
    sides[back].inverse = there
  }

  private mutating func addSide(
    from source: Int, to destination: Int, inverse: Relationship.Inverse,
    _ options: Options, using random: inout SplitMix64
  ) {
    let (name, target) = ("r\(sides.count)", "E\(destination)")
    let rule = random.pick(options.rules) ?? .standard
    let isOptional = random.chance(70)
    let declaration: Relationship
    if random.chance(40) {
      declaration = .toOne(
        name, target, isOptional: isOptional, deleteRule: rule, inverse: inverse)
    } else {
      let minCount = random.chance(30) ? 1 + random.below(2) : 0
      let maxCount = random.chance(60) ? max(minCount, 1) + random.below(2) : 0
      declaration = .toMany(
        name, target, isOptional: isOptional, isOrdered: random.chance(options.ordered),
        minCount: minCount,
        maxCount: maxCount, deleteRule: rule, inverse: inverse)
    }
    sides.append(Side(declaration: declaration, source: source, destination: destination))
  }
}

/// One schema at random after the other.
package struct RandomSchema {
  private var random: SplitMix64
  private let options: ReferenceSchema.Options

  package init(seed: Int) {
    var options = ReferenceSchema.Options()
    options.entities = 1...3
    options.pairs = 1...2
    self.init(seed: seed, options)
  }

  package init(seed: Int, _ options: ReferenceSchema.Options) {
    random = SplitMix64(seed: seed &+ 1_000_000 &* (asked("SEED") ?? 0))
    self.options = options
  }

  /// A schema that is possible; now and then one that states no inverse, so that a
  /// framework that infers them may not be able to tell which is meant.
  package mutating func next() -> Schema {
    while true {
      let drawn = ReferenceSchema.random(options, using: &random)
      var entities = drawn.entities
      if random.chance(20) {
        for entity in entities.indices {
          for place in entities[entity].relationships.indices {
            entities[entity].relationships[place].inverse = .unstated
          }
        }
      }
      if let schema = try? Schema(drawn.framework, entities: entities) { return schema }
    }
  }
}

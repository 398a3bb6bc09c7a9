import SmallWorlds

@testable import ObjectGraph

/// A schema by numbers, in which everybody's inverse is known rather than resolved.
struct ReferenceSchema {
  /// A relationship seen from its source.
  struct Side {
    var declaration: Relationship
    var source: Int
    var destination: Int
    var inverse: Int?
  }

  var framework: Framework
  var parents: [Int?]
  var isAbstract: [Bool]
  var sides: [Side] = []

  /// Whether an entity is another or one of its subentities.
  func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    entity == ancestor || parents[entity].map { isKind($0, of: ancestor) } ?? false
  }

  /// The entities as a model declares them.
  var entities: [Entity] {
    parents.indices.map { entity in
      Entity(
        "E\(entity)", parent: parents[entity].map { "E\($0)" }, isAbstract: isAbstract[entity],
        relationships: sides.filter { $0.source == entity }.map(\.declaration))
    }
  }
}

extension ReferenceSchema {
  /// Makes up 2 or 3 entities and 1 to 4 relationships with their inverses.
  static func random(using random: inout SplitMix64) -> ReferenceSchema {
    let count = 2 + random.below(2)
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
    for _ in 0..<1 + random.below(4) { schema.addRelationship(using: &random) }
    return schema
  }

  private mutating func addRelationship(using random: inout SplitMix64) {
    let source = random.below(parents.count)
    let destination = random.below(parents.count)
    let index = sides.count
    switch random.below(10) {
    case 0..<3:
      let inverse: Relationship.Inverse =
        framework == .coreData && random.chance(50) ? .unstated : .oneWay
      addSide(from: source, to: destination, inverse: inverse, using: &random)
    case 3:
      addSide(from: source, to: source, inverse: .named("r\(index)"), using: &random)
      sides[index].inverse = index
    default:
      addPair(from: source, to: destination, using: &random)
    }
  }

  /// Adds two relationships that are each other's inverse, the second of them perhaps on a parent
  /// of the first one's destination, and perhaps leading back to a relative of its source.
  private mutating func addPair(
    from source: Int, to destination: Int, using random: inout SplitMix64
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
      using: &random)
    addSide(
      from: random.pick(backSources) ?? destination,
      to: random.pick(leadsToAncestor ? ancestors : descendants) ?? source,
      inverse: declaresBack ? .named("r\(there)") : .unstated, using: &random)
    sides[there].inverse = back
    sides[back].inverse = there
  }

  private mutating func addSide(
    from source: Int, to destination: Int, inverse: Relationship.Inverse,
    using random: inout SplitMix64
  ) {
    let (name, target) = ("r\(sides.count)", "E\(destination)")
    let rule = random.pick(DeleteRule.allCases) ?? .standard
    let isOptional = random.chance(70)
    let declaration: Relationship
    if random.chance(40) {
      declaration = .toOne(
        name, target, isOptional: isOptional, deleteRule: rule, inverse: inverse)
    } else {
      let minCount = random.chance(30) ? 1 + random.below(2) : 0
      let maxCount = random.chance(60) ? max(minCount, 1) + random.below(2) : 0
      declaration = .toMany(
        name, target, isOptional: isOptional, isOrdered: random.chance(40), minCount: minCount,
        maxCount: maxCount, deleteRule: rule, inverse: inverse)
    }
    sides.append(Side(declaration: declaration, source: source, destination: destination))
  }
}

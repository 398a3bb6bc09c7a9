import ObjectGraph
import SmallWorlds

/// Made-up entities: 2 or 3 of them with 1 to 3 pairs of relationships or one-way ones.
struct EffectsRandomSchema {
  private let framework: Framework
  private var entities: [Entity]
  private var count = 0

  /// A schema; nil where what was made up does not fit together.
  static func schema(using random: inout SplitMix64) -> Schema? {
    let framework = random.chance(50) ? Framework.swiftData : .coreData
    var making = EffectsRandomSchema(
      framework: framework, entities: (0..<2 + random.below(2)).map { Entity("E\($0)") })
    for entity in making.entities.indices.dropFirst() where random.chance(30) {
      let parent = random.below(entity)
      making.entities[entity].parent = "E\(parent)"
      if random.chance(40) { making.entities[parent].isAbstract = true }
    }
    for _ in 0..<1 + random.below(3) { making.addRelationships(using: &random) }
    return try? Schema(framework, entities: making.entities)
  }

  private mutating func addRelationships(using random: inout SplitMix64) {
    let (source, destination) = (random.below(entities.count), random.below(entities.count))
    let (name, back) = ("r\(count)", "r\(count + 1)")
    switch random.below(10) {
    case 0..<3:
      add(name, source, destination, .oneWay, using: &random)
    case 3:
      add(name, source, source, .named(name), using: &random)
    default:
      let declaresBack = framework.declaresInverseOn == .bothSides
      add(name, source, destination, .named(back), using: &random)
      // Now and then the way back leads to, or comes from, a relative.
      let backSource = random.chance(80) ? destination : random.below(entities.count)
      let backDestination = random.chance(80) ? source : random.below(entities.count)
      add(
        back, backSource, backDestination, declaresBack ? .named(name) : .unstated, using: &random)
    }
  }

  private mutating func add(
    _ name: String, _ source: Int, _ destination: Int, _ inverse: Relationship.Inverse,
    using random: inout SplitMix64
  ) {
    // Twice as often as others, because only cascades lead anywhere.
    let rules = DeleteRule.allCases + [.cascade]
    let rule = rules[random.below(rules.count)]
    let isOptional = random.chance(60)
    if random.chance(45) {
      entities[source].relationships.append(
        .toOne(name, "E\(destination)", isOptional: isOptional, deleteRule: rule, inverse: inverse))
    } else {
      let minCount = random.chance(30) ? 1 + random.below(2) : 0
      let maxCount = random.chance(40) ? max(minCount, 1) + random.below(2) : 0
      entities[source].relationships.append(
        .toMany(
          name, "E\(destination)", isOptional: isOptional, isOrdered: random.chance(20),
          minCount: minCount, maxCount: maxCount, deleteRule: rule, inverse: inverse))
    }
    count += 1
  }
}

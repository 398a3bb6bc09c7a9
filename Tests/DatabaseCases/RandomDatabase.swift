import ObjectGraph
import SmallWorlds

/// Random schemas that tables can store, and graphs for them.
struct RandomDatabase {
  var random: SplitMix64
  private var bonds: [Bond] = []

  init(seed: Int) { random = SplitMix64(seed: seed) }

  mutating func schema() throws(SchemaError) -> DatabaseSchema {
    let kinds: [DatabaseSchema.Kind] = [.keys, .keys, .keys, .joins, .triggers, .triggers]
    let kind = random.pick(kinds) ?? .keys
    let names = Array(["A", "B", "C"].prefix(1 + random.below(3)))
    bonds = []
    if kind != .joins || random.chance(60) {
      for _ in 0..<(1 + random.below(3)) {
        if random.chance(7) { addOwnInverse(.key(isUnique: true), kind, names.count) }
        addKey(kind, names.count)
      }
    }
    if kind == .joins || kind == .triggers && random.chance(60) {
      for _ in 0..<(1 + random.below(2)) {
        if random.chance(15) { addOwnInverse(.join, kind, names.count) }
        addJoin(kind, names.count)
      }
    }
    let framework = random.chance(50) ? Framework.swiftData : .coreData
    return try DatabaseSchema(kind, framework, names: names, bonds: bonds)
  }

  private mutating func addKey(_ kind: DatabaseSchema.Kind, _ entityCount: Int) {
    // A clause of a key says nothing about what deleting the row that has it does.
    let ahead: [DeleteRule] =
      kind == .triggers
      ? DeleteRule.allCases : [.nullify, .nullify, .nullify, .noAction]
    let back: [DeleteRule] = [.cascade, .cascade, .nullify, .nullify, .deny, .deny, .noAction]
    let isUnique = random.chance(25)
    let name = "r\(bonds.count)"
    bonds.append(
      Bond(
        shape: .key(isUnique: isUnique), owner: random.below(entityCount),
        target: random.below(entityCount), ahead: end(name, ahead, mandatory: 30, atMost: 1),
        back: random.chance(88)
          ? end("\(name)Back", back, mandatory: 8, atMost: isUnique ? 1 : 2) : nil))
  }

  private mutating func addJoin(_ kind: DatabaseSchema.Kind, _ entityCount: Int) {
    let rules: [DeleteRule] =
      kind == .triggers ? DeleteRule.allCases : [.nullify, .nullify, .deny, .noAction]
    let name = "r\(bonds.count)"
    bonds.append(
      Bond(
        shape: .join, owner: random.below(entityCount), target: random.below(entityCount),
        ahead: end(name, rules, mandatory: 8, atMost: 2),
        back: random.chance(80) ? end("\(name)Back", rules, mandatory: 8, atMost: 2) : nil))
  }

  /// A relationship that is its own inverse, such as that of friends.
  private mutating func addOwnInverse(
    _ shape: Bond.Shape, _ kind: DatabaseSchema.Kind, _ entityCount: Int
  ) {
    let entity = random.below(entityCount)
    let takesTrigger = if case .join = shape { true } else { false }
    let rules = DeleteRule.allCases.filter {
      $0 != .cascade || kind == .triggers || !takesTrigger
    }
    let end = end("r\(bonds.count)", rules, mandatory: 0, atMost: 1)
    bonds.append(
      Bond(
        shape: shape, owner: entity, target: entity, ahead: end, back: end, isOwnInverse: true))
  }

  private mutating func end(
    _ name: String, _ rules: [DeleteRule], mandatory percent: Int, atMost most: Int
  ) -> Bond.End {
    Bond.End(
      name: name, rule: random.pick(rules) ?? .nullify,
      minCount: random.chance(percent) ? 1 + random.below(most) : 0)
  }
}

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

extension RandomDatabase {
  /// A graph that can be stored: no mandatory key is empty, no unique one has a value twice.
  mutating func graph(number: Int, of schema: DatabaseSchema) -> DatabaseGraph {
    var kinds: [Int] = []
    repeat {
      kinds = (0..<(3 + random.below(10))).map { _ in random.below(schema.names.count) }
      while let surplus = firstWithoutTarget(kinds, schema.bonds) { kinds.remove(at: surplus) }
    } while kinds.count < 3
    let links = schema.bonds.indices.flatMap { link(kinds, schema.bonds[$0], number: $0) }
    let objects = random.shuffle(Array(kinds.indices))
    return DatabaseGraph(
      number: number, kinds: kinds, links: links,
      deleted: Array(objects.prefix(1 + random.below(3))), sharesStatements: random.chance(50))
  }

  /// An object that cannot have what a mandatory key wants.
  private func firstWithoutTarget(_ kinds: [Int], _ bonds: [Bond]) -> Int? {
    for bond in bonds where bond.isMandatoryKey {
      let owners = kinds.count { $0 == bond.owner }
      let targets = kinds.count { $0 == bond.target }
      if targets == 0 || bond.isUnique && owners > targets {
        if let surplus = kinds.firstIndex(of: bond.owner) { return surplus }
      }
    }
    return nil
  }

  private mutating func link(
    _ kinds: [Int], _ bond: Bond, number: Int
  ) -> [DatabaseGraph.Link] {
    let owners = kinds.indices.filter { kinds[$0] == bond.owner }
    var targets = random.shuffle(kinds.indices.filter { kinds[$0] == bond.target })
    var links: [DatabaseGraph.Link] = []
    if bond.isOwnInverse {
      let pairs =
        bond.isKey
        ? pairs(targets)
        : owners.flatMap { one in
          owners.filter { one <= $0 && random.chance(20) }.map { (one, $0) }
        }
      return pairs.flatMap { one, other in
        (one == other ? [(one, one)] : [(one, other), (other, one)])
          .map { DatabaseGraph.Link(bond: number, owner: $0, target: $1) }
      }
    }
    for owner in owners {
      if !bond.isKey {
        links += targets.filter { _ in random.chance(20) }
          .map { DatabaseGraph.Link(bond: number, owner: owner, target: $0) }
      } else if bond.isMandatoryKey || random.chance(65),
        let target = bond.isUnique ? targets.popLast() : random.pick(targets)
      {
        links.append(DatabaseGraph.Link(bond: number, owner: owner, target: target))
      }
    }
    return links
  }

  /// Some of the objects, each with another one or now and then with itself.
  private mutating func pairs(_ objects: [Int]) -> [(Int, Int)] {
    var rest = objects
    var pairs: [(Int, Int)] = []
    while let one = rest.popLast() {
      if random.chance(20) {
        pairs.append((one, one))
      } else if let other = rest.popLast() {
        pairs.append((one, other))
      }
    }
    return pairs
  }
}

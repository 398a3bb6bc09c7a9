import SmallWorlds

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

import ObjectGraph

/// What can be declared of one side of a relationship pair, but for names and the inverse.
package struct SideShape: Hashable, Sendable {
  /// How many objects it must and may hold.
  package enum Bound: CaseIterable, Sendable {
    case none
    /// A to-one that is not optional, or a to-many that holds one object at least.
    case mandatory
    /// A to-many that holds two objects at least, or none.
    case twoOrNone
    /// A to-many that holds one object at most.
    case oneAtMost
  }

  let isToMany: Bool
  let rule: DeleteRule
  let bound: Bound

  /// Every side with one of some bounds that makes sense for it.
  static func all(_ bounds: [Bound]) -> [SideShape] {
    [false, true].flatMap { isToMany in
      DeleteRule.allCases.flatMap { rule in
        bounds.filter { isToMany || $0 == .none || $0 == .mandatory }
          .map { SideShape(isToMany: isToMany, rule: rule, bound: $0) }
      }
    }
  }

  func relationship(
    _ name: String, to destination: String, inverse: Relationship.Inverse
  ) -> Relationship {
    let isOptional = bound != .mandatory
    guard isToMany else {
      return .toOne(
        name, destination, isOptional: isOptional, deleteRule: rule, inverse: inverse)
    }
    let minCount = bound == .mandatory ? 1 : bound == .twoOrNone ? 2 : 0
    return .toMany(
      name, destination, isOptional: isOptional, minCount: minCount,
      maxCount: bound == .oneAtMost ? 1 : 0, deleteRule: rule, inverse: inverse)
  }
}

/// One relationship, or two that lead back and forth, between two entities or within one.
struct PairShape: Hashable, Sendable {
  /// How the two sides belong together.
  enum Tie: Sendable {
    case inverse
    /// Two one-way relationships.
    case none
    /// One relationship that leads one way only.
    case single
    /// One relationship that is its own inverse.
    case ownInverse
  }

  let ahead: SideShape
  let back: SideShape?
  let tie: Tie

  /// Every pair between two entities, with one-way relationships from the first to the second only.
  static func between(_ bounds: [SideShape.Bound], withoutInverse: [SideShape.Bound])
    -> [PairShape]
  {
    let sides = SideShape.all(bounds)
    let loose = SideShape.all(withoutInverse)
    return sides.flatMap { ahead in
      sides.map { PairShape(ahead: ahead, back: $0, tie: .inverse) }
    }
      + loose.flatMap { ahead in loose.map { PairShape(ahead: ahead, back: $0, tie: .none) } }
      + loose.map { PairShape(ahead: $0, back: nil, tie: .single) }
  }

  /// Every pair within one entity; which of the two sides is called the first does not matter.
  static func within(_ bounds: [SideShape.Bound], withoutInverse: [SideShape.Bound])
    -> [PairShape]
  {
    func unordered(_ sides: [SideShape], _ tie: Tie) -> [PairShape] {
      sides.indices.flatMap { one in
        sides[one...].map { PairShape(ahead: sides[one], back: $0, tie: tie) }
      }
    }
    let sides = SideShape.all(bounds)
    let loose = SideShape.all(withoutInverse)
    return unordered(sides, .inverse) + unordered(loose, .none)
      + loose.map { PairShape(ahead: $0, back: nil, tie: .single) }
      + sides.map { PairShape(ahead: $0, back: nil, tie: .ownInverse) }
  }

  var hasToMany: Bool { ahead.isToMany || back?.isToMany ?? false }
}

/// A schema, but for the framework and the words that state its inverses.
package struct SchemaShape: Hashable, Sendable {
  /// A pair between two entities, by their numbers.
  struct PlacedPair: Hashable, Sendable {
    let shape: PairShape
    let source: Int
    let destination: Int
  }

  let entityCount: Int
  let pairs: [PlacedPair]

  /// Every declaration that may mean this shape, in both frameworks: which of them do is for
  /// ``InverseDefinition`` to say.
  var declarations: [(framework: Framework, entities: [Entity])] {
    [Framework.coreData, .swiftData].flatMap { framework in
      statements(in: framework, of: pairs[...]).map { inverses in
        (framework, entities(stating: inverses))
      }
    }
  }

  /// What the two sides of each pair say about the inverse, in all ways.
  private func statements(
    in framework: Framework, of pairs: ArraySlice<PlacedPair>
  ) -> [[(Relationship.Inverse, Relationship.Inverse)]] {
    guard let pair = pairs.first else { return [[]] }
    let number = self.pairs.count - pairs.count
    let (ahead, back) = (Self.aheadName(number), Self.backName(number))
    let here: [(Relationship.Inverse, Relationship.Inverse)]
    switch (pair.shape.tie, framework.declaresInverseOn) {
    case (.ownInverse, _):
      here = [(.named(ahead), .unstated)]
    case (.inverse, .bothSides):
      here = [(.named(back), .named(ahead))]
    case (.inverse, .oneSide):
      here = [
        (.named(back), .unstated), (.unstated, .named(ahead)), (.unstated, .unstated),
      ]
    case (.none, _):
      here = [
        (.oneWay, .oneWay), (.oneWay, .unstated), (.unstated, .oneWay), (.unstated, .unstated),
      ]
    case (.single, _):
      here = [(.oneWay, .unstated), (.unstated, .unstated)]
    }
    let rest = statements(in: framework, of: pairs.dropFirst())
    return here.flatMap { one in rest.map { [one] + $0 } }
  }

  private func entities(
    stating inverses: [(Relationship.Inverse, Relationship.Inverse)]
  ) -> [Entity] {
    var entities = (0..<entityCount).map { Entity(Self.entityName($0)) }
    for (number, pair) in pairs.enumerated() {
      let (source, destination) = (entities[pair.source].name, entities[pair.destination].name)
      entities[pair.source].relationships.append(
        pair.shape.ahead.relationship(
          Self.aheadName(number), to: destination, inverse: inverses[number].0))
      guard let back = pair.shape.back else { continue }
      entities[pair.destination].relationships.append(
        back.relationship(Self.backName(number), to: source, inverse: inverses[number].1))
    }
    return entities
  }

  /// Which relationship is meant to be the inverse of which, by name.
  var meantInverses: [String: String] {
    var inverses: [String: String] = [:]
    for (number, pair) in pairs.enumerated() {
      let ahead = "\(Self.entityName(pair.source)).\(Self.aheadName(number))"
      let back = "\(Self.entityName(pair.destination)).\(Self.backName(number))"
      switch pair.shape.tie {
      case .inverse:
        inverses[ahead] = back
        inverses[back] = ahead
      case .ownInverse:
        inverses[ahead] = ahead
      case .none, .single:
        continue
      }
    }
    return inverses
  }

  /// The same without delete rules and bounds: two shapes with the same have the same graphs.
  var withoutRules: SchemaShape {
    func plain(_ side: SideShape) -> SideShape {
      SideShape(isToMany: side.isToMany, rule: .nullify, bound: .none)
    }
    return SchemaShape(
      entityCount: entityCount,
      pairs: pairs.map {
        PlacedPair(
          shape: PairShape(
            ahead: plain($0.shape.ahead), back: $0.shape.back.map(plain), tie: $0.shape.tie),
          source: $0.source, destination: $0.destination)
      })
  }

  private static func entityName(_ number: Int) -> String { "ABC"[number] }
  private static func aheadName(_ number: Int) -> String { "ahead\(number)" }
  private static func backName(_ number: Int) -> String { "back\(number)" }
}

extension String {
  fileprivate subscript(number: Int) -> String {
    String(self[index(startIndex, offsetBy: number)])
  }
}

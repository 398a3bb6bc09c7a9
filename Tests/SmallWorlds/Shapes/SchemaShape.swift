import ObjectGraph

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

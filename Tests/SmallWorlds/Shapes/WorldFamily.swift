import ObjectGraph

/// A family of schemas that is searched through without a gap.
package enum WorldFamily: String, CaseIterable, Codable, Sendable {
  /// One pair between two entities: three objects of each, every set of them deleted.
  case onePair
  /// One pair within one entity: four objects, every set of them deleted.
  case selfRelationships
  /// Two relationships within one entity, at least one of them to-many, that are not each other's
  /// inverse: three objects, as four have more than a hundred million graphs.
  case selfRelationshipsWithoutInverse
  /// Two pairs among three entities, wherever they lead: two objects of each, one deleted.
  case twoPairs
  /// Every way around a triangle: an object that is reached directly, and over another.
  case triangles

  package var objectsOfEach: Int {
    switch self {
    case .onePair, .selfRelationshipsWithoutInverse: 3
    case .selfRelationships: 4
    case .twoPairs, .triangles: 2
    }
  }

  /// Whether every set of objects is deleted together, not only one after the other.
  package var deletesTogether: Bool {
    switch self {
    case .onePair, .selfRelationships, .selfRelationshipsWithoutInverse: true
    case .twoPairs, .triangles: false
    }
  }

  /// The laws, which build many graphs of one, are looked at on one graph in so many.
  var graphsForEachLaw: Int {
    switch self {
    case .onePair, .selfRelationships: 10
    case .selfRelationshipsWithoutInverse, .triangles: 50
    case .twoPairs: 500
    }
  }

  /// Every schema of the family, but for how it is stated.
  package var shapes: [SchemaShape] {
    switch self {
    case .onePair:
      return PairShape.between(SideShape.Bound.allCases, withoutInverse: [.none, .mandatory])
        .map { SchemaShape(entityCount: 2, pairs: [.init(shape: $0, source: 0, destination: 1)]) }
    case .selfRelationships, .selfRelationshipsWithoutInverse:
      return PairShape.within(SideShape.Bound.allCases, withoutInverse: [.none, .mandatory])
        .filter {
          ($0.tie == .none && $0.hasToMany) == (self == .selfRelationshipsWithoutInverse)
        }
        .map { SchemaShape(entityCount: 1, pairs: [.init(shape: $0, source: 0, destination: 0)]) }
    case .twoPairs:
      return Self.allTwoPairs
    case .triangles:
      return Self.allTriangles
    }
  }

  /// Two pairs, up to which of the two is called the first and which entity is called what.
  private static var allTwoPairs: [SchemaShape] {
    typealias Placed = SchemaShape.PlacedPair
    func between(_ one: Int, _ other: Int) -> [Placed] {
      let shapes = PairShape.between([.none], withoutInverse: [.none])
      return shapes.map { Placed(shape: $0, source: one, destination: other) }
        + shapes.filter { $0.tie == .single }
        .map { Placed(shape: $0, source: other, destination: one) }
    }
    func within(_ entity: Int) -> [Placed] {
      PairShape.within([.none], withoutInverse: [.none])
        .map { Placed(shape: $0, source: entity, destination: entity) }
    }
    func all(_ first: [Placed], _ second: [Placed]) -> [SchemaShape] {
      first.flatMap { one in second.map { SchemaShape(entityCount: 3, pairs: [one, $0]) } }
    }
    /// Where the second is placed as the first is, either may be called the first.
    func unordered(_ first: [Placed], _ second: [Placed]) -> [SchemaShape] {
      first.indices.flatMap { one in
        second[one...].map { SchemaShape(entityCount: 3, pairs: [first[one], $0]) }
      }
    }
    return unordered(between(0, 1), between(0, 1)) + unordered(between(1, 0), between(1, 2))
      + all(between(0, 1), within(0)) + all(between(0, 1), within(2))
      + unordered(within(0), within(0)) + unordered(within(0), within(1))
  }

  /// From A to B to C and from A to C: cascades, denies and all others, one and two steps away.
  private static var allTriangles: [SchemaShape] {
    let edges = SideShape.all([.none]).flatMap { ahead in
      [PairShape(ahead: ahead, back: nil, tie: .single)]
        + [false, true].map {
          PairShape(
            ahead: ahead, back: SideShape(isToMany: $0, rule: .nullify, bound: .none),
            tie: .inverse)
        }
    }
    return edges.flatMap { first in
      edges.flatMap { second in
        edges.map { third in
          SchemaShape(
            entityCount: 3,
            pairs: [
              .init(shape: first, source: 0, destination: 1),
              .init(shape: second, source: 1, destination: 2),
              .init(shape: third, source: 0, destination: 2),
            ])
        }
      }
    }
  }
}

import ObjectGraph

/// Which relationship is whose inverse: the eighth sentence of the design, in loops over
/// everything, for entities without parents.
enum InverseDefinition {
  private struct Stated {
    let entity: String
    let declaration: Relationship

    var name: String { "\(entity).\(declaration.name)" }

    func leadsBack(to other: Stated) -> Bool {
      declaration.destination == other.entity && other.declaration.destination == entity
    }
  }

  /// The inverse of every relationship that has one, by the name `Entity.relationship`.
  static func inverses(in framework: Framework, of entities: [Entity]) -> [String: String] {
    let all = entities.flatMap { entity in
      entity.relationships.map { Stated(entity: entity.name, declaration: $0) }
    }
    var inverses: [String: String] = [:]
    for one in all {
      for other in all
      where one.leadsBack(to: other) && one.declaration.inverse == .named(other.declaration.name) {
        inverses[one.name] = other.name
        inverses[other.name] = one.name
      }
    }
    guard framework.name == .swiftData else { return inverses }
    let open = all.filter { inverses[$0.name] == nil && $0.declaration.inverse == .unstated }
    func candidates(for one: Stated) -> [Stated] {
      open.filter { $0.name != one.name && $0.leadsBack(to: one) }
    }
    for one in open {
      guard let other = candidates(for: one).first else { continue }
      let isOnlyPair = candidates(for: one).count == 1 && candidates(for: other).count == 1
      let pair = [one.declaration, other.declaration]
      let hasToOne = pair.contains { !$0.isToMany }
      let isOptional = pair.allSatisfy { $0.isToMany || $0.isOptional }
      if isOnlyPair && hasToOne && isOptional { inverses[one.name] = other.name }
    }
    return inverses
  }
}

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

extension Schema {
  /// The name of every relationship that has an inverse, with that of the inverse.
  var inverses: [String: String] {
    var inverses: [String: String] = [:]
    for relationship in relationships {
      guard let inverse = inverse(of: relationship)?.relationship else { continue }
      inverses[qualifiedName(of: relationship)] = qualifiedName(of: inverse)
    }
    return inverses
  }

  /// Everything that tells two schemas apart, for a message.
  package var text: String {
    let lines = relationships.map { relationship in
      let declared = declaration(of: relationship)
      let inverse = inverse(of: relationship).map { qualifiedName(of: $0.relationship) }
      return "\(qualifiedName(of: relationship)) \(declared.isToMany ? "N" : "1") "
        + "\(declared.destination) \(declared.deleteRule) optional \(declared.isOptional) "
        + "min \(declared.minCount) max \(declared.maxCount) inverse \(inverse ?? "none")"
    }
    let kinds = entities.map { entity in
      let declared = declaration(of: entity)
      return declared.name + (declared.parent.map { ": \($0)" } ?? "")
        + (declared.isAbstract ? " abstract" : "")
    }
    return "\(framework.name) \(kinds) \(lines)"
  }
}

import ObjectGraph

extension Schema {
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

import ObjectGraph

extension HazardSearch {
  /// A deny rule is often meant; these are the places where it locks more than it protects.
  mutating func findDenied(_ relationship: RelationshipID) {
    let inverse = inverse(relationship)
    let trial = sharing(relationship, deleting: 0)
    let isNoted = note(
      .oneToOneCrash, of: relationship, with: inverse.map { [$0] } ?? [], .error, trial
    ) { $0.effect == .crash && $0.isDenied(0, relationship) }
    if isNoted { return }
    if let inverse, declaration(inverse).deleteRule == .deny {
      // One finding is enough for both sides.
      guard relationship <= inverse,
        let other = result(of: sharing(relationship, deleting: 1)), other.isDenied(1, inverse)
      else { return }
      note(.denyOnBothSides, of: relationship, with: [inverse], .warning, trial) {
        $0.isDenied(0, relationship)
      }
    } else if !declaration(relationship).isToMany
      && schema.cardinality(of: relationship) != .oneToOne
    {
      note(
        .denyOnChild, of: relationship, with: inverse.map { [$0] } ?? [], .warning, trial
      ) { $0.isDenied(0, relationship) }
    }
  }

  /// A cascade reaches an object that a deny rule of its own keeps from going.
  mutating func findDeniedCascade(_ cascade: RelationshipID) {
    var blocking: [RelationshipID] = []
    for deny in schema.relationships where declaration(deny).deleteRule == .deny {
      if denies(cascade, deny) != nil { blocking.append(deny) }
    }
    guard let first = blocking.first else { return }
    note(.denyBlocksCascade, of: cascade, with: blocking, .warning, denies(cascade, first)) { _ in
      true
    }
  }

  /// The trial in which deleting an object takes another by a cascade, which a deny rule refuses.
  private mutating func denies(_ cascade: RelationshipID, _ deny: RelationshipID) -> Trial? {
    guard let ends = schema.linkableKinds(of: cascade), let blocked = schema.linkableKinds(of: deny)
    else { return nil }
    for kind in schema.kinds(of: schema.destination(of: cascade))
    where schema.entity(kind, isKindOf: schema.source(of: deny)) {
      let trial = Trial(
        kinds: [ends.source, kind, blocked.destination],
        links: [Trial.Link(0, cascade, 1), Trial.Link(1, deny, 2)], deleted: 0)
      if let result = result(of: trial), result.effect == .denied, result.isDenied(1, deny) {
        return trial
      }
    }
    return nil
  }
}

extension SchemaBuilding {
  /// Pairs every relationship whose inverse is declared on it, on the other side, or on both.
  mutating func resolveDeclaredInverses() {
    for index in resolvedRelationships.indices {
      let id = RelationshipID(rawValue: UInt16(index))
      let resolved = resolvedRelationships[index]
      guard case .named(let name) = resolved.declaration.inverse, !unresolved.contains(id)
      else { continue }
      let destination = resolvedEntities[resolved.destination.index]
      guard let inverse = destination.relationshipsByName[name] else {
        report(id, .unknownInverse(name, on: destination.declaration.name))
        continue
      }
      if unresolved.contains(inverse) { continue }
      if let reason = objection(to: inverse, asInverseOf: id) {
        report(id, reason)
      } else {
        pair(id, inverse, .declared)
      }
    }
  }

  /// Pairs relationships that nobody paired, where the framework does so and only one pair of
  /// them can be meant.
  mutating func inferInverses() {
    let candidates = resolvedRelationships.indices.map { index in
      inferenceCandidates(for: RelationshipID(rawValue: UInt16(index)))
    }
    for (index, found) in candidates.enumerated() {
      let id = RelationshipID(rawValue: UInt16(index))
      guard found.count == 1, let other = found.first, id < other, candidates[other.index] == [id]
      else { continue }
      let pair = [id, other].map { resolvedRelationships[$0.index].declaration }
      let isInferred = framework.infersInverseFor.contains(Cardinality(pair[0], pair[1]))
      if isInferred && pair.allSatisfy({ $0.isToMany || $0.isOptional }) {
        self.pair(id, other, .inferred)
      }
    }
  }

  private func inferenceCandidates(for id: RelationshipID) -> [RelationshipID] {
    let resolved = resolvedRelationships[id.index]
    guard isUnpaired(id) else { return [] }
    let lineage = resolvedEntities[resolved.source.index].lineage
    let candidates = resolvedEntities[resolved.destination.index].relationships.lazy.filter {
      other in
      other != id && isUnpaired(other)
        && lineage.contains(resolvedRelationships[other.index].destination)
    }
    // Only one can be meant; all of many would take the square of their number.
    return Array(candidates.prefix(2))
  }

  private func isUnpaired(_ id: RelationshipID) -> Bool {
    resolvedRelationships[id.index].inverse == nil
      && resolvedRelationships[id.index].declaration.inverse == .unstated
      && !unresolved.contains(id)
  }

  private func objection(
    to inverse: RelationshipID, asInverseOf id: RelationshipID
  ) -> SchemaProblem.Reason? {
    let resolved = resolvedRelationships[id.index]
    let back = resolvedRelationships[inverse.index]
    let name = qualifiedName(inverse)
    // An inverse on an abstract parent may lead to one of several subentities.
    let lineage = resolvedEntities[resolved.source.index].lineage
    let backLineage = resolvedEntities[back.destination.index].lineage
    guard lineage.contains(back.destination) || backLineage.contains(resolved.source) else {
      return .inverseLeadsElsewhere(name, to: entities[back.destination.index].name)
    }
    switch back.declaration.inverse {
    case .oneWay:
      return .inverseDoesNotPointBack(name, to: nil)
    case .named(let other):
      let backDestination = resolvedEntities[back.destination.index]
      guard backDestination.relationshipsByName[other] == id else {
        return .inverseDoesNotPointBack(name, to: other)
      }
      // Said once, on the first of the two.
      if framework.declaresInverseOn == .oneSide && id < inverse {
        return .inverseDeclaredOnBothSides(name)
      }
    case .unstated:
      if framework.declaresInverseOn == .bothSides { return .inverseDeclaredOnOneSide(name) }
    }
    if let earlier = back.inverse, earlier != id {
      return .inverseClaimedTwice(name, by: qualifiedName(earlier))
    }
    return nil
  }

  private mutating func pair(
    _ id: RelationshipID, _ inverse: RelationshipID, _ kind: Schema.InverseKind
  ) {
    resolvedRelationships[id.index].inverse = inverse
    resolvedRelationships[id.index].inverseKind = kind
    resolvedRelationships[inverse.index].inverse = id
    resolvedRelationships[inverse.index].inverseKind = kind
  }

  private func qualifiedName(_ id: RelationshipID) -> String {
    let resolved = resolvedRelationships[id.index]
    return "\(entities[resolved.source.index].name).\(resolved.declaration.name)"
  }

  private mutating func report(_ id: RelationshipID, _ reason: SchemaProblem.Reason) {
    report(resolvedRelationships[id.index].source.index, id.index, reason)
  }
}

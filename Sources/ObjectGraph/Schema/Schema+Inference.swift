extension Schema {
  /// The relationships that could be the inverse of one for which the framework inferred none,
  /// because it cannot tell which of them is meant.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The candidates, in the order of declaration; empty where an inverse is declared,
  ///   ruled out or inferred, and where the framework would infer none anyway.
  public func ambiguousInverses(of relationship: RelationshipID) -> [RelationshipID] {
    if framework.infersInverseFor.isEmpty { return [] }
    let candidates = openInverses(of: relationship)
    let isAmbiguous =
      candidates.count > 1 || candidates.contains { openInverses(of: $0).count > 1 }
    // Whoever could be paired at all competes, but only some pairs would be inferred.
    let isInferable = candidates.contains { isInferred(relationship, $0) }
    return isAmbiguous && isInferable ? candidates : []
  }

  private func isInferred(_ relationship: RelationshipID, _ other: RelationshipID) -> Bool {
    let pair = [declaration(of: relationship), declaration(of: other)]
    return framework.infersInverseFor.contains(Cardinality(pair[0], pair[1]))
      && pair.allSatisfy { $0.isToMany || $0.isOptional }
  }

  /// The relationships that lead back and that nobody declared anything about either: those that
  /// were perhaps meant as the inverse.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The candidates, in the order of declaration; empty where an inverse is declared,
  ///   ruled out or inferred.
  package func openInverses(of relationship: RelationshipID) -> [RelationshipID] {
    // By the arrays themselves: where every relationship could belong to every other, this takes the
    // square of their number.
    let (entities, resolved) = (resolvedEntities, resolvedRelationships)
    func isOpen(_ id: RelationshipID) -> Bool {
      guard resolved[id.index].inverse == nil,
        case .unstated = resolved[id.index].declaration.inverse
      else { return false }
      return true
    }
    guard isOpen(relationship) else { return [] }
    let lineage = entities[resolved[relationship.index].source.index].lineage
    return entities[resolved[relationship.index].destination.index].relationships.filter { other in
      other != relationship && isOpen(other)
        && lineage.contains(resolved[other.index].destination)
    }
  }
}

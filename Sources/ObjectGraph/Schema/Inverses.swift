import CompiledOnce

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

  /// Pairs relationships without a declared inverse, if the framework infers inverses and only one
  /// pair is possible.
  mutating func inferInverses() {
    if framework.infersInverseFor.isEmpty { return }
    // Only one can be meant; all of many would take the square of their number.
    let candidates = resolvedRelationships.indices.map { index in
      openInverses(of: RelationshipID(rawValue: UInt16(index)), atMost: 2)
    }
    for (index, found) in candidates.enumerated() {
      let id = RelationshipID(rawValue: UInt16(index))
      guard found.count == 1, let other = found.first, id < other, candidates[other.index] == [id]
      else { continue }
      if framework.infersInverse(
        resolvedRelationships[id.index].declaration,
        resolvedRelationships[other.index].declaration)
      {
        pair(id, other, .inferred)
      }
    }
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
      // Where one side declares the inverse, the other's `nil` takes nothing away from that.
      if framework.declaresInverseOn == .bothSides {
        return .inverseDoesNotPointBack(name, to: nil)
      }
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

extension SchemaBuilding: ResolvedDeclarations {}

/// Entities and relationships of which some may be paired yet.
protocol ResolvedDeclarations {
  var resolvedEntities: [Schema.ResolvedEntity] { get }
  var resolvedRelationships: [Schema.ResolvedRelationship] { get }
}

extension ResolvedDeclarations {
  /// Returns the first relationships in the opposite direction for which no inverse is declared
  /// either.
  fileprivate func openInverses(of relationship: RelationshipID, atMost count: Int)
    -> [RelationshipID]
  {
    // By the arrays themselves: where every relationship could belong to every other, this takes the
    // square of their number.
    let (entities, resolved) = (resolvedEntities, resolvedRelationships)
    func isOpen(_ id: RelationshipID) -> Bool {
      resolved[id.index].inverse == nil && resolved[id.index].declaration.inverse == .unstated
    }
    guard isOpen(relationship) else { return [] }
    let lineage = entities[resolved[relationship.index].source.index].lineage
    return Array(
      entities[resolved[relationship.index].destination.index].relationships.lazy.filter { other in
        other != relationship && isOpen(other)
          && lineage.contains(resolved[other.index].destination)
      }.prefix(count))
  }
}

extension Framework {
  /// Whether the framework pairs two relationships where they are the only ones that can be meant.
  fileprivate func infersInverse(_ one: Relationship, _ other: Relationship) -> Bool {
    infersInverseFor.contains(Cardinality(one, other))
      && [one, other].allSatisfy { $0.isToMany || $0.isOptional }
  }
}

extension Schema: ResolvedDeclarations {
  /// Returns the possible inverses of a relationship for which the framework inferred none because
  /// the choice is ambiguous.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The candidates, in the order of declaration. Empty if an inverse is declared,
  ///   ruled out or inferred, or if the framework would infer none anyway.
  public func ambiguousInverses(of relationship: RelationshipID) -> [RelationshipID] {
    if framework.infersInverseFor.isEmpty { return [] }
    let candidates = openInverses(of: relationship)
    let isAmbiguous =
      candidates.count > 1 || candidates.contains { openInverses(of: $0, atMost: 2).count > 1 }
    // Whoever could be paired at all competes, but only some pairs would be inferred.
    let isInferable = candidates.contains {
      framework.infersInverse(declaration(of: relationship), declaration(of: $0))
    }
    return isAmbiguous && isInferable ? candidates : []
  }

  /// Returns the relationships in the opposite direction without a declared inverse, which may
  /// have been intended as the inverse.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The candidates, in the order of declaration; empty if an inverse is declared,
  ///   ruled out or inferred.
  package func openInverses(of relationship: RelationshipID) -> [RelationshipID] {
    openInverses(of: relationship, atMost: .max)
  }

  /// The number of pairs that the relationships without a stated inverse could make.
  package var openPairCount: Int {
    func isOpen(_ relationship: RelationshipID) -> Bool {
      declaration(of: relationship).inverse == .unstated
    }
    let counts = Dictionary(
      uniqueKeysWithValues: entities.map { ($0, relationships(of: $0).count(where: isOpen)) })
    return relationships.lazy.filter(isOpen)
      .reduce(0) { $0 + counts[destination(of: $1), default: 0] }
  }
}

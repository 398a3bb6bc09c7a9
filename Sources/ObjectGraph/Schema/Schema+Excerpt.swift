import CompiledOnce

extension Schema {
  /// The part of the model that some objects and links need.
  ///
  /// Inverses are written down as they were resolved, so that they are the same among fewer others.
  ///
  /// - Parameters:
  ///   - kinds: The entities of the objects.
  ///   - linked: The relationships of the links.
  ///   - mandatory: The relationships that keep what they must hold; nil for all. The others may be
  ///     empty, so that few objects are enough for a valid graph.
  /// - Returns: The entities with their ancestors, in the order of the schema, each with those of its
  ///   relationships that are linked or inverse to one that is, and without attributes.
  package func excerpt(
    for kinds: some Sequence<EntityID>, linked: some Sequence<RelationshipID>,
    mandatory: Set<RelationshipID>? = nil
  ) -> [Entity] {
    let linked = Set(linked)
    let relationships = linked.union(linked.compactMap { inverse(of: $0)?.relationship })
    var needed = Set(kinds)
    for relationship in relationships {
      needed.formUnion([source(of: relationship), destination(of: relationship)])
    }
    return Set(needed.flatMap(lineage)).sorted().map { entity in
      let declared = declaration(of: entity)
      return Entity(
        declared.name, parent: declared.parent, isAbstract: declared.isAbstract,
        relationships: relationships.filter { source(of: $0) == entity }.sorted()
          .map { relationship in
            var declared = resolvedDeclaration(of: relationship)
            if mandatory?.contains(relationship) == false {
              declared.isOptional = true
              declared.minCount = 0
            }
            return declared
          })
    }
  }

  private func resolvedDeclaration(of relationship: RelationshipID) -> Relationship {
    var declared = declaration(of: relationship)
    guard let inverse = inverse(of: relationship)?.relationship else {
      declared.inverse = .oneWay
      return declared
    }
    // Where one side declares it, the other must not; only what the destination has can be named.
    let (first, second) = (min(relationship, inverse), max(relationship, inverse))
    let name = declaration(of: second).name
    let speaker = self.relationship(name, of: destination(of: first)) == second ? first : second
    let isDeclaredHere = framework.declaresInverseOn == .bothSides || relationship == speaker
    declared.inverse = isDeclaredHere ? .named(declaration(of: inverse).name) : .unstated
    return declared
  }
}

import CompiledOnce

extension Schema {
  /// The entities of which an object can be where one of some entity is asked for.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The entity itself and its subentities, without abstract ones, in the order of their
  ///   declaration; empty where nothing can be of that entity.
  public func kinds(of entity: EntityID) -> [EntityID] {
    resolvedKinds[entity.index]
  }

  /// The same, or no more than the entity itself.
  package func kinds(of entity: EntityID, sparingSubentities isExact: Bool) -> [EntityID] {
    isExact ? kinds(of: entity).filter { $0 == entity } : kinds(of: entity)
  }

  /// An entity and its ancestors.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The entity itself, then its parent, and so on up to the root.
  package func lineage(of entity: EntityID) -> [EntityID] { resolvedEntities[entity.index].lineage }

  /// The ancestor of an entity that has no parent.
  package func root(of entity: EntityID) -> EntityID { lineage(of: entity).last ?? entity }

  /// The kinds whose objects have a relationship, and can really hold something in it.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The concrete entities that declare or inherit it; where the inverse leads to a
  ///   subentity only, those of that subentity.
  package func kinds(holding relationship: RelationshipID) -> [EntityID] {
    let kinds = kinds(of: source(of: relationship))
    guard let inverse = inverse(of: relationship)?.relationship else { return kinds }
    let back = layout.held(by: inverse.index)
    return kinds.filter { entity($0, isKindOf: back) }
  }

  /// The kinds whose objects a relationship can hold.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The concrete entities of the destination; where only a subentity of it has the
  ///   inverse, those of that subentity.
  package func kinds(heldBy relationship: RelationshipID) -> [EntityID] {
    kinds(of: layout.held(by: relationship.index))
  }

  /// The first entities of which objects can stand on the two sides of a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: Entities that are not abstract, in the order of their declaration; nil where no
  ///   object can be on one of the sides.
  package func linkableKinds(
    of relationship: RelationshipID
  ) -> (source: EntityID, destination: EntityID)? {
    guard let source = kinds(holding: relationship).first,
      let destination = kinds(heldBy: relationship).first
    else { return nil }
    return (source, destination)
  }

  /// The kinds of which objects may go with one of an entity, by cascades.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The entity's own kinds, and those that cascades lead to.
  package func kinds(goingWith entity: EntityID) -> Set<EntityID> {
    var going: Set<EntityID> = []
    var next = kinds(of: entity)
    while let kind = next.popLast() {
      guard going.insert(kind).inserted else { continue }
      for relationship in relationships(of: kind)
      where declaration(of: relationship).deleteRule == .cascade {
        next += kinds(heldBy: relationship)
      }
    }
    return going
  }

  /// The shortest way along cascades from an object of an entity to one of some kinds.
  ///
  /// - Parameters:
  ///   - entity: An entity of this schema.
  ///   - kinds: Where the way ends.
  /// - Returns: The relationships, in order; empty where the object is of these kinds itself; nil where
  ///   there is no way.
  package func cascades(from entity: EntityID, to kinds: Set<EntityID>) -> [RelationshipID]? {
    var next = self.kinds(of: entity).map { (kind: $0, way: [RelationshipID]()) }
    var known = Set(next.map(\.kind))
    var place = 0
    while place < next.count {
      let (kind, way) = next[place]
      place += 1
      if kinds.contains(kind) { return way }
      for relationship in relationships(of: kind)
      where declaration(of: relationship).deleteRule == .cascade {
        for held in self.kinds(heldBy: relationship) where known.insert(held).inserted {
          next.append((held, way + [relationship]))
        }
      }
    }
    return nil
  }

  /// Whether a delete of an object of an entity can delete others of it by cascades, as in a tree.
  package func cascadesToItsLike(_ entity: EntityID, emptied: Set<String>) -> Bool {
    let kinds = Set(self.kinds(of: entity))
    return kinds.contains { kind in
      relationships(of: kind).contains { relationship in
        declaration(of: relationship).deleteRule == .cascade
          && !emptied.contains(declaration(of: relationship).name)
          && cascades(from: destination(of: relationship), to: kinds) != nil
      }
    }
  }

  package func canLink(
    _ source: EntityID, _ relationship: RelationshipID, _ destination: EntityID
  ) -> Bool {
    kinds(holding: relationship).contains(source)
      && kinds(heldBy: relationship).contains(destination)
  }

  /// Whether no valid object holds more than one in a relationship.
  package func holdsOneAtMost(_ relationship: RelationshipID) -> Bool {
    let declaration = declaration(of: relationship)
    return !declaration.isToMany || declaration.maxCount == 1
  }
}

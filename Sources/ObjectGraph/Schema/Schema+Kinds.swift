extension Schema {
  /// The entities of which an object can be where one of some entity is asked for.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The entity itself and its subentities, without abstract ones, in the order of their
  ///   declaration; empty where nothing can be of that entity.
  public func kinds(of entity: EntityID) -> [EntityID] {
    resolvedKinds[entity.index]
  }

  /// An entity and its ancestors.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The entity itself, then its parent, and so on up to the root.
  package func lineage(of entity: EntityID) -> [EntityID] { resolvedEntities[entity.index].lineage }
}

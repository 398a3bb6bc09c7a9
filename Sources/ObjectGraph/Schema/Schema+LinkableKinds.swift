extension Schema {
  /// The first entities of which objects can stand on the two sides of a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: Entities that are not abstract, in the order of their declaration; nil where no
  ///   object can be on one of the sides.
  package func linkableKinds(
    of relationship: RelationshipID
  ) -> (source: EntityID, destination: EntityID)? {
    for source in kinds(of: self.source(of: relationship)) {
      for destination in kinds(of: self.destination(of: relationship))
      where canLink(source, relationship, destination) {
        return (source, destination)
      }
    }
    return nil
  }

  /// Whether an object of one entity can hold one of another by a relationship.
  ///
  /// - Parameters:
  ///   - source: The entity of the object that would hold the other.
  ///   - relationship: A relationship of this schema.
  ///   - destination: The entity of the object that would be held.
  /// - Returns: True where each fits into what the other's relationship holds.
  package func canLink(
    _ source: EntityID, _ relationship: RelationshipID, _ destination: EntityID
  ) -> Bool {
    let fits =
      entity(source, isKindOf: self.source(of: relationship))
      && entity(destination, isKindOf: self.destination(of: relationship))
    guard fits, let inverse = inverse(of: relationship)?.relationship else { return fits }
    return entity(destination, isKindOf: self.source(of: inverse))
      && entity(source, isKindOf: self.destination(of: inverse))
  }
}

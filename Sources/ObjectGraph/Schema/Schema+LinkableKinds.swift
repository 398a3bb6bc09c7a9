extension Schema {
  /// The first entities of which objects can stand on the two sides of a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: Entities that are not abstract, in the order of their declaration; nil where no
  ///   object can be on one of the sides.
  public func linkableKinds(
    of relationship: RelationshipID
  ) -> (source: EntityID, destination: EntityID)? {
    let inverse = inverse(of: relationship)?.relationship
    for source in kinds(of: self.source(of: relationship)) {
      if let inverse, !entity(source, isKindOf: destination(of: inverse)) { continue }
      for destination in kinds(of: self.destination(of: relationship)) {
        if let inverse, !entity(destination, isKindOf: self.source(of: inverse)) { continue }
        return (source, destination)
      }
    }
    return nil
  }
}

import ObjectGraph

extension Schema {
  /// The kinds whose objects have a relationship, and can really hold something in it.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The concrete entities that declare or inherit it; where the inverse leads to a
  ///   subentity only, those of that subentity.
  func kinds(holding relationship: RelationshipID) -> [EntityID] {
    let source = source(of: relationship)
    guard let inverse = inverse(of: relationship)?.relationship else { return kinds(of: source) }
    return kinds(of: source).filter { entity($0, isKindOf: held(by: inverse)) }
  }

  /// The kinds whose objects a relationship can hold.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The concrete entities of the destination; where only a subentity of it has the
  ///   inverse, those of that subentity.
  func kinds(heldBy relationship: RelationshipID) -> [EntityID] {
    kinds(of: held(by: relationship))
  }

  /// Whether no valid object holds more than one in a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: True for a to-one, and for a to-many whose greatest count is one.
  func holdsOneAtMost(_ relationship: RelationshipID) -> Bool {
    let declaration = declaration(of: relationship)
    return !declaration.isToMany || declaration.maxCount == 1
  }

  /// The entity whose objects a relationship can hold: the destination, or the only subentity of it
  /// that has the way back.
  private func held(by relationship: RelationshipID) -> EntityID {
    let destination = destination(of: relationship)
    guard let inverse = inverse(of: relationship)?.relationship else { return destination }
    let declaring = source(of: inverse)
    return entity(declaring, isKindOf: destination) ? declaring : destination
  }
}

extension Schema {
  /// Whether deleting the source of a relationship crashes, by what was observed of the framework.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: True for a one-to-one with an inverse whose rule is ``DeleteRule/deny`` or
  ///   ``DeleteRule/noAction``, where ``Framework/crashesOnOneToOne`` says so.
  public func canCrash(_ relationship: RelationshipID) -> Bool {
    let rule = declaration(of: relationship).deleteRule
    return framework.crashesOnOneToOne && cardinality(of: relationship) == .oneToOne
      && (rule == .deny || rule == .noAction)
  }

  /// Whether deleting what a relationship holds can leave its references dangling.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: True for a relationship without an inverse, which nothing clears, and for one whose
  ///   inverse has the rule ``DeleteRule/noAction``.
  public func canDangle(_ relationship: RelationshipID) -> Bool {
    guard let inverse = inverse(of: relationship)?.relationship else { return true }
    return declaration(of: inverse).deleteRule == .noAction
  }

  /// Whether deleting what a relationship holds can leave it empty, or with too few objects, so
  /// that the save is refused.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: True where the inverse has the rule ``DeleteRule/nullify`` and the relationship
  ///   needs at least one object.
  public func canBecomeInvalid(_ relationship: RelationshipID) -> Bool {
    guard let inverse = inverse(of: relationship)?.relationship,
      declaration(of: inverse).deleteRule == .nullify
    else { return false }
    let declaration = declaration(of: relationship)
    return declaration.isToMany
      ? declaration.minCount > (declaration.isOptional ? 1 : 0) : !declaration.isOptional
  }
}

import SourceText

extension ModelFinding {
  /// Something that is declared twice: a mistake, unless each branch of an `#if` has its own.
  ///
  /// - Parameters:
  ///   - found: What was found, and where the other declaration is.
  ///   - taken: Which of the two is taken.
  ///   - isConditional: Whether they are in different branches.
  ///   - entity: The entity that is concerned.
  ///   - relationship: The property that is concerned, if it is not the entity as a whole.
  ///   - location: Where the second declaration is.
  /// - Returns: The finding.
  static func repetition(
    _ found: String, taken: String, isConditional: Bool, entity: String,
    relationship: String? = nil, at location: Location
  ) -> ModelFinding {
    ModelFinding(
      isConditional ? .warning : .error,
      isConditional ? .conditionalDeclaration : .repeatedDeclaration,
      found + (isConditional ? ", in another branch of #if" : "") + "; \(taken) is taken",
      entity: entity, relationship: relationship, at: location)
  }
}

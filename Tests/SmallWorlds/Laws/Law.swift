import ObjectGraph

/// Something that is true of every delete of every graph.
package enum Law: String, CaseIterable, Sendable {
  /// The order of insertion, linking and asking changes nothing.
  case orderDoesNotMatter
  /// Deleting twice is deleting once.
  case twiceIsOnce
  /// The deleted objects are the least set that holds what was asked for and is closed under
  /// cascade.
  case deletedIsLeast
  /// A refused save leaves the store as it was, to the last reference.
  case refusedSaveChangesNothing
  /// Where every relationship has an inverse and every rule is nullify or cascade, no reference can
  /// dangle.
  case nothingDanglesWhereAllIsPaired
  /// After everything is unlinked, a delete takes one object, is refused by nothing and leaves
  /// nothing dangling.
  case unlinkedDeletesAreOK
  /// Applying a plan does what it says, and a save does the same.
  case planEqualsApply
  /// A rollback restores everything.
  case rollbackRestores

  /// Says how the law is broken, if it is; orders and other choices are random.
  package func breach(in scene: Scene, using random: inout SplitMix64) throws -> String? {
    switch self {
    case .orderDoesNotMatter: try scene.breachOfOrder(using: &random)
    case .twiceIsOnce: try scene.breachOfTwiceIsOnce()
    case .deletedIsLeast: try scene.breachOfLeastSet()
    case .refusedSaveChangesNothing: try scene.breachOfRefusal()
    case .nothingDanglesWhereAllIsPaired: try scene.breachWhereAllIsPaired()
    case .unlinkedDeletesAreOK: try scene.breachWithoutLinks()
    case .planEqualsApply: try scene.breachOfPlan()
    case .rollbackRestores: try scene.breachOfRollback(using: &random)
    }
  }
}

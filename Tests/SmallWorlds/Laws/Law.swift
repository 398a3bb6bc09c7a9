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

  /// How a law is broken.
  package struct Breach: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// Looks at the law; orders and other choices are random.
  ///
  /// False where it says nothing of the scene: where it speaks of what is refused, and nothing is.
  package func holds(in scene: Scene, using random: inout SplitMix64) throws -> Bool {
    switch self {
    case .orderDoesNotMatter: try scene.lookAtOrder(using: &random)
    case .twiceIsOnce: try scene.lookAtTwiceIsOnce()
    case .deletedIsLeast: try scene.lookAtLeastSet()
    case .refusedSaveChangesNothing: try scene.lookAtRefusal()
    case .nothingDanglesWhereAllIsPaired: try scene.lookWhereAllIsPaired()
    case .unlinkedDeletesAreOK: try scene.lookWithoutLinks()
    case .planEqualsApply: try scene.lookAtPlan()
    case .rollbackRestores: try scene.lookAtRollback(using: &random)
    }
  }
}

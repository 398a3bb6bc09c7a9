import ObjectGraph

/// What can be declared of one side of a relationship pair, but for names and the inverse.
package struct SideShape: Hashable, Sendable {
  /// How many objects it must and may hold.
  package enum Bound: CaseIterable, Sendable {
    case none
    /// A to-one that is not optional, or a to-many that holds one object at least.
    case mandatory
    /// A to-many that holds two objects at least, or none.
    case twoOrNone
    /// A to-many that holds one object at most.
    case oneAtMost
  }

  let isToMany: Bool
  let rule: DeleteRule
  let bound: Bound

  /// Every side with one of some bounds that makes sense for it.
  static func all(_ bounds: [Bound]) -> [SideShape] {
    [false, true].flatMap { isToMany in
      DeleteRule.allCases.flatMap { rule in
        bounds.filter { isToMany || $0 == .none || $0 == .mandatory }
          .map { SideShape(isToMany: isToMany, rule: rule, bound: $0) }
      }
    }
  }

  func relationship(
    _ name: String, to destination: String, inverse: Relationship.Inverse
  ) -> Relationship {
    let isOptional = bound != .mandatory
    guard isToMany else {
      return .toOne(
        name, destination, isOptional: isOptional, deleteRule: rule, inverse: inverse)
    }
    let minCount = bound == .mandatory ? 1 : bound == .twoOrNone ? 2 : 0
    return .toMany(
      name, destination, isOptional: isOptional, minCount: minCount,
      maxCount: bound == .oneAtMost ? 1 : 0, deleteRule: rule, inverse: inverse)
  }
}

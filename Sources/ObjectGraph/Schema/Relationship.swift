/// A relationship as its entity declares it.
public struct Relationship: Hashable, Sendable {
  /// A declaration of the inverse.
  public enum Inverse: Hashable, Sendable {
    /// The inverse is not declared; a framework may infer one.
    case unstated
    /// Deliberately one-way: `inverse: nil` in SwiftData, unless the other side names this one.
    case oneWay
    /// The relationship of the destination that leads back.
    case named(String)
  }

  /// The name, unique within the entity and its ancestors.
  public var name: String
  /// The name of the entity whose objects, or whose subentities' objects, it may hold.
  public var destination: String
  /// Whether it holds any number of objects, or at most one.
  public var isToMany: Bool
  /// Whether it may be empty: nil for a to-one, no element for a to-many.
  public var isOptional: Bool
  /// Whether the order of a to-many is kept.
  public var isOrdered: Bool
  /// The least number of objects; 0 where there is no bound.
  public var minCount: Int
  /// The greatest number of objects; 0 where there is no bound, always 1 for a to-one.
  public var maxCount: Int
  /// The effect of deleting the source.
  public var deleteRule: DeleteRule
  /// The declaration of the inverse.
  public var inverse: Inverse

  /// Declares a relationship that holds at most one object.
  ///
  /// - Parameters:
  ///   - name: The name, unique within the entity and its ancestors.
  ///   - destination: The name of the destination entity.
  ///   - isOptional: Whether nil is a valid value.
  ///   - deleteRule: What deleting the source does.
  ///   - inverse: What is declared about the inverse.
  /// - Returns: The declaration.
  public static func toOne(
    _ name: String, _ destination: String, isOptional: Bool = true,
    deleteRule: DeleteRule = .standard, inverse: Inverse = .unstated
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: false, isOptional: isOptional,
      isOrdered: false, minCount: 0, maxCount: 1, deleteRule: deleteRule, inverse: inverse)
  }

  /// Declares a relationship that holds any number of objects.
  ///
  /// - Parameters:
  ///   - name: The name, unique within the entity and its ancestors.
  ///   - destination: The name of the destination entity.
  ///   - isOptional: Whether an empty relationship is exempt from `minCount`.
  ///   - isOrdered: Whether the order of the elements is kept.
  ///   - minCount: The least number of objects; 0 for no bound.
  ///   - maxCount: The greatest number of objects; 0 for no bound.
  ///   - deleteRule: What deleting the source does.
  ///   - inverse: What is declared about the inverse.
  /// - Returns: The declaration.
  public static func toMany(
    _ name: String, _ destination: String, isOptional: Bool = true, isOrdered: Bool = false,
    minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .standard, inverse: Inverse = .unstated
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, isToMany: true, isOptional: isOptional,
      isOrdered: isOrdered, minCount: minCount, maxCount: maxCount, deleteRule: deleteRule,
      inverse: inverse)
  }
}

/// The effect of deleting the source of a relationship on the objects at its destination.
///
/// A rule belongs to the source and applies when the **source** is deleted; the destination side
/// has a separate rule. The four names are those of `Schema.Relationship.DeleteRule` in SwiftData
/// and of `NSDeleteRule` in Core Data.
public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
  /// The destinations are deleted too.
  case cascade
  /// The destinations lose the deleted object from the inverse relationship; the default.
  case nullify
  /// The save is refused while a destination remains that is not itself being deleted.
  case deny
  /// The destinations are unchanged and may still refer to the deleted object.
  case noAction

  /// The rule that both frameworks take where none is stated in code.
  public static let standard = DeleteRule.nullify
}

/// The number of objects at each end of a relationship and its inverse.
public enum Cardinality: String, CaseIterable, Hashable, Sendable {
  /// A to-one on both sides.
  case oneToOne = "1:1"
  /// A to-many on one side, a to-one on the other.
  case oneToMany = "1:N"
  /// A to-many on both sides.
  case manyToMany = "N:N"

  init(_ side: Relationship, _ otherSide: Relationship) {
    switch (side.isToMany, otherSide.isToMany) {
    case (false, false): self = .oneToOne
    case (true, true): self = .manyToMany
    default: self = .oneToMany
    }
  }
}

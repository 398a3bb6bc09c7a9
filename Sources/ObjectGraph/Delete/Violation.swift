/// An object that survives but is no longer valid, so that the save is refused.
public struct Violation: Hashable, Comparable, Sendable {
  /// A way in which a relationship's number of objects can be invalid.
  public enum Kind: Hashable, Sendable {
    /// A mandatory to-one holds nothing.
    case missing
    /// A to-many holds fewer objects than its least count.
    case tooFew(count: Int, minimum: Int)
    /// A to-many holds more objects than its greatest count.
    case tooMany(count: Int, maximum: Int)

    /// Core Data's number for it.
    public var code: ErrorCode {
      switch self {
      case .missing: .missingMandatoryProperty
      case .tooFew: .lacksMinimumCount
      case .tooMany: .exceedsMaximumCount
      }
    }
  }

  /// The invalid object.
  public let object: ObjectID
  /// The relationship that makes it invalid.
  public let relationship: RelationshipID
  /// The kind of violation.
  public let kind: Kind

  /// Orders by object, then relationship.
  public static func < (one: Violation, other: Violation) -> Bool {
    (one.object, one.relationship) < (other.object, other.relationship)
  }
}

extension Relationship {
  /// Whether an object that holds that many objects can be saved.
  package func isSatisfied(by count: Int) -> Bool { violation(holding: count) == nil }

  /// Returns the violation of holding a number of objects; nil if the number is valid.
  ///
  /// Counts are not enforced on an empty optional relationship, as the overview of
  /// `NSRelationshipDescription` says.
  func violation(holding count: Int) -> Violation.Kind? {
    if count == 0 && isOptional { return nil }
    if !isToMany { return count == 0 ? .missing : nil }
    if count < minCount { return .tooFew(count: count, minimum: minCount) }
    if maxCount > 0 && count > maxCount { return .tooMany(count: count, maximum: maxCount) }
    return nil
  }

  /// The violation of holding no object, or else of holding one; nil if both are valid.
  package var shortage: Violation.Kind? { violation(holding: 0) ?? violation(holding: 1) }

  /// Whether there is a number of objects that the relationship must not hold.
  var canBeViolated: Bool { shortage != nil || violation(holding: .max) != nil }
}

extension GraphStorage {
  /// Returns the violations of an object after each of its relationships loses the number of
  /// objects that `lost` returns.
  func violations(
    of object: ObjectID, losing lost: (RelationshipID) -> Int = { _ in 0 }
  ) -> [Violation] {
    layout.entities[kind(of: object).index].checked.compactMap { place in
      let relationship = RelationshipID(rawValue: UInt16(layout[place]))
      let count = columns[layout[place]].count(object.slot) - lost(relationship)
      return schema.resolvedRelationships[relationship.index].declaration
        .violation(holding: count).map {
          Violation(object: object, relationship: relationship, kind: $0)
        }
    }
  }
}

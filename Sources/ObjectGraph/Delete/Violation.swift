/// An object that survives but is no longer valid, so that the save is refused.
public struct Violation: Hashable, Comparable, Sendable {
  /// What a relationship holds that it must not.
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
  /// What is wrong with it.
  public let kind: Kind

  /// Orders by object, then relationship.
  public static func < (one: Violation, other: Violation) -> Bool {
    (one.object, one.relationship) < (other.object, other.relationship)
  }
}

extension Relationship {
  /// Whether an object that holds that many objects can be saved.
  package func isSatisfied(by count: Int) -> Bool { violation(holding: count) == nil }

  /// What is wrong with holding that many objects.
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

  /// What is wrong with too few objects, none or one; nil where that many will always do.
  package var shortage: Violation.Kind? { violation(holding: 0) ?? violation(holding: 1) }

  /// Whether there is a number of objects that the relationship must not hold.
  var canBeViolated: Bool { shortage != nil || violation(holding: .max) != nil }
}

extension GraphStorage {
  /// What an object violates, when each of its relationships holds `lost` fewer objects.
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

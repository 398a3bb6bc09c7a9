/// A deny rule that prevents a delete, with all its blockers.
public struct Denial: Hashable, Comparable, Sendable {
  /// The object that would be deleted.
  public let object: ObjectID
  /// The relationship of it whose rule is ``DeleteRule/deny``.
  public let relationship: RelationshipID
  /// The destinations of the relationship that are not being deleted, sorted; never empty.
  public internal(set) var blockers: [ObjectID]

  /// Orders by object, then relationship.
  public static func < (one: Denial, other: Denial) -> Bool {
    (one.object, one.relationship) < (other.object, other.relationship)
  }
}

/// The effects that a delete would have, computed from a graph without changing it.
///
/// All lists are sorted, so equal graphs give equal plans, whatever the order of insertions, links
/// and requests.
public struct DeletePlan: Hashable, Sendable {
  /// Why an object is deleted.
  public enum Reason: Hashable, Sendable {
    /// The delete of the object was requested.
    case requested
    /// Its deletion follows from that of another object, by a relationship that cascades.
    case cascade(from: ObjectID, by: RelationshipID)
  }

  /// The objects that were asked for, each once.
  public let requested: [ObjectID]
  /// Every object that goes: the least set with all of `requested` and, with each object in it, the
  /// destinations of that object's cascade relationships.
  public internal(set) var deleted: [ObjectID] = []
  /// Every cascade between two deleted objects: why each of them goes.
  public internal(set) var cascaded: [Link] = []
  /// References that survivors lose, because a nullify rule on the other side has an inverse.
  public internal(set) var nullified: [Link] = []
  /// References of survivors that still lead to a deleted object.
  public internal(set) var dangling: [Link] = []
  /// Every deny rule that refuses the delete.
  public internal(set) var denials: [Denial] = []
  /// References of deny rules that refuse nothing, because what they hold goes as well.
  public internal(set) var satisfiedDenies: [Link] = []
  /// Every survivor that `nullified` makes invalid.
  public internal(set) var violations: [Violation] = []

  /// Whether a save would refuse the delete.
  public var isRefused: Bool { !denials.isEmpty || !violations.isEmpty }

  /// The reasons why a save would refuse the delete; nil where none would.
  public var refusal: Refusal? {
    isRefused ? Refusal(denials.map { .denied($0) } + violations.map { .invalid($0) }) : nil
  }

  /// Why an object goes.
  ///
  /// - Parameter object: Any object.
  /// - Returns: All reasons: that it was asked for, then the cascades that reach it, sorted; empty
  ///   for a survivor. O(cascades).
  public func reasons(for object: ObjectID) -> [Reason] {
    let cascades = cascaded.filter { $0.destination == object }
      .map { Reason.cascade(from: $0.source, by: $0.relationship) }
    return requested.contains(object) ? [.requested] + cascades : cascades
  }
}

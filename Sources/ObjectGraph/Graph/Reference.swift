/// What reading a relationship finds.
public enum Reference: Hashable, Sendable {
  /// An object.
  case object(ObjectID)
  /// A dangling reference, to an object that was deleted: the frameworks trap when it is used.
  case deleted(ObjectID)

  /// The object that is referred to, deleted or not.
  public var id: ObjectID {
    switch self {
    case .object(let id), .deleted(let id): id
    }
  }
}

/// One reference: an object, one of its relationships, and what that holds.
public struct Link: Hashable, Comparable, Sendable {
  /// The object that refers to another.
  public let source: ObjectID
  /// The relationship by which it does.
  public let relationship: RelationshipID
  /// The object that is referred to.
  public let destination: ObjectID

  /// States a reference.
  ///
  /// - Parameters:
  ///   - source: The object that refers to another.
  ///   - relationship: The relationship by which it does.
  ///   - destination: The object that is referred to.
  public init(_ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID) {
    self.source = source
    self.relationship = relationship
    self.destination = destination
  }

  /// Orders by source, relationship, destination.
  public static func < (one: Link, other: Link) -> Bool {
    (one.source, one.relationship, one.destination)
      < (other.source, other.relationship, other.destination)
  }
}

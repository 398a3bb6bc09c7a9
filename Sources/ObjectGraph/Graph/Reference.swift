/// An object of a graph, for as long as the graph lives.
///
/// The identity of a deleted object is never given to another (unless everything is removed), as in Core Data's stores: a stale
/// one is recognised for what it is.
public struct ObjectID: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The table of the graph that holds the object.
  let table: UInt16
  /// The object's row in that table.
  let slot: UInt32

  /// Both in one number, which is less to compare.
  private var place: UInt64 { UInt64(table) << 32 | UInt64(slot) }

  /// Orders objects table by table, and within one by the time of their insertion.
  public static func < (one: ObjectID, other: ObjectID) -> Bool {
    one.place < other.place
  }
}

/// The result of reading a relationship.
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

/// A reference: an object, one of its relationships, and a destination of it.
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

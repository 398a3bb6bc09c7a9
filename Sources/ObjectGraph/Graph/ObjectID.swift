/// An object of a graph, for as long as the graph lives.
///
/// The identity of a deleted object is never given to another (unless everything is removed), as in Core Data's stores: a stale
/// one is recognised for what it is.
public struct ObjectID: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The table of the graph that holds the object.
  let table: UInt16
  /// The object's row in that table.
  let slot: UInt32

  /// Orders objects table by table, and within one by the time of their insertion.
  public static func < (one: ObjectID, other: ObjectID) -> Bool {
    (one.table, one.slot) < (other.table, other.slot)
  }
}

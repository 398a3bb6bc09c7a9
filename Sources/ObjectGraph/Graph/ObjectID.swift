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

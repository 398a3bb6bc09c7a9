/// The changes to a graph since the last save, which can be undone and which a save has to check.
///
/// The links of objects inserted since then need no record: undoing an insertion marks the object
/// deleted, and the links of a deleted object are never followed.
struct History: ~Copyable {
  /// A move of an end, of a value or of a row.
  struct Move: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable {
      /// An end was added to a slot.
      case appended
      /// An end was taken from a position.
      case removed
      /// A block was put in another order.
      case reordered
      case valueSet
      /// An object was taken over by another.
      case absorbed
    }

    let kind: Kind
    /// The column, attribute or table.
    let column: UInt16
    let slot: UInt32
    /// The slot at the other side, and the position of the link.
    var other: UInt32 = 0
    var position: UInt32 = 0
  }

  /// Whether the links of new objects are recorded too, because they may outlive a refused save.
  var recordsNewObjects = false
  /// Whether anybody wants to know.
  var isTracked = false
  /// Whether rows were added since the last save.
  var hasNewRows = true
  /// The number of rows of each table at the last save.
  ///
  /// Later rows are new. If changes are not tracked, all rows count as new.
  var savedCounts = Slab<UInt32>()
  /// The objects that are not new and whose properties changed, each once.
  var changed = Slab<ObjectID>()
  /// The objects whose deletion was asked for.
  var requested = Worklist()
  /// The number of requested objects that are settled: their event has ended.
  var settledCount = 0
  var moves = Slab<Move>()
  /// The values and orders that `valueSet` and `reordered` moves replaced, the latest last.
  var formerValues: [AttributeValue?] = []
  var formerOrders: [[UInt32]] = []

  borrowing func copy() -> History {
    var copy = History()
    copy.isTracked = isTracked
    copy.hasNewRows = hasNewRows
    copy.savedCounts = savedCounts.copy()
    copy.changed = changed.copy()
    copy.requested = requested.copy()
    copy.settledCount = settledCount
    copy.moves = moves.copy()
    copy.formerValues = formerValues
    copy.formerOrders = formerOrders
    return copy
  }

  /// Whether an object was inserted since the last save.
  func isNew(_ object: ObjectID) -> Bool { object.slot >= savedCounts[Int(object.table)] }
}

/// Objects to delete, in runs of one table: those asked for, then those that go with them.
///
/// The worklist is the deleted set. A run is added for each table that a cascade leads to, or grows
/// where that is the table of the last run; so only slots have to be kept.
struct Worklist: ~Copyable {
  // Not private: other files destroy its slab, and a debug build of them then names the type.
  struct Run: BitwiseCopyable, Sendable {
    let table: UInt16
    let start: Int
  }

  private var runs = Slab<Run>()
  private(set) var slots = Slab<UInt32>()
  /// The greatest number of objects that may be added.
  var expectedCount = 0

  var count: Int { slots.count }
  var runCount: Int { runs.count }

  func table(ofRun run: Int) -> Int { Int(runs[run].table) }

  /// The indices of a run; the last one's may grow.
  func range(ofRun run: Int) -> Range<Int> {
    runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : slots.count)
  }

  mutating func reserve(_ count: Int) { slots.reserve(count) }

  mutating func append(_ object: ObjectID) {
    startRun(ofTable: object.table)
    slots.append(object.slot)
  }

  /// Makes sure that the last run is of a table, so that its slots may be added.
  mutating func startRun(ofTable table: UInt16) {
    if !runs.isEmpty && runs[runs.count - 1].table == table { return }
    runs.append(Run(table: table, start: slots.count))
  }

  /// Adds a slot of the last run's table.
  @inline(__always)
  mutating func append(slot: UInt32) {
    if slots.count == Self.large { slots.reserve(expectedCount) }
    slots.append(slot)
  }

  /// Adds slots of the last run's table.
  @inline(__always)
  mutating func append(atMost count: Int, _ body: (inout Slab<UInt32>.Room) -> Void) {
    if slots.count <= Self.large && slots.count + count > Self.large {
      slots.reserve(expectedCount)
    }
    slots.append(atMost: count, body)
  }

  /// Forgets runs to which nothing was added.
  mutating func dropEmptyRuns() {
    while !runs.isEmpty && runs[runs.count - 1].start >= slots.count { runs.removeLast() }
  }

  mutating func truncate(to count: Int) {
    slots.truncate(to: count)
    dropEmptyRuns()
  }

  /// The size from which on a worklist takes memory for all that may come, so as not to be moved.
  private static var large: Int { 4096 }

  var objects: [ObjectID] {
    var objects: [ObjectID] = []
    for run in 0..<runs.count {
      objects.take(
        range(ofRun: run).map { ObjectID(table: runs[run].table, slot: slots[$0]) })
    }
    return objects
  }

  func forEach(_ body: (ObjectID) -> Void) {
    for run in 0..<runs.count {
      for index in range(ofRun: run) {
        body(ObjectID(table: runs[run].table, slot: slots[index]))
      }
    }
  }

  borrowing func copy() -> Worklist {
    var copy = Worklist()
    copy.runs = runs.copy()
    copy.slots = slots.copy()
    return copy
  }
}

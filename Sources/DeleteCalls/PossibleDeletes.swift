/// The deletes that are saved at the ends of some blocks, of which the code may take one.
struct PossibleDeletes {
  fileprivate var deleted: [Int: DeletionState.Deleted] = [:]

  /// Adds what is gone at the end of the last block, for certain or after a branch in it, but not before.
  mutating func add(
    from state: DeletionState, since known: [Int: DeletionState.Deleted], in block: Int
  ) {
    for (object, possible) in state.possiblySavedDeletes
    where possible.block == block && known[object] == nil {
      deleted[object] = possible.deleted
    }
    for (object, saved) in state.savedDeletesInLastBlock where known[object] == nil {
      deleted[object] = saved
    }
  }
}

extension DeletionState {
  /// Records what is gone at the end of one of some blocks, by the block around them.
  mutating func record(_ possible: PossibleDeletes, in block: Int) {
    record(possible.deleted, in: block)
  }

  /// Records that a loop is left here, or goes on with its next round.
  mutating func addJump() {
    if savedDeletesAtJumps.count >= Limits.pending { savedDeletesAtJumps = [:] }
    savedDeletesAtJumps.merge(savedDeletes) { $1 }
  }

  /// Records what is gone where a loop is left early.
  mutating func recordJumps(since known: [Int: Deleted], in block: Int) {
    record(savedDeletesAtJumps.filter { known[$0.key] == nil }, in: block)
  }

  private mutating func record(_ deletes: [Int: Deleted], in block: Int) {
    if possiblySavedDeletes.count >= Limits.pending { possiblySavedDeletes = [:] }
    for (object, deleted) in deletes { possiblySavedDeletes[object] = (deleted, block) }
  }
}

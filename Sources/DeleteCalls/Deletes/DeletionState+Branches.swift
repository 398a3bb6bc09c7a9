/// The deletes that are saved at the ends of some blocks, of which the code may take one.
struct PossibleDeletes {
  fileprivate var deleted: [DeletionState.Taken: DeletionState.Deleted] = [:]

  /// Adds what is gone at the end of the last block, for certain or after a branch in it, but not before.
  mutating func add(
    from state: DeletionState, since known: [DeletionState.Taken: DeletionState.Deleted],
    in block: Int
  ) {
    for (taken, possible) in state.possiblySavedDeletes
    where possible.block == block && known[taken] == nil {
      deleted[taken] = possible.deleted
    }
    for (taken, saved) in state.savedDeletesInLastBlock where known[taken] == nil {
      deleted[taken] = saved
    }
  }
}

extension DeletionState {
  /// Records what is gone at the end of one of some blocks, by the block around them.
  mutating func record(_ possible: PossibleDeletes, in block: Int) {
    record(possible.deleted, in: block)
  }

  /// The deletes where the innermost loop exits early or continues with its next iteration.
  struct Jumps {
    fileprivate var saved: [Taken: Deleted] = [:]
    fileprivate var pending: [Deleted] = []
  }

  /// Records that a loop is left here, or goes on with its next round.
  mutating func addJump() {
    if jumps.saved.count >= Limits.pending { jumps.saved = [:] }
    jumps.saved.merge(savedDeletes) { $1 }
    if jumps.pending.count < Limits.pending { jumps.pending += pending }
  }

  /// Records what is gone, or still to be saved, where a loop is left early.
  ///
  /// - Parameters:
  ///   - gone: The objects that were gone before the loop.
  ///   - asked: The deletes that were to be saved before it.
  ///   - block: The block around the loop.
  mutating func recordJumps(since gone: [Taken: Deleted], _ asked: [Deleted], in block: Int) {
    record(jumps.saved.filter { gone[$0.key] == nil }, in: block)
    var known = Set((asked + pending).map(\.key))
    for var deleted in jumps.pending where known.insert(deleted.key).inserted {
      if deleted.isCertain { deleted.branchBlock = block }
      deleted.isCertain = false
      delete(deleted)
    }
  }

  private mutating func record(_ deletes: [Taken: Deleted], in block: Int) {
    if possiblySavedDeletes.count >= Limits.pending { possiblySavedDeletes = [:] }
    for (taken, deleted) in deletes { possiblySavedDeletes[taken] = (deleted, block) }
  }
}

import SwiftSource

/// Blocks: what holds behind them of what is known in them.
extension Evaluation {
  /// Does what is within brackets of any kind.
  ///
  /// - Parameters:
  ///   - new: The variables that are added to those in scope.
  ///   - known: The contents that are known there as well.
  ///   - isCertain: Whether it is done whenever the code gets there.
  ///   - isAgain: Whether a condition before it has declared the variables already.
  ///   - run: Does what is in there.
  mutating func within(
    declaring new: [String: CodeValue] = [:], knowing known: Contents = Contents(),
    isCertain: Bool = false, isAgain: Bool = false,
    _ run: (inout Evaluation) -> Void
  ) {
    reading.nesting += 1
    variables.append([:])
    let (gone, saved, unlinked) = (deletions.savedDeletes, deletions.saved, unlinks.current)
    let (rolledBack, contents) = (deletions.rolledBack, deletions.contents)
    let takenBack = deletions.takenBack
    let (foundBefore, decided) = (found.count, parameters.conditions)
    let outerAnswers = answers
    answers.enterBlock()
    for (name, value) in new { declare(name, value, isAgain: isAgain) }
    deletions.contents = deletions.contents.union(known)
    let (deferredBefore, releasedBefore) = (deferred.count, deletions.released.count)
    run(&self)
    runDeferred(downTo: deferredBefore)
    for name in variables.removeLast().keys { deletions.invalidateProperties(of: name) }
    answers.leaveBlock(to: outerAnswers)
    invalidateSaves(since: foundBefore, unless: rolledBack)
    deletions.contents = contents.intersection(deletions.contents)
    // Whether what is in there is done is not known behind it.
    unlinks.ofLastBlock = unlinks.current
    (deletions.savedDeletesInLastBlock, deletions.savedInLastBlock) = (
      deletions.savedDeletes, deletions.saved
    )
    if !isCertain {
      (deletions.savedDeletes, deletions.saved) = (gone, saved)
      unlinks.current = unlinked.filter(unlinks.current.contains)
      (deletions.rolledBack, deletions.takenBack) = (rolledBack, takenBack)
      restoreHolders(after: releasedBefore)
    }
    parameters.conditions = decided
    reading.nesting -= 1
  }

  /// Leaves out the saves whose failure is hidden and whose context is rolled back behind them.
  mutating func invalidateSaves(since count: Int, unless before: [String: Int]) {
    let new = deletions.rolledBack.filter { before[$0.key] != $0.value }
    if new.isEmpty || found.count == count { return }
    let kept = found[count...].filter { call in
      guard call.kind == .save, let end = call.context.flatMap({ new[$0] }) else { return true }
      return call.token > end
    }
    found.replaceSubrange(count..., with: kept)
  }

  /// Does what is in a block.
  ///
  /// - Returns: Whether the block is left for good at its end.
  @discardableResult
  mutating func run(
    _ block: SwiftBlock, declaring new: [String: CodeValue] = [:],
    knowing known: Contents = Contents(), assuming facts: Facts = Facts(),
    isCertain: Bool = false, as kind: CodeWays.Block? = nil
  ) -> Bool {
    let (before, unlinked, contents) = (deletions.pending, unlinks.current, deletions.contents)
    let (outerLeaves, checked, kept) = (deletions.isLeft, deletions.checked, answers)
    deletions.isLeft = false
    let around = kind.map { ways.enter($0, until: place(block.tokens.upperBound)) }
    within(
      declaring: new, knowing: known, isCertain: isCertain,
      isAgain: kind == .branch || kind == .handler
    ) {
      $0.assume(facts)
      $0.ask(for: known)
      $0.run(block.statements)
    }
    if let around { ways.leave(to: around) }
    if [.branch, .choice, .handler].contains(kind) { deletions.checked = checked }
    let leaves = deletions.isLeft
    // What was deleted, or linked, before a return is not what is there behind it.
    if leaves {
      (deletions.pending, unlinks.current, deletions.contents) = (before, unlinked, contents)
      answers = kept
    }
    deletions.isLeft = outerLeaves
    return leaves
  }
}

import SwiftSource

/// The ways that the code may take: branches, requirements, cases, and handlers of errors.
extension Evaluation {
  mutating func run(
    _ branches: [SwiftBranch], otherwise: SwiftBlock?, as kind: CodeWays.Block = .branch
  ) {
    let isForChanges =
      branches.count == 1 && otherwise == nil && branches[0].conditions.count == 1
      && branches[0].conditions.allSatisfy {
        if case .expression(let condition) = $0 { condition.asksForChanges } else { false }
      }
    let before = deletions.pending
    let outer = deletions.contents
    /// The facts that hold no longer behind one of the branches.
    var changed = Contents()
    var ends: [[DeletionState.Deleted]] = []
    var blockEnds: [BlockEnd] = []
    let questions = deletions.questions
    // The facts where no condition has held.
    var failed = Facts()
    var isLeft = false
    var blocks: [Int] = []
    var possible = PossibleDeletes()
    for branch in branches {
      deletions.pending = before
      let failing = branches.count == 1 ? failure(decidedBy: branch, otherwise) : nil
      if !isForChanges { deletions.beginDeciding() }
      let isAlone = branches.count == 1 && branch.conditions.count == 1
      let asked = deletions.questions
      let new = asking(failing) { $0.declarations(of: branch.conditions, isDeciding: isAlone) }
      withdraw(askedBy: branch.conditions, since: asked)
      let (askedHere, foundBefore) = (deletions.questions.subtracting(asked), found.count)
      let (answered, isNegated) = (deletions.answered, branch.conditions[0].isNegated)
      let known = emptiness(saidBy: branch.conditions, declaring: new)
      ask(for: known.failing)
      let stated = facts(statedBy: branch.conditions)
      if isForChanges {
        // Without changes there is nothing to be saved or taken back.
        let gone = deletions.savedDeletes
        run(branch.block, declaring: new, isCertain: true, as: kind)
        deletions.savedDeletes = deletions.savedDeletes.filter {
          gone[$0.key] != nil || $0.value.token < place(branch.block.tokens.lowerBound)
        }
      } else {
        let gone = deletions.savedDeletes
        if !isNegated { deletions.savedDeletes.merge(answered) { $1 } }
        blocks.append(ways.next)
        ways.isForSomething = branch.conditions.allSatisfy { $0.isOfFailure == false }
        let leaves = run(
          branch.block, declaring: new, knowing: known.holding,
          assuming: failed.union(stated.holding), as: kind)
        isLeft = leaves
        deletions.savedDeletes = gone
        if isNegated, leaves { deletions.savedDeletes.merge(answered) { $1 } }
        if !leaves, branches.count == 1, otherwise == nil,
          deletesOne(of: branch.conditions, since: foundBefore)
        {
          deletions.questions.subtract(askedHere)
        }
        if !leaves {
          possible.add(from: deletions, since: gone, in: blocks[blocks.count - 1])
          blockEnds.append(endOfLastBlock)
        }
      }
      changed = changed.union(outer.subtracting(deletions.contents))
      deletions.contents = deletions.contents.union(known.failing)
      failed = failed.union(stated.failing)
      ends.append(deletions.pending + savedInLastBlock(before))
    }
    if isForChanges { return deletions.contents = outer.subtracting(changed) }
    deletions.pending = before
    if let otherwise {
      blocks.append(ways.next)
      deletions.possiblySavedDeletes = [:]
      let gone = deletions.savedDeletes
      let leaves = run(otherwise, assuming: failed, as: kind)
      if !leaves {
        blockEnds.append(endOfLastBlock)
        possible.add(from: deletions, since: gone, in: blocks[blocks.count - 1])
      }
      changed = changed.union(outer.subtracting(deletions.contents))
      join(blockEnds)
    } else if branches.count == 1 {
      addUnlinks(checkedBy: branches[0].conditions)
      recordSaved(askedFor: branches[0].conditions)
      recordConditionalSaves(by: branches[0])
    }
    ways.choose(among: blocks)
    ends.append(deletions.pending)
    // What only decides what is shown decides no delete.
    if (branches.map(\.block) + [otherwise].compactMap(\.self)).allSatisfy(\.onlyShows) {
      deletions.questions = questions
    }
    // Behind what is left wherever the condition holds, it does not.
    if branches.count > 1 || !branches[0].block.isLeft {
      deletions.contents = outer.subtracting(changed)
    }
    if isLeft, branches.count == 1, otherwise == nil { assume(failed) }
    deletions.record(possible, in: ways.current)
    deletions.join(ends, in: ways.current)
  }

  /// The deletes that the last block has saved and that the enclosing code may still have to save.
  private func savedInLastBlock(_ pending: [DeletionState.Deleted]) -> [DeletionState.Deleted] {
    pending.filter { deleted in
      deleted.isCertain && !deletions.pending.contains(deleted)
        && deletions.savedDeletesInLastBlock[deleted.taken] == deleted
    }
  }

  /// Keeps what is gone at the end of a block that is left out only where there is no such object.
  private mutating func recordSaved(askedFor conditions: [SwiftCondition]) {
    guard conditions.count == 1, case .binding(let pattern, _, let expression) = conditions[0]
    else {
      return
    }
    let gone = deletions.savedDeletesInLastBlock
    var value = CodeValue.unknown
    if let expression {
      guard let path = path(of: expression, []) else { return }
      value = variable(path) ?? held(path)
    } else if let name = pattern.onlyName {
      value = variable(name) ?? held("self.\(name)")
    }
    if let deleted = gone[.all(value.object)] { deletions.markSaved(.all(value.object), deleted) }
  }

  /// Records the contexts that a branch saves if the branch depends only on a condition on a parameter.
  private mutating func recordConditionalSaves(by branch: SwiftBranch) {
    guard deletions.conditionalSaves.count < Limits.pending, branch.conditions.count == 1,
      case .expression(let expression) = branch.conditions[0], expression.isName
    else { return }
    let stated = facts(statedBy: branch.conditions).holding.parameterConditions
    guard stated.count == 1 else { return }
    let token = place(branch.block.tokens.upperBound)
    for (context, failure) in deletions.savedInLastBlock where deletions.saved[context] == nil {
      deletions.conditionalSaves.append(
        DeletionState.ConditionalSave(
          context: context, failure: failure, condition: stated[0],
          way: ways.place(at: token)))
    }
  }

  mutating func require(_ branch: SwiftBranch) {
    deletions.beginDeciding()
    let isAlone = branch.conditions.count == 1
    let asked = deletions.questions
    let new = asking(failure(decidedBy: branch)) {
      $0.declarations(of: branch.conditions, isDeciding: isAlone)
    }
    withdraw(askedBy: branch.conditions, since: asked)
    let answered = deletions.answered
    let known = emptiness(saidBy: branch.conditions, declaring: new)
    ask(for: known.holding)
    let stated = facts(statedBy: branch.conditions)
    let gone = deletions.savedDeletes
    if branch.conditions[0].isNegated { deletions.savedDeletes.merge(answered) { $1 } }
    if !isCertain(branch) {
      let (outer, endCount) = (ways.isForNothing, unlinks.earlyEnds.count)
      ways.isForNothing = branch.conditions.allSatisfy { $0.isOfFailure == false }
      run(branch.block, knowing: known.failing, assuming: stated.failing, as: .branch)
      ways.isForNothing = outer
      let missing = isAlone ? entity(fetchedBy: branch.conditions[0]) : nil
      let reasons = branch.conditions.map { reason(ofFailureOf: $0, declaring: new) }
      for index in unlinks.earlyEnds.indices.dropFirst(endCount) {
        unlinks.earlyEnds[index].missing = missing
        if reasons.allSatisfy({ $0 != nil }) {
          unlinks.earlyEnds[index].reasons = reasons.compactMap(\.self)
        }
      }
    }
    deletions.savedDeletes = gone
    if !branch.conditions[0].isNegated { deletions.savedDeletes.merge(answered) { $1 } }
    assume(stated.holding)
    for (name, value) in new { declare(name, value, isAgain: true) }
    deletions.contents = deletions.contents.union(known.holding)
  }

  /// Whether no object fails a requirement, as it only states the type that all have: `guard let trip = $0 as? Trip`.
  func isCertain(_ requirement: SwiftBranch) -> Bool {
    guard requirement.conditions.count == 1, requirement.block.isOnlyExit,
      case .binding(_, _, let expression?) = requirement.conditions[0],
      case .postfix(let base, let suffixes) = expression.form, suffixes.count == 1,
      case .cast(let type) = suffixes[0].form, case .name(let name) = base.form,
      let value = nearby(name.text), value.isEach
    else { return false }
    let stated = resolved(type)
    return stated == value.type && (stated.entity != nil || stated == .anyModel)
  }

  /// Evaluates what the code decides by.
  mutating func answer(_ evaluate: (inout Evaluation) -> CodeValue) -> CodeValue {
    let wasAsking = deletions.isAsking
    deletions.isAsking = true
    defer { deletions.isAsking = wasAsking }
    return evaluate(&self)
  }

  /// Evaluates conditions, and returns what they declare.
  mutating func declarations(
    of conditions: [SwiftCondition], isDeciding: Bool
  ) -> [String: CodeValue] {
    deletions.answered = [:]
    reading.isDeciding = isDeciding
    defer { reading.isDeciding = false }
    variables.append([:])
    let wasAsking = deletions.isAsking
    deletions.isAsking = true
    for condition in conditions {
      switch condition {
      case .expression(let expression): _ = value(of: expression)
      case .match(let pattern, let expression): bind(pattern, to: value(of: expression))
      case .binding(let pattern, let type, let expression):
        var value = CodeValue.unknown
        if let expression {
          value = self.value(of: expression)
        } else if case .name(let name) = pattern {
          value = unwrapped(name)
        }
        if let use = value.relationship { ask(use, of: value.holder) }
        if let type { value = stating(resolved(type), value) }
        check(value)
        declare(pattern, as: value)
        setSource(of: pattern, expression?.tokens)
      case .availability: break
      }
    }
    deletions.isAsking = wasAsking
    return variables.removeLast()
  }

  /// The value of a name that is unwrapped by it alone: `if let trip`.
  private mutating func unwrapped(_ name: String) -> CodeValue {
    if let known = variable(name) { return known }
    let member =
      nearby("self").flatMap { property(name, of: $0) }
      ?? frameworkMember(name, of: own, parameterMask: own.parameterMask)
    guard let member else { return CodeValue(type: Self.contextType(named: name) ?? .unknown) }
    return named(member, "self.\(name)")
  }

  mutating func choose(by value: SwiftExpression, among cases: [SwiftCase]) {
    let asked = deletions.questions
    let subject = answer { $0.value(of: value) }
    let known = contents(ofCases: cases, of: value)
    withdraw(since: asked, answered: known)
    deletions.beginDeciding()
    let (before, outerLeaves, gone) = (deletions.pending, deletions.isLeft, deletions.savedDeletes)
    var ends: [[DeletionState.Deleted]] = []
    var blockEnds: [BlockEnd] = []
    var blocks: [Int] = []
    var possible = PossibleDeletes()
    for (number, choice) in cases.enumerated() {
      deletions.pending = before
      deletions.possiblySavedDeletes = [:]
      let isReachedByOther = number > 0 && cases[number - 1].block.fallsThrough
      let stated =
        isReachedByOther
        ? Facts()
        : choice.patterns.isEmpty
          ? facts(ofOtherThan: cases, of: value)
          : facts(statedBy: choice.patterns, of: value).holding
      within { evaluation in
        for pattern in choice.patterns { evaluation.bind(pattern, to: subject) }
        for condition in choice.conditions { _ = evaluation.value(of: condition) }
        let block = evaluation.ways.next
        if !isReachedByOther { blocks.append(block) }
        let leaves = evaluation.run(
          choice.block, knowing: known?[number] ?? Contents(), assuming: stated, as: .choice)
        // A break in the middle skips the rest of the case.
        let end = (choice.block.statements.last?.tokens.lowerBound).map(evaluation.place) ?? 0
        let isWhole = !evaluation.ways.mayBreak(block, before: end)
        if !leaves || !isWhole || choice.block.endsWithBreak {
          blockEnds.append(isWhole ? evaluation.endOfLastBlock : BlockEnd())
          possible.add(from: evaluation.deletions, since: gone, in: block)
          ends.append(evaluation.deletions.pending)
          if !isWhole { ends.append(before) }
        }
      }
      deletions.savedDeletes = gone
    }
    ways.choose(among: blocks)
    deletions.join(ends.isEmpty ? [before] : ends, in: ways.current)
    join(blockEnds)
    deletions.record(possible, in: ways.current)
    deletions.isLeft = outerLeaves
  }

  /// The facts at the end of a block that hold behind all blocks of which the code takes one, if each has them.
  private struct BlockEnd {
    var unlinks: [Unlinks.Unlink] = []
    var gone: [DeletionState.Taken: DeletionState.Deleted] = [:]
    var saved: [String: SaveFailure] = [:]
  }

  private var endOfLastBlock: BlockEnd {
    BlockEnd(
      unlinks: unlinks.ofLastBlock, gone: deletions.savedDeletesInLastBlock,
      saved: deletions.savedInLastBlock)
  }

  /// Records what each of some blocks does, one of which the code takes.
  private mutating func join(_ ends: [BlockEnd]) {
    guard let first = ends.first else { return }
    unlinks.join(ends.map(\.unlinks))
    for (taken, deleted) in first.gone where ends.allSatisfy({ $0.gone[taken] != nil }) {
      deletions.markSaved(taken, deleted)
    }
    for (context, failure) in first.saved {
      let failures = ends.compactMap { $0.saved[context] }
      if failures.count < ends.count { continue }
      deletions.saved[context] = failures.contains(.thrown) ? .thrown : failure
    }
  }

  mutating func attempt(_ block: SwiftBlock, _ catches: [SwiftCase], isLabelled: Bool) {
    // What a `catch` gets is not dropped, unless it does nothing with it.
    let (outerFailing, outerEnd) = (deletions.failing, deletions.endOfTrying)
    if !catches.allSatisfy(\.block.isLeftForGood) {
      deletions.endOfTrying = min(outerEnd, place(block.tokens.upperBound))
    }
    // Of several, the one that takes every error takes that of a save, unless one before it may.
    if let last = catches.firstIndex(where: \.takesAll) {
      let isTold = catches[..<last].contains { $0.statesSaveErrors && !$0.block.isSilent }
      deletions.failing =
        isTold ? .thrown : inRelease(catches[last].block).failure(by: .catching)
    }
    let (before, inserted) = (deletions.savedDeletes, deletions.inserted)
    let outerSaved = deletions.saved
    deletions.saved = [:]
    let outerUnlinked = unlinks.beforeTrying
    unlinks.beforeTrying = nil
    if !catches.isEmpty { ways.catching += 1 }
    let isLeft = run(block, isCertain: true, as: isLabelled ? .labelled : nil)
    if !catches.isEmpty { ways.catching -= 1 }
    (deletions.failing, deletions.endOfTrying) = (outerFailing, outerEnd)
    // A save that failed has deleted nothing, and behind what is left nothing else was done.
    if isLeft, !catches.isEmpty { deletions.savedDeletes = before }
    let (after, saved, insertedAfter) = (
      deletions.savedDeletes, deletions.saved, deletions.inserted
    )
    // An error leaves out what follows it.
    var unlinked = unlinks.current
    let caught = unlinks.beforeTrying ?? unlinked
    unlinks.beforeTrying = outerUnlinked ?? unlinks.beforeTrying
    let outerRolledBack = deletions.rolledBack
    var rolledBack = catches.contains(where: \.takesAll) ? Set(saved.keys) : []
    let outerRefused = deletions.refused
    for handler in catches {
      (deletions.savedDeletes, deletions.inserted) = (before, inserted)
      deletions.refused = after.filter { before[$0.key] == nil }
      deletions.rolledBack = [:]
      unlinks.current = caught
      let handling = ways.next
      let leaves = run(
        handler.block, declaring: ["error": .unknown], isCertain: true, as: .handler)
      if handler.mayTakeSaveErrors {
        rolledBack = rolledBack.filter { context in
          deletions.rolledBack[context].map { !ways.mayLeave(handling, before: $0) } == true
        }
      }
      if !leaves { unlinked.removeAll { !unlinks.current.contains($0) } }
    }
    unlinks.current = unlinked
    (deletions.savedDeletes, deletions.inserted) = (after, insertedAfter)
    (deletions.rolledBack, deletions.refused) = (outerRolledBack, outerRefused)
    deletions.saved = outerSaved.merging(saved) { $1 }
    for context in rolledBack where deletions.saved[context] == .thrown {
      deletions.saved[context] = .rolledBack
    }
  }
}

extension SwiftExpression {
  /// Whether it is a name, or that with `!` before it.
  fileprivate var isName: Bool {
    switch form {
    case .name: true
    case .prefix(["!"], let value): value.isName
    default: false
    }
  }
}

import SwiftSource

/// Statement after statement, and what is in each.
extension Evaluation {
  mutating func run(_ statements: [SwiftStatement]) {
    for statement in statements { run(statement, isOnly: statements.count == 1) }
  }

  /// Sets the value of the closure, `if` or `switch` around, which may also be that of another branch if it joins that.
  private mutating func setResult(to value: CodeValue, joins: Bool = true) {
    let last = results.count - 1
    let either = joins ? Self.either(results[last].type, value.type) : nil
    results[last] = either.map { CodeValue(type: $0) } ?? value
  }

  /// Does what a statement does, which may be the only one of its block.
  mutating func run(_ statement: SwiftStatement, isOnly: Bool = true) {
    switch statement.form {
    case .expression(let expression):
      statementCall = StatementCall(
        places: expression.callPlaces.map(place),
        mayBeReturned: isOnly && (!results.isEmpty || resultType.isKnown))
      let mayAnswer = statementCall.mayBeReturned && results.isEmpty
      let value = asking(mayAnswer ? .answered : nil) {
        $0.value(of: expression, for: $0.resultType, isDropped: !mayAnswer)
      }
      if results.isEmpty {
        // A body of one expression returns its value.
        batches.returned |= value.parameterMask
        returnedHome = value.home
        if resultType == .context { keepContext(value) }
        returned.addExpression(value)
        if resultType.isKnown { handBack(value, expression.tokens) }
      } else {
        setResult(to: value, joins: isOnly)
      }
      if expression.neverReturns { deletions.isLeft = true }
    case .bindings(let bindings):
      for binding in bindings { declare(binding) }
      attribute = nil
    case .function(let function): run(function)
    case .accessor(let kind, let parameter, let block):
      let observed = CodeValue(type: kind.hasSuffix("Set") ? resultType : .unknown)
      var new = ["newValue": observed, "oldValue": observed]
      let bit = Self.maskOfNewValue
      let assigned = CodeValue(type: .unknown, parameterMask: bit, given: bit)
      if kind == "set" { new[parameter ?? "newValue"] = assigned }
      run(block, declaring: new, as: .later)
    case .conditional(let branches, let otherwise): run(branches, otherwise: otherwise)
    case .whileLoop(let branch):
      inLoop(doing: branch.block) { $0.run([branch], otherwise: nil, as: .conditionalLoop) }
    case .requirement(let branch): require(branch)
    case .repeatLoop(let block, let condition):
      let (gone, loop) = (deletions.savedDeletes, ways.next)
      let isOnce = if case .bool(false)? = condition?.form { true } else { false }
      inLoop(doing: isOnce ? nil : block) { $0.run(block, as: .loop) }
      if !block.isLeftForGood {
        var possible = PossibleDeletes()
        possible.add(from: deletions, since: gone, in: loop)
        deletions.record(possible, in: ways.current)
      }
      if let condition { _ = value(of: condition) }
    case .forLoop(let pattern, let sequence, let condition, let block):
      loop(pattern, over: sequence, where: condition, block)
    case .choice(let subject, let cases): choose(by: subject, among: cases)
    case .attempt(let block, let catches): attempt(block, catches)
    case .deferral(let block): deferred.append(block)
    case .exit(let word, let expression):
      if let expression {
        let isReturned = word == "return"
        let value = asking(isReturned && results.isEmpty ? .answered : nil) {
          $0.value(of: expression, for: isReturned ? $0.resultType : .unknown)
        }
        if word == "return", results.isEmpty {
          keepContext(value)
          batches.returned |= value.parameterMask
          returnedHome = value.home
          returned.add(value)
          handBack(value, expression.tokens)
        }
        if word == "return", !results.isEmpty, value.type.isKnown { setResult(to: value) }
      }
      if ["return", "throw", "break", "continue"].contains(word) {
        deletions.isLeft = true
        if word == "return" || word == "throw", results.isEmpty, earlyEnds.count < Limits.pending {
          earlyEnds.append((unlinks.current, deletions.contents.empty))
        }
        if word == "throw" { unlinks.beginTrying() }
        let isJump = word == "break" || word == "continue"
        if isJump { deletions.addJump() }
        let endsLoop = ways.exit(
          by: word, at: place(statement.tokens.lowerBound),
          isLabelled: isJump && statement.tokens.count > 1)
        if endsLoop { endLoop() }
      }
    case .type(_, _, let members): runMembers(members)
    case .attribute: attribute = attribute ?? statement.tokens.lowerBound
    case .cases, .other: break
    }
  }

  /// Does what is deferred to the end of a block, the last of it first.
  ///
  /// - Parameter count: How many blocks were deferred before it began.
  mutating func runDeferred(downTo count: Int) {
    // A deferred block runs after all code that follows it, saves included.
    let (before, decided) = (parts, parameterConditions)
    parameterConditions = []
    while deferred.count > count { run(deferred.removeLast(), isCertain: true) }
    (parts, parameterConditions) = (before, decided)
  }

  // MARK: Declarations

  private mutating func declare(_ binding: SwiftBinding) {
    let stated = binding.type.map(resolved) ?? .unknown
    var value = CodeValue.unknown
    var kept: (expression: SwiftExpression, questions: Set<Question>)?
    if let initial = binding.value {
      let isDropped = isUnused(binding.pattern, after: initial.tokens.upperBound)
      let questions = deletions.questions
      value = answer { $0.value(of: initial, for: stated, isDropped: isDropped) }
      // A number or a truth is kept to be asked; what is found is kept to be used.
      if value.type.element.isKnown || value.type.statesEntity {
        deletions.questions = questions.union(deletions.choices)
      } else {
        kept = deletions.questions.subtracting(questions).isEmpty ? nil : (initial, questions)
      }
    }
    if binding.type != nil { value = stating(stated, value) }
    if binding.type == nil, binding.value == nil, let attribute,
      let type = Self.wrapped(at: attribute, tokens, code, scope, depth)
    {
      value.type = type
    }
    declare(binding.pattern, as: value)
    if let kept {
      keepAnswer(of: kept.expression, in: binding.pattern.onlyName, since: kept.questions)
    }
    setSource(of: binding.pattern, binding.value?.tokens)
    if let accessors = binding.accessors { run(accessors) }
  }

  /// Whether a pattern names nothing, or a name that no code behind it uses, although something to be saved is
  /// deleted.
  private func isUnused(_ pattern: SwiftPattern, after end: Int) -> Bool {
    if case .nothing = pattern { return true }
    guard case .name(let name) = pattern, !deletions.pending.isEmpty else { return false }
    var depth = 0
    for index in end..<end + Limits.uses {
      if tokens.isMark(index, "{") { depth += 1 }
      if tokens.isMark(index, "}") { depth -= 1 }
      if tokens[index] == nil || depth < 0 { return true }
      let isDropped = tokens.isMark(index - 1, "=") && tokens[index - 2]?.text == "_"
      if tokens[index]?.name == name, !isDropped { return false }
    }
    return false
  }

  /// A value of which the code states a type; a request for anything is still for what it was made for.
  func stating(_ stated: CodeType, _ value: CodeValue) -> CodeValue {
    var result = value
    if case .deletion = value.type { return value }
    switch stated {
    case .unknown: break
    // What is known of it is more than what a generic type says.
    case _ where stated.statesEntity && stated.entity == nil && value.type.entity != nil: break
    case .anyModel where value.type.statesEntity: break
    case .anyModel where !code.conforming(to: value.type).isEmpty:
      result.type = .each(code.conforming(to: value.type))
    // A class of the app allows fewer entities than all.
    case .anyModel where code.candidates(for: value.type) != nil: break
    case .collection(.anyModel) where value.type.statesEntity: break
    case .collection where !value.type.entities.isEmpty && code.isBase(stated.innermost): break
    case .request(let inner)
    where !inner.statesEntity && (value.type.statesEntity || !value.type.entities.isEmpty):
      break
    case .collection(.unknown) where value.type.isKnown: break
    case .identifier(.unknown) where value.type.isIdentifier: break
    case .collection(.identifier(.unknown)) where value.type.element.isIdentifier: break
    case .metatype(.anyModel)
    where value.type.instance.isObject || code.candidates(for: value.type) != nil:
      break
    case .collection(.metatype(.anyModel)) where value.type.element.instance.isObject: break
    default: result.type = stated
    }
    if result.type != stated, stated.isKnown { result.isNarrowed = true }
    return result
  }

  // MARK: Ways through the code

  private mutating func run(
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
        && deletions.savedDeletesInLastBlock[deleted.object] == deleted
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
    if value.object != 0, let deleted = gone[value.object] {
      deletions.markSaved(value.object, deleted)
    }
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

  private mutating func require(_ branch: SwiftBranch) {
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
      let outer = ways.isForNothing
      ways.isForNothing = branch.conditions.allSatisfy { $0.isOfFailure == false }
      run(branch.block, knowing: known.failing, assuming: stated.failing, as: .branch)
      ways.isForNothing = outer
    }
    deletions.savedDeletes = gone
    if !branch.conditions[0].isNegated { deletions.savedDeletes.merge(answered) { $1 } }
    assume(stated.holding)
    for (name, value) in new { declare(name, value, isAgain: true) }
    deletions.contents = deletions.contents.union(known.holding)
  }

  /// Whether no object fails a requirement, as it only states the type that all have: `guard let trip = $0 as? Trip`.
  private func isCertain(_ requirement: SwiftBranch) -> Bool {
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
    self.isDeciding = isDeciding
    defer { self.isDeciding = false }
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
          if let use = value.relationship { ask(use, of: value.holder) }
        } else if case .name(let name) = pattern {
          value = unwrapped(name)
        }
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
      property(name, of: own) ?? frameworkMember(name, of: own, parameterMask: own.parameterMask)
    guard let member else { return CodeValue(type: Self.contextType(named: name) ?? .unknown) }
    return named(member, "self.\(name)")
  }

  private mutating func loop(
    _ pattern: SwiftPattern, over elements: SwiftExpression, where condition: SwiftExpression?,
    _ block: SwiftBlock
  ) {
    let sequence = numbered(value(of: elements))
    var element = sequence.element(sequence.type.element)
    element.isEach = true
    let before = deletions.lastObject
    if let condition {
      variables.append([:])
      declare(pattern, as: element)
      // What it is chosen by is a key of it.
      element.parameterMask |= answer { $0.value(of: condition) }.parameterMask
      variables.removeLast()
    }
    variables.append([:])
    declare(pattern, as: element)
    let known = condition.map { emptiness(saidBy: $0).holding } ?? Contents()
    let declared = variables.removeLast()
    let loop = ways.next
    // What a condition chooses may be nothing.
    inLoop(since: before, doing: block) {
      $0.run(
        block, declaring: declared, knowing: known,
        as: condition == nil ? .loop : .conditionalLoop)
    }
    let (name, choice) = (pattern.onlyName, condition ?? block.onlyCondition)
    let chosen = sequence.takesAll ? comparison(of: name, in: choice?.tokens) : nil
    if condition == nil || chosen != nil {
      addUnlinks(ofEach: name, in: sequence, at: elements.tokens, by: loop, holding: chosen)
    }
    if condition == nil { recordReleased(by: loop) }
    let ways = ways
    let around = CodeWays.Loop(block: loop, around: ways.current)
    deletions.endLoop(over: sequence, around, isLeft: block.isLeftForGood) {
      condition == nil && ways.isWhole(loop, for: $0)
    }
  }

  private mutating func choose(by value: SwiftExpression, among cases: [SwiftCase]) {
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
    var gone: [Int: DeletionState.Deleted] = [:]
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
    for (object, deleted) in first.gone where ends.allSatisfy({ $0.gone[object] != nil }) {
      deletions.markSaved(object, deleted)
    }
    for (context, failure) in first.saved {
      let failures = ends.compactMap { $0.saved[context] }
      if failures.count < ends.count { continue }
      deletions.saved[context] = failures.contains(.thrown) ? .thrown : failure
    }
  }

  private mutating func attempt(_ block: SwiftBlock, _ catches: [SwiftCase]) {
    // What a `catch` gets is not dropped, unless it does nothing with it.
    let (outerFailing, outerEnd) = (deletions.failing, deletions.endOfTrying)
    if !catches.allSatisfy(\.block.isLeftForGood) {
      deletions.endOfTrying = min(outerEnd, place(block.tokens.upperBound))
    }
    // Of several, the one that takes every error takes that of a save, unless one before it may.
    if let last = catches.firstIndex(where: \.takesAll) {
      let isTold = catches[..<last].contains { $0.mayTakeSaveErrors && !$0.block.isSilent }
      deletions.failing = isTold ? .thrown : catches[last].block.failure(by: .catching)
    }
    let (before, inserted) = (deletions.savedDeletes, deletions.inserted)
    let outerSaved = deletions.saved
    deletions.saved = [:]
    let outerUnlinked = unlinks.beforeTrying
    unlinks.beforeTrying = nil
    if !catches.isEmpty { ways.catching += 1 }
    let isLeft = run(block, isCertain: true)
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
    var rolledBack = catches.isEmpty ? [] : Set(saved.keys)
    for handler in catches {
      (deletions.savedDeletes, deletions.inserted) = (before, inserted)
      deletions.rolledBack = [:]
      unlinks.current = caught
      let leaves = run(
        handler.block, declaring: ["error": .unknown], isCertain: true, as: .handler)
      rolledBack.formIntersection(deletions.rolledBack.keys)
      if !leaves { unlinked.removeAll { !unlinks.current.contains($0) } }
    }
    unlinks.current = unlinked
    (deletions.savedDeletes, deletions.inserted) = (after, insertedAfter)
    deletions.rolledBack = outerRolledBack
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

extension SwiftBlock {
  /// The condition without which it does nothing, where it is one alone.
  fileprivate var onlyCondition: SwiftExpression? {
    guard statements.count == 1, case .conditional(let branches, nil) = statements[0].form,
      branches.count == 1, branches[0].conditions.count == 1,
      case .expression(let condition) = branches[0].conditions[0]
    else { return nil }
    return condition
  }

  /// Whether it does no more than to show, or write, something.
  fileprivate var onlyShows: Bool {
    statements.allSatisfy { statement in
      guard case .expression(let expression) = statement.form,
        case .postfix(let base, let suffixes) = expression.form, case .name(let name) = base.form,
        case .call? = suffixes.first?.form, suffixes.count == 1
      else { return false }
      return SwiftBlock.showing.contains(name.text)
    }
  }

  private static let showing: Set<String> = [
    "Divider", "EmptyView", "Image", "Label", "NSLog", "Spacer", "Text", "debugPrint", "print",
  ]

  /// Whether it does nothing but leave the code around.
  fileprivate var isOnlyExit: Bool {
    guard statements.count == 1, case .exit(_, nil) = statements[0].form else { return false }
    return true
  }

  /// Whether it ends with `fallthrough`.
  fileprivate var fallsThrough: Bool {
    if case .exit("fallthrough", _)? = statements.last?.form { true } else { false }
  }

  /// Whether it ends with what leaves the code around its loop, too.
  fileprivate var isLeftForGood: Bool {
    if case .exit(let word, _)? = statements.last?.form {
      word == "return" || word == "throw"
    } else {
      false
    }
  }

  /// Whether it ends with a `break` without a label.
  fileprivate var endsWithBreak: Bool {
    guard let last = statements.last, case .exit("break", _) = last.form else { return false }
    return last.tokens.count == 1
  }

  /// Whether no path to its end goes on with the next round of the loop around.
  var leavesLoop: Bool { leavesLoop(inChoice: false) }

  fileprivate func leavesLoop(inChoice isInChoice: Bool) -> Bool {
    statements.contains { $0.leavesLoop(inChoice: isInChoice) }
  }

  /// Whether its last statement leaves the code around.
  var isLeft: Bool {
    if case .exit? = statements.last?.form { true } else { false }
  }
}

extension SwiftStatement {
  /// Whether each path through it leaves the loop around, and not only a `switch` in that, which a `break` ends.
  fileprivate func leavesLoop(inChoice isInChoice: Bool) -> Bool {
    switch form {
    case .exit("return", _), .exit("throw", _): true
    // What has a label is for a loop around.
    case .exit("break", _): !isInChoice || tokens.count > 1
    case .exit("continue", _): tokens.count > 1
    case .expression(let expression): expression.neverReturns
    case .conditional(let branches, let otherwise?):
      (branches.map(\.block) + [otherwise]).allSatisfy { $0.leavesLoop(inChoice: isInChoice) }
    case .choice(_, let cases):
      cases.allSatisfy { $0.block.fallsThrough || $0.block.leavesLoop(inChoice: true) }
    case .attempt(let block, let catches):
      ([block] + catches.map(\.block)).allSatisfy { $0.leavesLoop(inChoice: isInChoice) }
    default: false
    }
  }
}

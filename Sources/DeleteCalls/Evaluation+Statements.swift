import SwiftSource

/// Statement after statement, and what is in each.
extension Evaluation {
  mutating func run(_ statements: [SwiftStatement]) {
    for statement in statements { run(statement, isOnly: statements.count == 1) }
  }

  /// Does what a statement does, which may be the only one of its block.
  mutating func run(_ statement: SwiftStatement, isOnly: Bool = true) {
    switch statement.form {
    case .expression(let expression):
      statementCall = StatementCall(
        places: expression.callPlaces.map(place),
        mayBeReturned: isOnly && (!results.isEmpty || resultType.isKnown))
      let value = value(of: expression, for: resultType, isDropped: true)
      if results.isEmpty {
        // A body of one expression returns its value.
        batches.returned |= value.origin
        returnedHome = value.home
        returned.addExpression(value)
        if resultType.isKnown { handBack(value, expression.tokens) }
      } else {
        results[results.count - 1] = value
      }
    case .bindings(let bindings): for binding in bindings { declare(binding) }
    case .function(let function): run(function)
    case .accessor(let kind, let parameter, let block):
      var new = ["newValue": CodeValue.unknown, "oldValue": .unknown]
      let bit = Self.originOfNewValue
      let assigned = CodeValue(type: .unknown, origin: bit, given: bit)
      if kind == "set" { new[parameter ?? "newValue"] = assigned }
      run(block, declaring: new, as: .later)
    case .conditional(let branches, let otherwise): run(branches, otherwise: otherwise)
    case .whileLoop(let branch): inLoop { $0.run([branch], otherwise: nil, as: .conditionalLoop) }
    case .requirement(let branch): require(branch)
    case .repeatLoop(let block, let condition):
      inLoop { $0.run(block, as: .loop) }
      if let condition { _ = value(of: condition) }
    case .forLoop(let pattern, let sequence, let condition, let block):
      loop(pattern, over: sequence, where: condition, block)
    case .choice(let subject, let cases): choose(answer { $0.value(of: subject) }, among: cases)
    case .attempt(let block, let catches): attempt(block, catches)
    case .deferral(let block): deferred.append(block)
    case .exit(let word, let expression):
      if let expression {
        let value = value(of: expression, for: word == "return" ? resultType : .unknown)
        if word == "return", results.isEmpty {
          batches.returned |= value.origin
          returnedHome = value.home
          returned.add(value)
          handBack(value, expression.tokens)
        }
        if word == "return", !results.isEmpty, value.type.isKnown {
          results[results.count - 1] = value
        }
      }
      if ["return", "throw", "break", "continue"].contains(word) {
        aftermath.leaves = true
        if ways.exit(by: word, at: place(statement.tokens.lowerBound)) { endLoop() }
        aftermath.exits += 1
      }
    case .type(_, _, let members): runMembers(members)
    case .cases, .attribute, .other: break
    }
  }

  /// Does what is deferred to the end of a block, the last of it first.
  ///
  /// - Parameter count: How many blocks were deferred before it began.
  mutating func runDeferred(downTo count: Int) {
    while deferred.count > count { run(deferred.removeLast(), isCertain: true) }
  }

  /// Does what a function in the code does, wherever it is called.
  private mutating func run(_ function: SwiftFunction) {
    guard let body = function.body else { return }
    var new: [String: CodeValue] = [:]
    for parameter in function.parameters {
      new[parameter.name] = CodeValue(type: resolved(parameter.type))
    }
    results.append(.unknown)
    let (leaves, outerResult) = (aftermath.leaves, resultType)
    resultType = resolved(function.result)
    let around = ways.enter(.later)
    within(declaring: new) { $0.runBody(body) }
    ways.leave(to: around)
    (aftermath.leaves, resultType) = (leaves, outerResult)
    results.removeLast()
  }

  // MARK: Declarations

  private mutating func declare(_ binding: SwiftBinding) {
    let stated = binding.type.map(resolved) ?? .unknown
    var value = CodeValue.unknown
    if let initial = binding.value {
      let isDropped = if case .nothing = binding.pattern { true } else { false }
      let looked = aftermath.looked
      value = answer { $0.value(of: initial, for: stated, isDropped: isDropped) }
      // A number or a truth is kept to be asked; what is found is kept to be used.
      if value.type.element.isKnown || value.type.isOfOne { aftermath.looked = looked }
    }
    if binding.type != nil { value = stating(stated, value) }
    declare(binding.pattern, as: value)
    setSource(of: binding.pattern, binding.value?.tokens)
    if let accessors = binding.accessors { run(accessors) }
  }

  /// A value of which the code states a type; a request for anything is still for what it was made for.
  func stating(_ stated: CodeType, _ value: CodeValue) -> CodeValue {
    var result = value
    if case .deletion = value.type { return value }
    switch stated {
    case .unknown: break
    // What is known of it is more than what a generic type says.
    case _ where stated.isOfOne && stated.entity == nil && value.type.entity != nil: break
    case .anyModel where value.type.isOfOne: break
    // A protocol of the app allows fewer entities than all.
    case .anyModel where code.candidates(for: value.type) != nil: break
    case .collection(.anyModel) where value.type.isOfOne: break
    case .collection where !value.type.entities.isEmpty && code.isBase(stated.innermost): break
    case .request(let inner) where !inner.isOfOne && value.type.isOfOne: break
    case .collection(.unknown) where value.type.isKnown: break
    default: result.type = stated
    }
    return result
  }

  // MARK: Ways through the code

  private mutating func run(
    _ branches: [SwiftBranch], otherwise: SwiftBlock?, as kind: CodeWays.Block = .branch
  ) {
    let before = aftermath.pending
    let outerEmpty = aftermath.empty
    var ends: [[Aftermath.Deleted]] = []
    for branch in branches {
      aftermath.pending = before
      let new = declarations(of: branch.conditions)
      let known = emptiness(saidBy: branch.conditions)
      let around = aftermath.empty
      aftermath.empty.formUnion(known.holding)
      let isAlways = branches.count == 1 && branch.asksForChanges && otherwise == nil
      run(branch.block, declaring: new, isCertain: isAlways, as: kind)
      aftermath.empty = around.union(known.failing)
      // Without changes, there is nothing to save.
      if isAlways {
        aftermath.empty = outerEmpty
        return
      }
      ends.append(aftermath.pending)
    }
    aftermath.pending = before
    if let otherwise {
      run(otherwise, as: kind)
    } else if branches.count == 1 {
      keepUnlinks(askedFor: branches[0].conditions)
    }
    ends.append(aftermath.pending)
    aftermath.empty = outerEmpty
    aftermath.join(ends)
  }

  private mutating func require(_ branch: SwiftBranch) {
    let new = declarations(of: branch.conditions)
    let known = emptiness(saidBy: branch.conditions)
    let outerEmpty = aftermath.empty
    aftermath.empty.formUnion(known.failing)
    run(branch.block, as: .branch)
    aftermath.empty = outerEmpty
    for (name, value) in new { declare(name, value) }
  }

  /// Evaluates what the code decides by.
  mutating func answer(_ evaluate: (inout Evaluation) -> CodeValue) -> CodeValue {
    let wasAsking = aftermath.isAsking
    aftermath.isAsking = true
    defer { aftermath.isAsking = wasAsking }
    return evaluate(&self)
  }

  /// Evaluates conditions, and returns what they declare.
  private mutating func declarations(of conditions: [SwiftCondition]) -> [String: CodeValue] {
    variables.append([:])
    let wasAsking = aftermath.isAsking
    aftermath.isAsking = true
    for condition in conditions {
      switch condition {
      case .expression(let expression): _ = value(of: expression)
      case .match(let pattern, let expression): bind(pattern, to: value(of: expression))
      case .binding(let pattern, let type, let expression):
        var value = CodeValue.unknown
        if let expression {
          value = self.value(of: expression)
          if let use = value.relationship { aftermath.looked.insert(use) }
        } else if case .name(let name) = pattern {
          value =
            variable(name) ?? property(name, of: own)
            ?? frameworkMember(name, of: own, origin: own.origin)
            ?? CodeValue(type: Self.namesContext(name) ? .suggestedContext : .unknown)
        }
        if let type { value = stating(resolved(type), value) }
        declare(pattern, as: value)
        setSource(of: pattern, expression?.tokens)
      case .availability: break
      }
    }
    aftermath.isAsking = wasAsking
    return variables.removeLast()
  }

  private mutating func loop(
    _ pattern: SwiftPattern, over sequence: SwiftExpression, where condition: SwiftExpression?,
    _ block: SwiftBlock
  ) {
    let sequence = value(of: sequence)
    var element = sequence.element(sequence.type.element)
    element.isEach = true
    let (exits, before) = (aftermath.exits, aftermath.lastObject)
    if let condition {
      variables.append([:])
      declare(pattern, as: element)
      // What it is chosen by is a key of it.
      element.origin |= answer { $0.value(of: condition) }.origin
      variables.removeLast()
    }
    variables.append([:])
    declare(pattern, as: element)
    let declared = variables.removeLast()
    // What a condition chooses may be nothing.
    sharing.loops.append(Sharing.Loop(lastObject: before))
    run(block, declaring: declared, as: condition == nil ? .loop : .conditionalLoop)
    sharing.loops.removeLast()
    let isWhole = condition == nil && aftermath.exits == exits
    if isWhole { keepUnlinks(ofEach: pattern, in: sequence) }
    aftermath.endLoop(over: sequence, isWhole: isWhole)
  }

  private mutating func choose(_ subject: CodeValue, among cases: [SwiftCase]) {
    let (before, outerLeaves, gone) = (aftermath.pending, aftermath.leaves, aftermath.gone)
    var ends = [before]
    for choice in cases {
      aftermath.pending = before
      within { evaluation in
        for pattern in choice.patterns { evaluation.bind(pattern, to: subject) }
        for condition in choice.conditions { _ = evaluation.value(of: condition) }
        evaluation.run(choice.block, as: .choice)
      }
      aftermath.gone = gone
      ends.append(aftermath.pending)
    }
    aftermath.join(ends)
    aftermath.leaves = outerLeaves
  }

  private mutating func attempt(_ block: SwiftBlock, _ catches: [SwiftCase]) {
    // What a `catch` gets is not dropped, unless it does nothing with it.
    let outerTries = aftermath.triesSilently
    if let first = catches.first {
      aftermath.triesSilently = first.isSilent
    }
    let (before, inserted) = (aftermath.gone, aftermath.inserted)
    let outerSaved = aftermath.saved
    aftermath.saved = [:]
    run(block, isCertain: true)
    aftermath.triesSilently = outerTries
    // A save that failed has deleted nothing.
    let (after, saved, unlinked) = (aftermath.gone, aftermath.saved, unlinks.current)
    let (outerRolledBack, insertedAfter) = (aftermath.rolledBack, aftermath.inserted)
    var rolledBack = catches.isEmpty ? [] : Set(saved.keys)
    for handler in catches {
      (aftermath.gone, aftermath.inserted) = (before, inserted)
      aftermath.rolledBack = []
      run(handler.block, declaring: ["error": .unknown], isCertain: true, as: .branch)
      rolledBack.formIntersection(aftermath.rolledBack)
      unlinks.current = unlinked
    }
    (aftermath.gone, aftermath.inserted) = (after, insertedAfter)
    aftermath.rolledBack = outerRolledBack
    aftermath.saved = outerSaved.merging(saved) { $1 }
    for context in rolledBack where aftermath.saved[context] == .thrown {
      aftermath.saved[context] = .rolledBack
    }
  }
}

extension SwiftBranch {
  /// Whether it is taken wherever a context has anything to save.
  fileprivate var asksForChanges: Bool {
    guard conditions.count == 1, case .expression(let expression) = conditions[0] else {
      return false
    }
    switch expression.form {
    case .name(let name): return name.text == "hasChanges"
    case .postfix(_, let suffixes):
      if case .member(let name)? = suffixes.last?.form { return name.text == "hasChanges" }
      return false
    default: return false
    }
  }
}

extension SwiftCase {
  /// Whether a `catch` takes every error and does nothing with it.
  fileprivate var isSilent: Bool {
    let takesAll = patterns.allSatisfy { if case .nothing = $0 { true } else { false } }
    return takesAll && conditions.isEmpty
      && block.statements.allSatisfy { statement in
        // Whoever returns a value says by it that something failed.
        if case .exit(_, nil) = statement.form { true } else { false }
      }
  }
}

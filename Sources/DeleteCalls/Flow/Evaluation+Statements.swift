import SwiftSource

/// Statement after statement, and what is in each.
extension Evaluation {
  mutating func run(_ statements: [SwiftStatement]) {
    for statement in statements { run(statement, isOnly: statements.count == 1) }
  }

  /// The label before a statement, as in `trips: for trip in trips {}`; nil for none.
  private func label(of statement: SwiftStatement) -> String? {
    let start = statement.tokens.lowerBound
    return tokens.isMark(start + 1, ":") ? tokens[start]?.name : nil
  }

  /// Sets the value of the closure, `if` or `switch` around, which may also be that of another branch if it joins that.
  private mutating func setResult(to value: CodeValue, joins: Bool = true) {
    let last = returned.byClosures.count - 1
    let either = joins ? Self.either(returned.byClosures[last].type, value.type) : nil
    returned.byClosures[last] = either.map { CodeValue(type: $0) } ?? value
  }

  /// Does what a statement does, which may be the only one of its block.
  mutating func run(_ statement: SwiftStatement, isOnly: Bool = true) {
    let label = label(of: statement)
    if let label { ways.beginStatement(labelled: label) }
    defer { if label != nil { ways.endLabelledStatement() } }
    switch statement.form {
    case .expression(let expression):
      reading.statementCall = StatementCall(
        places: expression.callPlaces.map(place),
        mayBeReturned: isOnly && (!returned.byClosures.isEmpty || returned.type.isKnown))
      let mayAnswer = reading.statementCall.mayBeReturned && returned.byClosures.isEmpty
      let value = asking(mayAnswer ? .answered : nil) {
        $0.value(of: expression, for: $0.returned.type, isDropped: !mayAnswer)
      }
      if returned.byClosures.isEmpty {
        // A body of one expression returns its value.
        batches.returned |= value.parameterMask
        returned.home = value.home
        if returned.type == .context { keepContext(value) }
        returned.addExpression(value)
        if returned.type.isKnown { handBack(value, expression.tokens) }
      } else {
        setResult(to: value, joins: isOnly)
      }
      if expression.neverReturns { deletions.isLeft = true }
    case .bindings(let bindings):
      for binding in bindings { declare(binding) }
      reading.attribute = nil
    case .function(let function): run(function)
    case .accessor(let kind, let parameter, let block):
      let observed = CodeValue(type: kind.hasSuffix("Set") ? returned.type : .unknown)
      var new = ["newValue": observed, "oldValue": observed]
      let bit = Self.maskOfNewValue
      let assigned = CodeValue(type: .unknown, parameterMask: bit, given: bit)
      if kind == "set" { new[parameter ?? "newValue"] = assigned }
      // A setter or an observer returns nothing.
      let outer = ["get", "_read"].contains(kind) ? nil : returned
      if outer != nil { returned = Returned() }
      run(block, declaring: new, as: .later)
      if let outer { returned = outer }
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
    case .attempt(let block, let catches):
      attempt(block, catches, isLabelled: label != nil)
    case .deferral(let block): deferred.append(block)
    case .exit(let word, let expression):
      if let expression {
        let isReturned = word == "return"
        let value = asking(isReturned && returned.byClosures.isEmpty ? .answered : nil) {
          $0.value(of: expression, for: isReturned ? $0.returned.type : .unknown)
        }
        if word == "return", returned.byClosures.isEmpty {
          keepContext(value)
          batches.returned |= value.parameterMask
          returned.home = value.home
          returned.add(value)
          handBack(value, expression.tokens)
        }
        if word == "return", !returned.byClosures.isEmpty, value.type.isKnown {
          setResult(to: value)
        }
      }
      if ["return", "throw", "break", "continue"].contains(word) {
        deletions.isLeft = true
        if word == "return" || word == "throw", returned.byClosures.isEmpty,
          unlinks.earlyEnds.count < Limits.pending
        {
          unlinks.earlyEnds.append(
            Unlinks.EarlyEnd(unlinks: unlinks.current, empty: deletions.contents.empty))
        }
        if word == "throw" { unlinks.beginTrying() }
        let isJump = word == "break" || word == "continue"
        if isJump { deletions.addJump() }
        let endsLoop = ways.exit(
          by: word, at: place(statement.tokens.lowerBound),
          to: isJump && statement.tokens.count > 1
            ? tokens[statement.tokens.lowerBound + 1]?.name : nil)
        if endsLoop { endLoop() }
      }
    case .type(_, _, let members): runMembers(members)
    case .attribute: reading.attribute = reading.attribute ?? statement.tokens.lowerBound
    case .cases, .other: break
    }
  }

  /// Does what is deferred to the end of a block, the last of it first.
  ///
  /// - Parameter count: How many blocks were deferred before it began.
  mutating func runDeferred(downTo count: Int) {
    // A deferred block runs after all code that follows it, saves included.
    let (before, decided) = (parts, parameters.conditions)
    parameters.conditions = []
    while deferred.count > count { run(deferred.removeLast(), isCertain: true) }
    (parts, parameters.conditions) = (before, decided)
  }

  mutating func declare(_ binding: SwiftBinding) {
    if binding.type == nil, case .tuple(let patterns) = binding.pattern,
      case .tuple(let parts)? = binding.value?.form, parts.count == patterns.count,
      parts.allSatisfy({ $0.value.isMade })
    {
      for (pattern, part) in zip(patterns, parts) {
        let value = answer { $0.value(of: part.value) }
        declare(pattern, as: value)
        setSource(of: pattern, part.value.tokens)
      }
      return
    }
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
        kept = (initial, questions)
      }
    }
    if binding.type != nil { value = stating(stated, value) }
    if binding.type == nil, binding.value == nil, let attribute = reading.attribute,
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

  mutating func loop(
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
}

extension SwiftExpression {
  /// Whether it makes something of nothing: `Trip()`.
  fileprivate var isMade: Bool {
    guard case .postfix(let base, let suffixes) = form, case .name = base.form, suffixes.count == 1,
      case .call(let arguments) = suffixes[0].form
    else { return false }
    return arguments.isEmpty
  }
}

import ModelFiles
import SwiftSource

/// Expressions.
extension Evaluation {
  /// Returns the value of an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - expected: The type that is expected where it stands; unknown for none.
  ///   - isDropped: Whether the value is not used.
  /// - Returns: The value.
  mutating func value(
    of expression: SwiftExpression, for expected: CodeType = .unknown, isDropped: Bool = false
  ) -> CodeValue {
    let value = foundValue(of: expression, for: expected, isDropped: isDropped)
    setArgument(of: value, statedBy: expected)
    return value
  }

  private mutating func foundValue(
    of expression: SwiftExpression, for expected: CodeType, isDropped: Bool
  ) -> CodeValue {
    switch expression.form {
    case .name(let name): return value(of: name)
    case .number(let text): return CodeValue(type: .other("Int"), text: text)
    case .text(let text): return CodeValue(type: .other("String"), text: text)
    case .regex: return CodeValue(type: .other("String"))
    case .bool(let isTrue): return CodeValue(type: .other("Bool"), text: "\(isTrue)")
    case .nothing:
      var value = CodeValue.unknown
      value.isNil = true
      return value
    case .interpolated(let pieces):
      run(pieces, in: expression.tokens.lowerBound)
      return CodeValue(type: .other("String"))
    case .array(let elements): return list(of: elements, for: expected.element)
    case .dictionary(let pairs): return dictionary(of: pairs, for: expected)
    case .tuple(let parts) where parts.count == 1:
      return value(of: parts[0].value, for: expected, isDropped: isDropped)
    case .tuple(let parts): return tuple(of: parts, for: expected)
    case .closure(let closure):
      if case .closure(let parameters, let result) = expected {
        return value(
          of: closure, given: parameters.map { CodeValue(type: $0) }, returning: result)
      }
      return value(of: closure, given: [])
    case .keyPath(let root, let path): return keyPath(root, path)
    case .type(let type): return CodeValue(type: .metatype(resolved(type)))
    case .postfix(let base, let suffixes):
      let outer = deletions.failing
      defer { deletions.failing = outer }
      if isDropped, !(reading.statementCall.mayBeReturned && returned.type.isKnown),
        let hiding = base.hiding(calledBy: suffixes)
      {
        deletions.failing = .dropped(by: hiding)
      }
      return value(of: base, followedBy: suffixes, for: expected)
    case .prefix(let marks, let value): return prefixed(value, by: marks, in: expression)
    case .effect(let effects, let value):
      return self.value(of: value, under: effects, for: expected, isDropped: isDropped)
    case .operation(let first, let rest):
      let place = expression.tokens.lowerBound
      if ["&&", "||"].contains(rest[0].mark) { deletions.beginDeciding() }
      let isFirstDropped = isDropped && rest[0].mark == "??" && rest[0].value.doesNothing
      return rest.reduce(value(of: first, isDropped: isFirstDropped)) {
        if $1.mark == "??" { check($0) }
        askForNothing($0, $1.mark, $1.value)
        let right = value(of: $1.value)
        return ownResult($1.mark, [$0, right], at: place) ?? result($1.mark, $0, right)
      }
    case .assignment(let mark, let left, let right):
      return assign(right, to: left, mark, in: expression)
    case .ternary(let condition, let yes, let no):
      return chosen(by: condition, yes, no, for: expected, isDropped: isDropped)
    case .statement(let statement):
      returned.byClosures.append(.unknown)
      run(statement)
      return returned.byClosures.removeLast().ofNoName
    case .implicitMember(let name):
      if expected.isRequest { return member(name, of: CodeValue(type: .metatype(expected)), nil) }
      var value = CodeValue(type: .unknown, text: name.text)
      value.isNil = name.text == "none"
      return value
    case .macro, .unknown: return .unknown
    }
  }

  private mutating func prefixed(
    _ value: SwiftExpression, by marks: [String], in expression: SwiftExpression
  ) -> CodeValue {
    var result = self.value(of: value)
    if marks.contains("!") { result.text = nil }
    let place = expression.tokens.lowerBound
    for mark in marks.reversed() {
      result = ownResult(mark, [result], at: place) ?? result
    }
    if marks.contains("&") { result.isProxy = true }
    if marks.contains("&"), let name = result.name {
      fill(name)
      answers.forget(name)
      invalidateLinks(of: name)
      change(name) {
        if $0.isNarrowed { $0.type = $0.type.ofAnyEntity }
      }
    }
    return result
  }

  /// Returns the value of what is tried or awaited.
  mutating func value(
    of value: SwiftExpression, under effects: [SwiftEffect], for expected: CodeType,
    isDropped: Bool
  ) -> CodeValue {
    let outer = (deletions.failing, deletions.endOfTrying)
    defer { (deletions.failing, deletions.endOfTrying) = outer }
    if effects.contains(.triesOptionally) {
      deletions.endOfTrying = 0
      deletions.failing =
        isDropped ? .dropped(by: .tryOptional) : deletions.asked ?? .thrown
    } else if effects.contains(.triesForcibly) {
      deletions.failing = .thrown
    }
    if effects.contains(.tries) { unlinks.beginTrying() }
    let isCaught = effects.contains(.triesOptionally)
    let unlinked = unlinks.current
    if isCaught { ways.catching += 1 }
    let result = self.value(of: value, for: expected, isDropped: isDropped)
    if isCaught {
      ways.catching -= 1
      unlinks.current = unlinked.filter(unlinks.current.contains)
    }
    // Tasks may begin, and end, while the function waits.
    if effects.contains(.awaits) { (later.tasks, later.leaving) = ([], []) }
    return result
  }

  /// Returns the one of two values that a condition chooses.
  mutating func chosen(
    by condition: SwiftExpression, _ yes: SwiftExpression, _ no: SwiftExpression,
    for expected: CodeType, isDropped: Bool
  ) -> CodeValue {
    let condition = answer { $0.value(of: condition) }
    deletions.beginDeciding()
    let (before, unlinked) = (deletions.pending, unlinks.current)
    let first = value(of: yes, for: expected, isDropped: isDropped)
    let (after, unlinkedFirst) = (deletions.pending, unlinks.current)
    (deletions.pending, unlinks.current) = (before, unlinked)
    let second = value(of: no, for: expected, isDropped: isDropped)
    let unlinkedSecond = unlinks.current
    unlinks.current = unlinked.filter {
      unlinkedFirst.contains($0) && unlinkedSecond.contains($0)
    }
    unlinks.join([unlinkedFirst, unlinkedSecond])
    deletions.join([after, deletions.pending], in: ways.current)
    var either =
      first.type == second.type || second.isNil || !second.type.isKnown ? first : second
    if let type = Self.either(first.type, second.type) { either = CodeValue(type: type) }
    either.isNew = first.isNew && second.isNew
    either.setLacking(ofEither: first, second)
    either.parameterMask = first.parameterMask | second.parameterMask | condition.parameterMask
    either.home = first.home == second.home ? first.home : nil
    return first.object == second.object ? either : either.ofNoName
  }

  /// Returns the result of an operator that the app declares; nil where it declares none for such values.
  mutating func ownResult(
    _ mark: String, _ operands: [CodeValue], at token: Int
  ) -> CodeValue? {
    guard code.operators.contains(mark) else { return nil }
    let given = operands.map { Argument(label: nil, value: $0) }
    for owner in [nil] + operands.map({ CodeValue(type: .metatype($0.type)) }) {
      if let result = ownCall(of: mark, owner, given, at: place(token)) { return result }
    }
    return nil
  }

  /// Returns the result of an operator.
  mutating func result(_ mark: String, _ left: CodeValue, _ right: CodeValue) -> CodeValue {
    var result: CodeValue
    switch mark {
    case "??":
      result = left.type.isKnown ? left : right
      if left.type.isIdentifier, right.type.isIdentifier, left.type != right.type {
        (result.type, result.given) = (.identifier(.unknown), 0)
      }
      if let type = Self.either(left.type, right.type) { result = CodeValue(type: type) }
      // What is made only where there is none yet has other owners where there is one.
      if left.isElement, !left.isNew, right.isNew, left.relationship == nil {
        result.isStored = true
      }
      if right.isStored { result.isStored = true }
      if !right.isNil, !right.isEmpty, left.type.isKnown, left.home != right.home {
        result.home = nil
      }
      if !right.isNil, !right.isEmpty { result.setLacking(ofEither: left, right) }
      if !right.isNil { result = result.ofNoName }
    case "...", "..<": result = CodeValue(type: .other("Range"))
    // What a relationship holds, and more.
    case "+" where left.type.element.isObject || right.relationship != nil || right.copied != nil:
      result = right.relationship != nil || right.copied != nil ? right : left
      // Each of two parts may have what the other leaves out.
      if right.isPart { result.isPart = !(left.relationship != nil || left.copied != nil) }
      result.isNew = false
      result.setLacking(ofEither: left, right)
      let (one, other) = (left.type.element, right.type.element)
      let isOfKind =
        if let one = one.entity, let other = other.entity { code.isKind(other, of: one) } else {
          one == other
        }
      if one.isObject, other.isObject, !isOfKind {
        result.type = .collection(Self.common([one, other]))
      }
    // The identifiers of one list, and of another.
    case "+" where left.type.element.isIdentifier && right.type.element.isIdentifier:
      result = CodeValue(
        type: .collection(Self.common([left.type.element, right.type.element])),
        given: left.given | right.given)
    default:
      if right.isNil, deletions.isAsking {
        if let use = left.relationship { ask(use, of: left.holder) }
        check(left)
      }
      result = CodeValue(type: .other("Bool"))
    }
    result.parameterMask = left.parameterMask | right.parameterMask
    return result
  }

  /// Assigns the parts of a tuple.
  private mutating func assign(
    _ right: SwiftExpression, toEach parts: [SwiftExpression], in expression: SwiftExpression
  ) -> CodeValue {
    let names = parts.map { words(in: $0) }
    if case .tuple(let values) = right.form, values.count == parts.count,
      values.allSatisfy({ value in names.allSatisfy(words(in: value.value).isDisjoint) })
    {
      for (part, value) in zip(parts, values) {
        _ = assign(value.value, to: part, "=", in: expression)
      }
      return CodeValue(type: .other("Void"))
    }
    _ = value(of: right)
    // Which part a variable gets is not known.
    for case .name(let name) in parts.map(\.form) where name.text != "_" {
      if let known = variable(name.text) {
        assign(CodeValue(type: known.type), to: known, at: place(expression.tokens.lowerBound))
      }
    }
    return CodeValue(type: .other("Void"))
  }

  private mutating func assign(
    _ right: SwiftExpression, to left: SwiftExpression, _ mark: String,
    in expression: SwiftExpression
  ) -> CodeValue {
    if case .name(let name) = left.form, name.text == "_" {
      _ = value(of: right, isDropped: true)
      return CodeValue(type: .other("Void"))
    }
    if mark == "=", case .tuple(let parts) = left.form, parts.count > 1 {
      return assign(right, toEach: parts.map(\.value), in: expression)
    }
    let outer = reading.target
    reading.target = left.tokens.upperBound - 1
    let goal = value(of: left)
    reading.target = outer
    let questions = deletions.questions
    let keeping = mark == "=" ? nameKeepingAnswers(left, goal) : nil
    // A stored closure may be called later, or never.
    var value =
      if case .closure(let closure) = right.form {
        self.value(of: closure, given: closureParameters(of: goal.type), by: mark)
      } else if keeping != nil {
        answer { $0.value(of: right, for: goal.type) }
      } else {
        self.value(of: right, for: goal.type)
      }
    if let use = goal.relationship, value.relationship != use, value.copied != use, !value.isNew {
      let isKept = isKept(value, from: use)
      if isKept || isMade(right, from: use, of: goal.ownerName)
        || isFetched(right, from: use, of: goal.ownerName)
      {
        value.copied = use
      }
      if isKept, let name = value.name, isCutDown(name) { value.isPart = true }
    }
    if goal.type.isClosure, goal.property >= 0 {
      let isLiteral = if case .closure = right.form { true } else { false }
      closures.pass(
        isLiteral ? closures.last : closureEffects(of: value),
        to: .property(goal.property))
    }
    setResultType(of: goal, to: right)
    setRequest(goal, to: value)
    recordAssignment(of: value, right, to: goal, left)
    guard mark == "=" else {
      if let own = ownResult(mark, [goal, value], at: expression.tokens.lowerBound) { return own }
      if mark == "+=" {
        add(value, toRelationshipOf: goal, at: place(expression.tokens.lowerBound))
      }
      fill(goal.name, adding: [value.type.element], of: value)
      if let name = goal.name, goal.relationship == nil { answers.forget(name) }
      return CodeValue(type: .other("Void"))
    }
    // A list, or a dictionary, holds something else from here on.
    if case .postfix(let base, let suffixes) = left.form, case .element? = suffixes.last?.form {
      let path = path(of: base, suffixes.dropLast())
      fill(path, adding: [value.type], of: value)
      replaceElement(goal, of: path, by: value, at: place(expression.tokens.lowerBound))
      if let holder = goal.holder.first, holder.path.count == 1 {
        relink(holder.path[0], of: holder.name, to: value)
      }
    }
    let start = expression.tokens.lowerBound
    let isOnOneLine = tokens[start]?.line == tokens[left.tokens.upperBound]?.line
    let place = place(isOnOneLine ? start : left.tokens.upperBound - 1)
    assign(value, to: goal, at: place)
    if let keeping { keepAnswer(of: right, value, in: keeping, since: questions) }
    unlinkLeftOut(by: right.tokens, value, of: goal, at: place)
    return CodeValue(type: .other("Void"))
  }

  /// Keeps the answer that a variable is assigned, if that is a number or a truth.
  private mutating func keepAnswer(
    of right: SwiftExpression, _ value: CodeValue, in name: String, since questions: Set<Question>
  ) {
    if value.type.element.isKnown || value.type.statesEntity {
      deletions.questions = questions.union(deletions.choices)
    } else {
      keepAnswer(of: right, in: name, since: questions, isChanged: true)
    }
  }

  /// The name of a variable that keeps the answer of what is assigned to it; nil for any other goal.
  private func nameKeepingAnswers(_ left: SwiftExpression, _ goal: CodeValue) -> String? {
    guard case .name(let name) = left.form, variable(name.text) != nil, !goal.type.isClosure,
      !goal.type.isOfObjects
    else { return nil }
    return name.text
  }

  /// The values that a closure of a type is given.
  private func closureParameters(of type: CodeType) -> [CodeValue] {
    guard case .closure(let parameters, _) = type else { return [] }
    return parameters.map { CodeValue(type: $0) }
  }

  /// Whether a value is a property in which the code keeps what a relationship holds.
  func isKept(_ value: CodeValue, from use: RelationshipUse) -> Bool {
    guard let name = value.name, name.hasPrefix("self."), own.type.instance.entity == nil else {
      return false
    }
    return loads(into: String(name.dropFirst("self.".count))).contains {
      $0.name == use.name
        && (code.isKind($0.entity, of: use.entity) || code.isKind(use.entity, of: $0.entity))
    }
  }

  /// Whether an expression mentions a relationship of an object, so that its value may hold what that holds.
  private func isMade(
    _ value: SwiftExpression, from use: RelationshipUse, of owner: String?
  ) -> Bool {
    guard let owner = owner?.split(separator: ".").last.map(String.init) else { return false }
    var range = value.tokens
    if case .name(let name) = value.form {
      guard let source = unlinks.sources[name.text] else { return false }
      range = source
    }
    let names = names(in: range)
    guard owner == "self" || names.contains(owner) else { return false }
    let ranges = [range] + names.compactMap { unlinks.sources[$0] }
    return names.contains { name in
      if name != use.name { return mentions(use, inMember: name) }
      return ranges.joined().contains { tokens.isWord($0, name) && isMember($0, of: owner) }
    }
  }

  /// Whether a value is all that a fetch finds for the objects that a relationship holds.
  private func isFetched(
    _ value: SwiftExpression, from use: RelationshipUse, of owner: String?
  ) -> Bool {
    guard let owner, let inverse = code.inverse(of: use) else { return false }
    var list = value.plain
    while case .postfix(let base, let suffixes) = list.form, suffixes.count == 1,
      case .name(let name) = base.form, Self.collections.contains(name.text),
      case .call(let arguments) = suffixes[0].form, arguments.count == 1
    {
      list = arguments[0].value.plain
    }
    return held(byAllFetchedAt: list.tokens).contains {
      $0.property == inverse.name && $0.names.contains(owner)
    }
  }

  private static let collections: Set<String> = ["Array", "NSOrderedSet", "NSSet", "Set"]

  /// Whether a word is a member of what a name before it means.
  private func isMember(_ token: Int, of owner: String) -> Bool {
    guard tokens.isMark(token - 1, ".") else {
      // A local variable of that name is another value behind its declaration.
      let name = tokens[token]?.name ?? ""
      let isLocal = variable(name) != nil && unlinks.sources[name]?.contains(token) != true
      return owner == "self" && !isLocal
    }
    let isOptional = tokens.isMark(token - 2, "?") || tokens.isMark(token - 2, "!")
    return tokens.isWord(token - (isOptional ? 3 : 2), owner)
  }

  /// Whether a computed property or a function mentions a relationship.
  private func mentions(_ use: RelationshipUse, inMember name: String) -> Bool {
    func mentions(_ file: Int, _ range: Range<Int>) -> Bool {
      let tokens = code.files[file].tokens
      return range.contains { tokens.isWord($0, use.name) }
    }
    return [own.type, .entity(use.entity)].contains { type in
      if let property = code.property(name, of: type), let brace = property.declaration.accessors,
        let end = code.files[property.file].tokens[brace]?.end, end > brace
      {
        return mentions(property.file, brace..<end)
      }
      let functions = code.functions(name, of: type) + code.functions(named: name, of: nil)
      return functions.contains { number in
        let function = code.functions[number]
        return function.declaration.body.map { mentions(function.file, $0) } ?? false
      }
    }
  }
}

extension SwiftExpression {
  /// Whether it is nil or an empty list: `[]`, `[Trip]()`, `Set()`.
  var isNothing: Bool {
    switch form {
    case .nothing: true
    case .array(let elements): elements.isEmpty
    case .dictionary(let pairs): pairs.isEmpty
    case .implicitMember(let name): name.text == "none"
    case .tuple(let parts): parts.count == 1 && parts[0].value.isNothing
    case .postfix(let base, let suffixes): suffixes.count == 1 && suffixes[0].makesEmpty(base)
    default: false
    }
  }

  /// Whether evaluating it has no effect, as that of `_ = error`.
  var doesNothing: Bool {
    switch form {
    case .name, .number, .text, .bool, .nothing: return true
    case .tuple(let parts): return parts.allSatisfy(\.value.doesNothing)
    case .assignment("=", let left, let right):
      guard case .name(let name) = left.form else { return false }
      return name.text == "_" && right.doesNothing
    default: return false
    }
  }

  /// Whether it is a range, as `1...`.
  var isRange: Bool {
    switch form {
    case .operation(_, let rest): rest.contains { $0.mark == "..." || $0.mark == "..<" }
    case .prefix(let marks, _): marks.contains("...") || marks.contains("..<")
    case .postfix(_, let suffixes):
      suffixes.last.map { if case .operator = $0.form { true } else { false } } ?? false
    default: false
    }
  }
}

extension SwiftSuffix {
  /// Whether it makes an empty list of a type.
  fileprivate func makesEmpty(_ type: SwiftExpression) -> Bool {
    guard case .call(let arguments) = form, arguments.isEmpty else { return false }
    return switch type.form {
    case .type(.array): true
    case .name(let name):
      ["Array", "NSArray", "NSOrderedSet", "NSSet", "Set"].contains(name.text)
    default: false
    }
  }
}

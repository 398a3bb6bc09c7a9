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
  private mutating func value(
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
  private mutating func chosen(
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
    either.lacking = first.lacking.intersection(second.lacking)
    either.parameterMask = first.parameterMask | second.parameterMask | condition.parameterMask
    either.home = first.home == second.home ? first.home : nil
    return first.object == second.object ? either : either.ofNoName
  }

  /// Returns the result of an operator that the app declares; nil where it declares none for such values.
  private mutating func ownResult(
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
  private mutating func result(_ mark: String, _ left: CodeValue, _ right: CodeValue) -> CodeValue {
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
      if !right.isNil, !right.isEmpty { result.lacking = left.lacking.intersection(right.lacking) }
      if !right.isNil { result = result.ofNoName }
    case "...", "..<": result = CodeValue(type: .other("Range"))
    // What a relationship holds, and more.
    case "+" where left.type.element.isObject || right.relationship != nil || right.copied != nil:
      result = right.relationship != nil || right.copied != nil ? right : left
      // Each of two parts may have what the other leaves out.
      if right.isPart { result.isPart = !(left.relationship != nil || left.copied != nil) }
      result.isNew = false
      result.lacking = left.lacking.intersection(right.lacking)
      let (one, other) = (left.type.element, right.type.element)
      let isOfKind =
        if let one = one.entity, let other = other.entity { code.isKind(other, of: one) } else {
          one == other
        }
      if one.isObject, other.isObject, !isOfKind {
        result.type = .collection(Self.common([one, other]))
      }
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

  private mutating func assign(
    _ right: SwiftExpression, to left: SwiftExpression, _ mark: String,
    in expression: SwiftExpression
  ) -> CodeValue {
    if case .name(let name) = left.form, name.text == "_" {
      _ = value(of: right, isDropped: true)
      return CodeValue(type: .other("Void"))
    }
    let outer = reading.target
    reading.target = left.tokens.upperBound - 1
    let goal = value(of: left)
    reading.target = outer
    // A stored closure may be called later, or never.
    var value =
      if case .closure(let closure) = right.form {
        self.value(of: closure, given: closureParameters(of: goal.type), by: mark)
      } else {
        self.value(of: right, for: goal.type)
      }
    if let use = goal.relationship, value.relationship != use, value.copied != use,
      !value.isNew, isMade(right, from: use, of: goal.ownerName) || isKept(value, from: use)
    {
      value.copied = use
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
    assign(value, to: goal, at: place(isOnOneLine ? start : left.tokens.upperBound - 1))
    return CodeValue(type: .other("Void"))
  }

  /// The values that a closure of a type is given.
  private func closureParameters(of type: CodeType) -> [CodeValue] {
    guard case .closure(let parameters, _) = type else { return [] }
    return parameters.map { CodeValue(type: $0) }
  }

  /// Whether a value is a property in which the code keeps what a relationship holds.
  private func isKept(_ value: CodeValue, from use: RelationshipUse) -> Bool {
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

  // MARK: Literals

  private mutating func tuple(
    of parts: [SwiftCallArgument], for expected: CodeType
  ) -> CodeValue {
    let types = expected.parts(parts.count)
    let values = zip(parts, types).map { value(of: $0.value, for: $1) }
    return CodeValue(
      type: .tuple(values.map(\.type)), parameterMask: values.reduce(0) { $0 | $1.parameterMask })
  }

  private mutating func list(
    of elements: [SwiftExpression], for expected: CodeType
  ) -> CodeValue {
    let values = elements.map { value(of: $0, for: expected) }
    var list = CodeValue(
      type: .collection(Self.common(values.map(\.type))),
      parameterMask: values.reduce(0) { $0 | $1.parameterMask },
      given: values.reduce(0) { $0 | $1.given })
    list.isEmpty = values.isEmpty
    if values.allSatisfy({ $0.home == values[0].home }) { list.home = values.first?.home }
    list.isNew = !values.isEmpty && values.allSatisfy(\.isNew)
    let texts = values.compactMap { value in
      value.type == .other("String")
        ? value.text : value.type.instance.entity.map { code.entities[$0].name }
    }
    let hasText = values.contains { $0.type == .other("String") }
    if hasText, texts.count == values.count { list.texts = texts }
    list.object = deletions.newObject()
    let isOfNamed = !values.isEmpty && values.allSatisfy { $0.object != 0 && isHeld($0) }
    if isOfNamed { list.objects = values.map(\.object) }
    return list
  }

  /// Returns the type of one of two objects, or types, of different entities; nil for any other two.
  static func either(_ one: CodeType, _ other: CodeType) -> CodeType? {
    func entities(of type: CodeType) -> Set<Int>? {
      switch type {
      case .entity(let entity): [entity]
      case .oneOf(let entities): entities
      default: nil
      }
    }
    if one == other { return nil }
    switch (one, other) {
    case (.metatype(let one), .metatype(let other)):
      return either(one, other).map(CodeType.metatype)
    case (.anyModel, _) where other.innermost.isKnown, (_, .anyModel) where one.innermost.isKnown:
      return .anyModel
    default:
      guard let first = entities(of: one), let second = entities(of: other) else {
        return one.entity != nil && other.entity != nil ? .unknown : nil
      }
      return .oneOf(first.union(second))
    }
  }

  /// Returns the type of the elements of a list, whose objects may be of several entities.
  static func common(_ types: [CodeType]) -> CodeType {
    guard let first = types.first, types.contains(where: { $0 != first }) else {
      return types.first ?? .unknown
    }
    var entities: Set<Int> = []
    for type in types {
      guard type.entity != nil || !type.entities.isEmpty else { return .unknown }
      entities.formUnion(type.allEntities)
    }
    switch first {
    case .entity where types.allSatisfy(\.isObject), .each where types.allSatisfy(\.isObject):
      return .each(entities)
    case .metatype where types.allSatisfy(\.instance.isKnown): return .metatype(.each(entities))
    case .request where types.allSatisfy(\.isRequest): return .request(.each(entities))
    case .identifier where types.allSatisfy(\.isIdentifier): return .identifier(.each(entities))
    case .collection where types.allSatisfy(\.element.isObject): return .collection(.each(entities))
    default: return .unknown
    }
  }

  private mutating func dictionary(
    of pairs: [SwiftExpression.Pair], for expected: CodeType
  ) -> CodeValue {
    let types = expected.parts(2)
    let values = pairs.map { pair in
      var value = value(of: pair.value, for: types[1])
      // Identifiers are merged as those of deleted objects, or not at all.
      if case .name(let key) = pair.key.form, Self.keysOfOtherChanges.contains(key.text) {
        value.parameterMask &= ~BatchDeletes.bits
      }
      return (key: self.value(of: pair.key, for: types[0]), value: value)
    }
    guard let first = values.first else {
      var empty = CodeValue(type: .tuple([.unknown, .unknown]))
      empty.isEmpty = true
      return empty
    }
    let isSure = values.allSatisfy {
      $0.key.type == first.key.type && $0.value.type == first.value.type
    }
    return CodeValue(
      type: .tuple(isSure ? [first.key.type, first.value.type] : [.unknown, .unknown]),
      parameterMask: values.reduce(0) { $0 | $1.key.parameterMask | $1.value.parameterMask })
  }

  private mutating func keyPath(_ root: TypeExpression?, _ path: [SwiftSuffix]) -> CodeValue {
    let names = path.compactMap { suffix -> String? in
      switch suffix.form {
      case .member(let name): name.text
      case .element: "[]"
      default: nil
      }
    }
    var value = CodeValue(type: .other("KeyPath"), text: names.joined(separator: "."))
    let type = resolved(root)
    if type.isKnown { value.type = .tuple([.other("KeyPath"), type]) }
    return value
  }

  // MARK: What stands behind a value

  private mutating func value(
    of base: SwiftExpression, followedBy suffixes: [SwiftSuffix], for expected: CodeType
  ) -> CodeValue {
    let start = base.tokens.lowerBound
    var next = 0
    /// The arguments that are next, and where a call with them is.
    func call(_ evaluation: Evaluation) -> CallSite? {
      guard suffixes.indices.contains(next), case .call(let given) = suffixes[next].form else {
        return nil
      }
      let last = suffixes[next].tokens.lowerBound - 1
      let isOnOneLine = evaluation.tokens[start]?.line == evaluation.tokens[last]?.line
      return CallSite(arguments: given, place: evaluation.place(isOnOneLine ? start : last))
    }
    var value: CodeValue
    switch base.form {
    case .name(let name) where !name.hasLabels:
      if let site = call(self) {
        value = called(name, site)
        next = 1
      } else {
        value = self.value(of: name, for: expected)
      }
    case .implicitMember(let name) where name.text == "init" && suffixes.count == 1:
      value = CodeValue(type: .metatype(expected))
    case .implicitMember(let name) where expected.isRequest:
      value = member(name, of: CodeValue(type: .metatype(expected)), call(self))
      if call(self) != nil { next = 1 }
    case .macro(let name):
      value = macro(name, call(self), for: expected)
      if call(self) != nil { next = 1 }
    default: value = self.value(of: base)
    }
    while next < suffixes.count {
      let suffix = suffixes[next]
      next += 1
      switch suffix.form {
      case .member(let name):
        let site = name.hasLabels ? nil : call(self)
        if site != nil { next += 1 }
        value = member(name, of: value, site)
      case .call:
        // A closure that is called where it is written was gone through.
        if next == 1, case .closure = base.form { continue }
        next -= 1
        guard let site = call(self) else { break }
        next += 1
        value = self.call("callAsFunction", of: value, site)
      case .element(let places): value = element(of: value, at: places)
      case .unwrap: break
      case .operator(let mark):
        value = ownResult(mark, [value], at: start) ?? value.with(.other("Range"))
      case .cast(let type):
        value = stating(resolved(type), value)
      case .check: value = value.with(.other("Bool"))
      }
    }
    return value
  }

  private mutating func member(
    _ name: SwiftName, of value: CodeValue, _ site: CallSite?
  ) -> CodeValue {
    if name.text == "self", site == nil { return value }
    if let number = Int(name.text) {
      return part(number, of: value)
    }
    read(name.text, of: value, at: name.token)
    if site == nil, !deletions.savedDeletes.isEmpty || !deletions.possiblySavedDeletes.isEmpty,
      let property = code.property(name.text, of: value.type)
    {
      readGone(property, of: value, at: place(name.token))
    }
    if deletions.isAsking { ask(value, for: name.text) }
    if let site {
      if let type = calledType(name, in: value.type) {
        return call("callAsFunction", of: CodeValue(type: .metatype(type)), site)
      }
      if name.text == "toggle", let name = value.name { answers.forget(name) }
      guard Self.choosing.contains(name.text) else { return call(name.text, of: value, site) }
      var some = chosen(by: site.arguments) { $0.call(name.text, of: value, site) }
      some.lacking.formUnion(lacking(chosenBy: site.arguments, in: name.text))
      return some
    }
    return named(member(name.text, of: value, at: name.token), name.text, of: value)
  }

  /// Returns the type that a call by its name makes an object of; nil where that is the name of no type in what has
  /// the name.
  private func calledType(_ name: SwiftName, in outer: CodeType) -> CodeType? {
    guard case .metatype(let outer) = outer, code.functions(name.text, of: outer).isEmpty else {
      return nil
    }
    // Whatever is in a type of another module is of no interest here.
    if case .other(let module) = outer, !code.files[file].imports.contains(module) { return nil }
    return nestedType(name.text, name.generics, in: outer)
  }

  /// A property with its name in the code.
  mutating func named(_ property: CodeValue, _ name: String, of value: CodeValue) -> CodeValue {
    var property = property
    if property.type == .context, property.home == .main { batches.usesMainContext = true }
    if value.list != 0, isKept(name, by: value), property.type.entity != nil {
      (property.isElement, property.isEach) = (true, value.isEach)
      property.list = deletions.member(name, of: value.list)
    }
    guard let owner = value.name else {
      var property = property
      property.name = isOfApp(property, nil) ? Self.mainContext : nil
      if value.isNew, let use = property.relationship {
        property.holder = [
          Holder(name: Self.newOwner, object: deletions.newObject(), path: [use])
        ]
      }
      return property
    }
    return named(property, "\(owner).\(name)")
  }

  /// The name of the context of views, by whatever property the code gets it.
  static let mainContext = "the main context"

  /// Whether a property is the context of views; that of a container which the function is given, or makes, or
  /// of one among several, may be another one.
  private func isOfApp(_ property: CodeValue, _ name: String?) -> Bool {
    guard property.type == .context, property.home == .main, code.hasOneContainer else {
      return false
    }
    let root = name?.prefix { $0 != "." }
    return root.map { $0 == "self" || variable(String($0)) == nil } ?? true
  }

  /// A property by its name in the code, as long as which it is the same object.
  mutating func named(_ property: CodeValue, _ name: String) -> CodeValue {
    var property = property
    // A context that each use makes anew is the same as no other.
    property.name = property.type == .context && property.isNew ? nil : name
    if isOfApp(property, name) { property.name = Self.mainContext }
    guard property.object == 0, property.type.isOfObjects else { return property }
    // What a list holds that the code does not set changes when something is deleted.
    if case .entity = property.type {} else if !isHeld(property) { return property }
    property.object = deletions.object(heldBy: name)
    return property
  }

  /// The value of a property of the object around, by its name in the code, as far as it is the same each time.
  mutating func held(_ name: String) -> CodeValue {
    var value = CodeValue(named: name, .unknown)
    if isHeld(value) { value.object = deletions.object(heldBy: name) }
    return value
  }

  /// Whether a name is that of a property of the object around that no call can change: a constant, or what a view
  /// was given.
  func isConstant(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[0] == "self",
      let property = code.property(String(parts[1]), of: own.type),
      property.declaration.accessors == nil
    else { return false }
    if property.declaration.isConstant { return true }
    let (tokens, start) = (code.files[property.file].tokens, property.declaration.start)
    let isPlain = !tokens.isMark(start, "@") || tokens.isWord(start + 1, "Bindable")
    return isPlain
      && property.owner.map { code.types[$0].keyword == "struct" && code.isOnMainActor($0) } == true
  }

  /// Whether a value is held by a variable, or by a property that changes where the code sets it alone.
  func isHeld(_ value: CodeValue) -> Bool {
    guard let name = value.name, let dot = name.firstIndex(of: ".") else { return true }
    if name[..<dot] != "self", let owner = variable(String(name[..<dot])) {
      return isKept(String(name[dot...].dropFirst()), by: owner)
    }
    guard name[..<dot] == "self", value.relationship == nil,
      let property = code.property(String(name[dot...].dropFirst()), of: own.type)
    else { return false }
    return property.declaration.accessors == nil && !isFetched(property)
  }

  /// Whether a property of a structure has what the code puts into it, so that no call changes that.
  private func isKept(_ name: String, by owner: CodeValue) -> Bool {
    guard owner.type.entity == nil, let property = code.property(name, of: owner.type),
      property.declaration.accessors == nil, let type = property.owner
    else { return false }
    return property.declaration.isConstant || code.types[type].keyword == "struct"
  }

  private mutating func element(
    of value: CodeValue, at places: [SwiftCallArgument]
  ) -> CodeValue {
    let isRange = places.contains { $0.value.isRange }
    var result: CodeValue
    switch value.type {
    case .collection(let element):
      result = value.element(isRange ? value.type : element)
      if isRange {
        (result.copied, result.isPart) = (value.relationship ?? value.copied, true)
        (result.list, result.whole) = (0, value.object == 0 ? value.whole : value.object)
      }
      // It is of one of several entities.
      if !isRange, !element.entities.isEmpty { result.type = .unknown }
    case .tuple(let parts) where parts.count == 2:
      result = part(1, of: value.element(value.type))
    default: result = value.with(.unknown)
    }
    for place in places {
      let token = place.value.tokens.lowerBound
      let isTarget = reading.target == place.value.tokens.upperBound
      let place = (label: place.label, value: self.value(of: place.value))
      if place.label == "keyPath", let path = place.value.text {
        let outer = reading.target
        if isTarget, !path.contains(".") { reading.target = token }
        defer { reading.target = outer }
        return self.value(of: value, at: path, token)
      }
      result.parameterMask |= place.value.parameterMask
      // What each key of it leads to is each of its values.
      if place.value.isEach, place.value.list != 0, place.value.list == result.list {
        result.isEach = true
      }
      // `self[id, as: Trip.self]` of a model actor.
      if place.label == "as", place.value.type.instance.isKnown {
        result.type = place.value.type.instance
      }
    }
    return result
  }

  private mutating func macro(
    _ name: SwiftName, _ site: CallSite?, for expected: CodeType
  ) -> CodeValue {
    var type = resolved(name.generics.first)
    if type == .unknown, case .predicate(let inner) = expected { type = inner }
    var parameterMask: UInt64 = 0
    var lacking: Set<String> = []
    var sparing: [RelationshipUse] = []
    for argument in site?.arguments ?? [] {
      if argument.isTrailing, case .closure(let closure) = argument.value.form {
        lacking = self.lacking(chosenBy: closure)
        parameterMask |=
          chosen(by: [argument]) {
            $0.value(of: closure, given: [CodeValue(type: type)])
          }.parameterMask
        sparing = spared(bySearchFor: closure)
      } else {
        parameterMask |= value(of: argument.value).parameterMask
      }
    }
    if name.text == "#keyPath", let last = site?.arguments.first?.value.tokens.last {
      return CodeValue(type: .other("String"), text: tokens[last]?.name)
    }
    var value = CodeValue(
      type: name.text == "#Predicate" ? .predicate(type) : .unknown, parameterMask: parameterMask)
    (value.lacking, value.sparing) = (lacking, sparing)
    return value
  }

  /// The methods of a collection that choose some of its elements.
  private static let choosing: Set<String> = [
    "drop", "filter", "first", "firstIndex", "last", "partition", "prefix",
  ]
}

extension SwiftExpression {
  /// Returns the hiding by a type whose value is dropped: of what its closure throws, nothing else remains.
  fileprivate func hiding(calledBy suffixes: [SwiftSuffix]) -> DeleteCall.Hiding? {
    guard case .name(let type) = form, case .call? = suffixes.last?.form else { return nil }
    let members = suffixes.dropLast().map {
      if case .member(let name) = $0.form { name.text } else { "" }
    }
    switch (type.text, members) {
    case ("Result", []): return .result
    case ("Task", []), ("Task", ["detached"]): return .task
    default: return nil
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
  fileprivate var isRange: Bool {
    switch form {
    case .operation(_, let rest): rest.contains { $0.mark == "..." || $0.mark == "..<" }
    case .prefix(let marks, _): marks.contains("...") || marks.contains("..<")
    case .postfix(_, let suffixes):
      suffixes.last.map { if case .operator = $0.form { true } else { false } } ?? false
    default: false
    }
  }
}

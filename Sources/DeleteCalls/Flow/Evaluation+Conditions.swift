import SwiftSource

/// The facts that conditions state about names: the type of an object, and the constant that a parameter is.
extension Evaluation {
  /// A condition on a parameter: that it is one of some alternatives, or none of these.
  struct ParameterCondition: Hashable {
    enum Alternatives: Hashable {
      case constants(Set<String>)
      /// Objects of some entities, or lists of these.
      case objects(of: Set<Int>, isList: Bool)

      /// The alternatives of two conditions, one of which holds; nil where they differ in kind.
      func union(_ other: Alternatives) -> Alternatives? {
        switch (self, other) {
        case (.constants(let one), .constants(let other)): .constants(one.union(other))
        case (.objects(let one, let isList), .objects(let other, let isOtherList)):
          isList == isOtherList ? .objects(of: one.union(other), isList: isList) : nil
        default: nil
        }
      }
    }

    let parameter: Int
    let alternatives: Alternatives
    let isAmong: Bool

    var opposite: ParameterCondition {
      ParameterCondition(parameter: parameter, alternatives: alternatives, isAmong: !isAmong)
    }

    /// The condition that one of two holds; nil where they are of different kinds.
    fileprivate func union(_ other: ParameterCondition) -> ParameterCondition? {
      guard parameter == other.parameter, isAmong, other.isAmong else { return nil }
      return alternatives.union(other.alternatives).map {
        ParameterCondition(parameter: parameter, alternatives: $0, isAmong: true)
      }
    }

    fileprivate var isOfType: Bool { if case .objects = alternatives { true } else { false } }
  }

  /// A delete of what a function is given, or of other objects.
  struct ConditionalDelete: Hashable {
    /// The entities of the objects; none where the arguments say these.
    let entities: Set<Int>
    let conditions: [ParameterCondition]
    /// The relationship of an argument whose objects they are; nil for what is given itself.
    var keyed: KeyedRelationship?
  }

  struct Facts: Knowledge {
    var types: [String: CodeType] = [:]
    var parameterConditions: [ParameterCondition] = []

    /// The facts if both hold.
    func union(_ other: Facts) -> Facts {
      Facts(
        types: types.merging(other.types) { $1 },
        parameterConditions: parameterConditions + other.parameterConditions)
    }

    /// The facts if one of both holds.
    func intersection(_ other: Facts) -> Facts {
      var common = Facts()
      for (name, type) in types {
        common.types[name] = other.types[name].map { Evaluation.common([type, $0]) }
      }
      if parameterConditions.count == 1, other.parameterConditions.count == 1,
        let condition = parameterConditions[0].union(other.parameterConditions[0])
      {
        common.parameterConditions = [condition]
      }
      return common
    }

    fileprivate var ofTypes: Facts {
      Facts(types: types, parameterConditions: parameterConditions.filter(\.isOfType))
    }
  }

  typealias ConditionFacts = Consequences<Facts>

  /// Records facts that hold as far as the block around goes.
  mutating func assume(_ facts: Facts) {
    for (name, type) in facts.types {
      guard let value = variable(name), isNarrower(type, than: value.type) else { continue }
      variables[variables.count - 1][name] = stating(type, value)
    }
    parameters.conditions += facts.parameterConditions
  }

  /// Whether a type names entities of which another one allows more.
  private func isNarrower(_ type: CodeType, than known: CodeType) -> Bool {
    let entities = type.allEntities
    guard type.isObject, !entities.isEmpty else { return false }
    switch known {
    case .unknown, .anyModel, .type, .conforming: return true
    case .entity(let base): return entities.allSatisfy { $0 != base && code.isKind($0, of: base) }
    default: return false
    }
  }

  mutating func facts(statedBy conditions: [SwiftCondition]) -> ConditionFacts {
    variables.append([:])
    defer { variables.removeLast() }
    let all = conditions.map { condition in
      switch condition {
      case .expression(let expression): return facts(statedBy: expression)
      case .binding(let pattern, _, let expression):
        // A value that is there may be any.
        let stated = expression.map { facts(statedBy: $0).ofTypes }
        // What follows is about the new value.
        if let name = pattern.onlyName { variables[variables.count - 1][name] = .unknown }
        return stated ?? ConditionFacts()
      case .match(let pattern, let expression):
        return facts(statedBy: [pattern], of: expression)
      case .availability: return ConditionFacts()
      }
    }
    return ConditionFacts(
      holding: ConditionFacts.all(all).holding,
      failing: all.count == 1 ? all[0].failing : Facts())
  }

  private func facts(statedBy expression: SwiftExpression) -> ConditionFacts {
    switch expression.form {
    case .prefix(["!"], let value): return facts(statedBy: value).opposite
    case .tuple(let parts) where parts.count == 1: return facts(statedBy: parts[0].value)
    case .name: return condition(on: expression, among: ["true"])
    case .postfix(let base, let suffixes):
      guard case .name(let name) = base.form, let type = checked(by: suffixes) else {
        return ConditionFacts()
      }
      return facts(of: name.text, being: type)
    case .operation(let first, let rest):
      let all = [first] + rest.map(\.value)
      switch rest[0].mark {
      case "&&":
        return ConditionFacts(holding: ConditionFacts.all(all.map(facts(statedBy:))).holding)
      case "||": return .any(all.map(facts(statedBy:)))
      case "==", "!=":
        guard rest.count == 1 else { return ConditionFacts() }
        var said = ConditionFacts()
        if case .nothing = rest[0].value.form {
          said = facts(statedBy: first).ofTypes.opposite
        } else if let constant = Self.constant(rest[0].value) {
          said = condition(on: first, among: [constant])
        } else if let constant = Self.constant(first) {
          said = condition(on: rest[0].value, among: [constant])
        }
        return rest[0].mark == "==" ? said : said.opposite
      default: return ConditionFacts()
      }
    default: return ConditionFacts()
    }
  }

  /// Returns the facts where a value matches one of some patterns.
  func facts(statedBy patterns: [SwiftPattern], of value: SwiftExpression) -> ConditionFacts {
    guard !patterns.isEmpty else { return ConditionFacts() }
    let constants = patterns.compactMap(Self.constant)
    if constants.count == patterns.count { return condition(on: value, among: Set(constants)) }
    let types = patterns.map { pattern -> CodeType in
      switch pattern {
      case .check(let type), .cast(_, let type): resolved(type)
      default: .unknown
      }
    }
    guard case .name(let name) = value.form else { return ConditionFacts() }
    return facts(of: name.text, being: Self.common(types))
  }

  /// Returns the facts where the value of a name is of a type.
  private func facts(of name: String, being type: CodeType) -> ConditionFacts {
    var stated = ConditionFacts(holding: Facts(types: [name: type]))
    guard let object = variable(name)?.object,
      let parameter = parameters.objects.firstIndex(of: object),
      let alternatives = objects(of: type)
    else { return stated }
    let condition = ParameterCondition(
      parameter: parameter, alternatives: alternatives, isAmong: true)
    stated.holding.parameterConditions = [condition]
    stated.failing.parameterConditions = [condition.opposite]
    return stated
  }

  /// Returns the objects of models that are of a type, or the lists of these; nil where that does not say all.
  private func objects(of type: CodeType, isList: Bool = false) -> ParameterCondition.Alternatives?
  {
    switch type {
    case .collection(let element): isList ? nil : objects(of: element, isList: true)
    case .each(let entities): .objects(of: entities, isList: isList)
    case .entity, .type: code.candidates(for: type).map { .objects(of: $0, isList: isList) }
    default: nil
    }
  }

  /// Returns the facts where a value matches no pattern of some cases.
  func facts(ofOtherThan cases: [SwiftCase], of value: SwiftExpression) -> Facts {
    cases.reduce(Facts()) {
      $1.conditions.isEmpty
        ? $0.union(facts(statedBy: $1.patterns, of: value).failing) : $0
    }
  }

  private func condition(on value: SwiftExpression, among constants: Set<String>) -> ConditionFacts
  {
    // A copy, or a variable of the same name, may have another value.
    guard case .name(let name) = value.form, let known = variable(name.text),
      let parameter = parameters.objects.firstIndex(of: known.object),
      !parameters.redeclared.contains(name.text)
    else { return ConditionFacts() }
    let condition = ParameterCondition(
      parameter: parameter, alternatives: .constants(constants), isAmong: true)
    return ConditionFacts(
      holding: Facts(parameterConditions: [condition]),
      failing: Facts(parameterConditions: [condition.opposite]))
  }

  /// Returns the type for which some suffixes check a value: `is Trip`, `as? Trip`, `.isKind(of: Trip.self)`.
  private func checked(by suffixes: [SwiftSuffix]) -> CodeType? {
    switch suffixes.first?.form {
    case .check(let type) where suffixes.count == 1, .cast(let type) where suffixes.count == 1:
      return resolved(type)
    case .member(let method) where ["isKind", "isMember"].contains(method.text):
      guard suffixes.count == 2, case .call(let given) = suffixes[1].form, given.count == 1,
        case .postfix(let base, _) = given[0].value.form, case .name(let name) = base.form
      else { return nil }
      return resolved(.named([name.text], arguments: []))
    default: return nil
    }
  }

  /// Returns the name of an enumeration's case, or a truth; nil for any other expression.
  static func constant(_ expression: SwiftExpression) -> String? {
    switch expression.form {
    case .implicitMember(let name): return name.text
    case .bool(let isTrue): return "\(isTrue)"
    case .postfix(let base, let suffixes):
      guard case .name(let type) = base.form, type.text.first?.isUppercase == true,
        suffixes.count == 1, case .member(let name) = suffixes[0].form
      else { return nil }
      return name.text
    default: return nil
    }
  }

  private static func constant(_ pattern: SwiftPattern) -> String? {
    switch pattern {
    case .member(let name, let parts) where parts.isEmpty: name
    case .expression(let expression): constant(expression)
    default: nil
    }
  }

  /// Returns what a function deletes of what it is given, without what the arguments of a call contradict; nil
  /// where nothing is left.
  func narrowed(
    _ wrapper: Wrapper, of function: Int, by given: [Argument], at places: [Int]
  ) -> Wrapper? {
    var narrowed = wrapper
    narrowed.deletes = wrapper.deletes.filter {
      !areContradicted($0.conditions, of: function, by: given, at: places)
    }
    if narrowed.deletes.isEmpty || checksForOther(wrapper, of: function, by: given, at: places) {
      return nil
    }
    narrowed.added = wrapper.added.filter {
      !areContradicted($0.conditions, of: function, by: given, at: places)
    }
    return narrowed
  }

  /// Whether a function checks for a type that the arguments of a call do not have.
  private func checksForOther(
    _ wrapper: Wrapper, of function: Int, by given: [Argument], at places: [Int]
  ) -> Bool {
    let known = code.functions[function]
    let parameters = known.declaration.parameters
    let scope = code.scope(of: known)
    guard case .entity(let stated) = wrapper.type else { return false }
    return zip(given, places).contains { argument, place in
      guard wrapper.given & (1 << place) != 0, case .entity(let one) = argument.value.type,
        case .entity(let base) = code.resolved(parameters[place].type, in: scope)
      else { return false }
      return code.isKind(one, of: base) && code.isKind(stated, of: base)
        && !code.isKind(one, of: stated) && !code.isKind(stated, of: one)
    }
  }

  /// Whether the arguments of a call contradict one of some conditions that must all hold.
  func areContradicted(
    _ conditions: [ParameterCondition], of function: Int, by given: [Argument], at places: [Int]
  ) -> Bool {
    conditions.contains { holds($0, in: function, by: given, at: places) == false }
  }

  /// Whether the arguments of a call fulfil a condition on a parameter; nil where they do not say it.
  func holds(
    _ condition: ParameterCondition, in function: Int, by given: [Argument], at places: [Int]
  ) -> Bool? {
    let known = code.functions[function]
    let parameters = known.declaration.parameters
    let scope = code.scope(of: known)
    func constant(_ parameter: Int) -> String? {
      if let number = places.firstIndex(of: parameter) {
        let type = code.resolved(parameters[parameter].type, in: scope)
        // A static property may be any case.
        return given[number].constant.flatMap { code.property($0, of: type) == nil ? $0 : nil }
      }
      guard let value = parameters[parameter].defaultValue, let last = value.last else {
        return nil
      }
      let tokens = code.files[known.file].tokens
      let isConstant =
        value.count == 2 && tokens.isMark(value.lowerBound, ".")
        || value.count == 1 && ["true", "false"].contains(tokens[last]?.text)
      return isConstant ? tokens[last]?.text : nil
    }
    guard parameters.indices.contains(condition.parameter) else { return nil }
    let isAmong: Bool? =
      switch condition.alternatives {
      case .constants(let constants): constant(condition.parameter).map(constants.contains)
      case .objects(let entities, let isList):
        places.firstIndex(of: condition.parameter).flatMap {
          isOne(given[$0].value.type, of: entities, isList: isList)
        }
      }
    return isAmong.map { $0 == condition.isAmong }
  }

  /// Whether a value is an object of one of some entities, or a list of these; nil where its type does not say it.
  private func isOne(_ type: CodeType, of entities: Set<Int>, isList: Bool) -> Bool? {
    let object: CodeType
    if case .collection(let element) = type {
      guard isList else { return nil }
      object = element
    } else {
      guard !isList else { return nil }
      object = type
    }
    guard case .entity(let one) = object else { return nil }
    // Several models may have the class.
    let all = entities.flatMap { code.namesakes[$0] }
    if all.contains(where: { code.isKind(one, of: $0) }) { return true }
    return all.contains { code.isKind($0, of: one) } ? nil : false
  }
}

extension Evaluation.ConditionFacts {
  /// The same without what it says of constants.
  fileprivate var ofTypes: Self { Self(holding: holding.ofTypes, failing: failing.ofTypes) }
}

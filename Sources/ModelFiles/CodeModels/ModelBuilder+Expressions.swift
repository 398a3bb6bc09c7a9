import CompiledOnce
import SourceText
import SwiftSource

extension ModelBuilder {
  /// The value of an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - expected: The type that is expected, which implicit members belong to.
  /// - Returns: The value.
  mutating func evaluate(
    _ expression: SwiftExpression, as expected: TypeExpression? = nil
  ) -> BuilderValue {
    deeper(else: unknown(expression)) { $0.value(of: expression, expected) }
  }

  private mutating func value(
    of expression: SwiftExpression, _ expected: TypeExpression?
  ) -> BuilderValue {
    let place = location(expression)
    switch expression.form {
    case .name(let name): return self.value(named: name.text, at: place) ?? .unknown(place)
    case .implicitMember(let name):
      return implicitMember(name.text, nil, expected, at: place)
    case .number(let text):
      return Int(text.filter { $0 != "_" }).map(BuilderValue.number) ?? .unknown(place)
    case .text(let text): return .text(text, place)
    case .bool(let value): return .bool(value)
    case .nothing: return .nothing
    case .interpolated(let pieces): return text(pieces, expression)
    case .array(let elements):
      let type = Self.element(of: expected)
      return .list(BuilderList(elements.map { evaluate($0, as: type) }))
    case .dictionary(let pairs):
      var table = BuilderTable()
      for pair in pairs { table.set(evaluate(pair.key), to: evaluate(pair.value)) }
      return .table(table)
    case .tuple(let parts):
      if parts.count == 1, parts[0].label == nil { return evaluate(parts[0].value, as: expected) }
      return .tuple(
        BuilderList(parts.map { evaluate($0.value) }, labels: parts.map(\.label)))
    case .closure(let closure):
      closures.append(BuilderClosure(code: .closure(closure), frame: frame))
      return .closure(closures.count - 1)
    case .keyPath(_, let suffixes):
      if case .member(let name)? = suffixes.last(where: Self.isMember)?.form {
        return .keyPath(name.text, place)
      }
      return .unknown(place)
    case .type(let type):
      switch type {
      case .array: return .list(.empty)
      case .composite: return .table(BuilderTable())
      default: return .unknown(place)
      }
    case .postfix(let base, let suffixes):
      return evaluate(base, suffixes[...], expression, expected)
    case .prefix(let marks, let inner):
      let value = evaluate(inner)
      if marks == ["!"], case .bool(let flag) = value { return .bool(!flag) }
      if marks == ["-"], case .number(let number) = value, number != .min {
        return .number(-number)
      }
      return marks == ["&"] ? value : .unknown(place)
    case .effect(_, let inner): return evaluate(inner, as: expected)
    case .operation(let first, let operands): return operation(first, operands, expected)
    case .assignment(let mark, let target, let value):
      assign(mark, target, value)
      return .nothing
    case .ternary(let condition, let yes, let no):
      guard case .bool(let holds) = evaluate(condition) else { return .unknown(place) }
      return evaluate(holds ? yes : no, as: expected)
    case .statement(let statement):
      if let block = chosenBlock(of: statement) { return value(of: block, expected) }
      return .unknown(place)
    case .regex, .macro, .unknown: return .unknown(place)
    }
  }

  /// The value of a name; a name that nothing has may be that of another module's type.
  private mutating func value(named name: String, at place: Location) -> BuilderValue? {
    lookUp(name, at: place) ?? (name.first?.isUppercase == true ? .type(name, place) : nil)
  }

  private static func isMember(_ suffix: SwiftSuffix) -> Bool {
    if case .member = suffix.form { true } else { false }
  }

  static func element(of type: TypeExpression?) -> TypeExpression? {
    switch type {
    case .array(let element)?: element
    case .optional(let inner)?: element(of: inner)
    case .named(let path, let arguments)? where ["Array", "Set"].contains(path.last):
      arguments.first
    default: nil
    }
  }

  /// The block of an `if` or a `switch` that gives its value; nil if that is unknown.
  private mutating func chosenBlock(of statement: SwiftStatement) -> SwiftBlock? {
    switch statement.form {
    case .conditional(let branches, let otherwise):
      for branch in branches {
        switch holds(branch.conditions) {
        case true?: return branch.block
        case false?: continue
        case nil: return nil
        }
      }
      return otherwise
    case .choice(let subject, let cases):
      let value = evaluate(subject)
      for candidate in cases where candidate.conditions.isEmpty {
        let answers = candidate.patterns.map { match($0, value) }
        if candidate.patterns.isEmpty || answers.contains(where: { $0 == true }) {
          return candidate.block
        }
        if answers.contains(where: { $0 == nil }) { return nil }
      }
      return nil
    default: return nil
    }
  }

  /// The text of `"\(name)Property"`, if every piece of code in it has a known text.
  private mutating func text(
    _ pieces: [SwiftInterpolation], _ expression: SwiftExpression
  ) -> BuilderValue {
    let place = location(expression)
    guard let written = tokens[expression.tokens.lowerBound]?.text, !pieces.isEmpty,
      let around = Self.literals(of: written), around.count == pieces.count + 1
    else { return .unknown(place) }
    var text = around[0]
    for (piece, literal) in zip(pieces, around.dropFirst()) {
      guard piece.arguments.count == 1, let known = self.text(of: piece),
        text.utf8.count + known.utf8.count + literal.utf8.count <= Limits.builderText
      else { return .unknown(place) }
      text += known + literal
    }
    return .text(text, place)
  }

  /// The text of the code in a string; its tokens are its own, so that only names are looked up.
  private mutating func text(of piece: SwiftInterpolation) -> String? {
    let parts = (0..<piece.tokens.count).compactMap { piece.tokens[$0] }
    let names = stride(from: 0, to: parts.count, by: 2).compactMap { parts[$0].name }
    guard names.count == parts.count / 2 + 1, spend(parts.count),
      stride(from: 1, to: parts.count, by: 2).allSatisfy({ parts[$0].isMark(".") }),
      var value = value(named: names[0], at: piece.tokens.location(0))
    else { return nil }
    for name in names.dropFirst() {
      value = member(name, of: value, at: piece.tokens.location(0)) ?? .nothing
    }
    switch value {
    case .text(let text, _): return text
    case .type(let type, _): return Self.lastName(of: type)
    case .number(let number): return "\(number)"
    default: return nil
    }
  }

  /// The text between the pieces of code in a string; nil if it has escapes, or strings in its code.
  private static func literals(of written: String) -> [String]? {
    var literals = [""]
    var depth = 0
    var isEscape = false
    for character in written {
      switch character {
      case "\"": return nil
      case "\\" where depth == 0: isEscape = true
      case "(" where isEscape:
        isEscape = false
        depth = 1
      case _ where isEscape: return nil
      case "(" where depth > 0: depth += 1
      case ")" where depth > 0:
        depth -= 1
        if depth == 0 { literals.append("") }
      default:
        if depth == 0 { literals[literals.count - 1].append(character) }
      }
    }
    return depth == 0 && !isEscape ? literals : nil
  }

  static func lastName(of type: String) -> String {
    type.split(separator: ".").last.map(String.init) ?? type
  }

  // MARK: Operators

  private mutating func operation(
    _ first: SwiftExpression, _ operands: [SwiftExpression.Operand], _ expected: TypeExpression?
  ) -> BuilderValue {
    var value = evaluate(first, as: expected)
    for operand in operands {
      let place = location(operand.value)
      switch (operand.mark, value) {
      case ("??", .nothing): value = evaluate(operand.value, as: expected)
      case ("??", _): break
      case ("&&", .bool(false)), ("||", .bool(true)): break
      case ("&&", .bool), ("||", .bool): value = evaluate(operand.value)
      case ("==", _), ("===", _), ("!=", _), ("!==", _):
        let isEqual = value.isEqual(to: evaluate(operand.value))
        value = isEqual.map { .bool($0 == operand.mark.hasPrefix("=")) } ?? .unknown(place)
      case ("+", _): value = sum(value, evaluate(operand.value, as: expected), at: place)
      default:
        _ = evaluate(operand.value)
        value = .unknown(place)
      }
    }
    return value
  }

  private mutating func sum(
    _ one: BuilderValue, _ other: BuilderValue, at place: Location
  ) -> BuilderValue {
    switch (one, other) {
    case (.list(var list), _):
      guard let more = elements(of: other) else {
        // An unknown part does not hide the others.
        list.append(.unknown(place))
        return .list(list)
      }
      guard spend(list.elements.count / 8 + more.count) else { return .unknown(place) }
      for value in more { list.append(value) }
      return .list(list)
    case (.text(let text, let location), .text(let more, _)):
      guard text.utf8.count + more.utf8.count <= Limits.builderText else { return .unknown(place) }
      return .text(text + more, location)
    case (.number(let one), .number(let other)):
      let (sum, isOver) = one.addingReportingOverflow(other)
      return isOver ? .unknown(place) : .number(sum)
    case (.unknown, .list(let list)):
      var all = BuilderList([one])
      for value in list.elements { all.append(value) }
      return .list(all)
    default: return .unknown(place)
    }
  }

  private mutating func assign(
    _ mark: String, _ target: SwiftExpression, _ value: SwiftExpression
  ) {
    let type = expectedType(of: target)
    switch mark {
    case "=": assign(evaluate(value, as: type), to: target)
    case "+=":
      let old = evaluate(target)
      assign(sum(old, evaluate(value, as: type), at: location(value)), to: target)
    default:
      _ = evaluate(value)
      assign(unknown(value), to: target)
    }
  }

  /// The type that an assigned value has, where the name of its target tells it.
  private func expectedType(of target: SwiftExpression) -> TypeExpression? {
    let name: String
    switch target.form {
    case .name(let written): name = written.text
    case .postfix(_, let suffixes):
      guard case .member(let written)? = suffixes.last?.form else { return nil }
      name = written.text
    default: return nil
    }
    switch name {
    case "properties": return .array(.named(["NSPropertyDescription"], arguments: []))
    case "entities", "subentities": return .array(.named([CoreDataClass.entity], arguments: []))
    case "deleteRule": return .named(["NSDeleteRule"], arguments: [])
    case "destinationEntity": return .named([CoreDataClass.entity], arguments: [])
    case "inverseRelationship": return .named([CoreDataClass.relationship], arguments: [])
    default: return nil
    }
  }

  // MARK: Suffixes

  /// The value of an expression with some of its suffixes.
  mutating func evaluate(
    _ base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>, _ whole: SwiftExpression,
    _ expected: TypeExpression? = nil
  ) -> BuilderValue {
    deeper(else: unknown(whole)) { builder in
      var index = suffixes.startIndex
      var value: BuilderValue
      if let first = suffixes.first, case .call(let arguments) = first.form,
        let called = builder.call(base, arguments, expected)
      {
        value = called
        index += 1
      } else {
        value = builder.evaluate(base)
      }
      while index < suffixes.endIndex {
        let suffix = suffixes[index]
        index += 1
        let place = builder.tokens.location(suffix.tokens.lowerBound)
        switch suffix.form {
        case .member(let name):
          if index < suffixes.endIndex, case .call(let arguments) = suffixes[index].form {
            if let changed = builder.change(
              name.text, base, suffixes[suffixes.startIndex..<index - 1], whole, value, arguments)
            {
              value = changed
            } else {
              value = builder.call(name.text, of: value, arguments, at: place)
            }
            index += 1
          } else {
            value = builder.member(name.text, of: value, at: place) ?? .unknown(place)
          }
        case .call(let arguments): value = builder.call(value, arguments, at: place)
        case .element(let arguments): value = builder.element(arguments, of: value, at: place)
        case .unwrap: break
        case .cast: break
        case .check(let type):
          value = builder.isInstance(value, of: type).map(BuilderValue.bool) ?? .unknown(place)
        case .operator: value = .unknown(place)
        }
      }
      return value
    }
  }

  private mutating func element(
    _ arguments: [SwiftCallArgument], of value: BuilderValue, at place: Location
  ) -> BuilderValue {
    guard let first = arguments.first else { return .unknown(place) }
    let key = evaluate(first.value)
    switch (value, key) {
    case (.table(let table), _):
      if let found = table[key] { return found }
      if key.key == nil { return .unknown(place) }
      if arguments.count == 2, arguments[1].label == "default" {
        return evaluate(arguments[1].value)
      }
      return .nothing
    case (.list(let list), .number(let index)) where list.elements.indices.contains(index):
      return list.elements[index]
    default: return .unknown(place)
    }
  }

  /// The elements of an array, of a dictionary as pairs; nil if the value is unknown.
  func elements(of value: BuilderValue) -> [BuilderValue]? {
    switch value {
    case .list(let list): list.elements
    case .table(let table):
      zip(table.keys, table.values).map {
        .tuple(BuilderList([$0, $1], labels: ["key", "value"]))
      }
    default: nil
    }
  }
}

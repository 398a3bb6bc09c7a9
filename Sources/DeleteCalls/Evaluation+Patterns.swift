import ModelFiles
import SwiftSource

/// Patterns and conditions.
extension Evaluation {
  /// Declares what a pattern names, each with its part of a value.
  mutating func declare(_ pattern: SwiftPattern, as value: CodeValue) {
    let value = shared(value)
    if case .name(let name) = pattern { declare(name, value) } else { bind(pattern, to: value) }
  }

  /// Matches a value with a pattern, and declares what that names.
  mutating func bind(_ pattern: SwiftPattern, to value: CodeValue) {
    switch pattern {
    case .name(let name):
      var part = value.element(value.type)
      (part.name, part.object, part.list) = (value.name, value.object, value.list)
      (part.isEach, part.objects) = (value.isEach, value.objects)
      declare(name, part)
    case .optional(let inner): bind(inner, to: value)
    case .cast(let inner, let type): bind(inner, to: stating(resolved(type), value))
    case .tuple(let parts):
      if parts.count == 1 { return bind(parts[0], to: value) }
      for (number, part) in parts.enumerated() { bind(part, to: self.part(number, of: value)) }
    case .member(let name, let parts): bind(parts, to: value, payload(of: name, value.type))
    case .expression(let expression): _ = self.value(of: expression)
    case .nothing, .check: break
    }
  }

  private mutating func bind(
    _ parts: [SwiftPattern], to value: CodeValue, _ types: [CodeType]
  ) {
    for (number, part) in parts.enumerated() {
      bind(part, to: value.with(types.indices.contains(number) ? types[number] : .unknown))
    }
  }

  /// Returns the types of an enumeration case's associated values.
  private func payload(of name: String, _ type: CodeType) -> [CodeType] {
    if let index = code.entry(of: type), let found = code.types[index].cases[name] {
      return found.types.map { code.resolved($0, in: found.scope) }
    }
    // An optional, or a result, is what it holds.
    return name == "some" || name == "success" ? [type] : []
  }

  // MARK: What holds nothing

  /// The values known to be empty if all conditions hold, and if one does not.
  struct Emptiness {
    var holding: Set<String> = []
    var failing: Set<String> = []

    /// The same of the opposite.
    var opposite: Emptiness { Emptiness(holding: failing, failing: holding) }
  }

  func emptiness(saidBy conditions: [SwiftCondition]) -> Emptiness {
    let all = conditions.map { condition in
      switch condition {
      case .expression(let expression): emptiness(saidBy: expression)
      case .binding(_, _, let expression?), .match(_, let expression):
        Emptiness(failing: path(of: expression).map { [$0] } ?? [])
      case .binding, .availability: Emptiness()
      }
    }
    // Of several, nobody knows which fails.
    return Emptiness(
      holding: all.reduce([]) { $0.union($1.holding) },
      failing: all.count == 1 ? all[0].failing : [])
  }

  private func emptiness(saidBy expression: SwiftExpression) -> Emptiness {
    switch expression.form {
    case .prefix(["!"], let value): return emptiness(saidBy: value).opposite
    case .tuple(let parts) where parts.count == 1: return emptiness(saidBy: parts[0].value)
    case .postfix(let base, let suffixes):
      guard case .member(let name)? = suffixes.last?.form, name.text == "isEmpty",
        let path = path(of: base, suffixes.dropLast())
      else { return Emptiness() }
      return Emptiness(holding: [path])
    case .operation(let first, let rest) where rest.count == 1 && rest[0].mark == "??":
      // What is nil is empty, too, whatever that counts for.
      guard case .bool = rest[0].value.form else { return Emptiness() }
      return emptiness(saidBy: first)
    case .operation(let first, let rest):
      if rest[0].mark == "&&" {
        let all = ([first] + rest.map(\.value)).map(emptiness(saidBy:))
        return Emptiness(holding: all.reduce([]) { $0.union($1.holding) })
      }
      if rest[0].mark == "||" {
        let all = ([first] + rest.map(\.value)).map(emptiness(saidBy:))
        return Emptiness(failing: all.reduce([]) { $0.union($1.failing) })
      }
      guard rest.count == 1 else { return Emptiness() }
      return emptiness(saidBy: first, rest[0].mark, rest[0].value)
    default: return Emptiness()
    }
  }

  /// Returns what a comparison with nil, true, false or of a count says about emptiness.
  private func emptiness(
    saidBy left: SwiftExpression, _ mark: String, _ right: SwiftExpression
  ) -> Emptiness {
    switch right.form {
    case .nothing:
      let said = Emptiness(holding: path(of: left).map { [$0] } ?? [])
      return mark == "==" ? said : mark == "!=" ? said.opposite : Emptiness()
    case .bool(let isTrue):
      let said = emptiness(saidBy: left)
      return (mark == "==") == isTrue ? said : said.opposite
    case .number(let number):
      var left = left
      if case .operation(let first, let rest) = left.form, rest.count == 1, rest[0].mark == "??",
        case .number("0") = rest[0].value.form
      {
        left = first
      }
      guard case .postfix(let base, let suffixes) = left.form,
        case .member(let name)? = suffixes.last?.form, name.text == "count",
        let path = path(of: base, suffixes.dropLast())
      else { return Emptiness() }
      switch (mark, number) {
      case ("==", "0"), ("<", "1"), ("<=", "0"): return Emptiness(holding: [path])
      case ("!=", "0"), (">", "0"), (">=", "1"): return Emptiness(failing: [path])
      default: return Emptiness()
      }
    default: return Emptiness()
    }
  }

  /// The name of a value, as ``CodeValue/name`` has it; nil where it has none.
  func path(of expression: SwiftExpression) -> String? {
    if case .postfix(let base, let suffixes) = expression.form {
      return path(of: base, suffixes[...])
    }
    return path(of: expression, [])
  }

  func path(of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>) -> String? {
    // `(trip.stops ?? [])` has what the relationship has.
    if case .tuple(let parts) = base.form, parts.count == 1,
      case .operation(let list, let rest) = parts[0].value.form, rest.count == 1,
      rest[0].mark == "??", case .array(let others) = rest[0].value.form, others.isEmpty,
      suffixes.isEmpty
    {
      return path(of: list)
    }
    guard case .name(let name) = base.form else { return nil }
    var path = name.text
    if let known = variable(path) {
      guard let name = known.name else { return nil }
      path = name
    } else if path != "self" {
      path = "self.\(path)"
    }
    for suffix in suffixes {
      switch suffix.form {
      case .member(let name): path += ".\(name.text)"
      case .unwrap: break
      default: return nil
      }
    }
    return path
  }
}

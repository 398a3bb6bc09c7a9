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
}

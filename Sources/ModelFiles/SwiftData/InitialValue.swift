import CompiledOnce
import SwiftSource

/// The information that an initial value gives about the type of its property.
enum InitialValue {
  /// A type, with the names of the types around the place that states it.
  case typed(TypeExpression, in: [String])
  /// A literal of a standard type, or a case of an enumeration.
  case literal
  /// Another value; with code that was not read yet, more may be known.
  case unclear

  /// The same value, or none.
  fileprivate var orNothing: InitialValue {
    guard case .typed(let type, let scope) = self else { return self }
    if case .optional = type { return self }
    return .typed(.optional(type), in: scope)
  }

  fileprivate var unwrapped: InitialValue {
    guard case .typed(.optional(let type), let scope) = self else { return self }
    return .typed(type, in: scope)
  }

  fileprivate var inArray: InitialValue {
    guard case .typed(let type, let scope) = self else { return self }
    return .typed(.array(type), in: scope)
  }
}

/// Infers the types of initial values: the type that is written in a value, or that the code states for
/// what the value names.
struct InitialValueReading {
  let names: TypeNames
  /// The code of all files; nil while it is unknown whether a value needs it.
  let code: BuilderCode?
  /// Whether a value names something that the code may declare, and the code was not given.
  private(set) var asksForCode = false
  private var steps = 0
  private var tokens: SwiftTokens
  private var scope: [String]

  init(names: TypeNames, code: BuilderCode?, in tokens: SwiftTokens, scope: [String]) {
    self.names = names
    self.code = code
    self.tokens = tokens
    self.scope = scope
  }

  mutating func value(of range: Range<Int>) -> InitialValue {
    steps = Limits.inferenceSteps
    return read(range)
  }

  private mutating func read(_ range: Range<Int>) -> InitialValue {
    var parser = SyntaxParser(tokens, in: range)
    return read(parser.value())
  }

  private mutating func read(_ expression: SwiftExpression) -> InitialValue {
    guard steps > 0 else { return .unclear }
    steps -= 1
    switch expression.form {
    case .number, .text, .bool, .regex, .interpolated: return .literal
    case .name(let name): return named(name.text)
    case .prefix(_, let value):
      if case .literal = read(value) { return .literal }
      return .unclear
    case .tuple(let parts):
      return parts.count == 1 && parts[0].label == nil ? read(parts[0].value) : .unclear
    case .array(let elements): return elements.first.map { read($0).inArray } ?? .unclear
    case .effect(let effects, let value):
      let found = read(value)
      let isOptional = effects.contains { if case .triesOptionally = $0 { true } else { false } }
      return isOptional ? found.orNothing : found
    case .ternary(_, let one, let other): return either(one, or: other)
    case .operation(let first, let others):
      guard let last = others.last, last.mark == "??" else {
        if case .literal = read(first) { return .literal }
        return .unclear
      }
      return read(last.value)
    case .postfix(let base, let suffixes): return read(base, suffixes[...])
    default: return .unclear
    }
  }

  private mutating func either(
    _ one: SwiftExpression, or other: SwiftExpression
  ) -> InitialValue {
    if case .nothing = one.form { return read(other).orNothing }
    let first = read(one)
    if case .nothing = other.form { return first.orNothing }
    let second = read(other)
    guard case .typed = first else { return second }
    if case .typed(.optional, _) = second { return second }
    return first
  }

  /// Reads a value with suffixes.
  private mutating func read(
    _ base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> InitialValue {
    guard let last = suffixes.last else { return read(base) }
    let rest = suffixes.dropLast()
    switch last.form {
    case .cast(let type?):
      let isConditional = tokens.isMark(last.tokens.lowerBound + 1, "?")
      return .typed(isConditional ? .optional(type) : type, in: scope)
    case .check: return .literal
    case .unwrap: return read(base, rest).unwrapped
    case .call(let arguments): return called(base, rest, arguments)
    // That of a case is a number or a text.
    case .member(let name) where name.text == "rawValue": return .literal
    case .member(let name):
      guard let owner = type(base, rest) else {
        return part(name.text, of: base, rest, isCall: false)
      }
      if name.text == "none", names.isOptional(owner, in: scope) { return .typed(owner, in: scope) }
      return member(name.text, of: owner, isCall: false)
    default: return .unclear
    }
  }

  /// The type that a value with suffixes is the name of.
  private func type(
    _ base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>
  ) -> TypeExpression? {
    let end = suffixes.last?.tokens.upperBound ?? base.tokens.upperBound
    var parser = TypeParser(tokens, at: base.tokens.lowerBound, before: end)
    guard let type = parser.type(), parser.index == end else { return nil }
    var named = type
    if case .optional(let wrapped) = type { named = wrapped }
    guard case .named(let path, _) = named else { return type }
    // Functions and cases begin with a small letter.
    return path.last?.first.map { !$0.isLowercase } == true ? type : nil
  }

  private mutating func called(
    _ base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>, _ arguments: [SwiftCallArgument]
  ) -> InitialValue {
    if let type = type(base, suffixes) { return made(type, arguments) }
    guard let last = suffixes.last else {
      switch base.form {
      case .closure(let closure): return result(of: closure)
      case .name(let name): return named(name.text, isCall: true)
      default: return .unclear
      }
    }
    guard case .member(let name) = last.form else { return .unclear }
    let rest = suffixes.dropLast()
    guard let owner = type(base, rest) else {
      return part(name.text, of: base, rest, isCall: true)
    }
    switch name.text {
    case "init": return made(owner, arguments)
    case "some" where Self.isGeneric(owner, "Optional") || names.isOptional(owner, in: scope):
      return made(owner, arguments)
    default: return member(name.text, of: owner, isCall: true)
    }
  }

  /// A value that an initializer makes, whose argument may say what a generic type is one of.
  private mutating func made(
    _ type: TypeExpression, _ arguments: [SwiftCallArgument]
  ) -> InitialValue {
    let argument = arguments.count == 1 && arguments[0].label == nil ? arguments[0].value : nil
    if let argument, Self.isGeneric(type, "Optional") { return read(argument).orNothing }
    if let first = arguments.first, first.label == "repeating", Self.isGeneric(type, "Array") {
      return read(first.value).inArray
    }
    if let argument, Self.isGeneric(type, "Array") || Self.isGeneric(type, "Set") {
      return read(argument)
    }
    return .typed(type, in: scope)
  }

  /// Whether a type is one of the standard library's whose argument is not written.
  private static func isGeneric(_ type: TypeExpression, _ name: String) -> Bool {
    guard case .named(let path, let arguments) = type, arguments.isEmpty else { return false }
    return path == [name] || path == ["Swift", name]
  }

  private mutating func result(of closure: SwiftClosure) -> InitialValue {
    if let type = closure.result { return .typed(type, in: scope) }
    let statements = closure.body.statements
    switch statements.last?.form {
    case .expression(let value)? where statements.count == 1: return read(value)
    case .exit("return", let value?)?:
      guard case .name(let name) = value.form else { return read(value) }
      for case .bindings(let bindings) in statements.map(\.form) {
        for binding in bindings {
          guard case .name(name.text) = binding.pattern else { continue }
          if let type = binding.type { return .typed(type, in: scope) }
          return binding.value.map { read($0) } ?? .unclear
        }
      }
      return read(value)
    default: return .unclear
    }
  }
}

/// Types that the code states for names.
extension InitialValueReading {
  /// A variable or a function outside of all types.
  private mutating func named(_ name: String, isCall: Bool = false) -> InitialValue {
    guard name.first?.isLowercase == true else { return .unclear }
    return declared(name, of: nil, isCall: isCall)
  }

  /// A static property, a case or a static function of a type.
  private mutating func member(
    _ name: String, of owner: TypeExpression, isCall: Bool
  ) -> InitialValue {
    guard case .named(let path, _) = owner else { return .unclear }
    if path == ["Self"] { return declared(name, of: scope, isCall: isCall) }
    switch names.meaning(of: path, in: scope) {
    case nil: return .unclear
    case .other(isEnumeration: true)? where !isCall:
      // A static property of it has any type.
      let found = declared(name, of: path, isCall: false)
      if case .unclear = found { return .literal }
      return found
    default: return declared(name, of: path, isCall: isCall)
    }
  }

  /// A property or a method of a value with suffixes.
  private mutating func part(
    _ name: String, of base: SwiftExpression, _ suffixes: ArraySlice<SwiftSuffix>, isCall: Bool
  ) -> InitialValue {
    guard case .typed(.named(let path, _), let place) = read(base, suffixes) else {
      return .unclear
    }
    let outer = scope
    scope = place
    defer { scope = outer }
    let found = declared(name, of: path, isCall: isCall)
    if case .unwrap(isForced: false)? = suffixes.last?.form { return found.orNothing }
    return found
  }

  private mutating func declared(
    _ name: String, of owner: [String]?, isCall: Bool
  ) -> InitialValue {
    guard let code else {
      asksForCode = true
      return .unclear
    }
    let around = scope.isEmpty ? nil : scope.joined(separator: ".")
    var owners: [String?] = [nil]
    if let owner {
      guard let type = code.type(named: owner, in: around) else { return .unclear }
      if code.isCase(name, of: type) { return .literal }
      owners = code.chain(of: type)
    }
    for owner in owners {
      let path = owner?.split(separator: ".").map(String.init) ?? []
      if isCall {
        let results = code.functions(named: name, of: owner).map { $0.function.result }
        if !results.isEmpty { return common(results, in: path) }
      } else if let found = code.property(named: name, of: owner) {
        if let type = found.property.type { return .typed(type, in: path) }
        guard let value = found.property.initialValue, value.count <= Limits.tokensOfSharedValue
        else { return .unclear }
        let outer = (tokens, scope)
        (tokens, scope) = (code.files[found.file].tokens, path)
        defer { (tokens, scope) = outer }
        return read(value)
      }
    }
    return .unclear
  }

  /// The result of functions of one name, if they have the same.
  private func common(_ results: [TypeExpression?], in scope: [String]) -> InitialValue {
    let shapes = Set(results.map { $0.flatMap { names.shape(of: $0, in: scope) } })
    guard shapes.count == 1, let type = results.first ?? nil else { return .unclear }
    return .typed(type, in: scope)
  }
}

import ModelFiles
import ObjectGraph
import SwiftSource

/// The effects and results of calls of the app's own functions.
extension Evaluation {
  /// A call of a function that a file declares; nil where none fits.
  mutating func ownCall(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    // Whatever a context of the app's own does besides, it deletes the object that it is given.
    if name == "delete", (base ?? own).type == .context, given.count == 1, given[0].label == nil {
      guard case .collection = given[0].value.type else { return nil }
    }
    var candidates: [Int]
    if let base {
      var type = base.type
      if case .metatype(let instance) = type { type = instance }
      if name == "init" { return nil }
      candidates = code.functions(name, of: type)
    } else {
      let type = own.type.instance.isKnown ? own.type.instance : own.type
      candidates = code.functions(name, of: type)
      if candidates.isEmpty {
        candidates = code.functions(named: name, of: nil)
      }
    }
    candidates = candidates.filter {
      parameters(for: given, in: code.functions[$0].declaration) != nil
    }
    let typed = candidates.filter { fits(given, code.functions[$0]) }
    if !typed.isEmpty { candidates = typed }
    // One that deletes what it is given is meant before one that is only required.
    let deleting = candidates.first { wrappers[$0] != nil }
    guard let function = deleting ?? candidates.first else { return nil }
    let declaration = code.functions[function].declaration
    let places = parameters(for: given, in: declaration) ?? []
    var origin = given.reduce(base?.origin ?? 0) { $0 | $1.value.origin }
    if base == nil { origin |= own.origin }
    if let wrapper = wrappers[function] {
      var value = CodeValue(
        type: wrapper.entities.isEmpty ? wrapper.type : .each(wrapper.entities))
      for (number, argument) in given.enumerated() where places.indices.contains(number) {
        guard wrapper.origin & (1 << places[number]) != 0 else { continue }
        value.origin |= argument.value.origin
        if wrapper.given & (1 << places[number]) != 0 {
          value.given |= argument.value.given
          (value.name, value.holder) = (argument.value.name, argument.value.holder)
        }
        if !value.type.isKnown, wrapper.entities.isEmpty { value.type = meant(by: argument.value) }
      }
      if wrapper.origin & Self.originOfSelf != 0 {
        let receiver = base ?? own
        value.origin |= receiver.origin
        if wrapper.given & Self.originOfSelf != 0 { value.given |= receiver.given }
        if !value.type.isKnown, wrapper.entities.isEmpty { value.type = receiver.type }
      }
      add(wrapper.kind, value, at: place, via: function, emptied: wrapper.emptied)
    }
    readGone(given, by: function, places, at: place)
    if let effects = effects[function] { apply(effects, base, given, places, at: place) }
    var bound: [String: CodeType] = [:]
    for (number, argument) in given.enumerated() where places.indices.contains(number) {
      guard let type = declaration.parameters[places[number]].type else { continue }
      bind(type, to: argument.value.type, in: declaration, &bound)
    }
    // What returns `Self` returns what it is called on, whoever declares it.
    let receiver = (base ?? own).type
    let isEntity = receiver.instance.entity != nil || receiver.entity != nil
    // `newTrip`, and no `newestTrip`.
    let isMaker = Self.making.contains { word in
      name.hasPrefix(word) && name.dropFirst(word.count).first?.isLowercase != true
    }
    return CodeValue(
      type: resolvedResult(
        declaration.result, of: function, bound,
        own: !isEntity ? nil : receiver.instance.isKnown ? receiver.instance : receiver),
      origin: origin, isNew: isMaker)
  }

  /// The entity, or the entities, of what is given to be deleted: as objects, or by the name.
  private func meant(by value: CodeValue) -> CodeType {
    if let entity = value.type.entity { return .entity(entity) }
    if !value.type.entities.isEmpty { return .each(value.type.entities) }
    guard value.type == .other("String") else { return .unknown }
    return value.text.flatMap { code.entity(named: $0, near: file) }.map(CodeType.entity)
      ?? .unknown
  }

  /// The prefixes of functions that make the object that they return.
  private static let making = ["insert", "create", "make", "new", "build"]

  /// Returns true if the arguments could match the function's parameters; used to choose an
  /// overload.
  private func fits(_ given: [Argument], _ function: AppCode.Function) -> Bool {
    let places = parameters(for: given, in: function.declaration) ?? []
    let scope = code.scope(of: function)
    return zip(given, places).allSatisfy { argument, place in
      let wanted = code.resolved(function.declaration.parameters[place].type, in: scope)
      switch (argument.value.type, wanted) {
      case (.entity(let one), .entity(let other)): return code.isKind(one, of: other)
      case (.entity, .type(let other)), (.type, .type(let other)):
        return argument.value.type == wanted || code.types[other].keyword == "protocol"
          || code.types[other].keyword == "class"
      case (.type, .entity), (.other("String"), .entity), (.other("Int"), .entity),
        (.collection, .entity), (.entity, .collection), (.anyModel, .collection),
        (.identifier, .entity),
        (.entity, .identifier):
        return false
      default: return true
      }
    }
  }

  /// Binds the generic parameters in a type to the type of an argument.
  func bind(
    _ type: TypeExpression, to given: CodeType, in declaration: SwiftFunction,
    _ bound: inout [String: CodeType]
  ) {
    switch (type, given) {
    case (.optional(let inner), _): bind(inner, to: given, in: declaration, &bound)
    case (.array(let inner), .collection(let element)):
      bind(inner, to: element, in: declaration, &bound)
    case (.named(let path, let arguments), _):
      guard declaration.generics.contains(where: { $0.name == path[0] }) else {
        if arguments.count == 1, let entity = given.entity {
          bind(arguments[0], to: .entity(entity), in: declaration, &bound)
        }
        return
      }
      if path.count == 1 { bound[path[0]] = given }
      if path.count == 2, path[1] == "Type", case .metatype(let instance) = given {
        bound[path[0]] = instance
      }
    default: break
    }
  }

  func resolvedResult(
    _ result: TypeExpression?, of function: Int, _ bound: [String: CodeType], own: CodeType? = nil
  ) -> CodeType {
    let known = code.functions[function]
    var generics: [String: TypeExpression?] = [:]
    for generic in known.declaration.generics { generics[generic.name] = generic.constraint }
    return code.resolved(
      result, in: code.scope(of: known),
      own: own ?? known.owner.map(code.type) ?? .unknown, generics: generics, bound: bound)
  }

  /// Returns the index of the parameter for each argument; nil if they don't match.
  func parameters(
    for given: [Argument], in declaration: SwiftFunction, isWhole: Bool = true
  ) -> [Int]? {
    var places: [Int] = []
    var next = 0
    let parameters = declaration.parameters
    for argument in given {
      var place = next
      while place < parameters.count, parameters[place].label != argument.label {
        // A trailing closure has no label, whatever the parameter's is.
        if argument.label == nil, parameters[place].type.map(Self.isFunction) ?? true { break }
        guard parameters[place].hasDefault else { return nil }
        place += 1
      }
      guard place < parameters.count else { return nil }
      places.append(place)
      next = place + 1
    }
    if !isWhole { return places }
    let rest = parameters.indices.filter { !places.contains($0) }
    guard rest.allSatisfy({ parameters[$0].hasDefault }) else { return nil }
    return places
  }

  /// Returns the parameters of a function type; nil for any other type.
  static func functionParameters(_ type: TypeExpression) -> [TypeExpression]? {
    switch type {
    case .function(let parameters, _): parameters
    case .optional(let inner): functionParameters(inner)
    default: nil
    }
  }

  static func isFunction(_ type: TypeExpression) -> Bool {
    functionParameters(type) != nil
  }
}

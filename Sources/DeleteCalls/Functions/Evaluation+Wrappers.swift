import ModelFiles
import SwiftSource

/// The objects that a call deletes through a function of the app that deletes what it is given.
extension Evaluation {
  /// Returns the objects that a call deletes.
  ///
  /// - Parameters:
  ///   - wrapper: What the function deletes of what it is given.
  ///   - function: The function.
  ///   - given: The arguments.
  ///   - places: The parameter of each argument.
  ///   - receiver: The value that the function is called on.
  /// - Returns: The objects; of an unknown type where the arguments do not say it.
  func deleted(
    by wrapper: Wrapper, _ function: Int, _ given: [Argument], at places: [Int],
    of receiver: CodeValue
  ) -> CodeValue {
    var value = CodeValue(type: wrapper.type)
    value.sparesSubentities = wrapper.sparesSubentities
    (value.isComplete, value.isEach) = (wrapper.takesAll, wrapper.takesAll)
    var meaning = Meaning()
    let parameters = code.functions[function].declaration.parameters
    let scope = code.scope(of: code.functions[function])
    for (argument, place) in zip(given, places)
    where wrapper.parameterMask & (1 << place) != 0 && !argument.isNothing {
      value.parameterMask |= argument.value.parameterMask
      if argument.value.sparesSubentities { value.sparesSubentities = true }
      if argument.value.isPart || !argument.value.lacking.isEmpty { value.isComplete = false }
      if wrapper.given & (1 << place) != 0 {
        value.given |= argument.value.given
        meaning.addObject(meant(by: argument.value))
        // What is found by its identifier is of the context that finds it.
        if argument.value.type.isIdentifier || argument.value.type.element.isIdentifier { continue }
        (value.name, value.holder) = (argument.value.name, argument.value.holder)
        (value.object, value.list) = (argument.value.object, argument.value.list)
        (value.isEach, value.lacking) = (argument.value.isEach, argument.value.lacking)
        if wrapper.isCertain, argument.value.isComplete { value.isComplete = true }
        value.home = argument.value.home
      } else {
        let type = code.resolved(parameters[place].type, in: scope)
        let isKey = type.isIdentifier || type.element.isIdentifier || argument.value.type.isKey
        if isKey || isGeneric(parameters[place], of: function) {
          meaning.addKey(meant(by: argument.value))
        } else if let constant = argument.constant,
          isKeyByRawValue(parameters[place], of: function),
          let name = code.rawText(of: constant, type),
          let entity = code.entity(named: name, near: file)
        {
          meaning.addKey(.entity(entity))
        }
      }
    }
    var isReceiver = false
    if wrapper.parameterMask & Self.maskOfSelf != 0 {
      value.parameterMask |= receiver.parameterMask
      if wrapper.given & Self.maskOfSelf != 0 {
        value.given |= receiver.given
        value.home = receiver.home
        meaning.addObject(meant(by: receiver))
      } else {
        meaning.addKey(meant(by: receiver))
      }
      isReceiver = true
    }
    if case .each(let entities) = value.type {
      let isOfAny = wrapper.deletes.allSatisfy { $0.entities == entities }
      // The argument says which of them it is.
      if isOfAny, let one = meaning.objectType.entity, entities.contains(one) {
        value.type = .entity(one)
      }
      return value
    }
    if !value.type.isKnown {
      value.type = meaning.type
      // The declared type says at least what it may be.
      if isReceiver, !value.type.isKnown { value.type = receiver.type }
    } else if case .entity(let stated) = value.type, case .entity(let one) = meaning.objectType,
      code.isKind(one, of: stated)
    {
      // The parameter may be of a class that the argument's inherits from.
      value.type = meaning.objectType
    }
    return value
  }

  /// Whether the body of a function asks a parameter for its raw value.
  private func isKeyByRawValue(_ parameter: SwiftFunction.Parameter, of function: Int) -> Bool {
    if let found = code.known.askedForRawValues[function] { return found.contains(parameter.name) }
    let declared = code.functions[function]
    let tokens = code.files[declared.file].tokens
    let places = (declared.declaration.body ?? 0..<0).filter {
      tokens.isWord($0, "rawValue") && tokens.isMark($0 - 1, ".")
    }
    let found = Set(places.compactMap { tokens[$0 - 2]?.name })
    code.known.askedForRawValues[function] = found
    return found.contains(parameter.name)
  }

  /// Whether a parameter has a generic type, which is then that of the objects found by it.
  private func isGeneric(_ parameter: SwiftFunction.Parameter, of function: Int) -> Bool {
    code.functions[function].declaration.generics.contains {
      parameter.type?.mentions($0.name) == true
    }
  }

  /// Keeps a call of a function that deletes what it is given.
  mutating func add(
    _ wrapper: Wrapper, _ value: CodeValue, at place: Int, via function: Int,
    insertedBy inserter: String? = nil
  ) {
    add(
      wrapper.kind, value, at: place, via: function,
      adding: wrapper.added.reduce(into: []) { $0.formUnion($1.entities) },
      emptied: wrapper.emptied,
      isSuggested: wrapper.isSuggested, isMerged: wrapper.isMerged, isCertain: wrapper.isCertain,
      isConditional: wrapper.isConditional,
      through: wrapper.home, insertedBy: inserter)
    // A relationship that an argument names is empty then.
    guard let use = value.relationship, let holder = value.holder.first, !value.isPart else {
      return
    }
    unlink(use, of: holder.name, isWhole: true, at: place, isSettled: true, byDelete: true)
  }

  /// What the arguments of a call say of the objects that it deletes.
  private struct Meaning {
    private var objects: Set<CodeType> = []
    private var keys: Set<CodeType> = []

    mutating func addObject(_ type: CodeType) { objects.insert(type) }
    mutating func addKey(_ type: CodeType) { if type.isKnown { keys.insert(type) } }

    /// The type of the objects that are given themselves; unknown where there are several.
    var objectType: CodeType { objects.count == 1 ? objects.first ?? .unknown : .unknown }

    /// The type of the objects: of those that are given, or else of those that a key is for.
    var type: CodeType {
      if objects.isEmpty { return keys.count == 1 ? keys.first ?? .unknown : .unknown }
      if objects.count == 1 { return objectType }
      let entities = objects.compactMap(\.entity)
      return entities.count == objects.count ? .each(Set(entities)) : .unknown
    }
  }

  /// The entity, or the entities, of what is given to be deleted: as objects, or by the name.
  func meant(by value: CodeValue) -> CodeType {
    if let object = code.object(of: value.type) { return object }
    if value.type.statesEntity { return value.type.innermost }
    if case .tuple(let parts) = value.type, parts.first == .other("KeyPath") {
      return parts.last?.statesEntity == true ? parts.last ?? .unknown : .unknown
    }
    if !value.type.entities.isEmpty { return .each(value.type.entities) }
    guard value.type == .other("String") else { return .unknown }
    return value.text.flatMap { code.entity(named: $0, near: file) }.map(CodeType.entity)
      ?? entities(named: value.texts) ?? .unknown
  }
}

extension CodeType {
  /// Whether a value says by its type, or by a name, of which entity objects are that are found by it.
  fileprivate var isKey: Bool {
    switch self {
    case .metatype, .request, .predicate, .batchRequest, .controller, .other("String"): true
    case .tuple(let parts): parts.first == .other("KeyPath")
    case .collection(let inner): inner.isKey
    default: false
    }
  }
}

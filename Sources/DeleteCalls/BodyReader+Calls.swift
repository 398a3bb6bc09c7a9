import ModelFiles
import ObjectGraph
import SwiftSource

/// What a call does and returns.
extension BodyReader {
  /// Reads a call whose brackets or trailing closure are next.
  mutating func call(
    base: CodeValue?, name: String, at start: Int, _ takesClosure: Bool
  ) -> CodeValue {
    let nameToken = index - 1
    var given: [Argument] = []
    var isClosureLast = false
    if isNext("("), isAttached {
      given = arguments(base: base, name: name)
    }
    while takesClosure, isNext("{"), token?.startsLine != true {
      let values = closureValues(
        base: base, name: name, label: nil, after: given, isTrailing: true)
      given.append(Argument(label: nil, value: closure(given: values, of: name)))
      isClosureLast = true
      // Further ones have labels.
      while token?.name != nil, tokens.isMark(index + 1, ":"), tokens.isMark(index + 2, "{") {
        let label = token?.name
        index += 2
        let values = closureValues(
          base: base, name: name, label: label, after: given, isTrailing: true)
        given.append(Argument(label: label, value: closure(given: values, of: name)))
      }
    }
    let isOnOneLine = tokens[start]?.line == tokens[nameToken]?.line
    let place = isOnOneLine ? start : nameToken
    return result(of: name, base, given, at: place, isClosureLast)
  }

  private mutating func result(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int, _ isClosureLast: Bool
  ) -> CodeValue {
    var origin = given.reduce(base?.origin ?? 0) { $0 | $1.value.origin }
    let first = given.first?.value
    // What Xcode makes to change a relationship may be declared in a file, too, and has no body there.
    if case .entity(let entity)? = base?.type,
      name.hasPrefix("removeFrom") || name.hasPrefix("addTo"),
      let result = entityCall(name, entity, base ?? .unknown, given, at: place)
    {
      return result
    }
    // The app's own come first: they are often called like the framework's.
    if let own = ownCall(of: name, base, given, at: place) { return own }
    if base == nil, own.type == .context,
      let result = contextCall(name, of: "self", given, at: place)
    {
      return CodeValue(type: result, origin: origin)
    }
    if base == nil, case .collection(let element) = own.type,
      ["forEach", "map", "compactMap"].contains(name)
    {
      return collectionCall(name, own, element, given, at: place, isClosureLast)
    }
    if let base { origin = base.origin | origin }
    func value(_ type: CodeType) -> CodeValue { CodeValue(type: type, origin: origin) }
    switch base?.type {
    case .context:
      if let result = contextCall(name, of: base?.name, given, at: place) {
        return CodeValue(type: result, origin: origin)
      }
    case .metatype(let type):
      if name == "init" || name == "callAsFunction" { return made(type, given, origin, at: place) }
      if name == "fetchRequest" { return value(.request(type)) }
      // `Trip.entity().name` names an entity.
      if name == "entity" { return value(.metatype(type)) }
    case .collection(let element):
      return collectionCall(name, base ?? .unknown, element, given, at: place, isClosureLast)
    case .controller(let inner) where name == "object": return value(inner)
    case .closure(_, let result) where name == "callAsFunction": return value(result)
    case .tuple(let parts) where parts.count == 2:
      if name == "map" || name == "forEach" || name == "compactMap" || name == "flatMap" {
        return value(.collection(given.last?.value.type ?? .unknown))
      }
    case .deletion:
      if let first { add(.delete, first, at: place, in: deletingContext) }
      return .unknown
    case .entity(let entity):
      if let result = entityCall(name, entity, base ?? .unknown, given, at: place) { return result }
      if name == "map" || name == "flatMap" { return value(given.last?.value.type ?? .unknown) }
      // What was made of elements of which nothing was known.
      if name == "forEach" {
        let base = base ?? .unknown
        return collectionCall(name, base, base.type, given, at: place, isClosureLast)
      }
    case .other("IndexSet"), .other("Range"):
      if name == "map" || name == "compactMap" {
        return value(.collection(given.last?.value.type ?? .unknown))
      }
    default: break
    }
    switch name {
    case "delete" where given.count == 1 && given[0].label == nil && base != nil:
      // Of nobody knows what; that it is given an object says enough.
      let isOther = if case .other? = base?.type { true } else { false }
      if !isOther, first?.type.entity != nil, case .entity? = first?.type {
        add(.delete, first ?? .unknown, at: place)
      }
    case "erase" where given.isEmpty, "deleteAllData" where given.isEmpty:
      if base?.type == .other("ModelContainer") || base.map({ !$0.type.isKnown }) == true {
        add(.erase, .unknown, at: place)
      }
    case "fetchRequest", "withAnimation", "withTransaction", "performAndWait", "perform", "run",
      "withLock", "map", "flatMap":
      return value(given.last?.value.type ?? .unknown)
    case "zip" where given.count == 2:
      return value(.collection(.tuple(given.map(\.value.type.element))))
    case "type" where given.count == 1: return value(.metatype(first?.type ?? .unknown))
    case "newBackgroundContext": return CodeValue(type: .context)
    default: break
    }
    if let base, case .closure(_, let result)? = property(name, of: base)?.type {
      return value(result)
    }
    // A type that is called by its name, without anything before it.
    if base == nil {
      let type = code.resolved(.named([name], arguments: []), in: scope, generics: generics)
      if type.isKnown, name.first?.isUppercase == true {
        return made(type, given, origin, at: place)
      }
      // Something inherited, of what calls it.
      origin |= own.origin
    }
    return value(.unknown)
  }

  // MARK: What is found

  mutating func add(
    _ kind: DeleteCall.Kind, _ value: CodeValue, at place: Int, via: Int? = nil,
    in context: String? = nil
  ) {
    keep(FoundCall(kind, value, at: place, via: via))
    if kind == .delete, let context {
      aftermath.delete(
        Aftermath.Deleted(token: place, type: value.type, name: value.name, context: context))
    }
  }

  private mutating func addUnlink(_ use: RelationshipUse?, _ value: CodeValue, at place: Int) {
    guard let use, !use.isOfNew else { return }
    keep(
      FoundCall(.unlink, value, at: place, FoundCall.Details(relationship: use)))
  }

  // MARK: The frameworks

  private mutating func contextCall(
    _ name: String, of context: String?, _ given: [Argument], at place: Int
  ) -> CodeType? {
    let first = given.first?.value
    switch name {
    case "save" where given.isEmpty:
      save(context, at: place)
      return .other("Void")
    case "rollback", "reset":
      aftermath.pending = []
      return .other("Void")
    case "delete":
      guard let argument = given.first else { return nil }
      if argument.label == "model" {
        var value = argument.value
        for other in given.dropFirst() { value.origin |= other.value.origin }
        add(.batchDelete, value, at: place)
      } else if argument.label == nil {
        add(.delete, argument.value, at: place, in: context)
      }
      return .other("Void")
    case "fetch":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(inner)
    case "fetchIdentifiers":
      guard case .request(let inner)? = first?.type else { return .collection(.unknown) }
      return .collection(.identifier(inner))
    case "model", "registeredModel", "object", "existingObject":
      if case .identifier(let inner)? = first?.type, inner.isKnown { return inner }
      return .anyModel
    case "perform", "performAndWait", "transaction":
      return given.last?.value.type ?? .unknown
    case "count": return .other("Int")
    default: return nil
    }
  }

  /// An object that a type makes.
  private mutating func made(
    _ type: CodeType, _ given: [Argument], _ origin: UInt64, at place: Int
  ) -> CodeValue {
    let first = given.first?.value
    func value(_ type: CodeType) -> CodeValue { CodeValue(type: type, origin: origin, isNew: true) }
    switch type {
    case .request(let inner):
      if inner.entity != nil { return value(type) }
      if let name = given.first(where: { $0.label == "entityName" })?.value {
        if let entity = name.text.flatMap({ code.entity(named: $0, near: file) }) {
          return value(.request(.entity(entity)))
        }
        return value(.request(name.type.entity.map(CodeType.entity) ?? .unknown))
      }
      let stated = given.lazy.compactMap { argument -> Int? in
        if case .predicate(let inner) = argument.value.type { return inner.entity }
        if case .collection(let sorting) = argument.value.type { return sorting.entity }
        return nil
      }.first
      return value(.request(stated.map(CodeType.entity) ?? inner))
    case .batchRequest:
      let inner: CodeType =
        switch first?.type {
        case .request(let inner)?: inner
        case .collection(.identifier(let inner))?: inner
        default: .unknown
        }
      add(.batchDelete, CodeValue(type: inner, origin: origin), at: place)
      return value(.batchRequest(inner))
    case .controller(let inner):
      if inner.isKnown { return value(type) }
      if case .request(let fetched)? = first?.type { return value(.controller(fetched)) }
      return value(type)
    case .collection(let element):
      if !element.isKnown, let first, given.count == 1 {
        if case .collection = first.type { return first.copy }
        if case .tuple = first.type { return first.with(.collection(first.type)) }
      }
      if !element.isKnown, let first, given.count > 1, case .collection = first.type {
        return first.copy
      }
      var made = value(type)
      made.isEmpty = given.isEmpty
      return made
    case .tuple(let parts) where parts.count == 2 && given.first?.label == "grouping":
      return value(.tuple([.unknown, first?.type ?? .unknown]))
    case .other("SortDescriptor"), .other("NSSortDescriptor"):
      if case .tuple(let parts)? = first?.type, parts.count == 2 { return value(parts[1]) }
      return value(type)
    case .other("String"):
      // `String(describing: Trip.self)` names an entity.
      if case .metatype(let inner)? = first?.type { return value(.metatype(inner)) }
      return value(type)
    default: return value(type)
    }
  }

  /// What calls begin with that put something into a collection.
  private static let linking = ["append", "insert", "add", "formUnion", "replace", "move"]

  private mutating func collectionCall(
    _ name: String, _ base: CodeValue, _ element: CodeType, _ given: [Argument], at place: Int,
    _ isClosureLast: Bool
  ) -> CodeValue {
    let last = given.last?.value ?? .unknown
    let origin = given.reduce(base.origin) { $0 | $1.value.origin }
    func value(_ type: CodeType) -> CodeValue { CodeValue(type: type, origin: origin) }
    if name.hasPrefix("remove") || name == "popLast" || name == "popFirst" {
      addUnlink(base.relationship, base, at: place)
      lessen(base.name)
    } else if Self.linking.contains(where: name.hasPrefix) {
      if let use = base.relationship { links(use) }
      give(last, to: base.name)
    }
    /// What a closure or a key path makes of an element.
    func mapped() -> CodeType {
      let isPath =
        if case .tuple(let parts) = last.type { parts.first == .other("KeyPath") } else {
          last.type == .other("KeyPath")
        }
      guard isPath, let path = last.text else { return last.type }
      var reader = self
      return path.split(separator: ".").reduce(base.with(element)) {
        reader.member(String($1), of: $0)
      }.type
    }
    switch name {
    case "forEach", "map", "compactMap":
      switch last.type {
      case .deletion:
        add(.delete, base.element(element), at: deletion, in: deletingContext)
        return value(.other("Void"))
      case .function(let function):
        if let wrapper = wrappers[function] {
          let type = wrapper.type.isKnown ? wrapper.type : element
          add(wrapper.kind, base.element(type), at: deletion, via: function)
        }
        let result = code.functions[function].declaration.result
        return value(.collection(resolvedResult(result, of: function, [:])))
      default: return value(.collection(mapped()))
      }
    case "flatMap": return value(.collection(mapped().element))
    case "sorted", "reversed", "shuffled", "mutableCopy", "copy":
      // The same in another order.
      var same = value(base.type)
      (same.relationship, same.copied, same.isPart) = (base.relationship, base.copied, base.isPart)
      return same
    case "filter", "prefix", "suffix", "subtracting", "dropFirst", "dropLast":
      var part = value(base.type)
      (part.relationship, part.copied, part.isPart) = (base.relationship, base.copied, true)
      return part
    case "drop", "union", "intersection", "symmetricDifference", "adding", "appending",
      "uniqued", "sort":
      return value(base.type)
    case "first", "last", "randomElement", "min", "max", "popLast", "popFirst", "removeFirst",
      "removeLast", "remove", "object":
      return value(element)
    case "enumerated": return value(.collection(.tuple([.other("Int"), element])))
    case "joined": return value(.collection(element.element))
    case "chunked": return value(.collection(base.type))
    default: return value(.unknown)
    }
  }

  private mutating func entityCall(
    _ name: String, _ entity: Int, _ base: CodeValue, _ given: [Argument], at place: Int
  ) -> CodeValue? {
    func use(_ relationship: String) -> RelationshipUse? {
      let other = relationship.prefix(1).lowercased() + relationship.dropFirst()
      let known = [relationship, other].first { code.relationship($0, of: entity) != nil }
      return known.map { RelationshipUse(entity: entity, name: $0, isOfNew: base.isNew) }
    }
    if name.hasPrefix("removeFrom"), let use = use(String(name.dropFirst("removeFrom".count))) {
      addUnlink(use, base, at: place)
      return .unknown
    }
    if name.hasPrefix("addTo"), let use = use(String(name.dropFirst("addTo".count))) {
      links(use)
      return .unknown
    }
    guard let key = given.first(where: { $0.label == "forKey" })?.value.text, let use = use(key)
    else { return nil }
    let type = code.destination(use.name, of: entity) ?? .unknown
    var value = base.with(type)
    (value.relationship, value.isProxy) = (use, true)
    switch name {
    case "mutableSetValue", "mutableOrderedSetValue", "mutableArrayValue", "value",
      "primitiveValue":
      return value
    case "setValue", "setPrimitiveValue":
      if given.first?.value.isNil == true { addUnlink(use, value, at: place) }
      return .unknown
    default: return nil
    }
  }

  // MARK: The app's own

  /// A call of a function that a file declares; nil where none fits.
  private mutating func ownCall(
    of name: String, _ base: CodeValue?, _ given: [Argument], at place: Int
  ) -> CodeValue? {
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
        if wrapper.given & (1 << places[number]) != 0 { value.given |= argument.value.given }
        if !value.type.isKnown, wrapper.entities.isEmpty { value.type = meant(by: argument.value) }
      }
      if wrapper.origin & Self.originOfSelf != 0 {
        let receiver = base ?? own
        value.origin |= receiver.origin
        if wrapper.given & Self.originOfSelf != 0 { value.given |= receiver.given }
        if !value.type.isKnown, wrapper.entities.isEmpty { value.type = receiver.type }
      }
      add(wrapper.kind, value, at: place, via: function)
    }
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

  /// What names of functions begin with that make the object that they return.
  private static let making = ["insert", "create", "make", "new", "build"]

  /// Whether nothing speaks against what a function is given: overloads are told apart by that.
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
        (.collection, .entity), (.entity, .collection), (.identifier, .entity),
        (.entity, .identifier):
        return false
      default: return true
      }
    }
  }

  /// What a generic parameter is, by an argument.
  private func bind(
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

  private func resolvedResult(
    _ result: TypeExpression?, of function: Int, _ bound: [String: CodeType], own: CodeType? = nil
  ) -> CodeType {
    let known = code.functions[function]
    var generics: [String: TypeExpression?] = [:]
    for generic in known.declaration.generics { generics[generic.name] = generic.constraint }
    return code.resolved(
      result, in: code.scope(of: known),
      own: own ?? known.owner.map(code.type) ?? .unknown, generics: generics, bound: bound)
  }

  /// Which parameter each argument is for; nil where they do not fit.
  private func parameters(
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

  /// What a function is called with, where a type is that of one.
  private static func functionParameters(_ type: TypeExpression) -> [TypeExpression]? {
    switch type {
    case .function(let parameters, _): parameters
    case .optional(let inner): functionParameters(inner)
    default: nil
    }
  }

  private static func isFunction(_ type: TypeExpression) -> Bool {
    functionParameters(type) != nil
  }

  // MARK: What closures are given

  /// What the app's own function, or the initializer or a property of one of its types, says that a
  /// closure is given.
  private func declaredClosureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument], isTrailing: Bool
  ) -> [CodeValue]? {
    var type = (base ?? own).type
    if case .metatype(let instance) = type { type = instance }
    let isMaking = name == "init" || name == "callAsFunction"
    var functions = isMaking && base != nil ? [] : code.functions(name, of: type)
    var made: CodeType?
    if base == nil {
      functions += code.functions(named: name, of: nil)
      made = code.resolved(.named([name], arguments: []), in: scope, generics: generics)
    } else if isMaking {
      made = type
    }
    if let made, made.isKnown { functions += code.functions("init", of: made) }
    for function in functions {
      let declaration = code.functions[function].declaration
      guard let places = parameters(for: given, in: declaration, isWhole: false) else { continue }
      let fitting = declaration.parameters.dropFirst((places.last ?? -1) + 1).filter { parameter in
        (isTrailing && label == nil || parameter.label == label)
          && parameter.type.map(Self.isFunction) == true
      }
      // A trailing closure is for the first that has to have one.
      let parameter = fitting.first { !$0.hasDefault } ?? fitting.first
      guard let types = parameter?.type.flatMap(Self.functionParameters) else { continue }
      var bound: [String: CodeType] = [:]
      for (argument, place) in zip(given, places) {
        guard let type = declaration.parameters[place].type else { continue }
        bind(type, to: argument.value.type, in: declaration, &bound)
      }
      return types.map { CodeValue(type: resolvedResult($0, of: function, bound)) }
    }
    guard let made, let label, let property = code.property(label, of: made),
      let types = property.declaration.type.flatMap(Self.functionParameters)
    else { return nil }
    let scope = code.scope(of: property)
    return types.map { CodeValue(type: code.resolved($0, in: scope)) }
  }

  /// What a closure is given by what it is given to.
  func closureValues(
    base: CodeValue?, name: String, label: String?, after given: [Argument],
    isTrailing: Bool = false
  ) -> [CodeValue] {
    let offsets = CodeValue(type: .other("IndexSet"))
    var name = name
    if case .metatype(.other(let type))? = base?.type { name = type }
    switch name {
    case "onDelete", "onMove": return [offsets]
    case "performBackgroundTask": return [CodeValue(type: .context)]
    case "ForEach", "List", "Table", "Picker", "OutlineGroup", "LazyVStack":
      return given.first.map { [$0.value.element($0.value.type.element)] } ?? []
    default: break
    }
    if let base {
      switch base.type {
      case .collection(let element):
        let value = base.element(element)
        if name == "sorted" || name == "sort" || name == "min" || name == "max" {
          return [value, value]
        }
        if name == "reduce" {
          return [given.first?.value ?? .unknown, value]
        }
        return [value]
      case .tuple
      where ["forEach", "map", "compactMap", "flatMap", "filter", "first"].contains(name):
        return [base]
      case .entity where name == "map" || name == "flatMap": return [base]
      case .other("IndexSet")
      where ["forEach", "map", "compactMap", "filter"].contains(name):
        return [base.with(.other("Int"))]
      case .metatype(.other("IndexSet")): return []
      default: break
      }
    }
    if let declared = declaredClosureValues(
      base: base, name: name, label: label, after: given, isTrailing: isTrailing)
    {
      return declared
    }
    // `.sheet(item: $trip) { trip in`, `.navigationDestination(for: Trip.self) { trip in`.
    for argument in given {
      switch (argument.label, argument.value.type) {
      case ("item", _), ("presenting", _): return [argument.value]
      case ("for", .metatype(let instance)): return [CodeValue(type: instance)]
      case ("of", _) where name == "onChange": return [argument.value, argument.value]
      default: continue
      }
    }
    return []
  }
}

import ModelFiles
import ObjectGraph
import SwiftSource

/// Properties.
extension Evaluation {
  /// A property of a value.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: The value.
  ///   - token: The token that names it.
  /// - Returns: What it comes to.
  mutating func member(_ name: String, of value: CodeValue, at token: Int) -> CodeValue {
    if let method = methodReference(name, of: value, at: token) { return method }
    if case .metatype(let type) = value.type, type.statesEntity || !type.entities.isEmpty,
      name == "name" || name == "entityName"
    {
      return value
    }
    if let property = property(name, of: value) { return property }
    if case .tuple(let parts) = value.type, let number = parts.labels.firstIndex(of: name) {
      return part(number, of: value)
    }
    if let known = frameworkMember(name, of: value, parameterMask: value.parameterMask) {
      return known
    }
    switch (value.type, name) {
    case (_, "wrappedValue"), (_, "projectedValue"): return value
    // A task is what its closure returns.
    case (.collection, "value"): return value
    case (.entity(let entity), "value") where !code.stores(name, entity): return value
    case (.entity(let entity), "id") where !code.stores("id", entity):
      return value.with(.identifier(value.type))
    case (.type, "rawValue"):
      guard let text = value.text.flatMap({ code.rawText(of: $0, value.type) }) else { break }
      var raw = value.with(.other("String"))
      raw.text = text
      return raw
    // A label of a tuple whose parts are all of one type.
    case (.tuple(let parts), _) where parts.count > 1 && parts.allSatisfy({ $0 == parts[0] }):
      return value.with(parts[0])
    case (.metatype(let type), _):
      if let entry = code.entry(of: type), code.types[entry].keyword == "enum",
        name.first?.isLowercase == true || code.types[entry].rawTexts[name] != nil,
        code.functions(name, of: type).isEmpty
      {
        return CodeValue(type: type, text: name)
      }
      if let nested = nestedType(name, [], in: type) { return CodeValue(type: .metatype(nested)) }
    default: break
    }
    if name == "none" {
      var nothing = value.with(.unknown)
      nothing.isNil = true
      return nothing
    }
    if name == "init", case .metatype(let type) = value.type {
      return CodeValue(type: .closure([], type))
    }
    if case .other("super") = value.type { return CodeValue(type: .unknown) }
    let functions = code.functions(name, of: value.type)
    if !functions.isEmpty { return value.with(functionReference(to: functions, at: token)) }
    if code.isContext(name, of: value.type) { return value.with(.context) }
    if let method = unknownMethodReference(name, of: value, at: token) { return method }
    return value.with(Self.contextType(named: name)?.of(value.type) ?? .unknown)
  }

  /// Returns the type of a name, with its arguments, within a type of the app or a module; nil where there is none.
  func nestedType(_ name: String, _ arguments: [TypeExpression], in outer: CodeType) -> CodeType? {
    guard name.first?.isUppercase == true else { return nil }
    var path = [name]
    if case .other(let module) = outer {
      path.insert(module, at: 0)
    } else {
      guard let entry = code.entry(of: outer) else { return nil }
      path.insert(contentsOf: code.types[entry].path, at: 0)
      let top = CodeScope(file: file, path: [])
      if code.type(named: path, in: top) == nil, code.alias(named: path, in: top) == nil {
        return nil
      }
    }
    let type = resolved(.named(path, arguments: arguments))
    return type.isKnown ? type : nil
  }

  /// A property that a type of the app declares, or a relationship of an entity.
  func property(_ name: String, of value: CodeValue) -> CodeValue? {
    let plain = name.hasPrefix("$") || name.hasPrefix("_") ? String(name.dropFirst()) : name
    var type = value.type
    if case .metatype(let instance) = type { type = instance }
    if case .entity(let one) = type,
      let (entity, stored) = code.relationship(named: name, of: one)
        ?? code.relationship(named: plain, of: one),
      let found = code.destination(stored, of: entity)
    {
      var result = value.with(found)
      result.relationship = RelationshipUse(entity: entity, name: stored, isOfNew: value.isNew)
      result.holder = holder(of: value, by: result.relationship)
      return result
    }
    guard let found = code.property(name, of: type) ?? code.property(plain, of: type) else {
      return nil
    }
    let arguments = code.arguments(of: value.type)
    let stated = found.declaration.type.flatMap {
      $0.mentions("Self") || type.isRequest ? $0 : nil
    }
    let around = type == .request(.unknown) ? code.typeAround(found) : type
    var result = value.with(
      stated.map { code.resolved($0, in: code.scope(of: found), own: around) }
        ?? Self.type(of: found, in: code, depth).replacing(arguments))
    // What an extension says that its types are.
    if type == own.type, let name = result.type.parameterName, let bound = generics[name] {
      result.type = bound
    }
    result.property = found.number
    result.text = literal(of: found, result.type)
    result.isStored = isFetched(found) || isShared(found, result.type)
    result.isComplete = result.isStored && isWhole(found)
    if result.type == .context || result.type.isOfObjects, result.home == nil {
      result.home = home(of: found)
    }
    if let read = relationship(behind: found) { result = self.value(result, of: value, type, read) }
    if result.type == .context, isMadeAnew(found) { result.isNew = true }
    return result
  }

  /// Whether a property is what is in the store, as in `@Query var kinds: [Kind]`.
  func isFetched(_ property: AppCode.Property) -> Bool {
    let tokens = code.files[property.file].tokens
    let start = property.declaration.start
    return tokens.isMark(start, "@")
      && ["Query", "FetchRequest"].contains(tokens[start + 1]?.text)
  }

  /// Whether a property is every object of its entity, as nothing states which it fetches.
  private func isWhole(_ property: AppCode.Property) -> Bool {
    guard isFetched(property) else { return false }
    if let known = code.known.whole[property.number] { return known }
    let (tokens, open) = (code.files[property.file].tokens, property.declaration.start + 2)
    let arguments =
      tokens.isMark(open, "(") ? open + 1..<max(open + 1, tokens.after(open) - 1) : 0..<0
    let isOfOrder = arguments.allSatisfy { place in
      !tokens.isMark(place + 1, ":") || Self.labelsOfOrder.contains(tokens[place]?.name ?? "")
    }
    let isPlain = arguments.isEmpty || tokens.isMark(arguments.lowerBound + 1, ":")
    let isSet = code.setWrappers.contains("_\(property.declaration.name)")
    let isWhole = isOfOrder && isPlain && !isSet && !code.setWrappers.contains("nsPredicate")
    code.known.whole[property.number] = isWhole
    return isWhole
  }

  /// The labels by which a wrapper states the order of what it fetches.
  private static let labelsOfOrder: Set<String> = [
    "animation", "ascending", "by", "entity", "keyPath", "order", "sort", "sortDescriptors",
  ]

  /// Returns the string or the truth of a constant, or the string that a computed property returns, as in
  /// `static let entityName = "Trip"`.
  func literal(of property: AppCode.Property, _ type: CodeType) -> String? {
    guard type == .other("String") || type == .other("Bool") else { return nil }
    let declaration = property.declaration
    if declaration.isConstant, let value = declaration.initialValue, depth < Limits.properties {
      var inner = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
      return inner.value(of: value).text
    }
    guard let brace = declaration.accessors, let end = code.files[property.file].tokens[brace]?.end
    else { return nil }
    return literal(in: brace + 1..<max(brace + 1, end), of: property.file)
  }

  /// Returns the string that a body is, or returns, alone: `"Trip"`.
  func literal(in body: Range<Int>, of file: Int) -> String? {
    let tokens = code.files[file].tokens
    let start = tokens.isWord(body.lowerBound, "return") ? body.lowerBound + 1 : body.lowerBound
    guard start + 1 == body.upperBound, depth < Limits.properties else { return nil }
    var inner = Evaluation(code, file: file, owner: nil, depth: depth + 1)
    let value = inner.value(of: start..<body.upperBound)
    return value.type == .other("String") ? value.text : nil
  }

  /// Returns the type of a property, from its declaration, its initial value or its wrapper.
  static func type(of property: AppCode.Property, in code: AppCode, _ depth: Int) -> CodeType {
    if let known = code.known.types[property.number] { return known }
    guard depth < Limits.properties else { return .unknown }
    // What leads back to itself is not known.
    code.known.types[property.number] = .unknown
    let type = found(property, in: code, depth)
    code.known.types[property.number] = type
    return type
  }

  private static func found(
    _ property: AppCode.Property, in code: AppCode, _ depth: Int
  ) -> CodeType {
    let declaration = property.declaration
    let scope = code.scope(of: property)
    let own = property.owner.map(code.type) ?? .unknown
    if let stated = declaration.type {
      let type = code.resolved(stated, in: scope, own: own)
      if case .other(let name) = type {
        return name.hasSuffix("ManagedObjectContext")
          ? contextType(named: declaration.name) ?? type : type
      }
      // A list of types says itself which these are.
      if type == .collection(.metatype(.anyModel)) {
        return listed(by: property, in: code, depth) ?? type
      }
      if type.isKnown { return type }
    }
    let tokens = code.files[property.file].tokens
    if let wrapped = wrapped(at: declaration.start, tokens, code, scope, depth) { return wrapped }
    guard let value = declaration.initialValue else { return .unknown }
    var evaluation = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
    return evaluation.value(of: value).type
  }

  /// Returns the type of a list of types that nothing changes, by what is in it; nil for any other.
  private static func listed(
    by property: AppCode.Property, in code: AppCode, _ depth: Int
  ) -> CodeType? {
    var evaluation = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
    let declaration = property.declaration
    if let value = declaration.initialValue {
      return evaluation.value(of: value).type
    }
    guard let brace = declaration.accessors, let end = evaluation.tokens[brace]?.end, end > brace
    else { return nil }
    evaluation.run(brace + 1..<end)
    return evaluation.returned.values.count == 1 ? evaluation.returned.values[0].type : nil
  }

  /// Returns the type of a wrapped property: `@Environment(\.modelContext)`,
  /// `@Environment(Store.self)` and the like.
  static func wrapped(
    at start: Int, _ tokens: SwiftTokens, _ code: AppCode, _ scope: CodeScope, _ depth: Int
  ) -> CodeType? {
    var place = start
    while tokens.isMark(place, "@"), let name = tokens[place + 1]?.name {
      place += 2
      while tokens.isMark(place, ".") { place += 2 }
      if let type = wrappedValue(of: name, scope, in: code, depth) { return type }
      guard tokens.isMark(place, "("), let end = tokens[place]?.end else { continue }
      for inner in place + 1..<max(end, place + 1) {
        guard let word = tokens[inner]?.name else { continue }
        if tokens.isMark(inner - 1, "."), let type = value(word, "\(name)Values", in: code) {
          return type
        }
        if tokens.isMark(place + 1, "\\"), tokens.isMark(inner - 1, "."), name != "Environment",
          let type = code.injected(by: word)
        {
          return type
        }
        if name.hasPrefix("Environment") || name.hasPrefix("Inject"),
          tokens.isMark(inner + 1, "."), tokens.isWord(inner + 2, "self")
        {
          return code.resolved(.named([word], arguments: []), in: scope)
        }
        if let type = contextType(named: word) { return type }
      }
      place = tokens.after(place)
    }
    return nil
  }

  /// Returns the type of the value that an app's property wrapper wraps; nil for other wrappers, or if unknown.
  private static func wrappedValue(
    of name: String, _ scope: CodeScope, in code: AppCode, _ depth: Int
  ) -> CodeType? {
    guard let wrapper = code.type(named: [name], in: scope),
      let wrapped = code.property("wrappedValue", of: code.type(wrapper))
    else { return nil }
    let type = type(of: wrapped, in: code, depth + 1)
    return type.isKnown && type.parameterName == nil ? type : nil
  }

  /// The type of a value that wrappers of one kind read by key paths, as `EnvironmentValues` has them.
  private static func value(_ name: String, _ values: String, in code: AppCode) -> CodeType? {
    if let declared = code.property(name, of: .other(values)) {
      return code.resolved(declared.declaration.type, in: code.scope(of: declared))
    }
    return FrameworkMembers.result(of: name, on: [.named(values)]) == nil ? nil : .context
  }
}

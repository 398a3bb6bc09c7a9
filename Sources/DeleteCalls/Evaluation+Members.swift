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
    if name == "delete", value.type == .context {
      return deleteReference(of: value.name, at: token)
    }
    if case .metatype(.entity) = value.type, name == "name" || name == "entityName" {
      return value
    }
    if let property = property(name, of: value) { return property }
    switch (value.type, name) {
    case (_, "wrappedValue"), (_, "projectedValue"): return value
    case (.entity, "objectID"), (.entity, "persistentModelID"), (.entity, "id"):
      return value.with(.identifier(value.type))
    case (.entity, "managedObjectContext"), (.anyModel, "managedObjectContext"),
      (.entity, "modelContext"), (.anyModel, "modelContext"):
      return CodeValue(type: .context)
    case (.collection(let element), "first"), (.collection(let element), "last"):
      return value.element(element)
    case (.collection, "lazy"), (.collection, "allObjects"), (.collection, "array"),
      (.collection, "set"):
      return value
    case (.controller(let inner), "fetchedObjects"), (.controller(let inner), "results"):
      return value.with(.collection(inner))
    case (.controller, "managedObjectContext"): return CodeValue(type: .context)
    case (.tuple(let parts), _) where parts.count == 2:
      switch name {
      case "element", "value": return value.with(parts[1])
      case "offset", "key": return value.with(parts[0])
      case "values": return value.with(.collection(parts[1]))
      case "keys": return value.with(.collection(parts[0]))
      default: return value.with(.unknown)
      }
    case (.metatype(.other(let module)), _) where name.first?.isUppercase == true:
      let type = code.resolved(.named([module, name], arguments: []), in: scope)
      if type.isKnown { return CodeValue(type: .metatype(type)) }
    case (.metatype(let type), _):
      if let entry = code.entry(of: type),
        let nested = code.type(
          named: code.types[entry].path + [name], in: CodeScope(file: file, path: [])),
        name.first?.isUppercase == true
      {
        return CodeValue(type: .metatype(code.type(nested)))
      }
    default: break
    }
    if name == "init", case .metatype(let type) = value.type {
      return CodeValue(type: .closure([], type))
    }
    if case .other("super") = value.type { return CodeValue(type: .unknown) }
    if let function = code.functions(name, of: value.type).first {
      return value.with(functionReference(to: function, at: token))
    }
    // Whatever has a context calls it so.
    let isPart: Bool =
      switch value.type {
      case .unknown, .other, .type, .metatype, .context: true
      default: false
      }
    if isPart, Self.namesContext(name) { return CodeValue(type: .context) }
    return value.with(.unknown)
  }

  /// A property that a type of the app declares, or a relationship of an entity.
  func property(_ name: String, of value: CodeValue) -> CodeValue? {
    let plain = name.hasPrefix("$") || name.hasPrefix("_") ? String(name.dropFirst()) : name
    var type = value.type
    if case .metatype(let instance) = type { type = instance }
    if case .entity(let entity) = type,
      let found = code.destination(name, of: entity) ?? code.destination(plain, of: entity)
    {
      var result = value.with(found)
      result.relationship = RelationshipUse(
        entity: entity, name: code.relationship(name, of: entity) == nil ? plain : name,
        isOfNew: value.isNew)
      return result
    }
    guard let found = code.property(name, of: type) ?? code.property(plain, of: type) else {
      return nil
    }
    var result = value.with(Self.type(of: found, in: code, depth))
    result.text = literal(of: found)
    result.isStored = isFetched(found)
    return result
  }

  /// Whether a property is what is in the store, as in `@Query var kinds: [Kind]`.
  private func isFetched(_ property: AppCode.Property) -> Bool {
    let tokens = code.files[property.file].tokens
    let start = property.declaration.start
    return tokens.isMark(start, "@")
      && ["Query", "FetchRequest"].contains(tokens[start + 1]?.text)
  }

  /// Returns the string of a constant, as in `static let entityName = "Trip"`.
  private func literal(of property: AppCode.Property) -> String? {
    guard property.declaration.isConstant, let value = property.declaration.initialValue,
      value.count == 1, let token = code.files[property.file].tokens[value.lowerBound],
      token.kind == .text
    else { return nil }
    return token.text
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
        return namesContext(declaration.name) && name.hasSuffix("ManagedObjectContext")
          ? .context : type
      }
      // A list of types says itself which these are.
      let isList = type == .collection(.metatype(.anyModel)) && declaration.initialValue != nil
      if type.isKnown, !isList { return type }
    }
    let tokens = code.files[property.file].tokens
    if let wrapped = wrapped(declaration, tokens, code, scope) { return wrapped }
    guard let value = declaration.initialValue else { return .unknown }
    var evaluation = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
    return evaluation.value(of: value).type
  }

  /// Returns the type of a wrapped property: `@Environment(\.modelContext)`,
  /// `@Environment(Store.self)` and the like.
  private static func wrapped(
    _ declaration: SwiftProperty, _ tokens: SwiftTokens, _ code: AppCode, _ scope: CodeScope
  ) -> CodeType? {
    var place = declaration.start
    while tokens.isMark(place, "@"), let name = tokens[place + 1]?.name {
      place += 2
      while tokens.isMark(place, ".") { place += 2 }
      guard tokens.isMark(place, "("), let end = tokens[place]?.end else { continue }
      for inner in place + 1..<max(end, place + 1) {
        guard let word = tokens[inner]?.name else { continue }
        if namesContext(word) { return .context }
        if name.hasPrefix("Environment") || name.hasPrefix("Inject"),
          tokens.isMark(inner + 1, "."), tokens.isWord(inner + 2, "self")
        {
          return code.resolved(.named([word], arguments: []), in: scope)
        }
      }
      place = tokens.after(place)
    }
    return nil
  }

  /// Whether a value is what a relationship holds, or a copy of that.
  private func holds(_ value: CodeValue, _ use: RelationshipUse) -> Bool {
    value.relationship == use || value.copied == use
  }

  /// Assigns a value; assigning to a relationship removes what was in it.
  mutating func assign(_ value: CodeValue, to left: CodeValue, at place: Int) {
    if let name = left.name { aftermath.forget(name) }
    give(value, to: left.name)
    if let use = left.relationship { share(value, by: use, of: left.name, at: place) }
    if let name = left.name, aftermath.empty.contains(name) { return }
    guard let use = left.relationship, !use.isOfNew, let declared = code.declaration(use) else {
      return
    }
    // Another value is worth a word only where what was there belongs to its owner.
    if !value.isNil && !value.isEmpty { links(use) }
    guard
      value.isNil || value.isEmpty || holds(value, use) && value.isPart
        || declared.deleteRule == .cascade && !holds(value, use)
          && (!value.isNew || declared.isToMany)
    else { return }
    keep(
      FoundCall(.unlink, left, at: place, FoundCall.Details(relationship: use)))
  }
}

import ModelFiles
import SwiftSource

/// The context that an object belongs to, as far as two are certain to be different.
enum ContextHome: Hashable, Sendable {
  /// The context of views: the environment's, `viewContext`, `mainContext`.
  case main
  /// A context that the code makes for itself: a model actor's, `newBackgroundContext()`.
  case own
}

extension Evaluation {
  /// Returns the context of what a property holds, from its wrapper, its initial value, its accessors or the
  /// initializers of its type; nil where these do not say it, or not all the same.
  func home(of property: AppCode.Property) -> ContextHome? {
    if let known = code.known.homes[property.number] { return known }
    guard depth < Limits.properties, code.known.soughtHomes.insert(property.number).inserted else {
      return nil
    }
    let home = foundHome(of: property)
    code.known.soughtHomes.remove(property.number)
    // What was found on the way to another one may depend on that.
    if code.known.soughtHomes.isEmpty { code.known.homes[property.number] = home }
    return home
  }

  private func foundHome(of property: AppCode.Property) -> ContextHome? {
    let declaration = property.declaration
    let tokens = code.files[property.file].tokens
    if tokens.isMark(declaration.start, "@") {
      switch tokens[declaration.start + 1]?.text {
      case let wrapper? where Self.fetchingWrappers.contains(wrapper): return .main
      case "Environment" where Self.type(of: property, in: code, depth) == .context: return .main
      default: break
      }
    }
    var inner = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
    if let value = declaration.initialValue { return inner.value(of: value).home }
    if let brace = declaration.accessors, let end = tokens[brace]?.end, end > brace {
      inner.run(brace + 1..<end)
      return inner.returnedHome
    }
    guard let owner = property.owner else { return nil }
    let type = Self.type(of: property, in: code, depth)
    if type != .context { return home(of: type, in: owner) }
    let homes = code.functions(named: "init", of: owner).compactMap {
      initializer -> ContextHome?? in
      let function = code.functions[initializer]
      guard let body = function.declaration.body else { return nil }
      var inner = Evaluation(
        code, file: function.file, owner: owner, function: function.declaration, depth: depth + 1)
      inner.run(body)
      return .some(inner.assignedHomes["self.\(declaration.name)"] ?? nil)
    }
    return homes.allSatisfy { $0 == homes.first } ? homes.first ?? nil : nil
  }

  /// Whether each use of a computed property makes another context.
  func isMadeAnew(_ property: AppCode.Property) -> Bool {
    guard let brace = property.declaration.accessors, home(of: property) == .own,
      depth < Limits.properties
    else { return false }
    var inner = Evaluation(code, file: property.file, owner: property.owner, depth: depth + 1)
    guard let end = inner.tokens[brace]?.end, end > brace else { return false }
    inner.run(brace + 1..<end)
    let values = inner.returned.values
    return !values.isEmpty && values.allSatisfy { $0.name == nil && $0.home == .own }
  }

  private static let fetchingWrappers: Set<String> = [
    "Query", "FetchRequest", "SectionedFetchRequest",
  ]

  /// Returns the context of the objects that a type holds or is given.
  ///
  /// This is the main context if views fetch the same entity, no model actor returns its objects, and the
  /// type is a view, or on the main actor, and makes no context.
  func home(of type: CodeType, in owner: Int?) -> ContextHome? {
    guard type.isOfObjects, let entity = type.entity, let owner, code.isOnMainActor(owner),
      entitiesOfViews.contains(entity)
    else { return nil }
    let hasOwnContext = code.properties(of: owner).contains {
      Self.type(of: $0, in: code, depth) == .context && home(of: $0) == .own
    }
    return hasOwnContext ? nil : .main
  }

  /// The entities whose objects views fetch, and no model actor returns.
  private var entitiesOfViews: Set<Int> {
    if let known = code.known.entitiesOfViews { return known }
    code.known.entitiesOfViews = []
    var found: Set<Int> = []
    for property in code.properties {
      let (tokens, start) = (code.files[property.file].tokens, property.declaration.start)
      guard tokens.isMark(start, "@"), let wrapper = tokens[start + 1]?.text,
        Self.fetchingWrappers.contains(wrapper)
      else { continue }
      if let entity = Self.type(of: property, in: code, depth).entity { found.insert(entity) }
    }
    for function in code.functions where !found.isEmpty {
      guard let owner = function.owner, let result = function.declaration.result,
        code.receivers(.type(owner)).contains(.named("ModelActor")),
        let entity = code.resolved(result, in: code.scope(of: function)).entity
      else { continue }
      found.remove(entity)
    }
    code.known.entitiesOfViews = found
    return found
  }
}

extension CodeType {
  /// Whether its values are objects of models, or lists of these.
  var isOfObjects: Bool {
    switch self {
    case .entity, .anyModel: true
    case .collection(let element): element.isOfObjects
    default: false
    }
  }
}

extension AppCode {
  /// Whether the code of a type is for the main context: a view's, or that of a type on the main actor.
  func isOnMainActor(_ type: Int) -> Bool {
    if types[type].isOnMainActor { return true }
    return lineage(of: type).contains { parent in
      types[parent].inherited.contains { inherited, scope in
        named(inherited, in: scope).contains { ["View", "UIViewController"].contains($0.last) }
      }
    }
  }
}

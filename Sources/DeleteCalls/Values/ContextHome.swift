import ModelFiles
import SwiftSource

/// The context that an object belongs to, as far as two are certain to be different.
enum ContextHome: Hashable, Sendable {
  /// The context of views: the environment's, `viewContext`, `mainContext`.
  case main
  /// The context of a model actor.
  case actor
  /// A context that the code makes for itself, and keeps.
  case own
  /// A context that is made anew by a call at a token: `newBackgroundContext()`. One for the main queue is the context
  /// of views where the code that makes it keeps it.
  case made(file: Int, token: Int, isForViews: Bool = false)
  /// A context that a view, or a type on the main actor, is given.
  case held
  /// A context that there was before the function around was called.
  case caller

  /// Whether a context is certain to be another one.
  func isOther(than other: ContextHome) -> Bool {
    switch (self, other) {
    case (.caller, .made), (.made, .caller), (.held, .made), (.made, .held), (.held, .actor),
      (.actor, .held):
      true
    case (.caller, _), (_, .caller), (.held, _), (_, .held): false
    default: self != other
    }
  }

  /// Whether only the code that makes it uses it.
  var isOwn: Bool {
    if case .made(_, _, let isForViews) = self { !isForViews } else { self == .own }
  }

  /// The same where the code hands on the contexts that are made at some tokens, which then are those of views.
  func keeping(_ tokens: Set<Int>) -> ContextHome {
    if case .made(_, let token, isForViews: true) = self, tokens.contains(token) {
      .main
    } else {
      self
    }
  }

  /// The context as callers of the function know it; nil where only that function says which it is.
  var outside: ContextHome? {
    switch self {
    case .caller: nil
    case .made(_, _, isForViews: true): .main
    default: self
    }
  }
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
    let type = Self.type(of: property, in: code, depth)
    switch statedHome(of: property) ?? assignedHome(of: property, type) {
    case .made(_, _, let isForViews): return isForViews ? .main : .own
    case .caller: return type == .context && isHeld(by: property.owner) ? .held : nil
    case let home: return home
    }
  }

  /// Whether what a type is given is for the main context, or one that only the main actor has.
  private func isHeld(by owner: Int?) -> Bool { owner.map(code.isOnMainActor) ?? false }

  /// Returns the context that the declaration of a property states.
  private func statedHome(of property: AppCode.Property) -> ContextHome? {
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
    if let value = declaration.initialValue, let home = inner.value(of: value).home { return home }
    if let brace = declaration.accessors, let end = tokens[brace]?.end, end > brace {
      inner.run(brace + 1..<end)
      return inner.returned.home
    }
    return home(of: Self.type(of: property, in: code, depth), in: property.owner)
  }

  /// Returns the context of what the functions of its type set a property to; nil where they do not all set
  /// it to the same.
  private func assignedHome(of property: AppCode.Property, _ type: CodeType) -> ContextHome? {
    let declaration = property.declaration
    // What objects are set to is not followed through other properties: each may lead to all others.
    guard let owner = property.owner, declaration.accessors == nil,
      type == .context
        || type.isOfObjects && !declaration.isConstant && code.known.soughtHomes.count == 1
    else { return nil }
    let homes = code.functions.indices.compactMap { number -> ContextHome?? in
      let function = code.functions[number]
      guard function.owner == owner, let body = function.declaration.body,
        code.files[function.file].tokens.sets(declaration.name, in: body)
      else { return nil }
      var inner = Evaluation(
        code, file: function.file, owner: owner, function: function.declaration, depth: depth + 1)
      inner.run(body)
      return inner.homes.assigned["self.\(declaration.name)"]
    }
    // A type without an initializer takes its properties.
    if homes.isEmpty, type == .context, code.functions(named: "init", of: owner).isEmpty {
      return declaration.initialValue == nil ? .caller : nil
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
    return !values.isEmpty && values.allSatisfy { $0.name == nil && $0.home?.isOwn == true }
  }

  /// A context that is made at a token.
  func newContext(at token: Int) -> CodeValue {
    var context = CodeValue(type: .context)
    context.home = .made(file: file, token: token)
    return context
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
      Self.type(of: $0, in: code, depth) == .context && [.own, .actor].contains(home(of: $0))
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

extension SwiftTokens {
  /// Whether some tokens assign to a name.
  fileprivate func sets(_ name: String, in range: Range<Int>) -> Bool {
    range.contains { isWord($0, name) && isMark($0 + 1, "=") }
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

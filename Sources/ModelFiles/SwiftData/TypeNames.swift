import CompiledOnce
import SwiftSource

/// The declarations that names refer to, resolved through the types around the place of use.
struct TypeNames {
  enum Meaning {
    /// A model class, as an index.
    case model(Int)
    case alias(SwiftAlias)
    /// Any other type of the files.
    case other(isEnumeration: Bool)
    /// A type that the files extend, or declare others in, and that is declared elsewhere.
    case extended
  }

  private var meanings: [String: Meaning] = [:]

  init(_ files: [SwiftDeclarations], models: [ModelClass]) {
    for (index, model) in models.enumerated() {
      add(.model(index), at: model.declaration.path)
    }
    for type in files.lazy.flatMap(\.types) where type.keyword != "extension" {
      add(.other(isEnumeration: type.keyword == "enum"), at: type.path)
    }
    for alias in files.lazy.flatMap(\.aliases) {
      add(.alias(alias), at: alias.scope + [alias.name])
    }
    // A type may be declared elsewhere, and extended here.
    var known: Set<[String]> = []
    for type in files.lazy.flatMap(\.types) {
      // The types of one scope have all names up to it in common.
      let first = known.insert(type.scope).inserted ? 0 : type.scope.count
      for length in first..<type.path.count {
        add(.extended, at: Array(type.path.prefix(length + 1)))
      }
    }
  }

  private mutating func add(_ meaning: Meaning, at path: [String]) {
    let key = path.joined(separator: ".")
    if meanings[key] == nil { meanings[key] = meaning }
  }

  /// Returns the declaration that a name refers to; nil if no file declares it.
  ///
  /// If the whole name is an alias, it is not followed.
  func meaning(of path: [String], in scope: [String]) -> Meaning? {
    // What the search would come to, sooner: aliases of aliases lead from one such name to the next.
    if scope.isEmpty && path.count == 1 { return meanings[path[0]] }
    return declaration(of: path, in: scope)?.meaning
  }

  /// The declaration that a name refers to, and its full name.
  private func declaration(
    of path: [String], in scope: [String]
  ) -> (meaning: Meaning, path: [String])? {
    var (path, scope) = path.first == "Self" ? (scope + path.dropFirst(), []) : (path, scope)
    for _ in 0..<Limits.aliasesOfType {
      guard let first = path.first else { return nil }
      guard
        let around = (0...scope.count).reversed().first(where: { length in
          meanings[(scope.prefix(length) + [first]).joined(separator: ".")] != nil
        })
      else {
        // The name of a module may stand before everything.
        guard path.count > 1 else { return nil }
        (path, scope) = (Array(path.dropFirst()), [])
        continue
      }
      let full = scope.prefix(around) + path
      let alias = (around + 1..<full.count).lazy.compactMap { length -> (SwiftAlias, Int)? in
        guard case .alias(let alias)? = meanings[full.prefix(length).joined(separator: ".")]
        else { return nil }
        return (alias, length)
      }.first
      guard let (alias, length) = alias else {
        return meanings[full.joined(separator: ".")].map { ($0, Array(full)) }
      }
      guard case .named(let target, let arguments)? = alias.type, arguments.isEmpty else {
        return nil
      }
      (path, scope) = (target + full.dropFirst(length), alias.scope)
    }
    return nil
  }

  /// The full name of what a name means somewhere, through any aliases; the name itself where no file declares
  /// it.
  func target(of path: [String], in scope: [String] = []) -> [String] {
    var (path, scope) = (path, scope)
    for _ in 0..<Limits.aliasesOfType {
      guard let found = declaration(of: path, in: scope) else { return path }
      guard case .alias(let alias) = found.meaning, case .named(let target, _)? = alias.type
      else { return found.path }
      (path, scope) = (target, alias.scope)
    }
    return path
  }

  /// The model class that a name means, through any aliases.
  func model(named path: [String], in scope: [String]) -> Int? {
    shape(of: .named(path, arguments: []), in: scope).flatMap { $0.isPlain ? $0.model : nil }
  }

  /// The relationship that a property of a type would be; nil where a relationship cannot have it.
  func shape(of type: TypeExpression, in scope: [String]) -> RelationshipShape? {
    var (type, scope) = (type, scope)
    var shape = RelationshipShape()
    // The arguments of generic aliases, with the names around them.
    var arguments: [String: (type: TypeExpression, scope: [String])] = [:]
    for _ in 0..<Limits.aliasesOfType {
      switch type {
      case .composite, .labelled, .conforming, .function: return nil
      case .optional(let inner):
        guard !shape.isToMany, !shape.isOptional else { return nil }
        shape.isOptional = true
        type = inner
      case .array(let inner):
        guard !shape.isToMany else { return nil }
        shape.isToMany = true
        type = inner
      case .named(let path, let stated):
        if stated.isEmpty, path.count == 1, let argument = arguments.removeValue(forKey: path[0]) {
          (type, scope) = argument
          continue
        }
        let meaning = meaning(of: path, in: scope)
        if case .alias(let alias)? = meaning, let target = alias.type,
          alias.generics.count == stated.count
        {
          let around = arguments
          for (name, argument) in zip(alias.generics, stated) {
            // One alias hands its argument on to the next.
            var given: String?
            if case .named(let path, let rest) = argument, rest.isEmpty { given = path.first }
            arguments[name] = given.flatMap { around[$0] } ?? (argument, scope)
          }
          (type, scope) = (target, alias.scope)
        } else if let argument = stated.first {
          let isElsewhere =
            switch meaning {
            case nil, .extended?: true
            default: false
            }
          guard isElsewhere, stated.count == 1,
            let read = Self.standardType(path, of: argument)
          else { return nil }
          type = read
        } else if case .alias? = meaning {
          return nil
        } else {
          shape.destination = path
          if case .model(let model)? = meaning { shape.model = model }
          return shape
        }
      }
    }
    return nil
  }

  /// Whether a type is an optional, by itself or through aliases.
  func isOptional(_ type: TypeExpression, in scope: [String]) -> Bool {
    var (type, scope) = (type, scope)
    for _ in 0..<Limits.aliasesOfType {
      switch type {
      case .optional: return true
      case .named(let path, let arguments):
        if !arguments.isEmpty { return path == ["Optional"] || path == ["Swift", "Optional"] }
        guard case .alias(let alias)? = meaning(of: path, in: scope), let target = alias.type
        else { return false }
        (type, scope) = (target, alias.scope)
      default: return false
      }
    }
    return false
  }

  private static func standardType(_ path: [String], of argument: TypeExpression) -> TypeExpression?
  {
    guard path.count == 1 || path.first == "Swift" && path.count == 2 else { return nil }
    switch path.last {
    case "Optional": return .optional(argument)
    case "Array", "Set": return .array(argument)
    default: return nil
    }
  }
}

/// The properties of a relationship that its type determines.
struct RelationshipShape: Hashable {
  var isToMany = false
  var isOptional = false
  /// The name of the destination, as it is written.
  var destination: [String] = []
  /// The model class that the name means; nil where it means none.
  var model: Int?

  /// Whether it is the destination and nothing around that.
  var isPlain: Bool { !isToMany && !isOptional }
}

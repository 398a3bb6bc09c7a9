import ModelFiles
import ObjectGraph
import SwiftSource

/// The lookup of names.
extension AppCode {
  /// The type that a name means, looked for in the types around, the innermost first.
  func type(named path: [String], in scope: CodeScope) -> Int? {
    guard let last = path.last, typesByName[last] != nil else { return nil }
    for length in (0...scope.path.count).reversed() {
      if let found = types(at: scope.path.prefix(length) + path) {
        let found = compiled(found, from: scope.file)
        return nearest(found, to: scope.file, places(of:)) ?? ofOneName(found, from: scope.file)
          ?? onlyModelClass(of: found, from: scope.file) ?? firstOfTargets(found)
      }
    }
    // The name of a module may stand before everything, and a nested type may be inherited.
    guard let known = types(byLastOf: path) else { return nil }
    if known.count == 1 { return known[0] }
    guard path.count > 1 else { return nil }
    // Modules have folders of their names, as packages may have.
    let module = path[path.count - 2][...]
    let inFolder = known.filter { places(of: $0).contains { $0.contains(module) } }
    let inModule = inFolder.filter { places(of: $0).contains { self.module(at: $0) == module } }
    let found = inModule.isEmpty ? inFolder : inModule
    let outer = found.filter { types[$0].path.count == 1 }
    return found.count == 1 ? found[0] : outer.count == 1 ? outer[0] : nil
  }

  /// The types of a name without the classes of models that other targets compile, where a project says it.
  private func compiled(_ found: [Int], from file: Int) -> [Int] {
    let own = found.compactMap { types[$0].entity }
    let compiled = own.count < 2 ? own : compiled(own, with: files[file].tokens.file)
    if compiled.isEmpty { return found }
    return found.filter { types[$0].entity.map(compiled.contains) ?? true }
  }

  /// Returns the first of the classes of one entity name in several models that a file can see; nil for any
  /// other types.
  private func ofOneName(_ found: [Int], from file: Int) -> Int? {
    let known = found.compactMap { types[$0].entity }
    guard known.count == found.count, names(of: known).count == 1 else { return nil }
    return seen(known, from: file).first.flatMap { entity in
      found.first { types[$0].entity == entity }
    }
  }

  /// Returns the only class of a model among types of one name in the module of a file, which can be compiled with
  /// one of them: the others are left over, or for other targets.
  private func onlyModelClass(of found: [Int], from file: Int) -> Int? {
    let known = found.filter { types[$0].entity != nil }
    let own = module(at: places[file])
    let isOfModule = found.allSatisfy { places(of: $0).contains { module(at: $0) == own } }
    return known.count == 1 && isOfModule ? known[0] : nil
  }

  /// Returns the first of several types that targets declare with one name; nil if one is an entity's class.
  private func firstOfTargets(_ found: [Int]) -> Int? {
    found.allSatisfy { types[$0].entity == nil } ? found.first : nil
  }

  /// The types with the last of some names, in whatever they are; nil where there is none.
  private func types(byLastOf path: [String]) -> [Int]? {
    guard let last = path.last, let known = typesByName[last] else { return nil }
    if path.count > 1 { return known }
    if case .other = Self.standard(last, []) { return known }
    // What another type has hides none of the system's.
    let outer = known.filter { types[$0].path.count == 1 }
    return outer.isEmpty ? nil : outer
  }

  /// The one of several things of a name that a file means: the one whose place has most folders in
  /// common with its own; nil where that cannot be told.
  func nearest<Thing>(
    _ things: [Thing], to file: Int, _ places: (Thing) -> [[Substring]]
  ) -> Thing? {
    let things = visible(things, in: file, places)
    if things.count == 1 { return things[0] }
    let shared = things.map { thing in
      places(thing).map { zip($0, self.places[file]).prefix { $0 == $1 }.count }.max() ?? 0
    }
    guard let most = shared.max() else { return nil }
    let nearest = zip(things, shared).filter { $0.1 == most }.map(\.0)
    if nearest.count == 1 { return nearest[0] }
    // A copy of all files in a folder that does not have the file is for that folder.
    let own = nearest.filter { thing in
      !nearest.contains { isCopied(places($0), to: places(thing), below: most) }
    }
    return own.count == 1 ? own[0] : nil
  }

  /// Whether one of some places is that of another one in a folder further down.
  private func isCopied(
    _ places: [[Substring]], to copies: [[Substring]], below depth: Int
  ) -> Bool {
    places.contains { place in
      copies.contains { copy in
        copy.count > place.count && copy.suffix(place.count - depth) == place[depth...]
      }
    }
  }

  /// Returns those of several things of a name that a file can see: those in the same module, which hide all
  /// others, or else those of the modules that it imports; all where neither has any.
  func visible<Thing>(
    _ things: [Thing], in file: Int, _ places: (Thing) -> [[Substring]]
  ) -> [Thing] {
    if things.count < 2 { return things }
    let modules = things.map { places($0).map(module(at:)) }
    let own = module(at: self.places[file])
    for isMeant in [
      { $0 == own },
      { (module: Substring?) in module.map { self.files[file].imports.contains(String($0)) } ?? true
      },
    ] {
      let found = zip(things, modules).filter { $0.1.contains(where: isMeant) }.map(\.0)
      if !found.isEmpty { return found }
    }
    return things
  }

  /// Returns the type that an alias names; nil if there is no such alias, or a type with the name
  /// is nearer.
  func alias(named path: [String], in scope: CodeScope) -> (
    type: TypeExpression?, scope: CodeScope, generics: [String]
  )? {
    for length in (0...scope.path.count).reversed() where aliasNames.contains(path.last ?? "") {
      let key = (scope.path.prefix(length) + path).joined(separator: ".")
      guard let known = aliases[key] else { continue }
      // What extends the alias declares no type.
      let others = (types(at: scope.path.prefix(length) + path) ?? [])
        .filter { types[$0].keyword != "extension" }
      let candidates =
        known.map { (alias: Optional($0), places: [places[$0.file]]) }
        + others.map { (alias: nil, places: places(of: $0)) }
      guard let found = nearest(candidates, to: scope.file, \.places)?.alias else { continue }
      return (
        found.alias.type, CodeScope(file: found.file, path: found.alias.scope), found.alias.generics
      )
    }
    // A nested type, by an alias of what it is in.
    guard path.count > 1, aliasNames.contains(path[0]),
      let outer = alias(named: [path[0]], in: scope),
      case .named(let known, _)? = outer.type
    else { return nil }
    return (.named(known + path.dropFirst(), arguments: []), outer.scope, [])
  }

  /// The modules that give code contexts under their names.
  private static let modulesWithContexts: Set<String> = [
    "CoreDataEvolution", "CoreStore", "MagicalRecord",
  ]

  /// Whether a file imports a module that is neither the app's nor one whose types are known.
  func importsOthers(_ file: Int) -> Bool {
    if let known = known.importsOthers[file] { return known }
    let found = files[file].imports.contains { module in
      !SystemModules.names.contains(module)
        && !Self.modulesWithContexts.contains(module)
        && !folders.contains(module[...])
    }
    known.importsOthers[file] = found
    return found
  }

  /// Returns the entity with a name, as in `NSFetchRequest(entityName:)`.
  ///
  /// Core Data entities are preferred. If several models have one, the first that the file can see is
  /// used.
  func entity(named name: String, near file: Int) -> Int? {
    let known = entitiesByName[name] ?? []
    let asked = known.filter { models[entities[$0].model].framework == .coreData }
    let meant = asked.isEmpty ? known : asked
    return seen(meant, from: file).first
  }

  /// The type that is written, in some scope: what `Self` is, and the type arguments of a function.
  func resolved(
    _ type: TypeExpression?, in scope: CodeScope, own: CodeType = .unknown,
    bound: [String: CodeType] = [:]
  ) -> CodeType {
    var left = Limits.typeParts
    // What an alias or a generic parameter means depends on more than the scope.
    guard case .named(let path, let arguments)? = type, path.count == 1, arguments.isEmpty,
      path[0] != "Self", path != scope.path, bound[path[0]] == nil, !aliasNames.contains(path[0]),
      !genericNames.contains(path[0])
    else { return resolved(type, in: scope, own: own, bound: bound, depth: 0, &left) }
    let name = KnownProperties.ScopedName(file: scope.file, scope: scope.path, name: path[0])
    if let found = known.namedTypes[name] { return found }
    let found = resolved(type, in: scope, own: own, bound: bound, depth: 0, &left)
    known.namedTypes[name] = found
    return found
  }

  /// The same, where some aliases and arguments led here, and so many more parts are looked at.
  private func resolved(
    _ type: TypeExpression?, in scope: CodeScope, own: CodeType, bound: [String: CodeType],
    depth: Int, _ left: inout Int
  ) -> CodeType {
    guard let type, depth < Limits.typeDepth, left > 0 else { return .unknown }
    left -= 1
    func inner(_ type: TypeExpression?) -> CodeType {
      resolved(type, in: scope, own: own, bound: bound, depth: depth + 1, &left)
    }
    func standard(_ name: String, _ arguments: [TypeExpression]) -> CodeType {
      let known = Self.standard(name, [])
      if arguments.isEmpty { return known }
      let isRequest = known.isRequest
      return Self.standard(
        name,
        arguments.map { argument in
          if isRequest, case .named(let path, _) = argument, bound[path[0]] == nil,
            let model = onlyModel(named: path, from: scope.file)
          {
            return model
          }
          return inner(argument)
        })
    }
    switch type {
    case .optional(let wrapped): return inner(wrapped)
    case .array(let element): return .collection(inner(element))
    case .composite(let parts):
      return parts.isEmpty
        ? .unknown : .tuple(TupleTypes(parts.map(inner), labels: parts.map(\.label)))
    case .labelled(_, let part): return inner(part)
    case .conforming(let parts): return .conforming(parts.map(inner))
    case .function(let parameters, let result):
      return .closure(parameters.map(inner), inner(result))
    case .named(let path, let arguments):
      if path == ["Self"] { return own }
      if path.count == 1, let type = bound[path[0]] { return type }
      if let generic = generic(named: path[0], in: scope) {
        let type = Self.generic(generic.name, Evaluation.maskOfSelf, inner(generic.constraint))
        // What a part of it is, only whoever makes an object knows.
        if path.count == 1 { return type }
        return path.count == 2 && path[1] == "Type" ? .metatype(type) : .unknown
      }
      if path.last == "Type" || path.last == "Protocol", path.count > 1 {
        return .metatype(inner(.named(path.dropLast(), arguments: arguments)))
      }
      if let alias = alias(named: path, in: scope) {
        // Arguments that are not written are inferred.
        var bound = bound
        for (index, generic) in alias.generics.enumerated() {
          bound[generic] = arguments.indices.contains(index) ? inner(arguments[index]) : .unknown
        }
        return resolved(
          alias.type, in: alias.scope, own: own, bound: bound, depth: depth + 1, &left)
      }
      if let found = self.type(named: path, in: scope) {
        guard types[found].keyword == "extension" else {
          let type = self.type(found)
          guard case .type = type, !arguments.isEmpty else { return type }
          return .specialized(found, arguments.map(inner))
        }
        // What extends a type of the system leaves it its arguments, which its own name means, too.
        if path == scope.path, arguments.isEmpty, own.isRequest { return own }
        return types[found].path.count == 1
          ? standard(path[0], arguments) : self.type(found)
      }
      // Of several with this name, it is not certain which is meant, unless all are of one entity.
      if let several = types(byLastOf: path) {
        let entities = Set(several.map { types[$0].entity })
        return entities.count == 1
          ? entities.first.flatMap(\.self).map(CodeType.entity) ?? .unknown : .unknown
      }
      return standard(path.last ?? "", arguments)
    }
  }

  /// Returns the only model class among several types with one name; nil if all are model classes, or none is.
  func onlyModel(named path: [String], from file: Int) -> CodeType? {
    guard let known = typesByName[path.last ?? ""], known.count > 1 else { return nil }
    let own = known.compactMap { types[$0].entity }
    let areClasses = known.contains { types[$0].entity == nil && types[$0].isModelClass }
    let isOne = names(of: own).count == 1 && own.count < known.count && !areClasses
    return isOne ? seen(own, from: file).first.map(CodeType.entity) : nil
  }

  /// The type argument of a generic parameter, as far as the code states it.
  static func generic(_ name: String, _ parameterMask: UInt64, _ constraint: CodeType) -> CodeType {
    constraint == .context
      ? .context : .generic(name, parameterMask: parameterMask, constraint: constraint)
  }

  /// The generic parameter of a name that one of the types around has, the innermost first.
  private func generic(named name: String, in scope: CodeScope) -> SwiftFunction.Generic? {
    guard genericNames.contains(name) else { return nil }
    for length in (0...scope.path.count).reversed() {
      for type in types(at: scope.path.prefix(length)) ?? [] {
        if let found = types[type].generics.first(where: { $0.name == name }) { return found }
      }
    }
    return nil
  }

  /// The type arguments of a type, and of those that it inherits from.
  func arguments(of type: CodeType) -> [String: CodeType] {
    var found: [String: CodeType] = [:]
    // Protocols refine each other in a lattice, which has far more ways than types.
    var known: Set<Int> = []
    func add(_ type: CodeType, _ depth: Int) {
      let (index, arguments): (Int, [CodeType])
      switch type {
      case .type(let number): (index, arguments) = (number, [])
      case .specialized(let number, let parts): (index, arguments) = (number, parts)
      case .metatype(let inner), .generic(_, _, let inner): return add(inner, depth)
      default: return
      }
      guard known.insert(index).inserted else { return }
      let generics = types[index].generics
      for (place, generic) in generics.enumerated() where found[generic.name] == nil {
        found[generic.name] = arguments.count == generics.count ? arguments[place] : .unknown
      }
      if depth >= Limits.lineage || genericNames.isEmpty { return }
      for parent in types[index].inherited.prefix(Limits.typeParts) {
        add(resolved(parent.type, in: parent.scope).replacing(found), depth + 1)
      }
    }
    add(type, 0)
    return found
  }

  /// Returns the type of the objects that a value of a generic type is for, as a `Repository<Trip>` is, through
  /// however many of these; nil for any other value, or if its arguments say several.
  func object(of type: CodeType) -> CodeType? {
    var known: Set<CodeType> = []
    func objects(of type: CodeType) -> Set<CodeType> {
      guard known.insert(type).inserted, known.count < Limits.typeParts else { return [] }
      return arguments(of: type).values.reduce(into: []) { found, argument in
        let inner = objects(of: argument)
        if !inner.isEmpty {
          found.formUnion(inner)
        } else if argument.statesEntity || !argument.isKnown {
          found.insert(argument.innermost)
        }
      }
    }
    let found = objects(of: type)
    return found.count == 1 && found.first?.isKnown == true ? found.first : nil
  }

  /// Returns what `Self` is in a member, for objects of the type that its extension states.
  func typeAround<Declaration>(_ member: Declared<Declaration>) -> CodeType {
    guard let owner = member.owner.map(type) else { return .unknown }
    let scope = CodeScope(file: member.file, path: [])
    return owner.forObjects(of: member.extendedFor.map { resolved($0, in: scope) })
  }

  /// Returns the scope of the names in a function.
  func scope(of function: Function) -> CodeScope {
    CodeScope(file: function.file, path: function.owner.map { types[$0].path } ?? [])
  }

  /// Returns the scope of the names in a property.
  func scope(of property: Property) -> CodeScope {
    CodeScope(file: property.file, path: property.owner.map { types[$0].path } ?? [])
  }

  /// Returns the type of an object of a declared type.
  func type(_ index: Int) -> CodeType {
    objectTypes.isEmpty ? statedType(index) : objectTypes[index]
  }

  func statedType(_ index: Int) -> CodeType {
    if let entity = types[index].entity { return .entity(entity) }
    if contexts.contains(index) { return .context }
    let name = types[index].path.last ?? ""
    let standard = Self.standard(name, [])
    if case .other = standard, types[index].path.count > 1 { return .type(index) }
    return types[index].keyword == "extension" ? standard : .type(index)
  }

  /// The type of an object for a function in a type: in a protocol, the entity that `Self` has to be there.
  func ownType(_ index: Int, in function: SwiftFunction?, of file: Int) -> CodeType {
    let type = types[index]
    guard type.keyword == "protocol" else { return ownType(index) }
    let around = function.flatMap { function in
      files[file].types.first { $0.functions.contains { $0.location == function.location } }
    }
    let declared = files[type.file].types.first {
      $0.keyword == "protocol" && $0.path == type.path
    }
    let stated = (around?.selfConstraints ?? []) + (declared?.inherited ?? [])
    let scope = CodeScope(file: file, path: type.path.dropLast())
    let objects = stated.lazy.map { self.resolved($0, in: scope) }
    return objects.first { if case .entity = $0 { true } else { false } } ?? ownType(index)
  }

  /// The type of an object for the code in that type, with the generic parameters that this has.
  func ownType(_ index: Int) -> CodeType {
    let entry = types[index]
    if entry.generics.isEmpty { return type(index) }
    let scope = CodeScope(file: max(entry.file, 0), path: entry.path)
    return .specialized(
      index, entry.generics.map { resolved(.named([$0.name], arguments: []), in: scope) })
  }

  private static func standard(_ name: String, _ arguments: [CodeType]) -> CodeType {
    let first = arguments.first ?? .unknown
    switch name {
    case "Array", "Set", "ArraySlice", "ContiguousArray", "FetchedResults", "Slice",
      "ReversedCollection", "AnySequence", "FetchResultsCollection", "OrderedSet", "NSSet",
      "NSOrderedSet", "NSMutableSet", "NSMutableOrderedSet", "NSArray", "Sequence", "Collection",
      "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "AsyncStream",
      "AsyncThrowingStream", "AsyncSequence":
      return .collection(first)
    case "Dictionary", "KeyValuePairs":
      return .tuple(arguments.count == 2 ? TupleTypes(arguments) : [.unknown, .unknown])
    case "SectionedFetchResults":
      return .collection(.collection(arguments.count == 2 ? arguments[1] : .unknown))
    case "Optional", "Binding", "Bindable", "State", "Published", "ObservedObject", "StateObject",
      "Result", "Query", "Task":
      return first
    // What comes later, in Combine, PromiseKit and RxSwift.
    case "AnyPublisher", "CurrentValueSubject", "Future", "Guarantee", "Observable", "Promise",
      "PassthroughSubject",
      "Single"
    where first.isKnown:
      return first
    case "FetchDescriptor", "NSFetchRequest", "FetchRequest", "From": return .request(first)
    case "Predicate": return .predicate(first)
    case "NSBatchDeleteRequest": return .batchRequest(.unknown)
    case "NSFetchedResultsController", "ResultsObserver": return .controller(first)
    // The transactions are CoreStore's.
    case "ModelContext", "NSManagedObjectContext", "AsynchronousDataTransaction",
      "SynchronousDataTransaction", "UnsafeDataTransaction", "BaseDataTransaction":
      return .context
    case "PersistentModel", "NSManagedObject": return .anyModel
    case "PersistentIdentifier", "NSManagedObjectID", "ID": return .identifier(.unknown)
    default: return .other(name)
    }
  }
}

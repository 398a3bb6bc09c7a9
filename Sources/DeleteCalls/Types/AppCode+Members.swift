import ModelFiles
import ObjectGraph
import SwiftSource

/// The members of values.
extension AppCode {
  /// The type with the members of a value; nil where none is declared.
  func entry(of type: CodeType) -> Int? { entries(of: type).first }

  /// The types with the members of a value: of what the system has, all that files extend.
  private func entries(of type: CodeType) -> [Int] {
    switch type {
    case .type(let index), .specialized(let index, _): [index]
    case .generic(_, _, let constraint): entries(of: constraint)
    case .entity(let entity): typesByEntity[entity].map { [$0] } ?? []
    case .context: extended(Self.contextNames) + contexts.sorted()
    case .anyModel: extended(["PersistentModel", "NSManagedObject"])
    case .collection:
      extended([
        "Array", "Set", "RandomAccessCollection", "BidirectionalCollection", "MutableCollection",
        "Collection", "Sequence",
      ])
    case .request: extended(["FetchDescriptor", "NSFetchRequest", "FetchRequest"])
    case .predicate: extended(["Predicate"])
    case .batchRequest: extended(["NSBatchDeleteRequest"])
    case .controller: extended(["NSFetchedResultsController", "ResultsObserver"])
    case .identifier: extended(["PersistentIdentifier", "NSManagedObjectID"])
    case .other(let name):
      extended(FrameworkMembers.views.contains(name) ? [name, "View"] : [name])
    default: []
    }
  }

  /// Returns the system types with the given names that files extend.
  private func extended(_ names: [String]) -> [Int] {
    names.compactMap { types(at: [$0])?.first }
  }

  /// A type and what it inherits from, as far as the files declare it, each once.
  func lineage(of index: Int) -> [Int] { lineages[index] }

  /// The lineage of a type, found by the names in its declarations.
  func statedLineage(of index: Int) -> [Int] {
    var found = [index]
    var next = 0
    while next < found.count, found.count < Limits.lineage {
      for inherited in types[found[next]].inherited {
        for path in named(inherited.type, in: inherited.scope) {
          guard let parent = type(named: path, in: inherited.scope), !found.contains(parent) else {
            continue
          }
          found.append(parent)
        }
      }
      next += 1
    }
    return found
  }

  /// Returns the name of a type, or of each of its parts, with aliases resolved; of very many
  /// parts, only the first.
  func named(_ type: TypeExpression, in scope: CodeScope) -> [[String]] {
    var found: [[String]] = []
    var parts = [(type, scope)]
    var next = 0
    while next < parts.count, next < Limits.typeParts {
      let (type, scope) = parts[next]
      next += 1
      switch type {
      case .named(let path, _):
        if let alias = alias(named: path, in: scope), let type = alias.type {
          parts.append((type, alias.scope))
        } else if !found.contains(path) {
          found.append(path)
        }
      case .conforming(let more): parts += more.prefix(Limits.typeParts).map { ($0, scope) }
      default: continue
      }
    }
    return found
  }

  /// Whether all objects of a type are objects of models, as of a protocol for them.
  func isOfModels(_ index: Int) -> Bool { areOfModels[index] }

  /// The same, found by the names in its declarations.
  func isStatedOfModels(_ index: Int) -> Bool {
    lineage(of: index).contains { parent in
      types[parent].inherited.contains { type, scope in
        named(type, in: scope).contains {
          $0.last == "NSManagedObject" || $0.last == "PersistentModel"
        }
      }
    }
  }

  private static let contextNames = ["ModelContext", "NSManagedObjectContext"]

  /// Whether a class inherits from a framework's context, by the names in its declarations.
  func isStatedContext(_ index: Int) -> Bool {
    types[index].keyword == "class"
      && lineage(of: index).contains { parent in
        types[parent].inherited.contains { type, scope in
          named(type, in: scope).contains { Self.contextNames.contains($0.last ?? "") }
        }
      }
  }

  /// Returns the functions of a name that a protocol declares, and those of the framework's contexts that
  /// conform to it; nil for a type that is no protocol of a context.
  func contextFunctions(_ name: String, of type: CodeType) -> [Int]? {
    guard type != .context, let index = entry(of: type), types[index].keyword == "protocol" else {
      return nil
    }
    let contexts = heirs(of: index).filter { self.type($0) == .context }
    return contexts.isEmpty ? nil : (contexts + [index]).flatMap { functions(named: name, of: $0) }
  }

  /// The types that conform to a protocol, or inherit from a class.
  func heirs(of index: Int) -> [Int] { heirs[index] ?? [] }

  /// The entities of which a declared type allows objects.
  ///
  /// - Parameter type: The type of a value, of which the entity is unknown.
  /// - Returns: Their numbers; nil if the type allows all, or nothing is known of it.
  func candidates(for type: CodeType) -> Set<Int>? {
    switch type {
    case .generic(_, _, let constraint): return candidates(for: constraint)
    case .entity(let entity): return [entity]
    case .oneOf(let entities): return entities
    case .type(let index):
      let found = Set((heirs(of: index) + [index]).compactMap { self.type($0).entity })
      return found.isEmpty && !types[index].isModelClass ? nil : found
    case .conforming(let parts):
      let known = parts.compactMap(candidates)
      return known.dropFirst().reduce(known.first) { $0?.intersection($1) }
    case .collection(let inner), .metatype(let inner), .request(let inner),
      .batchRequest(let inner), .controller(let inner), .identifier(let inner):
      return candidates(for: inner)
    default: return nil
    }
  }

  /// The entities whose classes conform to a protocol; none if other classes of models may conform to it.
  func conforming(to type: CodeType) -> Set<Int> {
    guard case .type(let index) = type, types[index].keyword == "protocol" else { return [] }
    let models = heirs(of: index).filter { types[$0].entity != nil || isOfModels($0) }
    let known = models.compactMap { types[$0].entity }
    return known.count < models.count ? [] : Set(known)
  }

  /// The only entity whose class conforms to what a generic type has to; nil for any other type.
  func onlyConforming(to type: CodeType) -> CodeType? {
    switch type.innermost {
    case .generic(_, _, .type(let constraint)):
      let found = conforming(to: .type(constraint))
      return found.count == 1 ? found.first.map(CodeType.entity) : nil
    case .generic(let name, let bits, .conforming(let parts)):
      return parts.lazy.compactMap {
        self.onlyConforming(to: .generic(name, parameterMask: bits, constraint: $0))
      }.first
    default: return nil
    }
  }

  /// Returns the Core Data entities with the relationship that a method changes, by the name that Xcode gives it,
  /// without those that inherit it; none if a function of the app has that name.
  func entities(changedBy method: String, _ isChanged: (Int) -> Bool) -> [Int] {
    if let known = known.accessors[method] { return known }
    let isOwn = functions.contains {
      $0.declaration.name == method && $0.declaration.body != nil
    }
    let having =
      isOwn
      ? []
      : entities.indices.filter {
        models[entities[$0].model].framework == .coreData && isChanged($0)
      }
    let first = having.filter { one in
      !having.contains { $0 != one && isKind(one, of: $0) }
    }
    known.accessors[method] = first
    return first
  }

  /// The name of a type's SwiftData class that is in no model; nil for any other type.
  func classOutsideModels(of type: CodeType) -> String? {
    guard case .type(let index) = type.innermost, types[index].isModelClass,
      candidates(for: type)?.isEmpty == true
    else { return nil }
    return types[index].path.last
  }

  /// The names of the wrappers that any code sets, as in `_trips = Query(filter: …)`, and `nsPredicate` where
  /// one gets a predicate.
  var setWrappers: Set<String> {
    if let set = known.setWrappers { return set }
    var set: Set<String> = []
    for file in files {
      file.tokens.forEachWord(in: 0..<file.tokens.count) { word, place in
        guard word.first == UInt8(ascii: "_") || word.elementsEqual("nsPredicate".utf8),
          file.tokens.isMark(place + 1, "=")
        else { return }
        set.insert(String(decoding: word, as: UTF8.self))
      }
    }
    known.setWrappers = set
    return set
  }

  /// Whether a model of a framework was read.
  func isModeled(_ framework: Framework.Name) -> Bool {
    models.contains { $0.framework == framework }
  }

  /// The entities of the only Core Data model; nil where there are none, or several.
  var entitiesOfCoreData: Set<Int>? {
    let known = entities.indices.filter { models[entities[$0].model].framework == .coreData }
    return Set(known.map { entities[$0].model }).count == 1 ? Set(known) : nil
  }

  /// A property of a type or of what it inherits from.
  func property(_ name: String, of type: CodeType) -> Property? {
    if case .generic(_, _, let constraint) = type { return property(name, of: constraint) }
    if case .conforming(let parts) = type {
      return parts.lazy.compactMap { self.property(name, of: $0) }.first
    }
    let lineage = lineages(of: type)
    for index in lineage {
      if let found = property(named: name, of: index) { return found }
    }
    guard mayInheritFromSystem(lineage), let extending = extensionProperties[name] else {
      return nil
    }
    let stated = Set(extending.map { resolved($0.declaration.type, in: scope(of: $0)) })
    return stated.count == 1 && stated != [.unknown] ? extending.first : nil
  }

  /// The names of the properties and parameters that are closures.
  var closureNames: [String] {
    properties.map(\.declaration).filter { $0.type.map(Evaluation.isFunction) == true }.map(\.name)
      + functions.flatMap(\.declaration.parameters)
      .filter { $0.type.map(Evaluation.isFunction) == true }.map(\.name)
  }

  /// Returns the type of the values that a wrapper reads by the key path of a property: of what that makes, as a
  /// `Factory<Store>` makes a store, or else of itself; nil unless all properties of the name say the same.
  func injected(by name: String) -> CodeType? {
    var (made, plain): (Set<CodeType>, Set<CodeType>) = ([], [])
    for property in properties where property.declaration.name == name && property.owner != nil {
      guard let stated = property.declaration.type else { continue }
      let (type, scope) = (resolved(stated, in: scope(of: property)), scope(of: property))
      switch (type, stated) {
      case (.other, .named(_, let arguments)) where arguments.count == 1,
        (.specialized, .named(_, let arguments)) where arguments.count == 1:
        made.insert(resolved(arguments[0], in: scope))
      default: plain.insert(type)
      }
    }
    let types = made.isEmpty ? plain : made
    return types.count == 1 ? types.first : nil
  }

  /// Whether a class may have the members of extensions of the system's types, of which no file says who
  /// inherits from which: a table's controller is a UIViewController.
  func mayInheritFromSystem(_ lineage: [Int]) -> Bool {
    lineage.contains { types[$0].keyword == "class" && !types[$0].inherited.isEmpty }
  }

  /// Returns the raw value of a case of an enumeration of strings; nil for any other.
  func rawText(of name: String, _ type: CodeType) -> String? {
    guard let index = entry(of: type), property("rawValue", of: type) == nil else { return nil }
    return types[index].rawTexts[name]
  }

  /// The types whose members a value has: its own, what that inherits from, and what extends all
  /// objects of models.
  private func lineages(of type: CodeType) -> [Int] {
    let own = entries(of: type)
    let known = own.flatMap(lineage)
    let isModel = if case .entity = type { true } else { own.first.map(isOfModels) ?? false }
    guard isModel, let all = entry(of: .anyModel), !known.contains(all) else { return known }
    return known + lineage(of: all)
  }

  /// The functions of a name that a type has or inherits; of a protocol, those of the types that
  /// conform to it first, and of a class, those that override them last.
  func functions(_ name: String, of type: CodeType) -> [Int] {
    if case .generic(_, _, let constraint) = type { return functions(name, of: constraint) }
    if case .conforming(let parts) = type { return parts.flatMap { functions(name, of: $0) } }
    let lineage = lineages(of: type)
    var found = Array(
      lineage.lazy.flatMap { self.functions(named: name, of: $0) }.prefix(Limits.overloads))
    if found.isEmpty { found = functions(named: name, ofNamesakesOf: lineage) }
    if found.isEmpty, mayInheritFromSystem(lineage) { found = extensionFunctions[name] ?? [] }
    guard let entry = entry(of: type), ["protocol", "class"].contains(types[entry].keyword) else {
      return found
    }
    let isProtocol = types[entry].keyword == "protocol"
    let own = heirs(of: entry).prefix(Limits.overloads).flatMap {
      isProtocol ? witnesses(named: name, in: $0) : functions(named: name, of: $0)
    }
    if isProtocol {
      let first = own.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
      return first + found.filter { !first.contains($0) }
    }
    return found + own.filter { !found.contains($0) }
  }

  /// The functions of a name that a type declares, and those of its superclasses that it does not override: each may
  /// be what a protocol requires.
  private func witnesses(named name: String, in type: Int) -> [Int] {
    var found: [Int] = []
    for parent in lineage(of: type) where types[parent].keyword != "protocol" {
      found += functions(named: name, of: parent).filter { function in
        let declaration = functions[function].declaration
        return !found.contains {
          functions[$0].declaration.parameters.map(\.label) == declaration.parameters.map(\.label)
            && functions[$0].owner != parent
        }
      }
    }
    return found
  }

  /// Returns the type of what a call through a protocol is on, where conforming classes inherit the functions that it
  /// may mean from generic superclasses.
  ///
  /// - Parameters:
  ///   - type: The type of the receiver.
  ///   - functions: The functions.
  /// - Returns: A conforming class, or an object of one of several entities that such classes are for; nil for any
  ///   other call.
  func conformingType(_ type: CodeType, having functions: [Int]) -> CodeType? {
    guard object(of: type) == nil, let entry = entry(of: type), types[entry].keyword == "protocol"
    else { return nil }
    let owners = Set(functions.compactMap { self.functions[$0].owner }).filter {
      types[$0].keyword == "class" && !types[$0].generics.isEmpty
    }
    let heirs = heirs(of: entry).filter { !owners.isDisjoint(with: lineage(of: $0)) }
    let objects = heirs.map { object(of: self.type($0)) }
    guard let first = heirs.first, !objects.contains(nil) else { return nil }
    if Set(objects).count == 1 { return self.type(first) }
    let entities = Set(objects.compactMap { $0?.entity })
    return objects.allSatisfy { $0?.entity != nil } ? .oneOf(entities) : nil
  }

  /// The functions of a name that extensions give the classes of the same name that Xcode makes for other models:
  /// a file may be in several targets.
  private func functions(named name: String, ofNamesakesOf lineage: [Int]) -> [Int] {
    let entities = lineage.compactMap { types[$0].file < 0 ? types[$0].entity : nil }
    let others = entities.flatMap { namesakes[$0] }.compactMap { typesByEntity[$0] }
    return Array(
      others.filter { !lineage.contains($0) }.lazy.flatMap { self.functions(named: name, of: $0) }
        .prefix(Limits.overloads))
  }

  /// Whether a type may have objects of several entities: any, or a class or protocol of the app's models.
  func isBase(_ type: CodeType) -> Bool {
    switch type {
    case .anyModel: true
    case .type(let index): isOfModels(index)
    default: false
    }
  }

  /// A relationship of an entity, by its name in the code.
  func relationship(_ name: String, of entity: Int) -> RelationshipID? {
    relationships[entity][name]
  }

  func names(of entities: some Sequence<Int>) -> Set<String> {
    Set(entities.map { self.entities[$0].name })
  }

  /// The name of a relationship, as `Trip.stops`.
  func name(of use: RelationshipUse) -> String { "\(entities[use.entity].name).\(use.name)" }

  /// Whether each object of an entity is one of another.
  func isKind(_ entity: Int, of other: Int) -> Bool {
    let (one, parent) = (entities[entity], entities[other])
    return one.model == parent.model
      && models[one.model].schema.lineage(of: one.id).contains(parent.id)
  }

  /// Entities and all that inherit from them.
  func kinds(of entities: Set<Int>) -> [Int] {
    entities.reduce(into: Set<Int>()) { $0.formUnion(kinds[$1]) }.sorted()
  }

  /// Whether the save of a delete may be refused.
  func canRefuseDelete(of entity: Int) -> Bool {
    namesakes[entity].map { entities[$0] }
      .contains { models[$0.model].schema.canRefuseDelete(of: $0.id) }
  }

  /// Whether objects of an entity have a value by a name in store, as its model says.
  func stores(_ name: String, _ entity: Int) -> Bool {
    if relationship(named: name, of: entity) != nil { return true }
    return namesakes[entity].map { entities[$0] }.contains { known in
      let schema = models[known.model].schema
      return schema.lineage(of: known.id).contains { kind in
        schema.declaration(of: kind).attributes.contains { $0.name == name }
      }
    }
  }

  /// Returns the other side of a relationship; nil where there is none.
  func inverse(of use: RelationshipUse) -> RelationshipUse? {
    guard let id = relationships[use.entity][use.name] else { return nil }
    let model = entities[use.entity].model
    let schema = models[model].schema
    guard let inverse = schema.inverse(of: id)?.relationship,
      let entity = destination(use.name, of: use.entity)?.entity
    else { return nil }
    return RelationshipUse(
      entity: entity, name: schema.declaration(of: inverse).name, isOfNew: false)
  }

  /// The names of the computed properties of entities, which may be relationships under other names.
  var computedNames: Set<String> {
    Set(
      properties.lazy.filter {
        $0.declaration.accessors != nil && $0.owner.map { self.types[$0].entity != nil } == true
      }.map(\.declaration.name))
  }

  /// Returns the type of a relationship's value.
  func destination(_ name: String, of entity: Int) -> CodeType? {
    guard let relationship = relationships[entity][name] else { return nil }
    let model = entities[entity].model
    let declaration = models[model].schema.declaration(of: relationship)
    let meant = entitiesByName[declaration.destination]?.first { entities[$0].model == model }
    guard let other = meant else { return nil }
    return declaration.isToMany ? .collection(.entity(other)) : .entity(other)
  }

  /// Whether the code creates at most one container, apart from those of previews.
  ///
  /// Then all views share its context.
  var hasOneContainer: Bool {
    if let known = known.hasOneContainer { return known }
    let makers = [
      "ModelContainer", "modelContainer", "NSPersistentContainer", "NSPersistentCloudKitContainer",
    ]
    let count = files.mentioning(makers).reduce(0) { count, file in
      let tokens = file.tokens
      return count
        + (0..<tokens.count).count { index in
          tokens.isMark(index + 1, "(") && makers.contains { tokens.isWord(index, $0) }
            && !(index..<tokens.after(index + 1)).contains { tokens.isWord($0, "inMemory") }
        }
    }
    known.hasOneContainer = count < 2
    return count < 2
  }

  /// Returns the declaration of a relationship.
  func declaration(_ use: RelationshipUse) -> Relationship? {
    let entity = entities[use.entity]
    return relationships[use.entity][use.name].map {
      models[entity.model].schema.declaration(of: $0)
    }
  }
}

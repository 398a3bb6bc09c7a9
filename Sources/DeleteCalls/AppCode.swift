import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// What the files of an app declare: its types with all their members, its functions, and which of the
/// types are entities of its models.
struct AppCode: Sendable {
  /// An entity of one of the models.
  struct Entity: Sendable {
    /// The model's number.
    let model: Int
    let id: EntityID
    let name: String
  }

  /// A type with all its extensions.
  struct TypeEntry: Sendable {
    let path: [String]
    var keyword: String
    /// The entity whose objects it has; nil for any other type.
    var entity: Int?
    var inherited: [TypeExpression] = []
    /// What `where Self:` says of all that conform to it.
    var selfConstraints: [TypeExpression] = []
    var properties: [String: Property] = [:]
    var functions: [String: [Int]] = [:]
  }

  /// A property, and the file that declares it.
  struct Property: Sendable {
    let file: Int
    let owner: Int?
    let declaration: SwiftProperty
  }

  /// A function, and where it is declared.
  struct Function: Sendable {
    let file: Int
    let owner: Int?
    let declaration: SwiftFunction
  }

  let files: [SwiftDeclarations]
  private(set) var entities: [Entity] = []
  private(set) var types: [TypeEntry] = []
  private(set) var functions: [Function] = []
  private(set) var freeFunctions: [String: [Int]] = [:]
  private(set) var globals: [String: Property] = [:]
  private var aliases: [String: SwiftAlias] = [:]
  private var typesByPath: [String: Int] = [:]
  /// The types by their last names; several may have one.
  private var typesByName: [String: [Int]] = [:]
  /// The types of entities: of two with one name, the first.
  private var typesByEntity: [Int: Int] = [:]
  /// The types that inherit from, or conform to, what has a name.
  private var heirs: [String: [Int]] = [:]
  private var entitiesByClass: [String: Int] = [:]
  private var entitiesByName: [String: Int] = [:]
  /// For each entity, its relationships with those that it inherits, by name.
  private var relationships: [[String: RelationshipID]] = []
  let models: [Model]

  init(_ files: [SwiftDeclarations], _ models: [Model]) {
    self.files = files
    self.models = models
    for (index, model) in models.enumerated() { addEntities(of: model, index) }
    for (file, declarations) in files.enumerated() {
      for alias in declarations.aliases {
        aliases[(alias.scope + [alias.name]).joined(separator: ".")] = alias
      }
      for function in declarations.functions {
        freeFunctions[function.name, default: []].append(functions.count)
        functions.append(Function(file: file, owner: nil, declaration: function))
      }
      for property in declarations.properties {
        globals[property.name] = Property(file: file, owner: nil, declaration: property)
      }
      for type in declarations.types where type.keyword != "extension" { addEntry(type) }
    }
    // What an extension extends may stand in any file, or in none.
    for (file, declarations) in files.enumerated() {
      for type in declarations.types { add(type, inFile: file) }
    }
    for (index, type) in types.enumerated() {
      if let entity = type.entity, typesByEntity[entity] == nil { typesByEntity[entity] = index }
      if type.keyword == "protocol" { continue }
      for name in Set(
        type.inherited.flatMap { named($0, in: type.path.dropLast()) }.compactMap(\.last))
      {
        heirs[name, default: []].append(index)
      }
    }
  }

  private mutating func addEntities(of model: Model, _ index: Int) {
    for entity in model.entities {
      guard let id = model.schema.entity(entity.name) else { continue }
      var named: [String: RelationshipID] = [:]
      for relationship in model.schema.relationships(of: id) {
        named[model.schema.declaration(of: relationship).name] = relationship
      }
      if entitiesByName[entity.name] == nil { entitiesByName[entity.name] = entities.count }
      let objectClass = entity.className ?? entity.name
      // A class of its own; what many entities share says of none which it is.
      if objectClass != "NSManagedObject", entitiesByClass[objectClass] == nil {
        entitiesByClass[objectClass] = entities.count
      }
      entities.append(Entity(model: index, id: id, name: entity.name))
      relationships.append(named)
    }
  }

  private mutating func addEntry(_ type: SwiftType) {
    let key = type.path.joined(separator: ".")
    if typesByPath[key] != nil { return }
    typesByPath[key] = types.count
    typesByName[type.name, default: []].append(types.count)
    var entry = TypeEntry(path: type.path, keyword: type.keyword)
    if type.keyword == "class" { entry.entity = entitiesByClass[type.name] }
    types.append(entry)
  }

  private mutating func add(_ type: SwiftType, inFile file: Int) {
    let index: Int
    if let known = typesByPath[type.path.joined(separator: ".")]
      ?? self.type(named: type.path, in: type.scope)
    {
      index = known
    } else {
      // An extension of what no file declares: a generated class, or a type of the system.
      index = types.count
      var entry = TypeEntry(path: type.path, keyword: type.keyword)
      entry.entity = entitiesByClass[type.name]
      types.append(entry)
      typesByPath[type.path.joined(separator: ".")] = index
      typesByName[type.name, default: []].append(index)
    }
    types[index].inherited += type.inherited
    types[index].selfConstraints += type.selfConstraints
    for property in type.properties where types[index].properties[property.name] == nil {
      types[index].properties[property.name] = Property(
        file: file, owner: index, declaration: property)
    }
    for function in type.functions {
      types[index].functions[function.name, default: []].append(functions.count)
      functions.append(Function(file: file, owner: index, declaration: function))
    }
  }
}

// MARK: - Names

extension AppCode {
  /// The type that a name means, looked for in the types around, the innermost first.
  func type(named path: [String], in scope: [String]) -> Int? {
    for length in (0...scope.count).reversed() {
      let key = (scope.prefix(length) + path).joined(separator: ".")
      if let found = typesByPath[key] { return found }
    }
    // The name of a module may stand before everything, and a nested type may be inherited.
    guard let last = path.last, let known = typesByName[last] else { return nil }
    return known.count == 1 ? known[0] : nil
  }

  /// The entity of a name, as `NSFetchRequest(entityName:)` has it.
  func entity(named name: String) -> Int? { entitiesByName[name] }

  /// The type that is written, in some scope: what `Self` is, what the generic parameters around must
  /// be, what those are bound to, and how many aliases and arguments led here.
  func resolved(
    _ type: TypeExpression?, in scope: [String], own: CodeType = .unknown,
    generics: [String: TypeExpression?] = [:], bound: [String: CodeType] = [:], depth: Int = 0
  ) -> CodeType {
    guard let type, depth < 32 else { return .unknown }
    func inner(_ type: TypeExpression) -> CodeType {
      resolved(type, in: scope, own: own, generics: generics, bound: bound, depth: depth + 1)
    }
    switch type {
    case .optional(let wrapped): return inner(wrapped)
    case .array(let element): return .collection(inner(element))
    case .composite(let parts):
      return parts.isEmpty ? .unknown : .tuple(parts.map(inner))
    case .conforming(let parts): return .conforming(parts.map(inner))
    case .function(let parameters, let result):
      return .closure(parameters.map(inner), inner(result))
    case .named(let path, let arguments):
      if path == ["Self"] { return own }
      if path.count == 1, let type = bound[path[0]] { return type }
      if path.count == 1, let constraint = generics[path[0]] {
        // What satisfies the constraint is known only to whoever calls.
        return constraint.map(inner) == .context ? .context : .unknown
      }
      if path.last == "Type" || path.last == "Protocol", path.count > 1 {
        return .metatype(inner(.named(path.dropLast(), arguments: arguments)))
      }
      for length in (0...scope.count).reversed() {
        let key = (scope.prefix(length) + path).joined(separator: ".")
        if let alias = aliases[key] {
          return resolved(
            alias.type, in: alias.scope, own: own, generics: generics, bound: bound,
            depth: depth + 1)
        }
      }
      if let found = self.type(named: path, in: scope) { return self.type(found) }
      if let last = path.last, let entity = entitiesByClass[last] { return .entity(entity) }
      return Self.standard(path.last ?? "", arguments.map(inner))
    }
  }

  /// What an object of a type is.
  func type(_ index: Int) -> CodeType {
    if let entity = types[index].entity { return .entity(entity) }
    let name = types[index].path.last ?? ""
    let standard = Self.standard(name, [])
    if types[index].keyword == "extension", case .other = standard { return .type(index) }
    if types[index].keyword == "extension" { return standard }
    return .type(index)
  }

  private static func standard(_ name: String, _ arguments: [CodeType]) -> CodeType {
    let first = arguments.first ?? .unknown
    switch name {
    case "Array", "Set", "ArraySlice", "ContiguousArray", "FetchedResults", "Slice",
      "ReversedCollection", "AnySequence", "FetchResultsCollection", "OrderedSet", "NSSet",
      "NSOrderedSet", "NSMutableSet", "NSMutableOrderedSet", "NSArray":
      return .collection(first)
    case "Dictionary": return .tuple(arguments.count == 2 ? arguments : [.unknown, .unknown])
    case "SectionedFetchResults":
      return .collection(.collection(arguments.count == 2 ? arguments[1] : .unknown))
    case "Optional", "Binding", "Bindable", "State", "Published", "ObservedObject", "StateObject",
      "Result", "Query", "Task":
      return first
    case "FetchDescriptor", "NSFetchRequest", "FetchRequest": return .request(first)
    case "Predicate": return .predicate(first)
    case "NSBatchDeleteRequest": return .batchRequest(.unknown)
    case "NSFetchedResultsController": return .controller(first)
    case "ModelContext", "NSManagedObjectContext": return .context
    case "PersistentModel", "NSManagedObject": return .anyModel
    case "PersistentIdentifier", "NSManagedObjectID", "ID": return .identifier(.unknown)
    default: return .other(name)
    }
  }
}

// MARK: - Members

extension AppCode {
  /// The type with the members of a value; nil where none is declared.
  func entry(of type: CodeType) -> Int? {
    switch type {
    case .type(let index): index
    case .entity(let entity): typesByEntity[entity]
    case .context: typesByPath["ModelContext"] ?? typesByPath["NSManagedObjectContext"]
    case .anyModel: typesByPath["PersistentModel"] ?? typesByPath["NSManagedObject"]
    case .collection: typesByPath["Array"] ?? typesByPath["Collection"] ?? typesByPath["Sequence"]
    case .other(let name): typesByPath[name]
    default: nil
    }
  }

  /// A type and what it inherits from, as far as the files declare it, each once.
  func lineage(of index: Int) -> [Int] {
    var found = [index]
    var next = 0
    while next < found.count, found.count < 64 {
      let entry = types[found[next]]
      for inherited in entry.inherited {
        for path in named(inherited, in: entry.path.dropLast()) {
          guard let parent = type(named: path, in: entry.path.dropLast()), !found.contains(parent)
          else { continue }
          found.append(parent)
        }
      }
      next += 1
    }
    return found
  }

  /// What a type is called, or each part of it, through aliases.
  private func named(
    _ type: TypeExpression, in scope: some Sequence<String>, depth: Int = 0
  ) -> [[String]] {
    switch type {
    case .named(let path, _):
      let scope = Array(scope)
      for length in (0...scope.count).reversed() where depth < 8 {
        let key = (scope.prefix(length) + path).joined(separator: ".")
        guard let alias = aliases[key], let type = alias.type else { continue }
        return named(type, in: alias.scope, depth: depth + 1)
      }
      return [path]
    case .conforming(let parts) where depth < 8:
      return parts.flatMap { named($0, in: scope, depth: depth + 1) }
    default: return []
    }
  }

  /// Whether all objects of a type are objects of models, as of a protocol for them.
  func isOfModels(_ index: Int) -> Bool {
    lineage(of: index).contains { parent in
      let entry = types[parent]
      return (entry.inherited + entry.selfConstraints).contains { type in
        named(type, in: entry.path.dropLast()).contains {
          $0.last == "NSManagedObject" || $0.last == "PersistentModel"
        }
      }
    }
  }

  /// The types that conform to a protocol, or inherit from a class.
  func heirs(of index: Int) -> [Int] { heirs[types[index].path.last ?? ""] ?? [] }

  /// A property of a type or of what it inherits from.
  func property(_ name: String, of type: CodeType) -> Property? {
    if case .conforming(let parts) = type {
      return parts.lazy.compactMap { property(name, of: $0) }.first
    }
    for index in lineages(of: type) {
      if let found = types[index].properties[name] { return found }
    }
    return nil
  }

  /// The types whose members a value has: its own, what that inherits from, and what extends all
  /// objects of models.
  private func lineages(of type: CodeType) -> [Int] {
    let own = entry(of: type)
    let known = own.map(lineage) ?? []
    let isModel = if case .entity = type { true } else { own.map(isOfModels) ?? false }
    guard isModel, let all = entry(of: .anyModel), !known.contains(all) else { return known }
    return known + lineage(of: all)
  }

  /// The functions of a name that a type has or inherits; of a protocol, those of the types that
  /// conform to it first.
  func functions(_ name: String, of type: CodeType) -> [Int] {
    if case .conforming(let parts) = type { return parts.flatMap { functions(name, of: $0) } }
    var found = lineages(of: type).flatMap { types[$0].functions[name] ?? [] }
    if let entry = entry(of: type), types[entry].keyword == "protocol" {
      let own = heirs(of: entry).flatMap { types[$0].functions[name] ?? [] }
      found = own + found.filter { !own.contains($0) }
    }
    return found
  }

  /// A relationship of an entity, by its name in the code.
  func relationship(_ name: String, of entity: Int) -> RelationshipID? {
    relationships[entity][name]
  }

  /// Whether each object of an entity is one of another.
  func isKind(_ entity: Int, of other: Int) -> Bool {
    let (one, parent) = (entities[entity], entities[other])
    return one.model == parent.model
      && models[one.model].schema.lineage(of: one.id).contains(parent.id)
  }

  /// Whether the save of a delete may be refused.
  func canRefuseDelete(of entity: Int) -> Bool {
    let known = entities[entity]
    return models[known.model].schema.canRefuseDelete(of: known.id)
  }

  /// Whether objects of an entity have a value by a name in store, as its model says.
  func stores(_ name: String, _ entity: Int) -> Bool {
    if relationships[entity][name] != nil { return true }
    let (schema, id) = (models[entities[entity].model].schema, entities[entity].id)
    return schema.lineage(of: id).contains { kind in
      schema.declaration(of: kind).attributes.contains { $0.name == name }
    }
  }

  /// What all relationships are called.
  var relationshipNames: Set<String> { Set(relationships.flatMap(\.keys)) }

  /// What a relationship of an entity holds.
  func destination(_ name: String, of entity: Int) -> CodeType? {
    guard let relationship = relationships[entity][name] else { return nil }
    let model = models[entities[entity].model]
    let declaration = model.schema.declaration(of: relationship)
    guard
      let other = entities.firstIndex(where: {
        $0.model == entities[entity].model && $0.name == declaration.destination
      })
    else { return nil }
    return declaration.isToMany ? .collection(.entity(other)) : .entity(other)
  }

  /// What a relationship is declared to be.
  func declaration(_ use: RelationshipUse) -> Relationship? {
    let entity = entities[use.entity]
    return relationships[use.entity][use.name].map {
      models[entity.model].schema.declaration(of: $0)
    }
  }
}

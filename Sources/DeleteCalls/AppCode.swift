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
    let keyword: String
    /// The names of the folders and of the file that declare it, and those of its model.
    let places: [[Substring]]
    /// The entity whose objects it has; nil for any other type.
    let entity: Int?
    /// What stands behind a colon, and what `where Self:` says of all that conform to it.
    var inherited: [(type: TypeExpression, scope: CodeScope)] = []
    var properties: [String: Property] = [:]
    var functions: [String: [Int]] = [:]
    /// What each case of an enumeration has with it.
    var cases: [String: (types: [TypeExpression], scope: CodeScope)] = [:]
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
  /// What names stand for, each with the file that says so: modules may have the same ones.
  private(set) var aliases: [String: [(alias: SwiftAlias, file: Int)]] = [:]
  private(set) var typesByPath: [String: [Int]] = [:]
  /// The types by their last names; several may have one.
  private(set) var typesByName: [String: [Int]] = [:]
  /// The types of entities: of two with one name, the first.
  private(set) var typesByEntity: [Int: Int] = [:]
  /// For each type, itself and what it inherits from, and whether all its objects are of models.
  private(set) var lineages: [[Int]] = []
  private(set) var areOfModels: [Bool] = []
  /// The types that inherit from, or conform to, what has a name.
  private(set) var heirs: [String: [Int]] = [:]
  /// The entities of each framework's classes.
  private(set) var entitiesByClass: [Framework.Name: [String: Int]] = [:]
  private(set) var entitiesByName: [String: Int] = [:]
  /// For each entity, its relationships with those that it inherits, by name.
  private(set) var relationships: [[String: RelationshipID]] = []
  /// The names of the folders and of the file, for each file.
  let places: [[Substring]]
  let models: [Model]

  init(_ files: [SwiftDeclarations], _ models: [Model]) {
    self.files = files
    self.models = models
    places = files.map { $0.tokens.file.split(separator: "/") }
    for (index, model) in models.enumerated() { addEntities(of: model, index) }
    for (file, declarations) in files.enumerated() {
      for alias in declarations.aliases {
        aliases[(alias.scope + [alias.name]).joined(separator: "."), default: []].append(
          (alias, file))
      }
      for function in declarations.functions {
        freeFunctions[function.name, default: []].append(functions.count)
        functions.append(Function(file: file, owner: nil, declaration: function))
      }
      for property in declarations.properties {
        globals[property.name] = Property(file: file, owner: nil, declaration: property)
      }
      for type in declarations.types where type.keyword != "extension" {
        _ = entry(declaring: type, inFile: file)
      }
    }
    addGeneratedClasses()
    // What an extension extends may stand in any file, or in none.
    for (file, declarations) in files.enumerated() {
      for type in declarations.types { add(type, inFile: file) }
    }
    lineages = types.indices.map(statedLineage)
    areOfModels = types.indices.map(isStatedOfModels)
    for (index, type) in types.enumerated() {
      if let entity = type.entity, typesByEntity[entity] == nil { typesByEntity[entity] = index }
      if type.keyword == "protocol" { continue }
      let names = type.inherited.flatMap { named($0.type, in: $0.scope) }.compactMap(\.last)
      for name in Set(names) { heirs[name, default: []].append(index) }
    }
  }

  private mutating func addEntities(of model: Model, _ index: Int) {
    for entity in model.entities {
      guard let id = model.schema.entity(entity.name) else { continue }
      var named: [String: RelationshipID] = [:]
      for relationship in model.schema.relationships(of: id) {
        named[model.schema.declaration(of: relationship).name] = relationship
      }
      // Core Data's entities are asked for by name.
      if entitiesByName[entity.name] == nil || model.framework == .coreData {
        entitiesByName[entity.name] = entities.count
      }
      let objectClass = entity.className ?? entity.name
      // A class of its own; what many entities share says of none which it is.
      if objectClass != "NSManagedObject", entitiesByClass[model.framework]?[objectClass] == nil {
        entitiesByClass[model.framework, default: [:]][objectClass] = entities.count
      }
      entities.append(Entity(model: index, id: id, name: entity.name))
      relationships.append(named)
    }
  }

  /// The entry of a type that a file declares, which is made where there is none.
  ///
  /// A class of an entity and another module's type may have one name: they are two.
  private mutating func entry(declaring type: SwiftType, inFile file: Int) -> Int {
    let key = type.path.joined(separator: ".")
    let isModel = type.attributes.contains { $0.path.last == "Model" }
    let entity =
      type.keyword == "class"
      ? entitiesByClass[isModel ? .swiftData : .coreData]?[type.name] : nil
    if let known = typesByPath[key]?.first(where: { types[$0].entity == entity }) { return known }
    return addEntry(
      TypeEntry(
        path: type.path, keyword: type.keyword,
        places: [places[file]] + (entity.map { [place(ofModelOf: $0)] } ?? []), entity: entity))
  }

  private mutating func addEntry(_ entry: TypeEntry) -> Int {
    typesByPath[entry.path.joined(separator: "."), default: []].append(types.count)
    typesByName[entry.path.last ?? "", default: []].append(types.count)
    types.append(entry)
    return types.count - 1
  }

  /// Adds the classes of entities that no file declares, because Xcode makes them.
  private mutating func addGeneratedClasses() {
    for (name, entity) in (entitiesByClass[.coreData] ?? [:]).sorted(by: { $0.value < $1.value })
    where typesByName[name]?.contains(where: { types[$0].keyword == "class" }) != true {
      _ = addEntry(
        TypeEntry(
          path: [name], keyword: "class", places: [place(ofModelOf: entity)], entity: entity))
    }
  }

  /// The folders of the model that has an entity, as paths of files name them.
  private func place(ofModelOf entity: Int) -> [Substring] {
    let stated = models[entities[entity].model].entities.first { $0.name == entities[entity].name }
    return stated?.location.file.split(separator: "/") ?? []
  }

  /// What an extension extends, through aliases; nil where no file declares it.
  private func extended(_ type: SwiftType, inFile file: Int) -> Int? {
    let scope = CodeScope(file: file, path: type.scope)
    let name = Array(type.path.dropFirst(type.scope.count))
    if case .entity(let entity) = resolved(.named(name, arguments: []), in: scope) {
      return types.firstIndex { $0.entity == entity }
    }
    return self.type(named: type.path, in: scope)
  }

  private mutating func add(_ type: SwiftType, inFile file: Int) {
    let index: Int
    if type.keyword != "extension" {
      index = entry(declaring: type, inFile: file)
    } else if let known = extended(type, inFile: file) {
      index = known
    } else {
      // An extension of what no file declares: a type of the system.
      index = addEntry(
        TypeEntry(path: type.path, keyword: type.keyword, places: [places[file]], entity: nil))
    }
    let around = CodeScope(file: file, path: Array(type.path.dropLast()))
    types[index].inherited += type.inherited.map { ($0, around) }
    types[index].inherited += type.selfConstraints.map { ($0, around) }
    for (name, parts) in type.cases where types[index].cases[name] == nil {
      types[index].cases[name] = (parts, CodeScope(file: file, path: type.path))
    }
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

/// Where a name stands: its file, and the types around it.
struct CodeScope: Sendable {
  let file: Int
  let path: [String]
}

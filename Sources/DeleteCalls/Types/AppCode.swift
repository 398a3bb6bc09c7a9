import ModelFiles
import ObjectGraph
import SourceText
import SwiftSource

/// The declarations in the files of an app: types with all their members, functions, and the types
/// that are entities of its models.
///
/// A class, because every value that asks something of it would copy some thirty tables.
final class AppCode {
  /// An entity of one of the models.
  struct Entity: Sendable {
    /// The model's number.
    let model: Int
    let id: EntityID
    let name: String
    /// The place that states it, and the names of the folders and of the file there.
    let location: Location
    let place: [Substring]
  }

  /// A type with all its extensions.
  struct TypeEntry: Sendable {
    let path: [String]
    let keyword: String
    /// The file that declares it first; less than 0 for a class that no file declares.
    let file: Int
    /// The entity whose objects it has; nil for any other type.
    let entity: Int?
    /// Whether it is a class of SwiftData, be it in no model or in another version of one.
    var isModelClass = false
    /// Its generic parameters.
    var generics: [SwiftFunction.Generic] = []
    /// The types after a colon, and those that `where Self:` requires of all conforming types.
    var inherited: [(type: TypeExpression, scope: CodeScope)] = []
    /// Whether it is on the main actor by an attribute.
    var isOnMainActor = false
    /// Whether code elsewhere may call any of its members, as an attribute such as `@objcMembers` says.
    var isExposed = false
    /// The raw values of the cases of an enumeration of strings.
    var rawTexts: [String: String] = [:]
    /// The associated values of each case of an enumeration.
    var cases: [String: (types: [TypeExpression], scope: CodeScope)] = [:]
  }

  typealias Property = Declared<SwiftProperty>
  typealias Function = Declared<SwiftFunction>

  /// A member of a type, or what is declared outside of all.
  fileprivate struct Member: Hashable {
    let owner: Int?
    let name: String
  }

  let files: [SwiftDeclarations]
  private(set) var entities: [Entity] = []
  private(set) var types: [TypeEntry] = []
  private(set) var functions: [Function] = []
  private(set) var properties: [Property] = []
  /// The first function of each name that a type declares, and for each function the next one.
  private var firstFunctions: [Member: Int32] = [:]
  /// The operators that functions of the app are called by.
  private(set) var operators: Set<String> = []
  private var nextFunctions: [Int32] = []
  private var propertiesByName: [Member: Int32] = [:]
  private var propertiesByOwner: [Int: [Property]] = [:]
  /// The properties and functions in extensions of types of the system, by name.
  private(set) var extensionProperties: [String: [Property]] = [:]
  private(set) var extensionFunctions: [String: [Int]] = [:]
  /// The names in Objective-C, and so in the model, of the properties that have another in Swift.
  private var storedNames: [Member: String] = [:]
  /// The types that aliases name, each with its file, because modules may use the same name.
  private(set) var aliases: [String: [(alias: SwiftAlias, file: Int)]] = [:]
  /// The names of all aliases, without the types that they are in.
  private(set) var aliasNames: Set<String> = []
  /// The types that are in others, by all their names.
  private var nestedTypes: [String: [Int]] = [:]
  /// The names of all generic parameters that types have.
  private(set) var genericNames: Set<String> = []
  /// The types by their last names; several may have one.
  private(set) var typesByName: [String: [Int]] = [:]
  /// The types of entities: of two with one name, the first.
  private(set) var typesByEntity: [Int: Int] = [:]
  /// For each type, itself and what it inherits from, and whether all its objects are of models.
  private(set) var lineages: [[Int]] = []
  private(set) var areOfModels: [Bool] = []
  /// The type of an object of each type; empty while these are read.
  private(set) var objectTypes: [CodeType] = []
  /// The classes that inherit from a framework's context.
  private(set) var contexts: Set<Int> = []
  /// The types that inherit from, or conform to, each.
  private(set) var heirs: [Int: [Int]] = [:]
  /// The entities of each framework's classes.
  private(set) var entitiesByClass: [Framework.Name: [String: [Int]]] = [:]
  private(set) var entitiesByName: [String: [Int]] = [:]
  /// For each entity, those of its name and class in all models of the same framework.
  private(set) var namesakes: [[Int]] = []
  /// For each entity, its relationships with those that it inherits, by name.
  private(set) var relationships: [[String: RelationshipID]] = []
  /// The names of the folders and of the file, for each file.
  let places: [[Substring]]
  /// The names of all folders with files, as which the app's modules are called.
  let folders: Set<Substring>
  /// The number of folders around all files.
  let commonDepth: Int
  /// The folders of Swift packages, from the top.
  let packages: Set<[Substring]>
  let models: [Model]
  /// The properties that Objective-C files declare as contexts, and as nothing else.
  private let objectiveCContexts: Set<String>
  /// The texts of the constants that Objective-C files declare.
  let objectiveCConstants: [String: String]
  /// The classes of the objects that class methods in Objective-C return, with their selectors or Swift names, by
  /// the first words of these.
  let objectiveCResults: [Substring: [(method: String, classes: Set<String>)]]
  /// The methods of classes in Objective-C files that delete what they are given.
  private(set) var objectiveCDeletes: [DeletingMethod] = []
  /// The inferred types of properties without a type annotation.
  let known = KnownProperties()

  /// The numbers of each entity and of those that inherit from it, by its number.
  private(set) var kinds: [[Int]] = []

  init(
    _ files: [SwiftDeclarations], _ models: [Model], besides objectiveC: [ObjectiveCFile] = []
  ) {
    self.files = files
    self.models = models
    let declared = objectiveC.reduce(into: [String: Set<String>]()) {
      $0.merge($1.properties) { $0.union($1) }
    }
    objectiveCContexts = Set(
      declared.filter { $0.value == ["NSManagedObjectContext"] }.map(\.key))
    objectiveCConstants = objectiveC.reduce(into: [:]) {
      $0.merge($1.constants) { first, _ in first }
    }
    objectiveCResults = Dictionary(
      grouping: objectiveC.flatMap { $0.results.map { (method: $0, classes: $1) } },
      by: { $0.method.prefix(while: \.isLowercase) })
    places = files.map { $0.tokens.file.split(separator: "/") }
    folders = Set(places.flatMap { $0.dropLast() })
    commonDepth = Self.commonDepth(of: places)
    packages = Set(places.filter { $0.last == "Package.swift" }.map { Array($0.dropLast()) })
    for (index, model) in models.enumerated() { addEntities(of: model, index) }
    for classes in entitiesByClass.values.flatMap(\.values) where classes.count > 1 {
      for entity in classes {
        namesakes[entity] = classes.filter { entities[$0].name == entities[entity].name }
      }
    }
    for (file, declarations) in files.enumerated() {
      for alias in declarations.aliases {
        aliasNames.insert(alias.name)
        aliases[(alias.scope + [alias.name]).joined(separator: "."), default: []].append(
          (alias, file))
      }
      addMembers(
        inFile: file, declarations.functions.count, declarations.properties.count, of: nil, type: -1
      )
      for type in declarations.types where type.keyword != "extension" {
        _ = entry(declaring: type, inFile: file)
      }
    }
    addGeneratedClasses()
    // What an extension extends may stand in any file, or in none.
    for (file, declarations) in files.enumerated() {
      for index in declarations.types.indices { add(index, inFile: file) }
    }
    nameMembers()
    addKinds()
    lineages = types.indices.map(statedLineage)
    areOfModels = types.indices.map(isStatedOfModels)
    contexts = Set(types.indices.filter(isStatedContext))
    for (index, type) in types.enumerated() {
      if type.keyword == "protocol" { continue }
      for parent in lineages[index].dropFirst() { heirs[parent, default: []].append(index) }
    }
    // These were looked for among less than all types.
    known.namedTypes = [:]
    objectTypes = types.indices.map(statedType)
    objectiveCDeletes = Self.deletingMethods(in: objectiveC, self)
  }

  private func addKinds() {
    var numbers = models.map { _ in [EntityID: Int]() }
    for (number, entity) in entities.enumerated() { numbers[entity.model][entity.id] = number }
    kinds = entities.map { _ in [] }
    for (number, entity) in entities.enumerated() {
      for kind in models[entity.model].schema.lineage(of: entity.id) {
        if let parent = numbers[entity.model][kind] { kinds[parent].append(number) }
      }
    }
  }

  private func addEntities(of model: Model, _ index: Int) {
    for entity in model.entities {
      guard let id = model.schema.entity(entity.name) else { continue }
      var named: [String: RelationshipID] = [:]
      for relationship in model.schema.relationships(of: id) {
        named[model.schema.declaration(of: relationship).name] = relationship
      }
      entitiesByName[entity.name, default: []].append(entities.count)
      let objectClass = entity.className ?? entity.name
      // A class of its own; what many entities share says of none which it is.
      if objectClass != "NSManagedObject" {
        entitiesByClass[model.framework, default: [:]][objectClass, default: []].append(
          entities.count)
      }
      namesakes.append([entities.count])
      entities.append(
        Entity(
          model: index, id: id, name: entity.name, location: entity.location,
          place: entity.location.file.split(separator: "/")))
      relationships.append(named)
    }
  }

  /// The entry of a type that a file declares, which is made where there is none.
  ///
  /// A class of an entity and another module's type may have one name: they are two.
  private func entry(declaring type: SwiftType, inFile file: Int) -> Int {
    let isModel = type.attributes.contains { $0.path.last == "Model" }
    // A class that inherits from nothing is another module's of that name.
    let isClass = type.keyword == "class" && (isModel || !type.inherited.isEmpty)
    // Core Data finds a class by its name in Objective-C.
    let own = type.attributes.first { $0.path == ["objc"] }?.arguments.first
    let stated = own.flatMap { files[file].tokens[$0.value.lowerBound]?.name }
    let byClass = entitiesByClass[isModel ? .swiftData : .coreData] ?? [:]
    var entities = isClass ? stated.flatMap { byClass[$0] } ?? byClass[type.name] ?? [] : []
    // Each version of a schema has classes of its own.
    if isModel, type.path.count > 1 {
      entities.removeAll { entity in
        let location = self.entities[entity].location
        return location.file != type.location.file || location.line != type.location.line
      }
    }
    // Several models may have it: the first is used for all.
    let entity = seen(entities, from: file).first
    let known = types(at: type.path)?.first {
      types[$0].entity == entity && (entity != nil || !isOfOtherTarget(types[$0].file, than: file))
    }
    if let known { return known }
    return addEntry(
      TypeEntry(
        path: type.path, keyword: type.keyword, file: file, entity: entity, isModelClass: isModel,
        generics: type.generics))
  }

  /// The types with exactly these names; nil where there is none.
  func types(at path: some Collection<String>) -> [Int]? {
    if path.count > 1 { return nestedTypes[path.joined(separator: ".")] }
    let found = path.first.flatMap { typesByName[$0] }?.filter { types[$0].path.count == 1 } ?? []
    return found.isEmpty ? nil : found
  }

  private func addEntry(_ entry: TypeEntry) -> Int {
    if entry.path.count > 1 {
      nestedTypes[entry.path.joined(separator: "."), default: []].append(types.count)
    }
    typesByName[entry.path.last ?? "", default: []].append(types.count)
    genericNames.formUnion(entry.generics.map(\.name))
    if let entity = entry.entity, typesByEntity[entity] == nil {
      typesByEntity[entity] = types.count
    }
    types.append(entry)
    return types.count - 1
  }

  /// Adds the classes of entities that no file declares, because Xcode makes them.
  private func addGeneratedClasses() {
    let generated = (entitiesByClass[.coreData] ?? [:]).flatMap { name, entities in
      entities.map { (name, $0) }
    }
    for (name, entity) in generated.sorted(by: { $0.1 < $1.1 })
    where typesByName[name]?.contains(where: { isDeclaredClass($0) }) != true {
      _ = addEntry(
        TypeEntry(
          path: [name], keyword: "class", file: -1, entity: entity))
    }
  }

  private func isDeclaredClass(_ type: Int) -> Bool {
    types[type].entity != nil && types[type].file >= 0
  }

  /// Returns the type that an extension extends, through aliases; nil if no file declares it.
  private func extended(_ type: SwiftType, inFile file: Int) -> Int? {
    let scope = CodeScope(file: file, path: type.scope)
    let name = Array(type.path.dropFirst(type.scope.count))
    if case .entity(let entity) = resolved(.named(name, arguments: []), in: scope) {
      return typesByEntity[entity]
    }
    return self.type(named: type.path, in: scope) ?? self.type(byAlias: name, in: scope)
  }

  /// Returns the type that an alias names, or an alias of that; nil if no file declares it.
  private func type(byAlias name: [String], in scope: CodeScope) -> Int? {
    var (path, scope) = (name, scope)
    for _ in 0..<Limits.typeDepth {
      guard let alias = alias(named: path, in: scope), case .named(let next, _)? = alias.type else {
        return nil
      }
      (path, scope) = (next, alias.scope)
      if let found = type(named: path, in: scope) { return found }
    }
    return nil
  }

  private func addMembers(
    inFile file: Int, _ functionCount: Int, _ propertyCount: Int, of owner: Int?, type: Int
  ) {
    func place(_ index: Int) -> Place {
      Place(files: files, file: Int32(file), type: Int32(type), index: Int32(index))
    }
    for index in 0..<functionCount {
      functions.append(Function(place(index), of: owner, number: functions.count))
    }
    for index in 0..<propertyCount {
      properties.append(Property(place(index), of: owner, number: properties.count))
    }
  }

  /// Whether a property of an object that no Swift file declares is a context.
  func isContext(_ name: String, of type: CodeType) -> Bool {
    guard objectiveCContexts.contains(name) else { return false }
    switch type {
    case .other, .unknown: return true
    // What a class inherits from may be declared in Objective-C.
    default: return mayInheritFromSystem(entry(of: type).map(lineage) ?? [])
    }
  }

  /// Whether code calls a function of a name without that word: an operator, or the call of an object.
  static func isUnwritten(_ name: String) -> Bool { name == "callAsFunction" || isOperator(name) }

  private static func isOperator(_ name: String) -> Bool {
    name.unicodeScalars.first.map { !$0.properties.isXIDStart && $0 != "_" } ?? false
  }

  /// Finds the members by their names, the first of each first.
  private func nameMembers() {
    nextFunctions = Array(repeating: -1, count: functions.count)
    for index in functions.indices.reversed() {
      let member = Member(owner: functions[index].owner, name: functions[index].declaration.name)
      nextFunctions[index] = firstFunctions[member] ?? -1
      firstFunctions[member] = Int32(index)
      if Self.isOperator(member.name) { operators.insert(member.name) }
      if let owner = member.owner, types[owner].keyword == "extension" {
        extensionFunctions[member.name, default: []].append(index)
      }
    }
    for index in properties.indices.reversed() {
      let member = Member(owner: properties[index].owner, name: properties[index].declaration.name)
      propertiesByName[member] = Int32(index)
      if let owner = properties[index].owner {
        if types[owner].keyword == "extension" {
          extensionProperties[member.name, default: []].append(properties[index])
        }
        propertiesByOwner[owner, default: []].append(properties[index])
      }
      if let name = objectiveCName(of: properties[index]) { storedNames[member] = name }
    }
  }

  /// Returns the name that `@objc(name)` states.
  private func objectiveCName(of property: Property) -> String? {
    let stated = property.declaration.attributes.first { $0.path == ["objc"] }?.arguments.first
    return stated.flatMap { files[property.file].tokens[$0.value.lowerBound]?.name }
  }

  /// The name in the model of a relationship that code of an entity's class calls by a name; nil where there
  /// is none.
  func relationshipName(_ name: String, of entity: Int) -> String? {
    if relationships[entity][name] != nil { return name }
    guard !storedNames.isEmpty, let type = typesByEntity[entity] else { return nil }
    let stored = lineages[type].lazy.compactMap { self.storedNames[Member(owner: $0, name: name)] }
      .first
    return stored.flatMap { relationships[entity][$0] == nil ? nil : $0 }
  }

  /// The relationship that code calls by a name, of an entity, or else of its namesake in another model.
  func relationship(named name: String, of entity: Int) -> (entity: Int, name: String)? {
    if let own = relationshipName(name, of: entity) { return (entity, own) }
    if namesakes[entity].count == 1 { return nil }
    return namesakes[entity].lazy.compactMap { other in
      self.relationshipName(name, of: other).map { (other, $0) }
    }.first
  }

  /// The names by which code calls relationships.
  var relationshipNames: Set<String> {
    Set(relationships.flatMap(\.keys)).union(storedNames.keys.map(\.name))
  }

  /// The functions of a name that a type declares, or that are outside of all; so many at most.
  func functions(named name: String, of owner: Int?) -> [Int] {
    var found: [Int] = []
    var next = firstFunctions[Member(owner: owner, name: name)] ?? -1
    while next >= 0, found.count < Limits.overloads {
      found.append(Int(next))
      next = nextFunctions[Int(next)]
    }
    return found
  }

  /// The property of a name that a type declares, or that is outside of all.
  func property(named name: String, of owner: Int?) -> Property? {
    propertiesByName[Member(owner: owner, name: name)].map { properties[Int($0)] }
  }

  /// The only property of a type that holds a closure; nil if there are several.
  func onlyClosure(of owner: Int) -> Property? {
    let closures = properties(of: owner).filter {
      $0.declaration.type.map(Evaluation.isFunction) == true && $0.declaration.accessors == nil
    }
    return closures.count == 1 ? closures[0] : nil
  }

  /// The properties that a type declares.
  func properties(of owner: Int) -> [Property] { propertiesByOwner[owner] ?? [] }

  private func add(_ number: Int, inFile file: Int) {
    let type = files[file].types[number]
    let index: Int
    if type.keyword != "extension" {
      index = entry(declaring: type, inFile: file)
    } else if let known = extended(type, inFile: file) {
      index = known
    } else {
      // An extension of what no file declares: a type of the system.
      index = addEntry(
        TypeEntry(path: type.path, keyword: type.keyword, file: file, entity: nil))
    }
    let around = CodeScope(file: file, path: Array(type.path.dropLast()))
    types[index].inherited += type.inherited.map { ($0, around) }
    types[index].inherited += type.selfConstraints.map { ($0, around) }
    if type.attributes.contains(where: { $0.path.last == "ModelActor" }) {
      types[index].inherited.append((.named(["ModelActor"], arguments: []), around))
    }
    if type.attributes.contains(where: { $0.path.last == "MainActor" }) {
      types[index].isOnMainActor = true
    }
    if type.keyword != "extension", type.exposure.contains(.other) { types[index].isExposed = true }
    types[index].rawTexts.merge(type.rawTexts) { first, _ in first }
    for (name, parts) in type.cases where types[index].cases[name] == nil {
      types[index].cases[name] = (parts, CodeScope(file: file, path: type.path))
    }
    addMembers(
      inFile: file, type.functions.count, type.properties.count, of: index, type: number)
  }
}

/// The scope of a name: its file, and the types around it.
struct CodeScope: Sendable {
  let file: Int
  let path: [String]
}

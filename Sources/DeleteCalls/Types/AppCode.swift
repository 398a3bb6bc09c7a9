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

  /// The location of a declaration; a large app has very many, of which few are examined.
  fileprivate struct Place {
    let files: [SwiftDeclarations]
    let file: Int32
    /// The type in the file; less than 0 outside of all.
    let type: Int32
    let index: Int32
  }

  /// A property or a function, and where it is declared.
  struct Declared<Declaration>: Sendable {
    private let place: Place
    /// The number of its type; nil outside of all.
    let owner: Int?
    /// Its place among all of its kind.
    let number: Int

    fileprivate init(_ place: Place, of owner: Int?, number: Int) {
      self.place = place
      self.owner = owner
      self.number = number
    }

    var file: Int { Int(place.file) }

    /// The type for whose objects the extension around is, as in `extension FetchDescriptor where T == Trip`; nil
    /// for any other member.
    var extendedFor: TypeExpression? {
      guard let type = enclosing, type.keyword == "extension" else { return nil }
      return type.generics.first { $0.isSame }?.constraint
    }

    /// The declaration of a type, or the extension of one, that it is in.
    var enclosing: SwiftType? {
      place.type < 0 ? nil : place.files[Int(place.file)].types[Int(place.type)]
    }

    /// The one in a file, or in a type of it.
    fileprivate func found(
      _ inFile: (SwiftDeclarations) -> [Declaration], _ inType: (SwiftType) -> [Declaration]
    ) -> Declaration {
      let file = place.files[Int(place.file)]
      let all = place.type < 0 ? inFile(file) : inType(file.types[Int(place.type)])
      return all[Int(place.index)]
    }
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
  private var entitiesByClass: [Framework.Name: [String: [Int]]] = [:]
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
  private let commonDepth: Int
  /// The folders of Swift packages, from the top.
  private let packages: Set<[Substring]>
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

  /// An argument of a function, by the number of each.
  struct GivenArgument: Hashable {
    let function: Int
    let argument: Int
  }

  /// A function or a computed property, by its number.
  enum Callee: Hashable {
    case function(Int)
    case property(Int)
  }

  /// A value that code of the app has when it is called.
  enum GivenValue: Hashable {
    case argument(GivenArgument)
    case receiver(Callee)
    /// What a property of the receiver holds, by the name of that in the code.
    case held(String, Callee)
  }

  /// A property that is read or set.
  struct ReadProperty {
    let name: String
    let isWrite: Bool
  }

  /// The value that a function returns, wherever it returns anything but nil.
  struct ReturnedValue {
    /// The argument that it is, or whose object it is; nil for neither.
    var argument: Int?
    /// Whether other objects may hold it.
    var isStored = false
    /// The relationships in which its objects hold nothing.
    var lacking: Set<String> = []
    /// Whether it is every such object of its entity, if there is any.
    var isComplete = false
    /// Whether the function makes it.
    var isNew = false
    /// Whether the function links objects to others.
    var isLinked = false
    /// The context of that object.
    var home: ContextHome?
  }

  /// An assignment of a value to a property.
  struct Assignment {
    /// The number of the property; less than 0 where it is not known.
    let property: Int
    let value: CodeType
    /// The number of the property that the value is; less than 0 for any other value.
    let source: Int
    /// The name of the property.
    var name = ""
    /// The relationship that the value is; nil for any other value.
    var relationship: RelationshipUse?
  }

  /// The facts about properties and functions that were found out, each once.
  final class KnownProperties {
    /// A name without arguments, and where it is written.
    struct ScopedName: Hashable {
      let file: Int
      let scope: [String]
      let name: String
    }

    var types: [Int: CodeType] = [:]
    /// The types that plain names mean.
    var namedTypes: [ScopedName: CodeType] = [:]
    /// The wrappers that any code sets; nil until they are asked for.
    var setWrappers: Set<String>?
    /// Whether properties that are fetched are all objects of their entities.
    var whole: [Int: Bool] = [:]
    /// The contexts of what properties hold; nil inside where that is not known.
    var homes: [Int: ContextHome?] = [:]
    /// The types of the values assigned to each property; nil inside if one is unknown.
    var typesSet: [Int: Set<Int>?] = [:]
    /// The assignments to properties by the names of these; nil inside where not all were found.
    var assignments: [String: [Assignment]?] = [:]
    /// The names of variables that code may set without an assignment; nil until they are asked for.
    var namesChangedOtherwise: Set<String>?
    /// The properties whose contexts are being looked for.
    var soughtHomes: Set<Int> = []
    /// The entities whose objects views have in the main context; nil until they are asked for.
    var entitiesOfViews: Set<Int>?
    /// The relationship that a computed property reads; nil inside for none.
    var relationships: [Int: ReadRelationship?] = [:]
    /// The stored property that a function first reads of an argument; nil inside for none.
    var reads: [GivenValue: ReadProperty?] = [:]
    /// The names of the relationships that a function puts objects into.
    var links: [Int: Set<String>] = [:]
    /// The functions of which that is looked for, each called by the one before; the place of the first of them
    /// that was met again; and those that wait for what such a one links.
    var linking: [Int] = []
    var firstLinking = Int.max
    var linkingAround: [(function: Int, first: Int)] = []
    /// The entities whose relationships a method changes that Xcode makes, by its name.
    var accessors: [String: [Int]] = [:]
    /// The relationships whose objects a file keeps in properties, by the property's name.
    var loads: [Int: [String: Set<RelationshipUse>]] = [:]
    /// The names whose raw values the body of a function asks for.
    var askedForRawValues: [Int: Set<String>] = [:]
    /// The numbers of the arguments with which a function calls its parameters, by the numbers of these.
    var calledParameters: [Int: [Int: [Int: Int]]] = [:]
    /// The facts about the value that a function returns.
    var returned: [Int: ReturnedValue] = [:]
    /// Whether each file imports a module of which nothing is known.
    var importsOthers: [Int: Bool] = [:]
    /// Whether the code keeps one object and no more of each entity.
    var onlyOnes: [Int: Bool] = [:]
    /// Whether the code creates at most one container; nil until it is asked for.
    var hasOneContainer: Bool?
  }

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

  /// The number of folders that are around all of some files.
  private static func commonDepth(of places: [[Substring]]) -> Int {
    guard let first = places.first else { return 0 }
    return places.reduce(first[...]) { common, place in
      common.prefix(zip(common, place).prefix { $0 == $1 }.count)
    }.count
  }

  /// Whether two files seem to belong to different targets: to package modules, or to folders with nothing in common.
  func isOfOtherTarget(_ one: Int, than other: Int) -> Bool {
    guard one != other, one >= 0 else { return false }
    let (first, second) = (places[one], places[other])
    let modules = [first, second].map(module(at:))
    if modules[0] != modules[1] { return true }
    let isInFolder = [first, second].allSatisfy { $0.count > commonDepth + 1 }
    return modules[0] == nil && isInFolder && first[commonDepth] != second[commonDepth]
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

  /// The names of the folders and of the file that declare a type, and those of its model.
  func places(of type: Int) -> [[Substring]] {
    let entry = types[type]
    return (entry.file < 0 ? [] : [places[entry.file]])
      + (entry.entity.map { [entities[$0].place] } ?? [])
  }

  /// Returns the module of a Swift package that has a file or a folder; nil for any other place.
  func module(at place: [Substring]) -> Substring? {
    if packages.isEmpty { return nil }
    for index in place.indices.dropLast(2).reversed()
    where ["Sources", "Tests"].contains(place[index]) {
      if packages.contains(Array(place[..<index])) { return place[index + 1] }
    }
    return nil
  }

  /// The entity of a Core Data class, or the first of those that are one by name; nil if there is none, or
  /// several share the class.
  func onlyEntity(ofClass name: String) -> Int? {
    let known = entitiesByClass[.coreData]?[name] ?? []
    return names(of: known).count == 1 ? known.first : nil
  }

  /// The entities of several models that code in a file can mean by one name: those of its targets, or else
  /// that of the nearest model, or else all.
  func seen(_ known: [Int], from file: Int) -> [Int] {
    if known.count < 2 { return known }
    let visible = visible(known, in: file) { [entities[$0].place] }
    let compiled = compiled(visible, with: files[file].tokens.file)
    if !compiled.isEmpty { return compiled }
    return nearest(visible, to: file) { [entities[$0].place] }.map { [$0] } ?? visible
  }

  /// Returns the models of the class of an entity that an Objective-C file can mean.
  func models(having entity: Int, fromObjectiveC path: String) -> [Int] {
    let same = namesakes[entity]
    let compiled = compiled(same, with: path)
    return (compiled.isEmpty ? same : compiled).map { entities[$0].model }
  }

  /// The entities whose models are compiled with a file, as far as a project says it.
  func compiled(_ known: [Int], with path: String) -> [Int] {
    known.filter { models[entities[$0].model].codeFiles?.contains(path) == true }
  }

  /// The models that have the class of an entity of which a file deletes objects, so that any of them may
  /// hold these.
  func models(having entity: Int, from file: Int) -> [Int] {
    // Classes that several files or versions declare are each of one model.
    let same = namesakes[entity].filter { other in
      guard let own = typesByEntity[entity], let its = typesByEntity[other] else { return true }
      return own == its || types[own].file < 0 || types[its].file < 0
    }
    if same.count == 1 { return [entities[entity].model] }
    let seen = seen(same, from: file)
    let declared = typesByEntity[entity].map { types[$0].file } ?? -1
    let found: [Int]
    if seen.contains(entity) {
      found = seen
    } else {
      let meant =
        declared < 0
        ? same.filter { module(at: entities[$0].place) == module(at: entities[entity].place) }
        : self.seen(same, from: declared)
      let both = meant.filter(seen.contains)
      found = both.isEmpty ? meant : both
    }
    return Set(found.map { entities[$0].model }).sorted()
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

extension AppCode.Declared<SwiftProperty> {
  var declaration: SwiftProperty { found(\.properties, \.properties) }
}

extension AppCode.Declared<SwiftFunction> {
  var declaration: SwiftFunction { found(\.functions, \.functions) }
}

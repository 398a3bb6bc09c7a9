import CoreData
import Foundation
import Probe
import SwiftData

/// A scenario's stored graph in a separate context, and the effects of its steps on it.
final class SwiftDataStage: Stage {
  static let name = "swiftdata-probe"
  static let framework = "swiftData"
  static let capabilities = probeCapabilities
  static var hasRecordingStore: Bool {
    #if compiler(>=6.0)
    if #available(macOS 15, iOS 18, *) { return true }
    #endif
    return false
  }

  private let scenario: Scenario
  private let entities: [String: String]
  let schema: DeclaredSchema
  let container: ModelContainer
  let context: ModelContext
  private var objects: [String: any PersistentModel] = [:]
  /// The names of all that ever were, by what identifies them in the store.
  private var names: [PersistentIdentifier: String] = [:]
  private(set) var refusals: [Sight.Refusal] = []
  private(set) var merged: [[String]] = []
  private(set) var asked: [Sight.Asked] = []
  private let requests = StoreRequests()

  init(_ scenario: Scenario, in place: StorePlace) throws {
    self.scenario = scenario
    entities = scenario.entitiesOfObjects
    schema = try DeclaredSchema.schema(for: scenario)
    // Where a type has no container yet, no object of it can be made.
    let schema = Schema(self.schema.types.sorted { $0.key < $1.key }.map(\.value.type))
    container = try Self.container(of: schema, in: place, requests)
    for (name, identifier) in place.identifiers ?? [:] {
      let decoder = JSONDecoder()
      names[try decoder.decode(PersistentIdentifier.self, from: Data(identifier.utf8))] = name
    }
    let maker = ModelContext(container)
    if place.identifiers == nil { try Self.makeGraph(scenario, self.schema, in: maker) }
    context = place.isInserter ? maker : ModelContext(container)
    context.autosaveEnabled = false
    for object in try fetchAll(in: context) {
      guard let name = name(stored: object) else { continue }
      objects[name] = object
      names[object.persistentModelID] = name
    }
  }

  private static func container(
    of schema: Schema, in place: StorePlace, _ requests: StoreRequests
  ) throws -> ModelContainer {
    #if compiler(>=6.0)
    if #available(macOS 15, iOS 18, *), place.isRecording {
      let configurations: [any DataStoreConfiguration] = [
        RecordingStore.Configuration(schema: schema, requests: requests)
      ]
      return try ModelContainer(for: schema, configurations: configurations)
    }
    #endif
    let configuration =
      place.url.map {
        ModelConfiguration("Probe", schema: schema, url: $0, cloudKitDatabase: .none)
      }
      ?? ModelConfiguration(
        "Probe", schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .none)
    return try ModelContainer(for: schema, configurations: [configuration])
  }

  /// Makes the stored graph in a context, and saves it.
  private static func makeGraph(
    _ scenario: Scenario, _ schema: DeclaredSchema, in maker: ModelContext
  ) throws {
    maker.autosaveEnabled = false
    var makers = Makers(scenario, schema)
    for (entity, names) in scenario.objects.sorted(by: { $0.key < $1.key }) {
      for name in names { maker.insert(try makers.object(name, entity)) }
    }
    for link in scenario.links ?? [] { try self.link(link, scenario, schema, among: makers.made) }
    for value in scenario.values ?? [] {
      try set(value, scenario, schema, among: makers.made)
    }
    do {
      try maker.save()
    } catch {
      throw Skip("a stored graph that SwiftData saves: \(words(for: error))")
    }
  }

  func take(_ step: Scenario.Step) throws {
    try change(step)
    if let names = step.delete {
      if step.prepareForDeletion != nil { throw Skip("prepareForDeletion") }
      for name in names { context.delete(try object(name)) }
    } else if step.save == true {
      // A new object is asked to be stored by what identifies it until then.
      let temporary = objects.map { ($0.value.persistentModelID, $0.key) }
      let count = requests.all.count
      do {
        try context.save()
        refusals = []
        noteIdentifiers()
      } catch {
        refusals = refusals(for: error as NSError).sorted {
          ($0.object ?? "", $0.relationship ?? "") < ($1.object ?? "", $1.relationship ?? "")
        }
      }
      let known = names.merging(temporary) { first, _ in first }
      asked += try requests.all[count...].map { try $0.named(known, relationships(of:)) }
      if let refusal = refusals.first { asked.append(Sight.Asked(error: refusal.raw)) }
    } else if step.rollback == true {
      context.rollback()
      refusals = []
    } else if step.processPendingChanges == true {
      context.processPendingChanges()
    } else if let batch = step.batchDelete {
      guard let type = schema.types[batch.entity] else { throw Problem("no \(batch.entity)") }
      do {
        try type.batchDelete(context, batch.objects, batch.subentities)
        refusals = []
      } catch {
        refusals = refusals(for: error as NSError)
      }
    }
  }

  func letGo(except kept: Set<String>) throws {
    let alive = Set(try alive())
    for name in objects.keys where !alive.contains(name) && !kept.contains(name) {
      objects[name] = nil
    }
  }

  func read(_ path: [String]) throws -> Reading {
    var current = [try object(path[0])]
    var entity = entities[path[0]] ?? ""
    // What identifies it is there whatever became of it.
    if path.count == 1 { _ = current[0].persistentModelID }
    var reading = Reading.readable
    for property in path.dropFirst() {
      if property == identifyingAttribute {
        // Everything has one: whatever has none is empty.
        reading = current.allSatisfy { name(stored: $0) != nil } ? .readable : .empty
      } else if let relationship = Self.relationship(property, of: entity, scenario, schema) {
        current = current.flatMap(relationship.declared.get)
        entity = relationship.destination
        reading = current.isEmpty ? .empty : .readable
      } else if let attribute = attribute(property, of: entity) {
        reading = current.allSatisfy { attribute.get($0).isNull } ? .empty : .readable
      } else {
        throw Problem("there is no \(entity).\(property)")
      }
      if reading == .empty { break }
    }
    return reading
  }
}

/// Objects that are made one after the other: first what each cannot be without.
private struct Makers {
  private let scenario: Scenario
  private let schema: DeclaredSchema
  private let entities: [String: String]
  private var pending: Set<String> = []
  private(set) var made: [String: any PersistentModel]

  init(
    _ scenario: Scenario, _ schema: DeclaredSchema, made: [String: any PersistentModel] = [:]
  ) {
    self.scenario = scenario
    self.schema = schema
    self.made = made
    entities = scenario.entitiesOfObjects
  }

  /// Returns an object, and makes the objects that it needs.
  ///
  /// - Throws: A `Skip` if it needs itself, or needs an object that no link provides.
  mutating func object(_ name: String, _ entity: String) throws -> any PersistentModel {
    if let found = made[name] { return found }
    guard let type = schema.types[entity] else { throw Problem("there is no class of \(entity)") }
    if !pending.insert(name).inserted {
      throw Skip("an object that can be made before what it must hold")
    }
    var needed: [String: any PersistentModel] = [:]
    for relationship in scenario.relationships(of: entity)
    where relationship.optional == false && relationship.toMany != true {
      guard let other = scenario.firstDestination(of: name, relationship),
        let destination = entities[other]
      else { throw Skip("a mandatory to-one that is empty") }
      needed[relationship.name] = try object(other, destination)
    }
    let object = try type.make(name) { relationship in
      guard let other = needed[relationship] else { throw Problem("there is no \(relationship)") }
      return other
    }
    made[name] = object
    return object
  }
}

// MARK: - Changing

extension SwiftDataStage {
  /// Performs the inserts, links, unlinks and sets of a step.
  private func change(_ step: Scenario.Step) throws {
    if let inserted = step.insert {
      var makers = Makers(scenario, schema, made: objects)
      for (entity, names) in inserted.sorted(by: { $0.key < $1.key }) {
        for name in names {
          let object = try makers.object(name, entity)
          context.insert(object)
          objects[name] = object
        }
      }
    }
    if let link = step.link { try Self.link(link, scenario, schema, among: objects) }
    if let link = step.unlink {
      let (relationship, source, destination) = try Self.ends(
        link, scenario, schema, among: objects)
      relationship.set(source, relationship.get(source).filter { $0 !== destination })
    }
    if let value = step.set { try Self.set(value, scenario, schema, among: objects) }
  }

  private func object(_ name: String) throws -> any PersistentModel {
    guard let object = objects[name] else { throw Problem("there is no \(name)") }
    return object
  }

  private static func link(
    _ link: [String], _ scenario: Scenario, _ schema: DeclaredSchema,
    among objects: [String: any PersistentModel]
  ) throws {
    let (relationship, source, destination) = try ends(link, scenario, schema, among: objects)
    let held = relationship.get(source)
    if held.contains(where: { $0 === destination }) { return }
    relationship.set(source, relationship.isToMany ? held + [destination] : [destination])
  }

  private static func ends(
    _ link: [String], _ scenario: Scenario, _ schema: DeclaredSchema,
    among objects: [String: any PersistentModel]
  ) throws -> (DeclaredRelationship, any PersistentModel, any PersistentModel) {
    guard link.count == 3, let entity = scenario.entitiesOfObjects[link[0]],
      let found = relationship(link[1], of: entity, scenario, schema),
      let source = objects[link[0]], let destination = objects[link[2]]
    else { throw Problem("there is no link \(link)") }
    return (found.declared, source, destination)
  }

  private static func set(
    _ value: [Value], _ scenario: Scenario, _ schema: DeclaredSchema,
    among objects: [String: any PersistentModel]
  ) throws {
    guard value.count == 3, let name = value[0].string, let property = value[1].string,
      let object = objects[name], let entity = scenario.entitiesOfObjects[name]
    else { throw Problem("there is nothing to set") }
    if let relationship = relationship(property, of: entity, scenario, schema) {
      let others = value[2].names.compactMap { objects[$0] }
      if others.isEmpty && relationship.declared.isMandatory {
        throw Skip("a mandatory to-one that is emptied")
      }
      relationship.declared.set(object, others)
    } else {
      attribute(property, of: entity, scenario, schema)?.set(object, value[2])
    }
  }

  /// A relationship of a class or of what it inherits from, and the entity at its end.
  private static func relationship(
    _ name: String, of entity: String, _ scenario: Scenario, _ schema: DeclaredSchema
  ) -> (declared: DeclaredRelationship, destination: String)? {
    var next: String? = entity
    while let owner = next {
      let declared = scenario.entity(owner)?.relationships?.first { $0.name == name }
      if let declared, let found = schema.types[owner]?.relationships[name] {
        return (found, declared.destination)
      }
      next = scenario.entity(owner)?.parent
    }
    return nil
  }

  private static func attribute(
    _ name: String, of entity: String, _ scenario: Scenario, _ schema: DeclaredSchema
  ) -> DeclaredAttribute? {
    var next: String? = entity
    while let owner = next {
      if let found = schema.types[owner]?.attributes[name] { return found }
      next = scenario.entity(owner)?.parent
    }
    return nil
  }

  private func attribute(_ name: String, of entity: String) -> DeclaredAttribute? {
    Self.attribute(name, of: entity, scenario, schema)
  }
}

// MARK: - Looking

extension SwiftDataStage {
  func alive() throws -> [String] {
    try fetchAll(in: context).map { try name(of: $0) }
  }

  func destinations(of object: String, _ relationship: String) throws -> [String] {
    guard let entity = entities[object],
      let found = Self.relationship(relationship, of: entity, scenario, schema)
    else { return [] }
    return try found.declared.get(self.object(object)).map { try name(of: $0) }
  }

  func stored() throws -> [String]? {
    let reader = ModelContext(container)
    // Nothing can be read of a model whose context is gone.
    return try withExtendedLifetime(reader) {
      try fetchAll(in: reader).compactMap {
        // What a stored object took over has given it its name.
        names[$0.persistentModelID] ?? name(stored: $0)
      }
    }
  }

  func isDeleted() -> [String]? { objects.filter(\.value.isDeleted).map(\.key) }

  func value(of object: String, _ attribute: String) -> Value {
    guard let entity = entities[object], let found = objects[object] else { return .null }
    return self.attribute(attribute, of: entity)?.get(found) ?? .null
  }

  func fetched(_ entity: String, by attribute: String, ascending: Bool) throws -> [String]? {
    try schema.types[entity]?.fetchSorted(context, attribute, ascending)?.map { try name(of: $0) }
  }

  /// The schema as SwiftData makes a model of it, which nothing can crash.
  func resolved() -> [Scenario.Entity]? {
    let types = schema.types.sorted { $0.key < $1.key }
    guard let model = NSManagedObjectModel.makeManagedObjectModel(for: types.map(\.value.type))
    else { return nil }
    // The classes have names of their own, and so may have their properties.
    let entities = Dictionary(
      types.map { (Schema.entityName(of: $0.value.type), $0.key) },
      uniquingKeysWith: { first, _ in first })
    return model.entities.compactMap { entity -> Scenario.Entity? in
      guard let name = entity.name.flatMap({ entities[$0] }) else { return nil }
      let own = Set(scenario.entity(name)?.relationships?.map(\.name) ?? [])
      let relationships = entity.relationshipsByName.values.compactMap { found in
        let destination = found.destinationEntity?.name.flatMap { entities[$0] } ?? "?"
        return Scenario.Relationship(
          name: self.name(of: found.name, in: name), destination: destination,
          toMany: found.isToMany ? true : nil, ordered: found.isOrdered ? true : nil,
          optional: found.isOptional ? nil : false,
          minCount: found.minCount == 0 ? nil : found.minCount,
          maxCount: found.maxCount == (found.isToMany ? 0 : 1) ? nil : found.maxCount,
          deleteRule: Self.word(for: found.deleteRule),
          inverse: found.inverseRelationship.map { self.name(of: $0.name, in: destination) })
      }
      return Scenario.Entity(
        name: name, parent: scenario.entity(name)?.parent,
        relationships: relationships.filter { own.contains($0.name) }.sorted { $0.name < $1.name })
    }
    .sorted { $0.name < $1.name }
  }

  /// The relationships of an object, by their names in Swift.
  private func relationships(of object: String) -> [String: String] {
    var found: [String: String] = [:]
    var next = entities[object]
    while let entity = next {
      let renamed = schema.types[entity]?.renamed ?? [:]
      for relationship in scenario.entity(entity)?.relationships ?? [] {
        let property = renamed.first { $0.value == relationship.name }?.key ?? relationship.name
        found[property] = relationship.name
      }
      next = scenario.entity(entity)?.parent
    }
    return found
  }

  /// The scenario's name of a relationship.
  private func name(of property: String, in entity: String) -> String {
    schema.types[entity]?.renamed[property] ?? property
  }

  private static func word(for rule: NSDeleteRule) -> String {
    switch rule {
    case .cascadeDeleteRule: "cascade"
    case .denyDeleteRule: "deny"
    case .noActionDeleteRule: "noAction"
    default: "nullify"
    }
  }

  func identifiers() throws -> [String: String] {
    noteIdentifiers()
    return Dictionary(
      try names.map { ($0.value, try $0.key.line()) }, uniquingKeysWith: { first, _ in first })
  }

  /// A new object has another identifier from its first save on: that of a stored one, where that took
  /// it over.
  private func noteIdentifiers() {
    for (name, object) in objects.sorted(by: { $0.key < $1.key }) {
      let identifier = object.persistentModelID
      if let stored = names[identifier], stored != name {
        merged.append([name, stored])
        objects[name] = nil
      } else {
        names[identifier] = name
      }
    }
  }

  /// The name of an object that may be gone: nothing of it is read but what identifies it.
  private func name(of object: any PersistentModel) throws -> String {
    if let known = objects.first(where: { $0.value === object }) { return known.key }
    guard let name = names[object.persistentModelID] else {
      throw Problem("something is there that nobody made")
    }
    return name
  }

  /// The name of an object, read from it.
  private func name(stored object: any PersistentModel) -> String? {
    schema.types.values.lazy.compactMap { $0.name(object) }.first
  }

  private func fetchAll(in context: ModelContext) throws -> [any PersistentModel] {
    try scenario.entities.filter { $0.parent == nil }.flatMap {
      try schema.types[$0.name]?.fetch(context) ?? []
    }
  }

  /// Why a save was refused: one reason, or several in one error.
  private func refusals(for error: NSError) -> [Sight.Refusal] {
    if let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] {
      return details.flatMap { refusals(for: $0) }
    }
    let kinds = [1570: "missing", 1580: "tooFew", 1590: "tooMany", 1600: "denied"]
    // The object of Core Data beneath is not told: SwiftData's own is known by its name only.
    let object = (error.userInfo["NSValidationErrorObject"] as? NSManagedObject)
      .flatMap { $0.value(forKey: identifyingAttribute) as? String }
    return [
      Sight.Refusal(
        kind: error.domain == NSCocoaErrorDomain ? kinds[error.code] ?? "other" : "other",
        object: object, relationship: error.userInfo["NSValidationErrorKey"] as? String,
        code: error.code, raw: Self.words(for: error))
    ]
  }

  private static func words(for error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }
}

extension Schema {
  /// The name of a class as an entity.
  fileprivate static func entityName(of type: any PersistentModel.Type) -> String {
    String(describing: type)
  }
}

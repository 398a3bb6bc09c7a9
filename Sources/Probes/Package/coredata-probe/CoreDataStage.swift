import CoreData
import Foundation
import Probe

/// A scenario's stored graph in a separate context, and the effects of its steps on it.
final class CoreDataStage: Stage {
  static let name = "coredata-probe"
  static let framework = "coreData"
  static let capabilities = probeCapabilities
  static let hasRecordingStore = false
  static let key = "stage"

  private let scenario: Scenario
  private let entities: [String: String]
  let container: NSPersistentContainer
  let context: NSManagedObjectContext
  private var objects: [String: NSManagedObject] = [:]
  /// The names of all that ever were, by what identifies them in the store.
  private var names: [String: String] = [:]
  /// The steps that the next deleted object performs before its delete.
  private var preparation: [Scenario.Step] = []
  private(set) var refusals: [Sight.Refusal] = []
  let merged: [[String]] = []
  let asked: [Sight.Asked] = []

  init(_ scenario: Scenario, in place: StorePlace) throws {
    self.scenario = scenario
    entities = scenario.entitiesOfObjects
    container = NSPersistentContainer(
      name: "Probe", managedObjectModel: try CoreDataModel(scenario).make())
    let description = NSPersistentStoreDescription()
    description.url = place.url
    description.type = place.url == nil ? NSInMemoryStoreType : NSSQLiteStoreType
    description.shouldAddStoreAsynchronously = false
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    context = container.viewContext
    for (name, identifier) in place.identifiers ?? [:] { names[identifier] = name }
    if place.identifiers == nil {
      try makeGraph(in: place.isInserter ? context : container.newBackgroundContext())
    }
    for object in try fetchAll(in: context) {
      guard let name = object.value(forKey: identifyingAttribute) as? String else { continue }
      objects[name] = object
      names[Self.identifier(of: object)] = name
    }
    context.userInfo[Self.key] = self
  }

  /// Makes the stored graph in a context, and saves it.
  private func makeGraph(in maker: NSManagedObjectContext) throws {
    try maker.performAndWait {
      var made: [String: NSManagedObject] = [:]
      for (entity, names) in scenario.objects {
        for name in names { made[name] = insert(name, entity, into: maker) }
      }
      for link in scenario.links ?? [] { try self.link(link, among: made) }
      for value in scenario.values ?? [] { try set(value, among: made) }
      do {
        try maker.save()
      } catch {
        throw Skip("a stored graph that Core Data saves: \(Self.words(for: error))")
      }
    }
  }

  func take(_ step: Scenario.Step) throws {
    try change(step)
    if let names = step.delete {
      preparation = step.prepareForDeletion ?? []
      for name in names { context.delete(try object(name)) }
      preparation = []
    } else if step.save == true {
      do {
        try context.save()
        refusals = []
        try noteIdentifiers()
      } catch {
        refusals = refusals(for: error as NSError).sorted {
          ($0.object ?? "", $0.relationship ?? "") < ($1.object ?? "", $1.relationship ?? "")
        }
      }
    } else if step.rollback == true {
      context.rollback()
      refusals = []
    } else if step.processPendingChanges == true {
      context.processPendingChanges()
    } else if let batch = step.batchDelete {
      try batchDelete(batch)
    }
  }

  func letGo(except kept: Set<String>) throws {
    let alive = Set(try alive())
    for name in objects.keys where !alive.contains(name) && !kept.contains(name) {
      objects[name] = nil
    }
  }

  /// Does what the app's own `prepareForDeletion` does, once.
  func prepare(_ object: NSManagedObject) {
    let steps = preparation
    preparation = []
    for step in steps {
      try? change(step)
      for name in step.delete ?? [] { objects[name].map { context.delete($0) } }
    }
  }

  func read(_ path: [String]) throws -> Reading {
    var current = [try object(path[0])]
    // What identifies it is there whatever became of it.
    var reading = Reading.readable
    for property in path.dropFirst() {
      let values = current.compactMap { $0.value(forKey: property) }
      if property == identifyingAttribute {
        // Everything has one: whatever has none is empty.
        return values.count == current.count ? .readable : .empty
      }
      let isRelated = current.allSatisfy { $0.entity.relationshipsByName[property] != nil }
      current = isRelated ? values.flatMap(Self.objects) : []
      reading = values.isEmpty || isRelated && current.isEmpty ? .empty : .readable
      if reading == .empty { break }
    }
    return reading
  }
}

// MARK: - Changing

extension CoreDataStage {
  /// Performs the inserts, links, unlinks and sets of a step.
  private func change(_ step: Scenario.Step) throws {
    for (entity, names) in step.insert ?? [:] {
      for name in names { objects[name] = insert(name, entity, into: context) }
    }
    if let link = step.link { try self.link(link, among: objects) }
    if let link = step.unlink { try unlink(link) }
    if let value = step.set { try set(value, among: objects) }
  }

  private func object(_ name: String) throws -> NSManagedObject {
    guard let object = objects[name] else { throw Problem("there is no \(name)") }
    return object
  }

  private func insert(
    _ name: String, _ entity: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(name, forKey: identifyingAttribute)
    return object
  }

  private func link(_ link: [String], among objects: [String: NSManagedObject]) throws {
    guard link.count == 3, let source = objects[link[0]], let destination = objects[link[2]]
    else { throw Problem("there is no link \(link)") }
    let held = Self.objects(source.value(forKey: link[1]))
    if held.contains(where: { $0 === destination }) { return }
    set(isToMany(link[1], of: source) ? held + [destination] : [destination], link[1], of: source)
  }

  private func unlink(_ link: [String]) throws {
    let (source, destination) = (try object(link[0]), try object(link[2]))
    let held = Self.objects(source.value(forKey: link[1]))
    set(held.filter { $0 !== destination }, link[1], of: source)
  }

  private func set(_ value: [Value], among objects: [String: NSManagedObject]) throws {
    guard value.count == 3, let name = value[0].string, let property = value[1].string,
      let object = objects[name]
    else { throw Problem("there is nothing to set") }
    if object.entity.relationshipsByName[property] == nil {
      object.setValue(value[2].attribute, forKey: property)
    } else {
      let others = try value[2].names.map { name -> NSManagedObject in
        guard let other = objects[name] else { throw Problem("there is no \(name)") }
        return other
      }
      set(others, property, of: object)
    }
  }

  private func set(_ others: [NSManagedObject], _ relationship: String, of object: NSManagedObject)
  {
    let declared = object.entity.relationshipsByName[relationship]
    let value: Any? =
      declared?.isToMany != true
      ? others.first
      : declared?.isOrdered == true ? NSOrderedSet(array: others) : NSSet(array: others)
    object.setValue(value, forKey: relationship)
  }

  private func isToMany(_ relationship: String, of object: NSManagedObject) -> Bool {
    object.entity.relationshipsByName[relationship]?.isToMany == true
  }

  private func batchDelete(_ batch: Scenario.BatchDelete) throws {
    let request: NSBatchDeleteRequest
    if let names = batch.objects {
      request = NSBatchDeleteRequest(objectIDs: try names.map { try object($0).objectID })
    } else {
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: batch.entity)
      fetch.includesSubentities = batch.subentities
      request = NSBatchDeleteRequest(fetchRequest: fetch)
    }
    do {
      _ = try context.execute(request)
      refusals = []
    } catch {
      refusals = refusals(for: error as NSError)
    }
  }
}

// MARK: - Looking

extension CoreDataStage {
  func alive() throws -> [String] {
    try fetchAll(in: context).compactMap { names[Self.identifier(of: $0)] ?? name(of: $0) }
  }

  func destinations(of object: String, _ relationship: String) throws -> [String] {
    let held = Self.objects(try self.object(object).value(forKey: relationship))
    return try held.map {
      guard let name = names[Self.identifier(of: $0)] ?? name(of: $0) else {
        throw Problem("\(object).\(relationship) holds what nobody made")
      }
      return name
    }
  }

  func stored() throws -> [String]? {
    let reader = container.newBackgroundContext()
    return try withExtendedLifetime(reader) {
      try reader.performAndWait {
        try fetchAll(in: reader).compactMap { $0.value(forKey: identifyingAttribute) as? String }
      }
    }
  }

  func isDeleted() -> [String]? { objects.filter(\.value.isDeleted).map(\.key) }

  func value(of object: String, _ attribute: String) -> Value {
    guard let found = objects[object], let value = found.value(forKey: attribute) else {
      return .null
    }
    return switch found.entity.attributesByName[attribute]?.attributeType {
    case .booleanAttributeType: (value as? Bool).map(Value.bool) ?? .null
    case .integer64AttributeType: (value as? Int).map(Value.integer) ?? .null
    case .doubleAttributeType: (value as? Double).map(Value.number) ?? .null
    default: (value as? String).map(Value.string) ?? .null
    }
  }

  func fetched(_ entity: String, by attribute: String, ascending: Bool) throws -> [String]? {
    #if canImport(ObjectiveC)
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: attribute, ascending: ascending)]
    return try context.fetch(request).compactMap { name(of: $0) }
    #else
    // There are no keys to sort by.
    return nil
    #endif
  }

  func resolved() -> [Scenario.Entity]? { nil }

  func identifiers() throws -> [String: String] {
    try noteIdentifiers()
    return Dictionary(names.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// A new object has another identifier from its first save on.
  private func noteIdentifiers() throws {
    for (name, object) in objects where !object.objectID.isTemporaryID {
      names[Self.identifier(of: object)] = name
    }
  }

  private func name(of object: NSManagedObject) -> String? {
    objects.first { $0.value === object }?.key
  }

  private func fetchAll(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try scenario.entities.filter { $0.parent == nil }.flatMap {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: $0.name))
    }
  }

  fileprivate static func identifier(of object: NSManagedObject) -> String {
    object.objectID.uriRepresentation().absoluteString
  }

  /// The objects that a relationship's value holds.
  static func objects(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let object as NSManagedObject: [object]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Why a save was refused: one reason, or several in one error.
  fileprivate func refusals(for error: NSError) -> [Sight.Refusal] {
    if let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] {
      return details.flatMap { refusals(for: $0) }
    }
    let kinds = [1570: "missing", 1580: "tooFew", 1590: "tooMany", 1600: "denied"]
    let object = error.userInfo["NSValidationErrorObject"] as? NSManagedObject
    return [
      Sight.Refusal(
        kind: error.domain == NSCocoaErrorDomain ? kinds[error.code] ?? "other" : "other",
        object: object.flatMap { name(of: $0) },
        relationship: error.userInfo["NSValidationErrorKey"] as? String, code: error.code,
        raw: Self.words(for: error))
    ]
  }

  fileprivate static func words(for error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }
}

extension Value {
  /// The value to assign to an attribute; nil for no value.
  fileprivate var attribute: Any? {
    switch self {
    case .null, .list: nil
    case .bool(let bool): bool
    case .integer(let integer): integer
    case .number(let number): number
    case .string(let string): string
    }
  }
}

import CoreDataSwift
import Foundation

/// An object of a scenario: it tells its stage when it is about to be deleted.
final class Object: NSManagedObject {
  override func prepareForDeletion() {
    (managedObjectContext?.userInfo[Stage.key] as? Stage)?.prepare(self)
  }
}

/// Something that a scenario asks for and that is not there.
struct Problem: Error, CustomStringConvertible {
  let description: String
}

/// A scenario's stored graph in a context of its own, and what its steps do to it.
final class Stage {
  fileprivate static let key = "stage"

  private let scenario: Scenario
  private let container: NSPersistentContainer
  private let context: NSManagedObjectContext
  private let store: NSPersistentStore
  private var objects: [String: NSManagedObject] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// What the next object that is deleted does before it is.
  private var preparation: [Scenario.Step] = []
  private var refusals: [Sight.Refusal] = []
  private var reading: String?

  /// Makes the stored graph, and saves it.
  init(_ scenario: Scenario) throws {
    guard let model = try ModelFile(scenario).model(),
      model.entities.count == scenario.entities.count
    else { throw Problem(description: "MIOCoreData does not read the model") }
    self.scenario = scenario
    container = NSPersistentContainer(name: "Scenario", managedObjectModel: model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, _ in }
    context = container.viewContext
    guard let store = container.persistentStoreCoordinator.persistentStores.first else {
      throw Problem(description: "MIOCoreData opens no store")
    }
    self.store = store
    context.userInfo[Self.key] = self
    insert(scenario.objects)
    for link in scenario.links ?? [] { try self.link(link) }
    for value in scenario.values ?? [] { try set(value) }
    // What is stored is given, also where a mandatory relationship of it is empty.
    context.validatesOnSave = false
    try context.save()
    context.validatesOnSave = true
  }

  /// Does a step; what refuses a save is seen at the next look.
  func take(_ step: Scenario.Step) throws {
    reading = nil
    try change(step)
    if let names = step.delete {
      preparation = step.prepareForDeletion ?? []
      for name in names { context.delete(try object(name)) }
      preparation = []
    } else if step.save == true {
      do {
        try context.save()
        refusals = []
      } catch {
        refusals = refusals(for: error).sorted { $0.raw < $1.raw }
      }
    } else if step.rollback == true {
      context.rollback()
      refusals = []
    } else if let path = step.read {
      try read(path)
    }
  }

  /// Does what the app's own `prepareForDeletion` does, once.
  fileprivate func prepare(_ object: NSManagedObject) {
    let steps = preparation
    preparation = []
    for step in steps {
      try? change(step)
      for name in step.delete ?? [] { objects[name].map { context.delete($0) } }
    }
  }

  /// What a step inserts, links, unlinks or sets.
  private func change(_ step: Scenario.Step) throws {
    if let inserted = step.insert { insert(inserted) }
    if let link = step.link { try self.link(link) }
    if let link = step.unlink { try unlink(link) }
    if let set = step.set { try self.set(set) }
  }

  private func object(_ name: String) throws -> NSManagedObject {
    guard let object = objects[name] else { throw Problem(description: "there is no \(name)") }
    return object
  }

  private func insert(_ inserted: [String: [String]]) {
    for (entity, inserted) in inserted {
      for name in inserted {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        objects[name] = object
        names[ObjectIdentifier(object.objectID)] = name
      }
    }
  }

  private func link(_ link: [String]) throws {
    let (source, destination) = (try object(link[0]), try object(link[2]))
    if source.entity.relationshipsByName[link[1]]?.isToMany == true {
      // What the accessors call that MIOCoreData's own tool writes.
      source._addObject(destination, forKey: link[1])
    } else {
      source.setValue(destination, forKey: link[1])
    }
  }

  private func unlink(_ link: [String]) throws {
    let (source, destination) = (try object(link[0]), try object(link[2]))
    if source.entity.relationshipsByName[link[1]]?.isToMany == true {
      source._removeObject(destination, forKey: link[1])
    } else {
      source.setValue(nil, forKey: link[1])
    }
  }

  private func set(_ set: [Value]) throws {
    guard let name = set[0].string, let property = set[1].string else { return }
    let object = try object(name)
    guard let relationship = object.entity.relationshipsByName[property] else {
      object.setValue(set[2].attribute, forKey: property)
      return
    }
    let names: [String] =
      switch set[2] {
      case .names(let names): names
      case .string(let name): [name]
      default: []
      }
    let others = try names.map { try self.object($0) }
    object.setValue(relationship.isToMany ? Set(others) : others.first, forKey: property)
  }

  /// Reads along relationships to a property; an object alone is read by its identifier.
  private func read(_ path: [String]) throws {
    var objects = [try object(path[0])]
    reading = "readable"
    for property in path.dropFirst() {
      let values = objects.compactMap { $0.value(forKey: property) }
      objects = values.flatMap { value -> [NSManagedObject] in
        (value as? Set<NSManagedObject>).map(Array.init)
          ?? [value as? NSManagedObject].compactMap(\.self)
      }
      let isRelated = !values.isEmpty && values.allSatisfy { $0 is Set<NSManagedObject> }
      if values.isEmpty || isRelated && objects.isEmpty { reading = "empty" }
    }
  }
}

// MARK: - Looking

extension Stage {
  /// What a list shows, what relationships hold, and what the store has.
  func look(_ look: Look) throws -> Sight {
    // A fetch in memory finds the objects that are deleted and not saved, too.
    let alive = try scenario.entities.filter { $0.parent == nil }
      .flatMap { try fetch($0.name) }.filter { !$0.isDeleted }
    let named = alive.compactMap { object in name(of: object).map { ($0, object) } }
      .sorted { $0.0 < $1.0 }
    return Sight(
      after: look.after, alive: named.map(\.0), holds: named.flatMap { held(by: $1, called: $0) },
      stored: stored, refused: refusals.isEmpty ? nil : refusals, read: reading,
      isDeleted: deleted,
      values: hasAttributes ? named.flatMap { values(of: $1, called: $0) } : nil,
      fetched: try look.fetch.map { try $0.map { try fetched($0) } })
  }

  private func fetch(_ entity: String, by sorting: MIOSortDescriptor? = nil) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = sorting.map { [$0] }
    return try context.fetch(request)
  }

  private func name(of object: NSManagedObject) -> String? {
    names[ObjectIdentifier(object.objectID)]
  }

  /// What an object's relationships hold, by their identifiers: to read the objects themselves would
  /// make those anew that are gone, and a fetch would find them from then on.
  private func held(by object: NSManagedObject, called name: String) -> [Sight.Held] {
    object.entity.relationshipsByName.keys.sorted().compactMap { key in
      let value = object.primitiveValue(forKey: key)
      let identifiers =
        (value as? Set<NSManagedObjectID>).map(Array.init)
        ?? [value as? NSManagedObjectID].compactMap(\.self)
      // One that was inserted and deleted before it was saved cannot be read any more.
      let held = identifiers.filter { !$0.isTemporaryID || isRegistered($0) }
        .compactMap { names[ObjectIdentifier($0)] }
      if held.isEmpty { return nil }
      return Sight.Held(object: name, relationship: key, objects: held.sorted())
    }
  }

  private func isRegistered(_ identifier: NSManagedObjectID) -> Bool {
    context.registeredObjects.contains { $0.objectID === identifier }
  }

  private var hasAttributes: Bool {
    scenario.entities.contains { $0.attributes?.isEmpty == false }
  }

  private func values(of object: NSManagedObject, called name: String) -> [[Value]] {
    object.entity.attributesByName.keys.sorted().map { key in
      [.string(name), .string(key), Value(attribute: object.value(forKey: key))]
    }
  }

  /// The objects that the store has a row of.
  private var stored: [String] {
    let rows = Set(store.objectsByEntityName.values.flatMap(\.keys))
    return objects.filter { rows.contains($0.value.objectID.uriRepresentation().absoluteString) }
      .keys.sorted()
  }

  /// The objects that are to be deleted; of those that are gone it stays true.
  private var deleted: [String] {
    let known = context.registeredObjects
    return objects.filter { $0.value.isDeleted && known.contains($0.value) }.keys.sorted()
  }

  private func fetched(_ fetch: [String]) throws -> [Value] {
    let sorting = MIOSortDescriptor(key: fetch[1], ascending: fetch[2] == "ascending")
    let found = try self.fetch(fetch[0], by: sorting).compactMap { name(of: $0) }
    return fetch.map { .string($0) } + [.names(found)]
  }

  /// Why a save is refused; who is denied, and who holds too few or too many, is not told.
  private func refusals(for error: any Error) -> [Sight.Refusal] {
    guard let error = error as? NSManagedObjectValidationError else {
      return [Sight.Refusal(kind: "other", relationship: "", raw: "\(error)")]
    }
    let raw = named(error.localizedDescription)
    switch error {
    case .multiple(let errors): return errors.flatMap { refusals(for: $0) }
    case .deleteDenied(_, let relationship):
      return [Sight.Refusal(kind: "denied", relationship: relationship, raw: raw)]
    case .missingMandatoryProperty(_, let property, let identifier):
      let object = objects.first {
        identifier.hasPrefix($0.value.objectID.uriRepresentation().absoluteString)
      }
      return [Sight.Refusal(kind: "missing", object: object?.key, relationship: property, raw: raw)]
    case .tooFewObjects(_, let property, _, _):
      return [Sight.Refusal(kind: "tooFew", relationship: property, raw: raw)]
    case .tooManyObjects(_, let property, _, _):
      return [Sight.Refusal(kind: "tooMany", relationship: property, raw: raw)]
    }
  }

  /// Their words with the names of objects, which do not change from run to run.
  private func named(_ words: String) -> String {
    objects.reduce(words) { words, object in
      words.replacingOccurrences(
        of: object.value.objectID.uriRepresentation().absoluteString, with: object.key)
    }
  }
}

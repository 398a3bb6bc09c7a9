import DeleteRules
import Foundation
import StandIn

// Core Data's contexts and objects, as far as the probe asks for them.

public let NSSQLiteStoreType = "SQLite"
public let NSInMemoryStoreType = "InMemory"
public let NSDetailedErrorsKey = "NSDetailedErrors"

open class NSPersistentStoreDescription: NSObject {
  open var url: URL?
  open var type = NSSQLiteStoreType
  open var shouldAddStoreAsynchronously = false

  public override init() {}
}

open class NSPersistentContainer: NSObject {
  public let managedObjectModel: NSManagedObjectModel
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
  private var store: Store?

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
  }

  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      do {
        store = try Store(at: description.type == NSSQLiteStoreType ? description.url : nil)
        block(description, nil)
      } catch {
        block(description, error)
      }
    }
  }

  open lazy var viewContext = newBackgroundContext()

  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.opened = { [self] in
      guard let store else { fatalError("no store is loaded") }
      return World(.coreData, managedObjectModel.declared, in: store)
    }
    context.model = managedObjectModel
    return context
  }
}

public protocol NSFetchRequestResult: NSObjectProtocol {}
extension NSManagedObject: NSFetchRequestResult {}

open class NSPersistentStoreRequest: NSObject {}
open class NSPersistentStoreResult: NSObject {}

/// Of any type: a protocol conforms to itself in Objective-C only.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  public let entityName: String?
  open var includesSubentities = true

  public init(entityName: String) { self.entityName = entityName }
}

open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  let entity: String
  let names: [String]?
  let includesSubentities: Bool

  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    entity = fetch.entityName ?? ""
    names = nil
    includesSubentities = fetch.includesSubentities
  }

  public init(objectIDs objects: [NSManagedObjectID]) {
    names = objects.map(\.name)
    entity = objects.first.map { String($0.name.split(separator: "#")[0]) } ?? ""
    includesSubentities = true
  }
}

open class NSManagedObjectID: NSObject {
  let name: String
  open var isTemporaryID: Bool { false }

  init(_ name: String) { self.name = name }

  open func uriRepresentation() -> URL {
    URL(string: "x-coredata://stand-in/\(name.replacingOccurrences(of: "#", with: "/p"))")
      ?? URL(fileURLWithPath: name)
  }
}

open class NSManagedObjectContext: NSObject {
  public enum ConcurrencyType: UInt, Sendable {
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
  }

  open var propagatesDeletesAtEndOfEvent = true
  open var parent: NSManagedObjectContext? {
    didSet {
      model = parent?.model
      opened = { [unowned self] in parent?.world ?? World(.coreData, [], in: emptyStore) }
    }
  }
  public let userInfo = NSMutableDictionary()
  var opened: (() -> World)?
  var model: NSManagedObjectModel?
  private lazy var emptyStore: Store = {
    do { return try Store(at: nil) } catch { fatalError("\(error)") }
  }()
  lazy var world: World = opened?() ?? World(.coreData, [], in: emptyStore)
  private var objects: [String: Weak] = [:]

  /// An object as long as somebody else keeps it, as a context has them.
  private struct Weak {
    weak var object: NSManagedObject?
  }

  public init(concurrencyType type: ConcurrencyType) {}

  /// The object of a name: always the same one.
  func make(_ name: String, via: (object: String, relationship: String)? = nil) -> NSManagedObject {
    if let known = objects[name]?.object { return known }
    let entity =
      model?.entities.first { $0.name == world.entity(of: name) } ?? NSEntityDescription()
    let type =
      NSClassFromString(entity.managedObjectClassName) as? NSManagedObject.Type
      ?? NSManagedObject.self
    let object = type.init(entity: entity, insertInto: self)
    object.name = name
    object.via = via
    objects[name] = Weak(object: object)
    return object
  }

  open func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result { try block() }

  open func fetch<Result>(_ request: NSFetchRequest<Result>) throws -> [Result] {
    world.alive(request.entityName ?? "").compactMap { make($0) as? Result }
  }

  open func delete(_ object: NSManagedObject) {
    object.prepareForDeletion()
    world.delete(object.name)
  }

  open func save() throws { try raise(world.save()) }
  open func rollback() { world.rollback() }
  open func processPendingChanges() { world.processPendingChanges() }

  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    if let batch = request as? NSBatchDeleteRequest {
      try raise(
        world.batchDelete(
          batch.entity, batch.names, includingSubentities: batch.includesSubentities))
    }
    return NSPersistentStoreResult()
  }

  private func raise(_ refusals: [World.Refusal]) throws {
    let errors = refusals.map { refusal in
      var info: [String: Any] = [:]
      if !refusal.relationship.isEmpty { info["NSValidationErrorKey"] = refusal.relationship }
      if !refusal.object.isEmpty { info["NSValidationErrorObject"] = make(refusal.object) }
      return NSError(domain: NSCocoaErrorDomain, code: refusal.code, userInfo: info)
    }
    if errors.count > 1 {
      throw NSError(
        domain: NSCocoaErrorDomain, code: 1560, userInfo: [NSDetailedErrorsKey: errors])
    }
    if let error = errors.first { throw error }
  }
}

open class NSManagedObject: NSObject {
  open private(set) weak var managedObjectContext: NSManagedObjectContext?
  public let entity: NSEntityDescription
  fileprivate(set) var name = ""
  /// Where it was come by, if it is not there any more.
  fileprivate var via: (object: String, relationship: String)?

  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    self.entity = entity
    managedObjectContext = context
  }

  open var objectID: NSManagedObjectID { NSManagedObjectID(name) }
  open var isDeleted: Bool { world.isDeleted(name) }
  open func prepareForDeletion() {}

  private var world: World {
    guard let context = managedObjectContext else { fatalError("an object without a context") }
    return context.world
  }

  /// Whether a fault that cannot be fulfilled raises, as where a context does not delete these.
  private static let raisesForFaults =
    ProcessInfo.processInfo.environment["STAND_IN_RULES"] == "fault:raise"

  /// Ends the process as an exception does that nothing catches.
  private func raiseForFault() -> Never {
    let words =
      "*** Terminating app due to uncaught exception 'NSObjectInaccessibleException', reason: "
      + "'CoreData could not fulfill a fault for '\(name)''\n"
    FileHandle.standardError.write(Data(words.utf8))
    abort()
  }

  open func value(forKey key: String) -> Any? {
    let world = world
    if !world.isAlive(name) {
      let reading =
        via.map { world.reading($0.object, [$0.relationship, key]) } ?? world.reading(name, [key])
      if reading == .trap || via != nil && Self.raisesForFaults { raiseForFault() }
      if reading == .empty { return nil }
    }
    if let relationship = entity.relationshipsByName[key] {
      let objects = world.references(name, key).map { other in
        world.isAlive(other)
          ? managedObjectContext?.make(other)
          : managedObjectContext?.make(other, via: (name, key))
      }.compactMap { $0 }
      if !relationship.isToMany { return objects.first }
      return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
    }
    return switch world.value(name, key) {
    case .none: nil
    case .bool(let bool): bool
    case .integer(let integer): integer
    case .number(let number): number
    case .string(let string): string
    }
  }

  open func setValue(_ value: Any?, forKey key: String) {
    switch value {
    case _ where entity.relationshipsByName[key] != nil:
      let others =
        (value as? NSManagedObject).map { [$0] } ?? (value as? NSOrderedSet)?.array
        ?? (value as? NSSet)?.allObjects ?? []
      world.set(name, key, others.compactMap { ($0 as? NSManagedObject)?.name })
    case let string as String: world.set(name, key, .string(string))
    case let bool as Bool: world.set(name, key, .bool(bool))
    case let integer as Int: world.set(name, key, .integer(integer))
    case let number as Double: world.set(name, key, .number(number))
    default: world.set(name, key, World.Value.none)
    }
  }
}

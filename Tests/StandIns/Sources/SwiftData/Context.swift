import CoreData
import Foundation
import StandIn

// SwiftData's containers and contexts, as far as the probe asks for them.

public struct ModelConfiguration {
  public struct CloudKitDatabase: Sendable {
    public static var automatic: CloudKitDatabase { CloudKitDatabase() }
    public static var none: CloudKitDatabase { CloudKitDatabase() }
  }

  public struct GroupContainer: Sendable {
    public static var automatic: GroupContainer { GroupContainer() }
    public static var none: GroupContainer { GroupContainer() }
  }

  let url: URL?

  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    url = nil
  }

  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.url = url
  }
}

public protocol SchemaMigrationPlan {}

public class ModelContainer {
  public let schema: Schema
  let store: Store
  /// A store that is not the framework's own, and what it calls each object.
  fileprivate(set) var dataStore: (any DataStore)?
  var identifiers: [String: PersistentIdentifier] = [:]

  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    schema = givenSchema
    store = try Store(at: configurations.first?.url)
  }

  public init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
    schema = givenSchema
    store = try Store(at: nil)
    func open<C: DataStoreConfiguration>(_ configuration: C) throws -> any DataStore {
      try C.Store(configuration, migrationPlan: nil)
    }
    dataStore = try configurations.first.map { try open($0) }
  }
}

public struct FetchDescriptor<T: PersistentModel> {
  public var predicate: Predicate<T>?
  public var sortBy: [SortDescriptor<T>]
  public var includePendingChanges = true

  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

public class ModelContext {
  public var autosaveEnabled = true
  public let container: ModelContainer
  let world: World
  private var models: [String: Weak] = [:]

  /// An object as long as somebody else keeps it, as a context has them.
  private struct Weak {
    weak var model: (any PersistentModel)?
  }

  public init(_ container: ModelContainer) {
    self.container = container
    world = World(.swiftData, container.schema.declared, in: container.store)
  }

  /// The object of a name: always the same one.
  func model<Model: PersistentModel>(
    _ name: String, as type: Model.Type, via: (String, String)? = nil
  ) -> Model {
    if let known = models[name]?.model as? Model { return known }
    let model = Model(
      backingData: Row<Model>(name, in: self, via: world.isAlive(name) ? nil : via))
    models[name] = Weak(model: model)
    return model
  }

  /// The name of an object that is in the context, or is from now on.
  func entered(_ model: any PersistentModel) -> String {
    func enter<Model: PersistentModel>(_ model: Model) -> String {
      model.row.enter(self)
      models[model.row.name] = Weak(model: model)
      return model.row.name
    }
    return enter(model)
  }

  public func insert<T>(_ model: T) where T: PersistentModel { _ = entered(model) }
  public func delete<T>(_ model: T) where T: PersistentModel { world.delete(model.row.name) }

  public func delete<T>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws where T: PersistentModel {
    var names: [String]?
    if let predicate {
      names = try world.alive("\(T.self)").filter {
        try predicate.evaluate(self.model($0, as: T.self))
      }
    }
    try raise(world.batchDelete("\(T.self)", names, includingSubentities: includeSubclasses))
    // It goes past what such a store takes, which from then on is out of date.
    container.dataStore = nil
  }

  public func fetch<T>(_ descriptor: FetchDescriptor<T>) throws -> [T] where T: PersistentModel {
    try container.dataStore?.check(FetchDescriptor<T>(), against: self)
    var found = world.alive("\(T.self)").map { model($0, as: T.self) }
    if let predicate = descriptor.predicate { found = try found.filter(predicate.evaluate) }
    return descriptor.sortBy.isEmpty ? found : found.sorted(using: descriptor.sortBy)
  }

  public func save() throws {
    let before = world.saved
    try raise(world.save())
    try container.dataStore?.take(world.saved, instead: before, in: self)
  }
  public func rollback() { world.rollback() }
  public func processPendingChanges() { world.processPendingChanges() }

  private func raise(_ refusals: [World.Refusal]) throws {
    let errors = refusals.map { refusal in
      NSError(
        domain: NSCocoaErrorDomain, code: refusal.code,
        userInfo: refusal.relationship.isEmpty
          ? [:] : ["NSValidationErrorKey": refusal.relationship])
    }
    if errors.count > 1 {
      throw NSError(
        domain: NSCocoaErrorDomain, code: 1560, userInfo: [NSDetailedErrorsKey: errors])
    }
    if let error = errors.first { throw error }
  }
}

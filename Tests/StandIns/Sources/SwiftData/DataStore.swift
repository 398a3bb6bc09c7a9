import Foundation
import StandIn

// SwiftData's stores of one's own, as far as the probe's needs them: the world stays in charge, and tells
// them what was saved.

public protocol DataStoreConfiguration<Store>: Hashable {
  associatedtype Store: DataStore where Self == Self.Store.Configuration

  var name: String { get }
  var schema: Schema? { get set }
}

public protocol DataStore<Configuration>: AnyObject {
  associatedtype Configuration: DataStoreConfiguration where Self == Self.Configuration.Store
  associatedtype Snapshot: DataStoreSnapshot

  var identifier: String { get }
  var schema: Schema { get }
  var configuration: Configuration { get }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
  where T: PersistentModel
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>
}

public protocol DataStoreSnapshot: Codable, Sendable {
  var persistentIdentifier: PersistentIdentifier { get }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

public struct DataStoreFetchRequest<T: PersistentModel> {
  public let descriptor: FetchDescriptor<T>
}

public struct DataStoreFetchResult<T: PersistentModel, S: DataStoreSnapshot> {
  public let fetchedSnapshots: [S]

  public init(
    descriptor: FetchDescriptor<T>, fetchedSnapshots: [S],
    relatedSnapshots: [PersistentIdentifier: S] = [:]
  ) {
    self.fetchedSnapshots = fetchedSnapshots
  }
}

public struct DataStoreSaveChangesRequest<S: DataStoreSnapshot> {
  public let inserted: [S]
  public let updated: [S]
  public let deleted: [S]
}

public struct DataStoreSaveChangesResult<S: DataStoreSnapshot> {
  let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]

  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: S] = [:]
  ) {
    self.remappedIdentifiers = remappedIdentifiers
  }
}

public enum DataStoreError: Error {
  case unsupportedFeature
  case preferInMemoryFilter
  case preferInMemorySort
  case invalidPredicate
}

/// What an object holds, in relationships only.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// What a to-one or a to-many holds, encoded as such.
  enum Held: Codable {
    case one(PersistentIdentifier?)
    case many([PersistentIdentifier])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let many = try? container.decode([PersistentIdentifier].self) {
        self = .many(many)
      } else {
        self = .one(try container.decode(PersistentIdentifier?.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .one(let one): try container.encode(one)
      case .many(let many): try container.encode(many)
      }
    }

    func mapped(_ change: (PersistentIdentifier) -> PersistentIdentifier) -> Held {
      switch self {
      case .one(let one): .one(one.map(change))
      case .many(let many): .many(many.map(change))
      }
    }
  }

  public let persistentIdentifier: PersistentIdentifier
  let values: [String: Held]

  init(_ persistentIdentifier: PersistentIdentifier, _ values: [String: Held]) {
    self.persistentIdentifier = persistentIdentifier
    self.values = values
  }

  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
  ) -> DefaultSnapshot {
    DefaultSnapshot(
      persistentIdentifier,
      values.mapValues { $0.mapped { remappedIdentifiers?[$0] ?? $0 } })
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    persistentIdentifier = try container.decode(
      PersistentIdentifier.self, forKey: Key("persistentIdentifier"))
    values = [:]
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(persistentIdentifier, forKey: Key("persistentIdentifier"))
    for (property, held) in values { try container.encode(held, forKey: Key(property)) }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}

extension DataStore {
  /// Tells of what was saved: what is new, what holds something else, and what is gone.
  func take(_ after: World.Saved, instead before: World.Saved, in context: ModelContext) throws {
    let container = context.container
    func identifier(_ name: String) -> PersistentIdentifier {
      container.identifiers[name] ?? PersistentIdentifier(name)
    }
    func snapshots(_ names: some Sequence<String>, _ saved: World.Saved) -> [Snapshot] {
      names.sorted().compactMap { name in
        let values = context.world.relationships(of: name).map { relationship in
          let held = saved.links[[name, relationship.name]] ?? []
          return (
            relationship.name,
            relationship.isToMany
              ? DefaultSnapshot.Held.many(held.map(identifier))
              : .one(held.first.map(identifier))
          )
        }
        return DefaultSnapshot(
          identifier(name), Dictionary(uniqueKeysWithValues: values)) as? Snapshot
      }
    }
    let changed = after.objects.intersection(before.objects).filter { name in
      context.world.relationships(of: name).contains {
        after.links[[name, $0.name]] != before.links[[name, $0.name]]
      }
    }
    let inserted = after.objects.subtracting(before.objects)
    let request = DataStoreSaveChangesRequest(
      inserted: snapshots(inserted, after), updated: snapshots(changed, after),
      deleted: snapshots(before.objects.subtracting(after.objects), before))
    let result = try save(request)
    for name in inserted {
      guard let lasting = result.remappedIdentifiers[PersistentIdentifier(name)] else {
        fatalError("the store did not remap \(name)")
      }
      container.identifiers[name] = lasting
    }
  }

  /// A store must find what it was asked to keep.
  func check<T>(_ descriptor: FetchDescriptor<T>, against context: ModelContext) throws {
    let found = try fetch(DataStoreFetchRequest(descriptor: descriptor)).fetchedSnapshots
    let expected = context.world.saved.objects.filter {
      context.world.entity(of: $0) == "\(T.self)"
    }
    if found.count != expected.count {
      fatalError("the store finds \(found.count) of \(T.self); expected \(expected.count)")
    }
  }
}

import Foundation
import Probe
import SwiftData

/// The requests that SwiftData made to a store, one for each save.
///
/// A child does one thing at a time.
final class StoreRequests: @unchecked Sendable {
  /// A request, by what identifies the objects.
  struct Request {
    var inserted: [PersistentIdentifier]
    var updated: [PersistentIdentifier]
    var deleted: [PersistentIdentifier]
    /// The snapshots that are to be stored, in JSON.
    var snapshots: [PersistentIdentifier: Data]
  }

  fileprivate(set) var all: [Request] = []
}

// Xcode 15 knows of no such stores.
#if compiler(>=6.0)
/// A store that keeps snapshots in memory, performs the requests it receives, and records them:
/// SwiftData's own handling of a delete, without Core Data.
@available(macOS 15, iOS 18, *)
final class RecordingStore: DataStore {
  struct Configuration: DataStoreConfiguration {
    typealias Store = RecordingStore

    let name = "Recording"
    var schema: Schema?
    let requests: StoreRequests

    static func == (one: Configuration, other: Configuration) -> Bool {
      one.requests === other.requests
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(requests)) }
  }

  typealias Snapshot = DefaultSnapshot

  let identifier = "recording"
  let schema: Schema
  let configuration: Configuration
  private var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
  private var madeCount = 0

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    guard let schema = configuration.schema else { throw Problem("a store without a schema") }
    self.schema = schema
    self.configuration = configuration
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    guard let entity = schema.entitiesByName[Schema.entityName(for: T.self)] else {
      throw Problem("a fetch of \(T.self), which the schema does not have")
    }
    let kinds = kinds(of: entity)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: snapshots.values.filter {
        kinds.contains($0.persistentIdentifier.entityName)
      },
      relatedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    note(request)
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let temporary = snapshot.persistentIdentifier
      madeCount += 1
      remapped[temporary] = try PersistentIdentifier.identifier(
        for: identifier, entityName: temporary.entityName, primaryKey: "\(madeCount)")
    }
    for snapshot in request.inserted + request.updated {
      let lasting = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      snapshots[lasting] = snapshot.copy(
        persistentIdentifier: lasting, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func note(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) {
    var texts: [PersistentIdentifier: Data] = [:]
    for snapshot in request.inserted + request.updated {
      texts[snapshot.persistentIdentifier] = try? JSONEncoder.lines.encode(snapshot)
    }
    configuration.requests.all.append(
      StoreRequests.Request(
        inserted: request.inserted.map(\.persistentIdentifier),
        updated: request.updated.map(\.persistentIdentifier),
        deleted: request.deleted.map(\.persistentIdentifier), snapshots: texts))
  }

  /// An entity's name, and those of the entities that inherit from it.
  private func kinds(of entity: Schema.Entity) -> Set<String> {
    entity.subentities.reduce(into: [entity.name]) { $0.formUnion(kinds(of: $1)) }
  }
}
#endif

extension StoreRequests.Request {
  /// The request by the names of a scenario.
  ///
  /// - Parameters:
  ///   - names: The name of each object, by what identifies it.
  ///   - relationships: The relationships of an object, by their names in Swift.
  /// - Returns: The objects of each kind, sorted.
  /// - Throws: A `Problem` where something is asked for that has no name.
  func named(
    _ names: [PersistentIdentifier: String], _ relationships: (String) -> [String: String]
  ) throws -> Sight.Asked {
    func named(_ identifiers: [PersistentIdentifier]) throws -> [String] {
      try identifiers.map { identifier in
        guard let name = names[identifier] else {
          throw Problem("the store is asked for what nobody made")
        }
        return name
      }.sorted()
    }
    var asked = Sight.Asked()
    asked.inserted = try named(inserted)
    asked.updated = try named(updated)
    asked.deleted = try named(deleted)
    // A snapshot holds identifiers as they encode themselves, if they do.
    let texts = Dictionary(
      names.compactMap { name in (try? name.key.line()).map { ($0, name.value) } },
      uniquingKeysWith: { first, _ in first })
    for (identifier, text) in snapshots {
      guard let object = names[identifier],
        let values = try? JSONSerialization.jsonObject(with: text) as? [String: Any]
      else { continue }
      for (property, relationship) in relationships(object) {
        guard let held = Self.objects(values[property], texts) else { continue }
        asked.holds.append(Sight.Held(object, relationship, held.sorted()))
      }
    }
    asked.holds.sort { ($0.object, $0.relationship) < ($1.object, $1.relationship) }
    return asked
  }

  /// The objects that a snapshot's value holds; nil where that cannot be told of it.
  private static func objects(_ value: Any?, _ names: [String: String]) -> [String]? {
    switch value {
    case nil: return nil
    case is NSNull: return []
    case let list as [Any]:
      let found = list.compactMap { objects($0, names)?.first }
      return found.count == list.count ? found : nil
    case let value?:
      let text = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
      return text.flatMap { names[String(decoding: $0, as: UTF8.self)] }.map { [$0] }
    }
  }
}

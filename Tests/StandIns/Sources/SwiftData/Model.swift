import Foundation
import Observation
import StandIn

// SwiftData's models, as the macro expands to them.

public protocol BackingData<Model> {
  associatedtype Model: PersistentModel

  func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: Decodable
  func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value where Value: PersistentModel
  func getValue<Value>(forKey: KeyPath<Model, Value?>) -> Value? where Value: PersistentModel
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement

  func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value) where Value: Encodable
  func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel
  func setValue<Value>(forKey: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel
  func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement
}

public protocol RelationshipCollection {
  associatedtype PersistentElement: PersistentModel
  init(standIn models: [PersistentElement])
  var standInModels: [PersistentElement] { get }
}

extension Array: RelationshipCollection where Element: PersistentModel {
  public init(standIn models: [Element]) { self = models }
  public var standInModels: [Element] { self }
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  public init(standIn models: [Wrapped.PersistentElement]) { self = Wrapped(standIn: models) }
  public var standInModels: [Wrapped.PersistentElement] { self?.standInModels ?? [] }
}

public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  init(backingData: any BackingData<Self>)
  var persistentBackingData: any BackingData<Self> { get set }
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
}

public struct PersistentIdentifier: Hashable, Codable, Sendable, Identifiable {
  let name: String
  /// What a store that is not the framework's own gave it.
  var key: String?
  public let entityName: String
  public var id: PersistentIdentifier { self }

  init(_ name: String) {
    self.name = name
    entityName = name.split(separator: "#").first.map(String.init) ?? ""
  }

  public static func identifier<T: Codable & Hashable & Comparable & Sendable>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    var made = PersistentIdentifier("\(entityName)#")
    made.key = "\(storeIdentifier) \(primaryKey)"
    return made
  }
}

extension PersistentModel {
  public static func == (one: Self, other: Self) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var id: PersistentIdentifier { persistentModelID }

  var row: Row<Self> {
    guard let row = persistentBackingData as? Row<Self> else { fatalError("no row of a stand-in") }
    return row
  }

  public static func createBackingData<P>() -> some BackingData<P> where P: PersistentModel {
    Row<P>()
  }

  public var modelContext: ModelContext? { row.context }
  public var persistentModelID: PersistentIdentifier {
    let name = row.context?.world.canonical(row.name) ?? row.name
    return row.context?.container.identifiers[name] ?? PersistentIdentifier(name)
  }
  public var isDeleted: Bool { row.context?.world.isDeleted(row.name) ?? false }

  public func getValue<Value>(forKey path: KeyPath<Self, Value>) -> Value where Value: Decodable {
    persistentBackingData.getValue(forKey: path)
  }
  public func getValue<Value>(forKey path: KeyPath<Self, Value>) -> Value
  where Value: PersistentModel {
    persistentBackingData.getValue(forKey: path)
  }
  public func getValue<Value>(forKey path: KeyPath<Self, Value?>) -> Value?
  where Value: PersistentModel {
    persistentBackingData.getValue(forKey: path)
  }
  public func getValue<Value, OtherModel>(forKey path: KeyPath<Self, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.getValue(forKey: path)
  }
  public func setValue<Value>(forKey path: KeyPath<Self, Value>, to newValue: Value)
  where Value: Encodable {
    persistentBackingData.setValue(forKey: path, to: newValue)
  }
  public func setValue<Value>(forKey path: KeyPath<Self, Value>, to newValue: Value)
  where Value: PersistentModel {
    persistentBackingData.setValue(forKey: path, to: newValue)
  }
  public func setValue<Value>(forKey path: KeyPath<Self, Value?>, to newValue: Value?)
  where Value: PersistentModel {
    persistentBackingData.setValue(forKey: path, to: newValue)
  }
  public func setValue<Value, OtherModel>(forKey path: KeyPath<Self, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    persistentBackingData.setValue(forKey: path, to: newValue)
  }
}

/// An object's values: its own until it is inserted, and from then on those of its context.
final class Row<Model: PersistentModel>: BackingData {
  private(set) weak var context: ModelContext?
  private(set) var name = ""
  private var values: [(name: String, value: World.Value)] = []
  private var links: [(name: String, models: [any PersistentModel])] = []
  /// Where it was come by, if it is not there any more.
  private var via: (object: String, relationship: String)?

  init() {}

  init(_ name: String, in context: ModelContext, via: (String, String)? = nil) {
    self.name = name
    self.context = context
    self.via = via.map { ($0.0, $0.1) }
  }

  /// Enters a context, and tells of what was set before.
  func enter(_ context: ModelContext) {
    if self.context != nil { return }
    self.context = context
    name = context.world.insert("\(Model.self)")
    for (property, value) in values { context.world.set(name, property, value) }
    for (property, models) in links where !models.isEmpty {
      context.world.set(name, property, models.map { context.entered($0) })
    }
  }

  // MARK: - Attributes

  func getValue<Value>(forKey path: KeyPath<Model, Value>) -> Value where Value: Decodable {
    let property = property(path)
    let value: World.Value
    if let world = context?.world {
      trapIfGone(property, world)
      value = world.value(name, property)
    } else {
      value = values.last { $0.name == property }?.value ?? .none
    }
    let found: Any? =
      switch value {
      case .none: nil
      case .bool(let bool): bool
      case .integer(let integer): integer
      case .number(let number): number
      case .string(let string): string
      }
    // Nil is a value of an optional attribute.
    guard let result = (found ?? Optional<Any>.none as Any) as? Value else {
      fatalError("\(Model.self).\(property) has no value")
    }
    return result
  }

  func setValue<Value>(forKey path: KeyPath<Model, Value>, to newValue: Value)
  where Value: Encodable {
    let value: World.Value =
      switch newValue {
      case let string as String: .string(string)
      case let bool as Bool: .bool(bool)
      case let integer as Int: .integer(integer)
      case let number as Double: .number(number)
      default: .none
      }
    let property = property(path)
    if let world = context?.world {
      world.set(name, property, value)
    } else {
      values.removeAll { $0.name == property }
      values.append((property, value))
    }
  }

  // MARK: - Relationships

  func getValue<Value>(forKey path: KeyPath<Model, Value>) -> Value where Value: PersistentModel {
    guard let found = models(property(path), Value.self).first else {
      fatalError("\(Model.self).\(property(path)) is empty")
    }
    return found
  }

  func getValue<Value>(forKey path: KeyPath<Model, Value?>) -> Value?
  where Value: PersistentModel {
    models(property(path), Value.self).first
  }

  func getValue<Value, OtherModel>(forKey path: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    Value(standIn: models(property(path), OtherModel.self))
  }

  func setValue<Value>(forKey path: KeyPath<Model, Value>, to newValue: Value)
  where Value: PersistentModel {
    set(property(path), [newValue])
  }

  func setValue<Value>(forKey path: KeyPath<Model, Value?>, to newValue: Value?)
  where Value: PersistentModel {
    set(property(path), newValue.map { [$0] } ?? [])
  }

  func setValue<Value, OtherModel>(forKey path: KeyPath<Model, Value>, to newValue: Value)
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    set(property(path), newValue.standInModels)
  }

  private func models<Other: PersistentModel>(
    _ property: String, _ type: Other.Type
  ) -> [Other] {
    guard let context else {
      return links.last { $0.name == property }?.models.compactMap { $0 as? Other } ?? []
    }
    if isEmptyWhenGone(property, context.world) { return [] }
    return context.world.references(name, property).map { other in
      context.model(other, as: type, via: (name, property))
    }
  }

  private func set(_ property: String, _ models: [any PersistentModel]) {
    if let context {
      context.world.set(name, property, models.map { context.entered($0) })
    } else {
      links.removeAll { $0.name == property }
      links.append((property, models))
    }
  }

  private func property(_ path: AnyKeyPath) -> String {
    Model.schemaMetadata.first { $0.keypath == path }?.name ?? "?"
  }

  // MARK: - What is gone

  private func trapIfGone(_ property: String, _ world: World) {
    if isTrap(property, world) {
      fatalError(
        "This model instance was invalidated because its backing data could no longer be found "
          + "the store. PersistentIdentifier(id: \(name))")
    }
  }

  private func isEmptyWhenGone(_ property: String, _ world: World) -> Bool {
    trapIfGone(property, world)
    return !world.isAlive(name) && reading(property, world) == .empty
  }

  private func isTrap(_ property: String, _ world: World) -> Bool {
    !world.isAlive(name) && reading(property, world) == .trap
  }

  private func reading(_ property: String, _ world: World) -> Reading {
    let found =
      via.map { world.reading($0.object, [$0.relationship, property]) }
      ?? world.reading(name, [property])
    return Reading(rawValue: found.rawValue) ?? .readable
  }

  private enum Reading: String { case trap, empty, readable }
}

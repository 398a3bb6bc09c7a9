import CoreData
import DeleteRules
import Foundation
import StandIn

// SwiftData's schema, as far as the probe asks for it.

final public class Schema: Sendable {
  let types: [any PersistentModel.Type]
  public let entitiesByName: [String: Entity]

  public init(
    _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
  ) {
    self.types = types
    entitiesByName = Dictionary(uniqueKeysWithValues: types.map { ("\($0)", Entity("\($0)")) })
  }

  public static func entityName<T: PersistentModel>(for type: T.Type) -> String { "\(type)" }

  final public class Entity: Hashable, Sendable {
    public let name: String
    /// There is no inheritance here.
    public let subentities: Set<Entity> = []

    init(_ name: String) { self.name = name }

    public static func == (one: Entity, other: Entity) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  public struct Version: Sendable {
    public init(_ major: Int, _ minor: Int, _ patch: Int) {}
  }

  public struct PropertyMetadata {
    let name: String
    let keypath: AnyKeyPath
    let metadata: (any SchemaProperty)?

    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.metadata = metadata
    }
  }

  public struct Attribute: SchemaProperty {
    public struct Option: Sendable {
      public static var unique: Option { Option() }
    }

    let isUnique: Bool

    public init(_ options: Option...) { isUnique = !options.isEmpty }
  }

  public struct Relationship: SchemaProperty {
    public enum DeleteRule: String, Codable, Sendable {
      case noAction
      case nullify
      case cascade
      case deny
    }

    let deleteRule: DeleteRule
    let minimum: Int
    let maximum: Int
    /// Nil inside where 'inverse: nil' is written.
    let inverse: AnyKeyPath??

    public init(
      deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0
    ) {
      self.deleteRule = deleteRule
      minimum = minimumModelCount ?? 0
      maximum = maximumModelCount ?? 0
      inverse = nil
    }

    public init(
      deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
      inverse: AnyKeyPath?
    ) {
      self.deleteRule = deleteRule
      minimum = minimumModelCount ?? 0
      maximum = maximumModelCount ?? 0
      self.inverse = .some(inverse)
    }
  }
}

public protocol SchemaProperty {}

extension Schema {
  /// The classes as the engine takes them.
  var declared: [DeleteRules.Entity] { types.map { DeleteRules.Entity(of: $0) } }
}

extension DeleteRules.Entity {
  fileprivate init(of type: any PersistentModel.Type) {
    self.init("\(type)")
    for property in type.schemaMetadata {
      let value = ValueKind(Swift.type(of: property.keypath).valueType)
      guard let destination = value.destination else {
        let unique = (property.metadata as? Schema.Attribute)?.isUnique == true
        attributes.append(Attribute(property.name, isOptional: true, isUnique: unique))
        continue
      }
      let stated = property.metadata as? Schema.Relationship
      let rule = DeleteRule(rawValue: stated?.deleteRule.rawValue ?? "nullify") ?? .nullify
      let inverse: Relationship.Inverse =
        switch stated?.inverse {
        case nil: .unstated
        case .some(nil): .oneWay
        case .some(let path?): .named(path.propertyName ?? "")
        }
      relationships.append(
        value.isToMany
          ? .toMany(
            property.name, destination, isOptional: value.isOptional,
            minCount: stated?.minimum ?? 0, maxCount: stated?.maximum ?? 0, deleteRule: rule,
            inverse: inverse)
          : .toOne(
            property.name, destination, isOptional: value.isOptional, deleteRule: rule,
            inverse: inverse))
    }
  }
}

extension AnyKeyPath {
  /// The name of the property that it leads to.
  var propertyName: String? {
    guard let root = Swift.type(of: self).rootType as? any PersistentModel.Type else { return nil }
    return root.schemaMetadata.first { $0.keypath == self }?.name
  }
}

/// What the type of a property says of a relationship.
struct ValueKind {
  private(set) var destination: String?
  private(set) var isToMany = false
  private(set) var isOptional = false

  init(_ type: any Any.Type) {
    var type = type
    if let optional = type as? any AnyOptional.Type {
      isOptional = true
      type = optional.wrapped
    }
    if let many = type as? any AnyModels.Type {
      isToMany = true
      type = many.element
    }
    if let model = type as? any PersistentModel.Type { destination = "\(model)" }
  }
}

protocol AnyOptional { static var wrapped: any Any.Type { get } }
extension Optional: AnyOptional { static var wrapped: any Any.Type { Wrapped.self } }
protocol AnyModels { static var element: any Any.Type { get } }
extension Array: AnyModels where Element: PersistentModel {
  static var element: any Any.Type { Element.self }
}

extension NSManagedObjectModel {
  /// What SwiftData makes of classes: the inverses as the engine resolves them.
  public static func makeManagedObjectModel(
    for entityTypes: [any PersistentModel.Type], mergedWith: NSManagedObjectModel? = nil
  ) -> NSManagedObjectModel? {
    let entities = SwiftData.Schema(entityTypes).declared
    guard let schema = try? DeleteRules.Schema(.named(.swiftData), entities: entities)
    else { return nil }
    let model = NSManagedObjectModel()
    model.entities = entities.map { entity in
      let made = NSEntityDescription()
      made.name = entity.name
      return made
    }
    var made: [RelationshipID: NSRelationshipDescription] = [:]
    for id in schema.relationships {
      let declared = schema.declaration(of: id)
      let relationship = NSRelationshipDescription()
      relationship.name = declared.name
      relationship.isOptional = declared.isOptional
      relationship.minCount = declared.minCount
      relationship.maxCount = declared.isToMany ? declared.maxCount : 1
      relationship.deleteRule =
        switch declared.deleteRule {
        case .cascade: .cascadeDeleteRule
        case .nullify: .nullifyDeleteRule
        case .deny: .denyDeleteRule
        case .noAction: .noActionDeleteRule
        }
      relationship.destinationEntity = model.entities.first { $0.name == declared.destination }
      let source = schema.declaration(of: schema.source(of: id)).name
      model.entities.first { $0.name == source }?.properties.append(relationship)
      made[id] = relationship
    }
    for (id, relationship) in made {
      relationship.inverseRelationship = schema.inverse(of: id).flatMap { made[$0.relationship] }
    }
    return model
  }
}

import DeleteRules
import Foundation
import StandIn

// Core Data's model, as far as the probe asks for it.

open class NSPropertyDescription: NSObject {
  open var name = ""
  open var isOptional = true
}

public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer64AttributeType = 300
  case doubleAttributeType = 500
  case stringAttributeType = 700
  case booleanAttributeType = 800
}

open class NSAttributeDescription: NSPropertyDescription {
  open var attributeType = NSAttributeType.undefinedAttributeType
}

public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

open class NSRelationshipDescription: NSPropertyDescription {
  open weak var destinationEntity: NSEntityDescription?
  open weak var inverseRelationship: NSRelationshipDescription?
  open var maxCount = 0
  open var minCount = 0
  open var deleteRule = NSDeleteRule.nullifyDeleteRule
  open var isOrdered = false
  open var isToMany: Bool { maxCount != 1 }
}

open class NSEntityDescription: NSObject {
  open var name: String?
  open var managedObjectClassName: String! = "NSManagedObject"
  open var isAbstract = false
  open var properties: [NSPropertyDescription] = []
  open var subentities: [NSEntityDescription] = [] {
    didSet { for entity in subentities { entity.superentity = self } }
  }
  open private(set) weak var superentity: NSEntityDescription?

  open var relationshipsByName: [String: NSRelationshipDescription] {
    byName(NSRelationshipDescription.self)
  }
  open var attributesByName: [String: NSAttributeDescription] {
    byName(NSAttributeDescription.self)
  }

  private func byName<Property: NSPropertyDescription>(_ type: Property.Type) -> [String: Property]
  {
    var found = superentity?.byName(type) ?? [:]
    for property in properties { if let one = property as? Property { found[one.name] = one } }
    return found
  }

  open class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    context.make(context.world.insert(entityName))
  }
}

open class NSManagedObjectModel: NSObject {
  open var entities: [NSEntityDescription] = []

  /// The model as the engine takes it.
  var declared: [Entity] {
    entities.map { entity in
      Entity(
        entity.name ?? "", parent: entity.superentity?.name, isAbstract: entity.isAbstract,
        relationships: entity.properties.compactMap { property in
          guard let one = property as? NSRelationshipDescription else { return nil }
          let rule: DeleteRule =
            switch one.deleteRule {
            case .cascadeDeleteRule: .cascade
            case .denyDeleteRule: .deny
            case .noActionDeleteRule: .noAction
            case .nullifyDeleteRule: .nullify
            }
          let inverse = one.inverseRelationship.map { Relationship.Inverse.named($0.name) }
          let destination = one.destinationEntity?.name ?? ""
          return one.isToMany
            ? .toMany(
              one.name, destination, isOptional: one.isOptional, isOrdered: one.isOrdered,
              minCount: one.minCount, maxCount: one.maxCount, deleteRule: rule,
              inverse: inverse ?? .unstated)
            : .toOne(
              one.name, destination, isOptional: one.isOptional, deleteRule: rule,
              inverse: inverse ?? .unstated)
        },
        attributes: entity.properties.compactMap { property in
          guard let one = property as? NSAttributeDescription else { return nil }
          return Attribute(one.name, isOptional: one.isOptional)
        })
    }
  }
}

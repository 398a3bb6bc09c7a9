import CoreData
import Foundation
import Probe

/// An object of a scenario: it tells its stage when it is about to be deleted.
final class ProbeObject: NSManagedObject {
  override func prepareForDeletion() {
    super.prepareForDeletion()
    (managedObjectContext?.userInfo[CoreDataStage.key] as? CoreDataStage)?.prepare(self)
  }
}

/// A scenario's entities as a model in code.
struct CoreDataModel {
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The model.
  ///
  /// - Throws: A `Skip` where a name is one that Core Data raises an exception for.
  func make() throws -> NSManagedObjectModel {
    try checkNames()
    var entities: [String: NSEntityDescription] = [:]
    for entity in scenario.entities {
      let made = NSEntityDescription()
      made.name = entity.name
      made.managedObjectClassName = NSStringFromClass(ProbeObject.self)
      made.isAbstract = entity.abstract == true
      entities[entity.name] = made
    }
    var relationships: [[String]: NSRelationshipDescription] = [:]
    for entity in scenario.entities {
      var properties: [NSPropertyDescription] = (entity.attributes ?? []).map(attribute)
      if entity.parent == nil { properties.append(string(identifyingAttribute)) }
      for declared in entity.relationships ?? [] {
        let made = relationship(declared, to: entities[declared.destination])
        relationships[[entity.name, declared.name]] = made
        properties.append(made)
      }
      entities[entity.name]?.properties = properties
    }
    for entity in scenario.entities {
      for declared in entity.relationships ?? [] {
        guard let name = declared.inverseName,
          let one = relationships[[entity.name, declared.name]],
          let other = inherited(name, of: declared.destination, in: relationships)
        else { continue }
        one.inverseRelationship = other
        other.inverseRelationship = one
      }
      let children = scenario.entities.filter { $0.parent == entity.name }
      if !children.isEmpty {
        entities[entity.name]?.subentities = children.compactMap { entities[$0.name] }
      }
    }
    let model = NSManagedObjectModel()
    model.entities = scenario.entities.compactMap { entities[$0.name] }
    return model
  }

  /// A relationship of an entity or of what it inherits from.
  private func inherited(
    _ name: String, of entity: String, in relationships: [[String]: NSRelationshipDescription]
  ) -> NSRelationshipDescription? {
    if let found = relationships[[entity, name]] { return found }
    return scenario.entity(entity)?.parent.flatMap { inherited(name, of: $0, in: relationships) }
  }

  private func relationship(
    _ declared: Scenario.Relationship, to destination: NSEntityDescription?
  ) -> NSRelationshipDescription {
    let made = NSRelationshipDescription()
    made.name = declared.name
    made.destinationEntity = destination
    made.isOptional = declared.optional != false
    made.minCount = declared.minCount ?? 0
    made.maxCount = declared.maxCount ?? (declared.toMany == true ? 0 : 1)
    made.isOrdered = declared.ordered == true
    made.deleteRule =
      switch declared.deleteRule {
      case "cascade": .cascadeDeleteRule
      case "deny": .denyDeleteRule
      case "noAction": .noActionDeleteRule
      default: .nullifyDeleteRule
      }
    return made
  }

  private func attribute(_ declared: Scenario.Attribute) -> NSAttributeDescription {
    let made = NSAttributeDescription()
    made.name = declared.name
    made.isOptional = declared.optional != false
    made.attributeType =
      switch scenario.firstValue(of: declared.name) {
      case .bool: .booleanAttributeType
      case .integer: .integer64AttributeType
      case .number: .doubleAttributeType
      default: .stringAttributeType
      }
    return made
  }

  private func string(_ name: String) -> NSAttributeDescription {
    let made = NSAttributeDescription()
    made.name = name
    made.attributeType = .stringAttributeType
    made.isOptional = true
    return made
  }

  /// Core Data raises for a property that is called like a method of every object.
  private func checkNames() throws {
    let reserved: Set = [
      "autorelease", "class", "copy", "dealloc", "debugDescription", "deletedObjects",
      "description",
      "entity", "finalize", "hash", "hasChanges", "init", "insertedObjects", "isDeleted", "isFault",
      "isInserted", "isProxy", "isUpdated", "managedObjectContext", "new", "objectID", "release",
      "retain", "retainCount", "self", "superclass", "updatedObjects", "version", "zone",
      identifyingAttribute,
    ]
    for entity in scenario.entities {
      let properties =
        (entity.attributes ?? []).map(\.name) + (entity.relationships ?? []).map(\.name)
      let names = [entity.name] + properties
      if let name = names.first(where: { !$0.isPlain }) {
        throw Skip("the name '\(name)', which Core Data does not take")
      }
      if let name = properties.first(where: reserved.contains) {
        throw Skip("a property that is called '\(name)', which Core Data does not take")
      }
      if entity.attributes?.contains(where: { $0.unique == true }) == true {
        throw Skip("unique attributes")
      }
    }
  }
}

extension String {
  /// Whether it is a letter, and then letters, digits and underscores.
  fileprivate var isPlain: Bool {
    guard let first = unicodeScalars.first else { return false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }
    return isLetter(first)
      && unicodeScalars.allSatisfy { isLetter($0) || "0"..."9" ~= $0 || $0 == "_" }
  }
}

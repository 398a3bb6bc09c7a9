import ObjectGraph
import SourceText

/// A data model that was read from files: what they state, and the schema that follows from it.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// model.schema.entity("Task")
/// model.findings.map(\.description)  // App.xcdatamodeld/…/contents:12:9: error: …
/// ```
public struct Model: Sendable {
  /// The last part of the path that was read.
  public let name: String
  /// What the version is called, where the files hold several.
  public let version: String?
  /// Whether it is the version that an app uses.
  public let isCurrent: Bool
  /// The framework that the model is written for.
  public let framework: Framework.Name
  /// What the files state, in their order.
  public let entities: [ModelEntity]
  /// What is not as it should be, in the order of the places.
  public let findings: [ModelFinding]
  /// The places of the relationships that fit in the schema.
  private let fitting: Set<Location>
  /// Where each relationship of the schema is written.
  private let locations: [RelationshipID: Location]
  /// The entities and relationships that fit together.
  ///
  /// What a finding calls impossible is left out or taken as the finding says. Attributes are all
  /// optional here: whether they have values is no concern of a delete.
  public let schema: Schema

  init(
    _ stated: StatedModel, named name: String, framework: Framework.Name
  ) throws(ModelError) {
    var resolving = ModelResolving(stated, framework: framework)
    schema = try resolving.schema()
    fitting = Set(resolving.entities.flatMap(\.relationships).map(\.location))
    locations = Self.locations(of: stated.entities, fitting, in: schema)
    self.name = name
    self.framework = framework
    version = stated.version
    isCurrent = stated.isCurrent
    entities = stated.entities
    findings = resolving.findings.sorted {
      ($0.location, $0.rule.rawValue, $0.message)
        < ($1.location, $1.rule.rawValue, $1.message)
    }
  }

  /// Finds a relationship that the files state in the schema.
  ///
  /// - Parameters:
  ///   - relationship: One of the relationships of `entity`.
  ///   - entity: One of the model's entities.
  /// - Returns: The relationship, or nil for one that is left out, as a finding says.
  public func id(
    of relationship: ModelRelationship, in entity: ModelEntity
  ) -> RelationshipID? {
    guard fitting.contains(relationship.location), let owner = schema.entity(entity.name) else {
      return nil
    }
    return schema.relationship(relationship.name, of: owner)
  }

  /// Where a relationship is written.
  ///
  /// - Parameter relationship: A relationship of this model's schema.
  /// - Returns: The place; nil only for a relationship of another schema.
  public func location(of relationship: RelationshipID) -> Location? { locations[relationship] }

  private static func locations(
    of entities: [ModelEntity], _ fitting: Set<Location>, in schema: Schema
  ) -> [RelationshipID: Location] {
    var locations: [RelationshipID: Location] = [:]
    for entity in entities {
      guard let owner = schema.entity(entity.name) else { continue }
      for stated in entity.relationships where fitting.contains(stated.location) {
        guard let id = schema.relationship(stated.name, of: owner) else { continue }
        if locations[id] == nil { locations[id] = stated.location }
      }
    }
    return locations
  }
}

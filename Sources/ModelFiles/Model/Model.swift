import CompiledOnce
import ObjectGraph
import SourceText

/// A data model that was read from files: what they state, and the schema that follows from it.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// let list = model.schema.entity("List")
/// let findings = model.findings.map(\.description)
/// // App.xcdatamodeld/…/contents:12:9: error: …
/// ```
public struct Model: Sendable {
  /// The place of the model in its project, which identifies it regardless of the working
  /// directory.
  ///
  /// It is the path from the top of the git repository, or from the folder with the configuration,
  /// to the bundle. For SwiftData, it is the path to the Swift file or folder that contains all
  /// its classes. It is `.` for the top.
  public let place: String
  /// The name of the version, if the files contain several.
  public let version: String?
  /// Whether it is the version that an app uses.
  public let isCurrent: Bool
  /// The framework that the model is written for.
  public let framework: Framework.Name
  /// The actions of entities' classes before a delete, by entity name, if the Swift files next to
  /// a Core Data bundle define any.
  package private(set) var deleteHooks: [String: DeleteHook] = [:]
  /// The Swift and Objective-C files of the targets that compile it, as paths; nil where no project says it,
  /// or no other model has a class of the same name.
  package var codeFiles: Set<String>?
  /// Whether a store of it may be in memory, as far as the code says.
  package var mayBeInMemory = true
  /// The entities as the files state them, in their order.
  public private(set) var entities: [ModelEntity]
  /// The entities that it has on later releases only than those in question.
  package private(set) var laterEntities: [ModelEntity] = []
  /// The problems in the model, in the order of their locations.
  public private(set) var findings: [ModelFinding]
  /// The comments that ask for findings to be left out.
  package let ignoreComments: [IgnoreComment]
  /// The statement of each relationship of the schema.
  private let statements: [RelationshipID: ModelRelationship]
  /// The files in which something of the model stands.
  package let sources: [SourceFile]
  /// The entities and relationships that fit together.
  ///
  /// What a finding calls impossible is left out or taken as the finding says. Attributes are all
  /// optional here: whether they have values is no concern of a delete.
  public let schema: Schema

  init(
    _ stated: StatedModel, at place: String, framework: Framework.Name
  ) throws(ModelError) {
    var resolving = ModelResolving(stated, framework: framework)
    schema = try resolving.schema()
    (entities, statements) = schema.identified(stated.entities)
    self.place = place
    self.framework = framework
    version = stated.version
    isCurrent = stated.isCurrent
    let ambiguous = try AmbiguousInverses(
      in: schema, of: resolving.entities, at: statements.mapValues(\.location)
    ).findings
    findings = (resolving.findings + ambiguous).sorted {
      ($0.location, $0.rule.rawValue, $0.message)
        < ($1.location, $1.rule.rawValue, $1.message)
    }
    ignoreComments = stated.ignoreComments
    let files = Set(
      entities.map(\.location.file) + findings.map(\.location.file)
        + ignoreComments.map(\.location.file))
    sources = stated.sources.filter { files.contains($0.path) }
  }

  /// Adds findings about what is around it.
  mutating func add(_ others: [ModelFinding]) {
    findings = (findings + others).sorted { $0.location < $1.location }
  }

  /// States the oldest systems of classes that have none of their own: those of their package or project.
  package mutating func state(systems: (ModelEntity) -> [String]) {
    for index in entities.indices where entities[index].systems.isEmpty {
      entities[index].systems = systems(entities[index])
    }
  }

  /// The same model without some entities and their subentities, as on a system that lacks their classes.
  package func keeping(
    where exists: (ModelEntity) -> Bool
  ) throws(ModelError) -> Model {
    var absent = Set(entities.filter { !exists($0) }.map(\.name))
    if absent.isEmpty { return self }
    while let heir = entities.first(where: { entity in
      !absent.contains(entity.name) && entity.parent.map(absent.contains) == true
    }) {
      absent.insert(heir.name)
    }
    var stated = StatedModel(version: version, isCurrent: isCurrent)
    stated.entities = entities.filter { !absent.contains($0.name) }
    stated.findings = findings.filter { finding in
      finding.entity.map { !absent.contains($0) } ?? true
    }
    stated.ignoreComments = ignoreComments
    stated.sources = sources
    var model = try Model(stated, at: place, framework: framework)
    model.deleteHooks = deleteHooks
    model.codeFiles = codeFiles
    model.mayBeInMemory = mayBeInMemory
    model.laterEntities = entities.filter { !exists($0) }
    return model
  }

  /// The last part of its place; of the top, the framework.
  public var name: String {
    let framework = framework == .swiftData ? "SwiftData" : "Core Data"
    return place == "." ? framework : place.split(separator: "/").last.map(String.init) ?? place
  }

  /// The names of the classes that no schema, container or relationship reaches, so that no store has their
  /// objects.
  package var storelessEntities: Set<String> {
    Set(findings.filter { $0.rule == .unlistedModel }.compactMap(\.entity))
  }

  /// The findings about parts of the files that the schema lacks; predictions for deletes ignore
  /// these parts.
  package var leftOut: [ModelFinding] { findings.filter(\.leavesOut) }

  /// Takes what the classes of its entities do before a delete.
  ///
  /// Of several entities with one name, the first counts, as in the schema; of one class, what comes first.
  mutating func take(_ hooks: [DeleteHook]) {
    let hooksOfClasses = Dictionary(
      hooks.map { ($0.className, $0) }, uniquingKeysWith: { first, _ in first })
    deleteHooks = Dictionary(
      entities.map { ($0.name, hooksOfClasses[$0.objectClass]) },
      uniquingKeysWith: { first, _ in first }
    ).compactMapValues(\.self)
  }

  /// Returns the location of a relationship.
  ///
  /// - Parameter relationship: A relationship of this model's schema.
  /// - Returns: The location; nil only for a relationship of another schema.
  public func location(of relationship: RelationshipID) -> Location? {
    statement(of: relationship)?.location
  }

  /// Returns the statement of a relationship.
  ///
  /// - Parameter relationship: A relationship of this model's schema.
  /// - Returns: The statement; nil only for a relationship of another schema.
  package func statement(of relationship: RelationshipID) -> ModelRelationship? {
    statements[relationship]
  }
}

extension Schema {
  /// Finds what is stated in a schema that follows from it.
  ///
  /// Of several statements with one name, the first is what the schema has.
  ///
  /// - Parameter stated: The entities as the files state them.
  /// - Returns: The entities, whose relationships know what they are; and what states each.
  fileprivate func identified(
    _ stated: [ModelEntity]
  ) -> (entities: [ModelEntity], statements: [RelationshipID: ModelRelationship]) {
    var entities = stated
    var statements: [RelationshipID: ModelRelationship] = [:]
    for (index, entity) in stated.enumerated() {
      let owner = self.entity(entity.name)
      for (place, relationship) in entity.relationships.enumerated() {
        // It may be another schema's, if entities are left out of a model.
        entities[index].relationships[place].id = nil
        guard let owner, let id = self.relationship(relationship.name, of: owner),
          source(of: id) == owner, statements[id] == nil
        else { continue }
        entities[index].relationships[place].id = id
        statements[id] = entities[index].relationships[place]
      }
    }
    return (entities, statements)
  }
}

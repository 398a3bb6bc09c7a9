import ObjectGraph
import SourceText

/// An entity as a file states it, and where.
public struct ModelEntity: Hashable, Sendable {
  /// The name, unique within the model.
  public var name: String
  /// The name of the parent entity, if any.
  public var parent: String?
  /// Whether objects can only be of its subentities.
  public var isAbstract: Bool
  /// Its own relationships, in the order of the file.
  public var relationships: [ModelRelationship]
  /// Its own attributes, in the order of the file.
  public var attributes: [ModelAttribute]
  /// Which attributes must be unique, alone or together, where that is not stated of an attribute.
  public var uniquenessConstraints: [UniquenessConstraint] = []
  /// The class of its objects, without its module, where Core Data's file names one.
  public var className: String?
  /// What it was called in an earlier version, where that is stated.
  public var renamingIdentifier: String?
  /// Where it is stated.
  public var location: Location

  /// The class of its objects, named or not.
  var objectClass: String { className ?? name }

  package init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false,
    relationships: [ModelRelationship] = [], attributes: [ModelAttribute] = [],
    className: String? = nil, renamingIdentifier: String? = nil, at location: Location
  ) {
    self.className = className
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.relationships = relationships
    self.attributes = attributes
    self.renamingIdentifier = renamingIdentifier
    self.location = location
  }
}

/// A relationship as a file states it, and where.
public struct ModelRelationship: Hashable, Sendable {
  /// What is stated, with the rule of the framework where none is.
  public var declaration: Relationship
  /// The rule that is stated; nil where none is.
  public var statedRule: DeleteRule?
  /// What it was called in an earlier version, where that is stated.
  public var renamingIdentifier: String?
  /// Where it is stated.
  public var location: Location
  /// Where its inverse would be named; nil where it is, or where that place is not certain.
  package var inverseGap: Gap?
  /// What it is in the model's schema; nil for one that is left out, as a finding says.
  public internal(set) var id: RelationshipID?

  /// The name, unique within the entity and its ancestors.
  public var name: String { declaration.name }
}

/// A place in which a file does not say something.
package struct Gap: Hashable, Sendable {
  let place: Replacement.Place
  /// What is written in front of what is missing.
  let prefix: String
  /// What is written behind it.
  let suffix: String

  /// What says it.
  package func filled(with text: String) -> Replacement {
    Replacement(inserting: prefix + text + suffix, at: place)
  }
}

extension ModelRelationship {
  /// The relationship as it would be if it stood somewhere else.
  func moved(to location: Location) -> ModelRelationship {
    var moved = self
    moved.location = location
    moved.inverseGap = nil
    return moved
  }
}

/// An attribute as a file states it, and where.
public struct ModelAttribute: Hashable, Sendable {
  /// What is stated.
  public var declaration: Attribute
  /// Where it is stated.
  public var location: Location

  /// The name, unique among the properties of the entity and its ancestors.
  public var name: String { declaration.name }
}

/// Attributes whose values no two objects may share, and where that is stated.
public struct UniquenessConstraint: Hashable, Sendable {
  /// The names, in the order in which they are written.
  public var attributes: [String]
  /// Where it is stated.
  public var location: Location
}

/// What the files of one model, in one version, state: not yet checked for what fits together.
struct StatedModel {
  /// What the version is called, where there are several.
  var version: String?
  /// Whether it is the version that an app uses.
  var isCurrent = true
  var entities: [ModelEntity] = []
  /// What could not be read with certainty.
  var findings: [ModelFinding] = []
  /// What comments in the files ask for.
  var ignoreComments: [IgnoreComment] = []
  /// The files, among them all in which something of this stands.
  var sources: [SourceFile] = []

  /// How many entities, properties and findings there are.
  var size: Int {
    entities.reduce(entities.count + findings.count) {
      $0 + $1.relationships.count + $1.attributes.count
    }
  }
}

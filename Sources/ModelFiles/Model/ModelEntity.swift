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
  package var attributes: [ModelAttribute]
  /// The attributes that must be unique, alone or together, if this isn't stated on an attribute.
  package var uniquenessConstraints: [UniquenessConstraint] = []
  /// The class of its objects, without its module, where Core Data's file names one.
  public var className: String?
  /// The name in an earlier version, if stated.
  public var renamingIdentifier: String?
  /// The oldest systems that have its class, as in `iOS 26`, where `@available` says so.
  package var systems: [String] = []
  /// The location of the statement.
  public var location: Location

  /// The class of its objects, named or not.
  var objectClass: String { className ?? name }
  /// Whether its model has configurations that are used with CloudKit, and it is in none of them.
  var isOutsideCloud = false

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
  /// The relationship as stated, with the framework's default rule if none is stated.
  public var declaration: Relationship
  /// The rule that is stated; nil where none is.
  public var statedRule: DeleteRule?
  /// The name in an earlier version, if stated.
  public var renamingIdentifier: String?
  /// The location of the statement.
  public var location: Location
  /// The place where its inverse would be named; nil if it is named already, or if the place is
  /// uncertain.
  package var inverseInsertionPoint: InsertionPoint?
  /// The relationship's id in the model's schema; nil if a finding reports that it is left out.
  public internal(set) var id: RelationshipID?

  /// The name, unique within the entity and its ancestors.
  public var name: String { declaration.name }
}

/// A place in which a file does not say something.
package struct InsertionPoint: Hashable, Sendable {
  let place: Replacement.Place
  /// The text to write before the missing part.
  let prefix: String
  /// The text to write after it.
  let suffix: String

  /// Returns a replacement that fills the gap with a text.
  package func filled(with text: String) -> Replacement {
    Replacement(inserting: prefix + text + suffix, at: place)
  }
}

extension ModelRelationship {
  /// The relationship as it would be if it stood somewhere else.
  func moved(to location: Location) -> ModelRelationship {
    var moved = self
    moved.location = location
    moved.inverseInsertionPoint = nil
    return moved
  }
}

/// An attribute as a file states it, and where.
package struct ModelAttribute: Hashable, Sendable {
  /// The attribute as stated.
  package var declaration: Attribute
  /// The location of the statement.
  package var location: Location

  /// The name, unique among the properties of the entity and its ancestors.
  package var name: String { declaration.name }
}

/// Attributes whose values no two objects may share, and where that is stated.
package struct UniquenessConstraint: Hashable, Sendable {
  /// The names, in the order in which they are written.
  package var attributes: [String]
  /// The location of the statement.
  package var location: Location
}

/// The statements in the files of one version of a model, before they are checked for consistency.
struct StatedModel {
  /// The name of the version, if there are several.
  var version: String?
  /// Whether it is the version that an app uses.
  var isCurrent = true
  /// The name of its store, if that is not the first in its files.
  var store: String?
  var entities: [ModelEntity] = []
  /// The findings about parts that could not be read with certainty.
  var findings: [ModelFinding] = []
  /// The comments in the files.
  var ignoreComments: [IgnoreComment] = []
  /// The files, among them all in which something of this stands.
  var sources: [SourceFile] = []

  /// The number of entities, properties and findings.
  var size: Int {
    entities.reduce(entities.count + findings.count) {
      $0 + $1.relationships.count + $1.attributes.count
    }
  }
}

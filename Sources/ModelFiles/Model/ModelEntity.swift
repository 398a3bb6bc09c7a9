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
  /// What it was called in an earlier version, where that is stated.
  public var renamingIdentifier: String?
  /// Where it is stated.
  public var location: Location

  package init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false,
    relationships: [ModelRelationship] = [], attributes: [ModelAttribute] = [],
    renamingIdentifier: String? = nil, at location: Location
  ) {
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
  /// The name, unique within the entity and its ancestors.
  public var name: String
  /// The name of the destination entity.
  public var destination: String
  /// Whether it holds any number of objects, or at most one.
  public var isToMany: Bool
  /// Whether it may be empty.
  public var isOptional: Bool
  /// Whether the order of a to-many is kept.
  public var isOrdered: Bool
  /// The least number of objects; 0 for no bound.
  public var minCount: Int
  /// The greatest number of objects; 0 for no bound, always 1 for a to-one.
  public var maxCount: Int
  /// The rule that is stated; nil where none is.
  public var deleteRule: DeleteRule?
  /// What is stated about the inverse.
  public var inverse: Relationship.Inverse
  /// What it was called in an earlier version, where that is stated.
  public var renamingIdentifier: String?
  /// Where it is stated.
  public var location: Location

  package init(
    _ name: String, destination: String, isToMany: Bool, isOptional: Bool = true,
    isOrdered: Bool = false, minCount: Int = 0, maxCount: Int = 0, deleteRule: DeleteRule? = nil,
    inverse: Relationship.Inverse = .unstated, renamingIdentifier: String? = nil,
    at location: Location
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOptional = isOptional
    self.isOrdered = isOrdered
    self.minCount = minCount
    self.maxCount = maxCount
    self.deleteRule = deleteRule
    self.inverse = inverse
    self.renamingIdentifier = renamingIdentifier
    self.location = location
  }
}

/// An attribute as a file states it, and where.
public struct ModelAttribute: Hashable, Sendable {
  /// The name, unique among the properties of the entity and its ancestors.
  public var name: String
  /// Whether an object may be saved without a value.
  public var isOptional: Bool
  /// Whether no two objects may have the same value.
  public var isUnique: Bool
  /// Where it is stated.
  public var location: Location

  package init(
    _ name: String, isOptional: Bool, isUnique: Bool = false, at location: Location
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isUnique = isUnique
    self.location = location
  }
}

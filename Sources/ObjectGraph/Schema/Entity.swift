/// An entity as a model declares it: a name, perhaps a parent, and its own relationships.
public struct Entity: Hashable, Sendable {
  /// The name, unique within the schema.
  public var name: String
  /// The name of the entity whose relationships, with their rules, this one inherits.
  public var parent: String?
  /// Whether objects can only be of its subentities.
  public var isAbstract: Bool
  /// Its own relationships, without the inherited ones.
  public var relationships: [Relationship]
  /// Its own attributes, without the inherited ones.
  public var attributes: [Attribute]

  /// Declares an entity.
  ///
  /// - Parameters:
  ///   - name: The name, unique within the schema.
  ///   - parent: The name of the parent entity, if any.
  ///   - isAbstract: Whether objects can only be of its subentities.
  ///   - relationships: Its own relationships, without the inherited ones.
  ///   - attributes: Its own attributes, without the inherited ones.
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false,
    relationships: [Relationship] = [], attributes: [Attribute] = []
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.relationships = relationships
    self.attributes = attributes
  }
}

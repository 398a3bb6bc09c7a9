import CompiledOnce

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

extension [Entity] {
  /// Far more than any model has, and little enough to keep: a schema lists for each entity its
  /// ancestors and all that it inherits.
  private static var mostAncestors: Int { 5_000_000 }
  private static var mostInherited: Int { 100_000 }

  /// Why the entities inherit too much from each other to make a schema of them; nil where they do
  /// not.
  ///
  /// This is looked at before there is a schema, because a file of a megabyte can state a chain of
  /// thirty thousand parents, or that many heirs of as many properties.
  package var excessiveInheritance: String? {
    let indices = Dictionary(
      zip(map(\.name), self.indices), uniquingKeysWith: { first, _ in first })
    let parents = map { entity in entity.parent.flatMap { indices[$0] } }
    var lastHeirs = Array<Int?>(repeating: nil, count: count)
    var (ancestors, inherited) = (0, 0)
    for heir in self.indices {
      lastHeirs[heir] = heir
      var next = parents[heir]
      // A circle is reported by the schema.
      while let ancestor = next, lastHeirs[ancestor] != heir {
        lastHeirs[ancestor] = heir
        ancestors += 1
        inherited += self[ancestor].relationships.count + self[ancestor].attributes.count
        next = parents[ancestor]
        if ancestors > Self.mostAncestors {
          return "the entities have more than \(Self.mostAncestors) ancestors in all; expected "
            + "fewer levels"
        }
        if inherited > Self.mostInherited {
          return "the entities inherit more than \(Self.mostInherited) properties in all; expected "
            + "fewer heirs"
        }
      }
    }
    return nil
  }
}

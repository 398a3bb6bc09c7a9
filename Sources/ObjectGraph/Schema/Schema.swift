import CompiledOnce

/// The number of an entity within its schema.
public struct EntityID: Hashable, Comparable, BitwiseCopyable, Sendable {
  let rawValue: UInt16

  package var index: Int { Int(rawValue) }

  /// Orders entities as the schema declares them.
  public static func < (one: EntityID, other: EntityID) -> Bool { one.rawValue < other.rawValue }
}

/// The number of a relationship within its schema; subentities inherit it unchanged.
public struct RelationshipID: Hashable, Comparable, Sendable {
  let rawValue: UInt16

  package var index: Int { Int(rawValue) }

  /// Orders relationships as the schema declares them.
  public static func < (one: RelationshipID, other: RelationshipID) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// The number of an attribute within its schema; subentities inherit it unchanged.
public struct AttributeID: Hashable, Comparable, Sendable {
  let rawValue: UInt16

  var index: Int { Int(rawValue) }

  /// Orders attributes as the schema declares them.
  public static func < (one: AttributeID, other: AttributeID) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// Entities and relationships that fit together, with every inverse resolved.
///
/// ```swift
/// let schema = try Schema(
///   .swiftData,
///   entities: [
///     Entity("List", relationships: [.toMany("items", "Item", deleteRule: .cascade)]),
///     Entity("Item", relationships: [.toOne("list", "List")]),
///   ])
/// let kinds = schema.relationships.map { schema.inverse(of: $0)?.kind }  // [.inferred, .inferred]
/// ```
///
/// Names are looked up and may be unknown; the numbers that a schema gives are its own. Asking about
/// a number that it never gave is a mistake in the program, as is an index beyond an array's end.
public struct Schema: Sendable {
  /// The origin of an inverse.
  public enum InverseKind: String, Hashable, Sendable {
    /// The inverse is declared in the schema.
    case declared
    /// The framework inferred it.
    case inferred
  }

  struct ResolvedEntity: Sendable {
    let declaration: Entity
    /// The entity itself, then its parent, and so on up to the root.
    let lineage: [EntityID]
    /// Inherited relationships first, each in the order of its declaration.
    let relationships: [RelationshipID]
    let relationshipsByName: [String: RelationshipID]
    /// Inherited attributes first, each in the order of its declaration.
    let attributes: [AttributeID]
    let attributesByName: [String: AttributeID]

    var root: EntityID { lineage[lineage.count - 1] }
  }

  struct ResolvedAttribute: Sendable {
    let declaration: Attribute
    let source: EntityID
  }

  struct ResolvedRelationship: Sendable {
    let declaration: Relationship
    let source: EntityID
    let destination: EntityID
    var inverse: RelationshipID?
    var inverseKind: InverseKind?
  }

  /// All that was resolved, in one place, so that every graph and copy shares it.
  private final class Resolved: Sendable {
    let framework: Framework
    let entities: [ResolvedEntity]
    let relationships: [ResolvedRelationship]
    let attributes: [ResolvedAttribute]
    let entitiesByName: [String: EntityID]
    /// The entities of which an object can be where one of some entity is asked for.
    let kinds: [[EntityID]]

    init(_ framework: Framework, as other: Resolved) {
      self.framework = framework
      entities = other.entities
      relationships = other.relationships
      attributes = other.attributes
      entitiesByName = other.entitiesByName
      kinds = other.kinds
    }

    init(_ building: SchemaBuilding) {
      framework = building.framework
      entities = building.resolvedEntities
      relationships = building.resolvedRelationships
      attributes = building.resolvedAttributes
      entitiesByName = building.entitiesByName
      var kinds: [[EntityID]] = Array(repeating: [], count: entities.count)
      for (index, entity) in entities.enumerated() where !entity.declaration.isAbstract {
        for ancestor in entity.lineage {
          kinds[ancestor.index].append(EntityID(rawValue: UInt16(index)))
        }
      }
      self.kinds = kinds
    }
  }

  private let resolved: Resolved
  let layout: GraphLayout

  /// Resolves declared entities, or says everything that makes them impossible.
  ///
  /// - Parameters:
  ///   - framework: The framework that decides where an inverse is declared or inferred.
  ///   - entities: The declared entities; a parent may come after its subentities.
  /// - Throws: A ``SchemaError`` with every problem, in the order of the declarations.
  public init(_ framework: Framework, entities: [Entity]) throws(SchemaError) {
    var building = SchemaBuilding(framework: framework, entities: entities)
    building.resolve()
    guard building.problems.isEmpty else { throw SchemaError(problems: building.problems) }
    resolved = Resolved(building)
    layout = GraphLayout(
      building.resolvedEntities, building.resolvedRelationships, building.resolvedAttributes)
  }
}

extension Schema {
  /// The same entities under another description of their framework.
  ///
  /// - Parameter framework: The description, which must declare and infer inverses alike: what is
  ///   resolved is not resolved again.
  /// - Returns: The schema; nil where inverses would be others. O(1).
  package func described(as framework: Framework) -> Schema? {
    guard framework.declaresInverseOn == self.framework.declaresInverseOn,
      framework.infersInverseFor == self.framework.infersInverseFor
    else { return nil }
    return Schema(resolved: Resolved(framework, as: resolved), layout: layout)
  }

  private init(resolved: Resolved, layout: GraphLayout) {
    self.resolved = resolved
    self.layout = layout
  }

  /// The framework whose way of resolving inverses was applied.
  public var framework: Framework { resolved.framework }

  var resolvedEntities: [ResolvedEntity] { resolved.entities }
  var resolvedRelationships: [ResolvedRelationship] { resolved.relationships }
  var resolvedAttributes: [ResolvedAttribute] { resolved.attributes }
  var resolvedKinds: [[EntityID]] { resolved.kinds }

  /// All entities, in the order of their declaration.
  public var entities: [EntityID] {
    resolvedEntities.indices.map { EntityID(rawValue: UInt16($0)) }
  }

  /// All relationships, entity by entity, without repeating the inherited ones.
  public var relationships: [RelationshipID] {
    resolvedRelationships.indices.map { RelationshipID(rawValue: UInt16($0)) }
  }

  /// Finds an entity.
  ///
  /// - Parameter name: The entity's name.
  /// - Returns: The entity, or nil where the schema has none of that name.
  public func entity(_ name: String) -> EntityID? { resolved.entitiesByName[name] }

  /// Finds a relationship that an entity declares or inherits.
  ///
  /// - Parameters:
  ///   - name: The relationship's name.
  ///   - entity: An entity of this schema.
  /// - Returns: The relationship, or nil where the entity has none of that name.
  public func relationship(_ name: String, of entity: EntityID) -> RelationshipID? {
    resolvedEntities[entity.index].relationshipsByName[name]
  }

  /// Returns the declaration of an entity.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The declaration.
  public func declaration(of entity: EntityID) -> Entity {
    resolvedEntities[entity.index].declaration
  }

  /// Returns the declaration of a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The declaration.
  public func declaration(of relationship: RelationshipID) -> Relationship {
    resolvedRelationships[relationship.index].declaration
  }

  /// The relationships of an entity, inherited ones first.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The relationships, ancestors' before its own, each in the order of declaration.
  public func relationships(of entity: EntityID) -> [RelationshipID] {
    resolvedEntities[entity.index].relationships
  }

  /// Finds an attribute that an entity declares or inherits.
  ///
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - entity: An entity of this schema.
  /// - Returns: The attribute, or nil where the entity has none of that name.
  public func attribute(_ name: String, of entity: EntityID) -> AttributeID? {
    resolvedEntities[entity.index].attributesByName[name]
  }

  /// The attributes of an entity, inherited ones first.
  ///
  /// - Parameter entity: An entity of this schema.
  /// - Returns: The attributes, ancestors' before its own, each in the order of declaration.
  public func attributes(of entity: EntityID) -> [AttributeID] {
    resolvedEntities[entity.index].attributes
  }

  /// Returns the declaration of an attribute.
  ///
  /// - Parameter attribute: An attribute of this schema.
  /// - Returns: The declaration.
  public func declaration(of attribute: AttributeID) -> Attribute {
    resolvedAttributes[attribute.index].declaration
  }

  /// The entity that declares a relationship.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The declaring entity; subentities of it have the relationship too.
  public func source(of relationship: RelationshipID) -> EntityID {
    resolvedRelationships[relationship.index].source
  }

  /// The entity whose objects a relationship may hold.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The destination; objects of its subentities may be held too.
  public func destination(of relationship: RelationshipID) -> EntityID {
    resolvedRelationships[relationship.index].destination
  }

  /// The relationship that leads back, and where it comes from.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The inverse, or nil where the relationship is one-way.
  public func inverse(of relationship: RelationshipID) -> (
    relationship: RelationshipID, kind: InverseKind
  )? {
    let resolved = resolvedRelationships[relationship.index]
    guard let inverse = resolved.inverse, let kind = resolved.inverseKind else { return nil }
    return (inverse, kind)
  }

  /// Returns the number of objects at each end of a relationship and its inverse.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: The cardinality, or nil if the relationship is one-way.
  public func cardinality(of relationship: RelationshipID) -> Cardinality? {
    guard let inverse = resolvedRelationships[relationship.index].inverse else { return nil }
    return Cardinality(declaration(of: relationship), declaration(of: inverse))
  }

  /// Whether objects of one entity are objects of another.
  ///
  /// - Parameters:
  ///   - entity: An entity of this schema.
  ///   - ancestor: The entity that may be the same or an ancestor.
  /// - Returns: True where every object of `entity` is one of `ancestor`.
  public func entity(_ entity: EntityID, isKindOf ancestor: EntityID) -> Bool {
    entity == ancestor || resolvedEntities[entity.index].lineage.contains(ancestor)
  }

  /// A relationship's name with that of the entity that declares it.
  ///
  /// - Parameter relationship: A relationship of this schema.
  /// - Returns: `Entity.relationship`.
  public func qualifiedName(of relationship: RelationshipID) -> String {
    "\(declaration(of: source(of: relationship)).name).\(declaration(of: relationship).name)"
  }
}

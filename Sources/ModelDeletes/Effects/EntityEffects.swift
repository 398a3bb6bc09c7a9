import ModelFiles
import ObjectGraph

/// What deleting one object of an entity can do, whatever the objects and links around it.
///
/// Everything here happens in some graph, and nothing else happens in any, as long as no
/// relationship holds more objects than it may.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// let effects = EntityEffects(of: model.schema.entity("List")!, in: model)
/// effects.cascades.map { model.schema.qualifiedName(of: $0.relationship) }  // ["List.items"]
/// ```
public struct EntityEffects: Hashable, Sendable {
  /// The entity.
  public let entity: EntityID
  /// What an object of the entity can be: itself and its subentities, without abstract ones.
  ///
  /// Where there is none, no object of the entity can exist, and all else is empty.
  public let kinds: [EntityID]
  /// What goes as well, level by level, and within a level in the order of declaration.
  public let cascades: [Cascade]
  /// What stays, valid, and loses a reference, because a nullify rule has an inverse.
  public let losses: [Survivors]
  /// The deny rules that can refuse the delete.
  public let denials: [Blockers]
  /// What stays, loses a reference that it needs, and so refuses the delete.
  public let invalidations: [Survivors]
  /// What stays and goes on referring to something that is gone.
  public let dangling: [Survivors]
  /// The one-to-one relationships that were observed to crash, where they hold what stays.
  public let crashes: [Blockers]

  /// Works out what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the model's schema.
  ///   - model: The model.
  public init(of entity: EntityID, in model: Model) { self.init(of: entity, in: model.schema) }

  /// Works out what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - schema: The schema.
  public init(of entity: EntityID, in schema: Schema) {
    let finding = EffectFinding(Spread(from: entity, in: schema), in: schema)
    self.entity = entity
    kinds = schema.kinds(of: entity)
    cascades = finding.cascades
    let losing = schema.relationships.filter {
      schema.declaration(of: $0).deleteRule == .nullify
    }.compactMap { finding.survivors(heldBy: $0) }
    losses = losing.filter { !schema.canBecomeInvalid($0.relationship) }
    invalidations = losing.filter { schema.canBecomeInvalid($0.relationship) }
    denials = schema.relationships.filter { schema.declaration(of: $0).deleteRule == .deny }
      .compactMap { finding.blockers(heldBy: $0) }
    dangling = schema.relationships.filter { schema.canDangle($0) }
      .compactMap { finding.survivors(referringBy: $0) }
    crashes = schema.relationships.filter { schema.canCrash($0) }
      .compactMap { finding.blockers(heldBy: $0) }
  }
}

extension EntityEffects {
  /// A relationship by which objects go as well.
  public struct Cascade: Hashable, Sendable {
    /// How many cascades lead there, at least: 1 for what the object itself takes along.
    public let level: Int
    /// The relationship, whose rule is ``DeleteRule/cascade``.
    public let relationship: RelationshipID
    /// The kinds that take others along by it, and do so no sooner.
    public let sources: [EntityID]
    /// The kinds that they take along.
    public let destinations: [EntityID]
    /// Those of the destinations that go on an earlier level already.
    public let again: [EntityID]
    /// Whether what goes can take more along by the same relationship, and so on.
    public let repeats: Bool
  }

  /// The objects of which something is said: the one that is asked for, or what goes with it.
  public struct Deleted: Hashable, Sendable {
    /// The kinds of the object that is asked for; empty where it is not concerned.
    public let requested: [EntityID]
    /// The kinds of what goes as well; empty where it is not concerned.
    public let taken: [EntityID]

    /// Whether neither is concerned.
    public var isEmpty: Bool { requested.isEmpty && taken.isEmpty }

    /// All kinds that are concerned, in the order of declaration.
    public var kinds: [EntityID] { Set(requested + taken).sorted() }
  }

  /// Objects that stay, and refer to an object that goes.
  public struct Survivors: Hashable, Sendable {
    /// The relationship by which they refer to it.
    public let relationship: RelationshipID
    /// The kinds of what stays.
    public let kinds: [EntityID]
    /// What they refer to.
    public let deleted: Deleted
    /// The relationship that leads back from what goes, by whose rule this happens; nil where the
    /// reference has no inverse.
    public let inverse: RelationshipID?
  }

  /// Objects that go, and hold something that stays.
  public struct Blockers: Hashable, Sendable {
    /// The relationship by which they hold it.
    public let relationship: RelationshipID
    /// What goes.
    public let deleted: Deleted
    /// The kinds of what stays.
    public let kinds: [EntityID]
  }
}

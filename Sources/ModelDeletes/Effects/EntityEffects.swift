import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

/// What deleting one object of an entity can do, whatever the objects and links around it.
///
/// Everything here happens in some graph, and nothing else happens in any, as long as no
/// relationship holds more objects than it may.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// let list = try #require(model.schema.entity("List"))
/// let effects = EntityEffects(of: list, in: model)
/// let taken = effects.names(in: model.schema).taken  // ["Item"]
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
  /// The one-to-one relationships that crash, on one of the releases at least, where they hold what
  /// stays.
  public let crashes: [Blockers]
  /// What a batch delete does otherwise.
  public let batch: Batch
  /// The cascades that crash, on one of the releases at least, because what they take along must have
  /// what it is taken from.
  public let crashingCascades: [RelationshipID]
  /// The releases that were asked for; nil for what the framework is described to do.
  public let range: ReleaseRange?

  /// Works out what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the model's schema.
  ///   - model: The model.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  public init(of entity: EntityID, in model: Model, on range: ReleaseRange? = nil) {
    self.init(of: entity, in: model.schema, on: range)
  }

  /// Works out what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - schema: The schema.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  public init(of entity: EntityID, in schema: Schema, on range: ReleaseRange? = nil) {
    self.init(of: entity, EffectSearch(schema, on: range))
  }

  /// Works out what deletes of all entities can do, each in time that depends on what it can reach.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - range: The releases: what may crash on one of them is told; nil for the newest, as the
  ///     frameworks are described without one.
  /// - Returns: The effects, in the order of the entities.
  public static func all(in schema: Schema, on range: ReleaseRange? = nil) -> [EntityEffects] {
    let search = EffectSearch(schema, on: range)
    return schema.entities.map { EntityEffects(of: $0, search) }
  }

  private init(of entity: EntityID, _ search: EffectSearch) {
    let schema = search.schema
    let finding = EffectFinding(Spread(from: entity, in: schema), in: schema)
    let holding = search.relationships(holdingFor: finding.kinds)
    let oneWay = search.oneWayReferences(to: finding.kinds)
    func relationships(with rule: DeleteRule) -> [RelationshipID] {
      holding.filter { schema.declaration(of: $0).deleteRule == rule }
    }
    self.entity = entity
    kinds = schema.kinds(of: entity)
    cascades = finding.cascades
    let losing = relationships(with: .nullify).compactMap { finding.survivors(heldBy: $0) }
    func breaks(_ survivors: Survivors) -> Bool {
      schema.hazards(of: survivors.relationship).contains(.becomesInvalid)
    }
    losses = losing.filter { !breaks($0) }
    invalidations = losing.filter(breaks)
    denials = relationships(with: .deny).compactMap { finding.blockers(heldBy: $0) }
    let left = holding.compactMap { schema.inverse(of: $0)?.relationship } + oneWay
    dangling = left.sortedWithoutRepeats().filter { schema.hazards(of: $0).contains(.dangles) }
      .compactMap { finding.survivors(referringBy: $0) }
    crashes = holding.filter { relationship in
      schema.crashesWhereLeft(relationship) && schema.canCrashWhereLeft(relationship)
    }.compactMap { finding.blockers(heldBy: $0) }
    crashingCascades = finding.cascades.map(\.relationship).sortedWithoutRepeats().filter(
      schema.crashesWhereTaken)
    let isLeftByNoAction = dangling.contains {
      $0.inverse != nil && schema.cardinality(of: $0.relationship) != .manyToMany
    }
    let predictions: [(Batch.Prediction, Bool)] = [
      (.deny, !denials.isEmpty), (.noAction, isLeftByNoAction),
      (.crash, !crashes.isEmpty || !crashingCascades.isEmpty),
    ]
    batch = Batch(
      failures: holding.filter(schema.refusesBatchDelete).compactMap {
        finding.blockers(heldBy: $0)
      },
      invalidations: invalidations.filter { $0.inverse.map(schema.refusesBatchDelete) != true },
      predictions: predictions.filter(\.1).map(\.0))
    range = search.range
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
    public var kinds: [EntityID] { (requested + taken).sortedWithoutRepeats() }
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

extension Schema {
  /// The same schema, in which crashes what may do so on one of some releases; nil for what the
  /// framework is described to do.
  package func crashing(on range: ReleaseRange?) -> Schema {
    range.flatMap { described(as: $0.worst(of: framework.name)) } ?? self
  }
}

/// What of a schema the deletes of all its entities are about, looked up once.
private struct EffectSearch {
  /// The schema, in which crashes what may do so on one of the releases.
  let schema: Schema
  let range: ReleaseRange?
  /// The relationships by which an object of a kind can hold something.
  private var holding: [EntityID: [RelationshipID]] = [:]
  /// The relationships without an inverse that can hold an object of a kind.
  private var oneWay: [EntityID: [RelationshipID]] = [:]

  init(_ schema: Schema, on range: ReleaseRange?) {
    self.schema = schema.crashing(on: range)
    self.range = range
    for relationship in schema.relationships {
      for kind in schema.kinds(holding: relationship) {
        holding.add(relationship, to: kind)
      }
      if schema.inverse(of: relationship) != nil { continue }
      for kind in schema.kinds(heldBy: relationship) {
        oneWay.add(relationship, to: kind)
      }
    }
  }

  /// The relationships by which an object of some kinds can hold something, as the schema has them.
  func relationships(holdingFor kinds: Set<EntityID>) -> [RelationshipID] {
    kinds.flatMap { holding[$0, default: []] }.sortedWithoutRepeats()
  }

  /// The relationships without an inverse that can hold an object of some kinds.
  func oneWayReferences(to kinds: Set<EntityID>) -> [RelationshipID] {
    kinds.flatMap { oneWay[$0, default: []] }.sortedWithoutRepeats()
  }
}

/// What the objects that a delete can reach do to those that stay.
private struct EffectFinding {
  private let spread: Spread
  private let schema: Schema

  init(_ spread: Spread, in schema: Schema) {
    self.spread = spread
    self.schema = schema
  }

  /// What can go.
  var kinds: Set<EntityID> { Set(spread.requestedByKind.keys).union(spread.takenByKind.keys) }

  /// Every cascade with the first level at which each kind has it.
  var cascades: [EntityEffects.Cascade] {
    struct Place: Hashable {
      let level: Int
      let relationship: RelationshipID
    }
    var seen: [RelationshipID: Set<EntityID>] = [:]
    var sources: [Place: [EntityID]] = [:]
    // They come level by level, so the first time is the least level.
    for step in spread.cascades.steps
    where seen[step.relationship, default: []].insert(step.source.kind).inserted {
      let place = Place(level: step.level, relationship: step.relationship)
      sources.add(step.source.kind, to: place)
    }
    return sources.map { place, kinds in
      let destinations = schema.kinds(heldBy: place.relationship)
      return EntityEffects.Cascade(
        level: place.level, relationship: place.relationship, sources: kinds.sorted(),
        destinations: destinations,
        again: destinations.filter { (spread.levels[$0] ?? place.level) < place.level },
        repeats: spread.repeating.contains(place.relationship))
    }
    .sorted { ($0.level, $0.relationship) < ($1.level, $1.relationship) }
  }

  /// What stays and is held by something that goes; nil where that cannot be, or where it does not
  /// know who holds it.
  func survivors(heldBy relationship: RelationshipID) -> EntityEffects.Survivors? {
    guard let reference = schema.inverse(of: relationship)?.relationship,
      let blockers = blockers(heldBy: relationship)
    else { return nil }
    return EntityEffects.Survivors(
      relationship: reference, kinds: blockers.kinds, deleted: blockers.deleted,
      inverse: relationship)
  }

  /// What stays and refers to something that goes; nil where that cannot be.
  func survivors(referringBy reference: RelationshipID) -> EntityEffects.Survivors? {
    if let inverse = schema.inverse(of: reference)?.relationship {
      return survivors(heldBy: inverse)
    }
    let kinds = schema.kinds(holding: reference)
    let deleted = deleted(of: schema.kinds(heldBy: reference)) { _ in true }
    if kinds.isEmpty || deleted.isEmpty { return nil }
    return EntityEffects.Survivors(
      relationship: reference, kinds: kinds, deleted: deleted, inverse: nil)
  }

  /// What stays and is held by something that goes; nil where that cannot be.
  func blockers(heldBy relationship: RelationshipID) -> EntityEffects.Blockers? {
    let deleted = deleted(of: schema.kinds(holding: relationship)) { $0.isFree(relationship) }
    let kinds = schema.kinds(heldBy: relationship)
    if kinds.isEmpty || deleted.isEmpty { return nil }
    return EntityEffects.Blockers(relationship: relationship, deleted: deleted, kinds: kinds)
  }

  private func deleted(
    of kinds: [EntityID], where fits: (Spread.State) -> Bool
  ) -> EntityEffects.Deleted {
    func fitting(_ states: [EntityID: [Spread.State]]) -> [EntityID] {
      kinds.filter { states[$0]?.contains(where: fits) ?? false }
    }
    return EntityEffects.Deleted(
      requested: fitting(spread.requestedByKind), taken: fitting(spread.takenByKind))
  }
}

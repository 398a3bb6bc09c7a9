import CompiledOnce
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios

/// The computation of stories, with everything of a schema that is looked up for all its entities.
///
/// Each story takes time that depends on what its delete can reach.
struct StoryBuilder {
  private let crashing: CrashingSchema
  private let range: ReleaseRange?
  /// The model, whose classes some of the releases may lack; nil for a schema alone.
  private let model: Model?
  private let names: KindNames
  /// The relationships by which an object of a kind can hold something.
  private var holding: [EntityID: [RelationshipID]] = [:]
  /// The relationships without an inverse that can hold an object of a kind.
  private var oneWay: [EntityID: [RelationshipID]] = [:]

  /// The schema, which crashes where one of the releases may do so.
  private var schema: Schema { crashing.schema }

  init(_ schema: Schema, on range: ReleaseRange?) {
    self.init(CrashingSchema(schema, on: range), on: range, of: nil)
  }

  init(of model: Model, on range: ReleaseRange?) {
    self.init(model.crashing(on: range), on: range, of: model)
  }

  private init(_ crashing: CrashingSchema, on range: ReleaseRange?, of model: Model?) {
    self.crashing = crashing
    self.range = range
    self.model = model
    let schema = crashing.schema
    names = KindNames(in: schema)
    for relationship in schema.relationships {
      for kind in schema.kinds(holding: relationship) { holding.add(relationship, to: kind) }
      if schema.inverse(of: relationship) != nil { continue }
      for kind in schema.kinds(heldBy: relationship) { oneWay.add(relationship, to: kind) }
    }
  }

  /// Computes the story of deleting an object of an entity, some of whose relationships hold nothing, and
  /// which may be of no subentity.
  func story(
    of entity: EntityID, by operation: DeleteStory.Operation, emptied: [RelationshipID] = [],
    sparingSubentities isExact: Bool = false
  ) -> DeleteStory {
    let reach = CascadeReachability(
      from: entity, emptied: emptied, sparingSubentities: isExact, in: schema)
    let found = StorySteps(
      reach, of: schema.kinds(of: entity, sparingSubentities: isExact), in: schema)
    let holding = relationships(self.holding, of: found.kinds)
    let byRule = holding.grouped { schema.declaration(of: $0).deleteRule }
    let losing = byRule[.nullify, default: []].grouped(by: schema.becomesInvalidWhereLost)
    let denials = byRule[.deny, default: []].compactMap { found.step(.blocked, by: $0) }
    let left =
      holding.compactMap { schema.inverse(of: $0)?.relationship }
      + relationships(oneWay, of: found.kinds)
    let dangling = left.sortedWithoutRepeats()
      .filter { schema.hazards(of: $0).contains(.dangles) }
      .compactMap { found.dangling(by: $0) }
    let leaving = holding.filter(crashing.crashesWhereLeft)
    let fatal = found.cascades.map(\.relationship).sortedWithoutRepeats()
      .filter(crashing.crashesWhereTaken)
    var steps = found.cascades
    steps += losing[false, default: []].compactMap { found.step(.unlinked, by: $0) }
    switch operation {
    case .delete:
      steps += denials
      steps += losing[true, default: []].compactMap { found.step(.madeInvalid, by: $0) }
      steps += dangling
      steps += leaving.compactMap { found.step(.crashes, by: $0) }
      steps += fatal.map { found.cascade(.crashesByCascade, by: $0) }
    case .batchDelete:
      let failures = holding.filter(schema.refusesBatchDelete)
      // Apple says no more than that deny rules and batch deletes are not compatible.
      steps =
        failures.compactMap { found.step(.failed, by: $0) } + denials.map(\.predicted) + steps
      // What noAction leaves was seen in a many-to-many relationship only.
      steps += dangling.map {
        $0.cause == nil || schema.cardinality(of: $0.relationship) == .manyToMany
          ? $0 : $0.predicted
      }
      steps += losing[true, default: []].filter { !schema.refusesBatchDelete($0) }
        .compactMap { found.step(.leftInvalid, by: $0) }
      steps += leaving.compactMap { found.step(.avoidsCrash, by: $0)?.predicted }
      steps += fatal.map { found.cascade(.avoidsCrash, by: $0).predicted }
    }
    return DeleteStory(
      operation, of: entity, requested: found.requested, steps: steps,
      on: range.map { model?.releases(of: entity, in: $0) ?? $0 }, naming: names)
  }

  private func relationships(
    _ known: [EntityID: [RelationshipID]], of kinds: Set<EntityID>
  ) -> [RelationshipID] {
    kinds.flatMap { known[$0, default: []] }.sortedWithoutRepeats()
  }
}

/// The steps that the objects reached by a delete cause.
private struct StorySteps {
  private let reach: CascadeReachability
  private let schema: Schema
  let requested: [EntityID]
  /// Every cascade with the first level at which each kind has it.
  let cascades: [DeleteStory.Step]
  /// The relationships by which objects are also deleted.
  private let cascading: Set<RelationshipID>

  init(_ reach: CascadeReachability, of requested: [EntityID], in schema: Schema) {
    self.reach = reach
    self.schema = schema
    self.requested = requested
    cascades = Self.cascades(reach, from: requested, in: schema)
    cascading = Set(cascades.map(\.relationship))
  }

  /// The kinds of everything that can be deleted.
  var kinds: Set<EntityID> { Set(reach.requestedByKind.keys).union(reach.takenByKind.keys) }

  private static func cascades(
    _ reach: CascadeReachability, from requested: [EntityID], in schema: Schema
  ) -> [DeleteStory.Step] {
    struct Place: Hashable {
      let level: Int
      let relationship: RelationshipID
    }
    var seen: [RelationshipID: Set<EntityID>] = [:]
    var sources: [Place: [EntityID]] = [:]
    // They come level by level, so the first time is the least level.
    for step in reach.cascades.steps
    where seen[step.relationship, default: []].insert(step.source.kind).inserted {
      sources.add(step.source.kind, to: Place(level: step.level, relationship: step.relationship))
    }
    var steps = sources.map { place, kinds in
      let destinations = schema.kinds(heldBy: place.relationship)
      return DeleteStory.Step(
        kind: .alsoDeleted, relationship: place.relationship, cause: place.relationship,
        sources: kinds.sorted(), destinations: destinations, level: place.level,
        again: destinations.filter { (reach.levels[$0] ?? place.level) < place.level },
        repeats: reach.repeating.contains(place.relationship))
    }
    .sorted { ($0.level, $0.relationship) < ($1.level, $1.relationship) }
    let reached = steps.grouped(by: \.level).mapValues { steps in
      Set(steps.flatMap(\.destinations)).grouped { schema.root(of: $0) }
    }
    for index in steps.indices {
      let step = steps[index]
      let sources = Set(step.sources)
      // Compared with what the level before deleted of the same family of entities.
      steps[index].isConditional =
        step.level == 1
        ? step.sources != requested
        : !Set(sources.map { schema.root(of: $0) }).allSatisfy { root in
          reached[step.level - 1]?[root]?.allSatisfy(sources.contains) ?? true
        }
    }
    return steps
  }

  func cascade(_ kind: DeleteStory.Step.Kind, by relationship: RelationshipID) -> DeleteStory.Step {
    DeleteStory.Step(
      kind: kind, relationship: relationship, cause: relationship,
      sources: schema.kinds(holding: relationship),
      destinations: schema.kinds(heldBy: relationship))
  }

  /// A reference of survivors that is left dangling; nil where that cannot be.
  func dangling(by reference: RelationshipID) -> DeleteStory.Step? {
    schema.inverse(of: reference).map { step(.leftDangling, by: $0.relationship) }
      ?? step(.leftDangling, by: reference, isOneWay: true)
  }

  /// A step between deleted objects and survivors; nil where that cannot be.
  func step(
    _ kind: DeleteStory.Step.Kind, by relationship: RelationshipID, isOneWay: Bool = false
  ) -> DeleteStory.Step? {
    let (holding, held) = (
      schema.kinds(holding: relationship), schema.kinds(heldBy: relationship)
    )
    let survivors = isOneWay ? holding : held
    let (own, cascaded) = deleted(of: isOneWay ? held : holding) {
      isOneWay || $0.isFree(relationship)
    }
    let holder = isOneWay ? relationship : schema.inverse(of: relationship)?.relationship
    if survivors.isEmpty || (own.isEmpty && cascaded.isEmpty) { return nil }
    let deleted = (own + cascaded).sortedWithoutRepeats()
    let isOfDeleted = kind.isOfDeletedObject
    // A batch delete fails at a link even if it would delete both ends.
    let isOfOthers = kind != .failed && survivors.allSatisfy { reach.takenByKind[$0] != nil }
    guard let reference = isOfDeleted ? relationship : holder else { return nil }
    return DeleteStory.Step(
      kind: kind, relationship: reference, cause: isOneWay ? nil : relationship,
      sources: isOfDeleted ? deleted : survivors,
      destinations: isOfDeleted ? survivors : deleted, requested: own, cascaded: cascaded,
      isConditional: cascaded.isEmpty && own != requested,
      needsSharing: own.isEmpty && (isOfOthers || holder.map(cascading.contains) ?? false))
  }

  private func deleted(
    of kinds: [EntityID], where fits: (DeletedKind) -> Bool
  ) -> (requested: [EntityID], cascaded: [EntityID]) {
    func fitting(_ states: [EntityID: [DeletedKind]]) -> [EntityID] {
      kinds.filter { states[$0]?.contains(where: fits) ?? false }
    }
    return (fitting(reach.requestedByKind), fitting(reach.takenByKind))
  }
}

extension DeleteStory.Step {
  /// The same step, marked as predicted because no observation of it is known.
  fileprivate var predicted: Self {
    var step = self
    step.basis = .predicted
    return step
  }
}

extension Schema {
  /// Whether a survivor becomes invalid by what a nullify rule takes from it.
  fileprivate func becomesInvalidWhereLost(_ relationship: RelationshipID) -> Bool {
    inverse(of: relationship).map {
      hazards(of: $0.relationship).contains(.becomesInvalid)
    } ?? false
  }
}

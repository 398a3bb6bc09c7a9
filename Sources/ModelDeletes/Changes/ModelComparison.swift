import CompiledOnce
import ObjectGraph
import Scenarios

/// Two models, and the relationships that are the same in both.
struct ModelComparison {
  /// A relationship of the old model, of the new one, or of both.
  struct Pair {
    let old: RelationshipID?
    let new: RelationshipID?
    /// The entity of the source, where one came to inherit the relationship, or no longer does.
    var kind: EntityID?
  }

  enum Side: CaseIterable {
    case source
    case destination
  }

  private let old: Schema
  private let new: Schema
  private let renaming: Renaming
  private let before: NamedSchema
  private let after: NamedSchema

  init(old: Schema, new: Schema, renaming: Renaming) {
    self.old = old
    self.new = new
    self.renaming = renaming
    before = NamedSchema(old, in: new, renaming)
    after = NamedSchema(new)
  }

  /// The relationships of both models, in the order of the new one, and then those that are gone.
  var pairs: [Pair] {
    var previous: [RelationshipID: RelationshipID] = [:]
    for (before, after) in renaming.relationships { previous[after] = before }
    let current = new.relationships.map { Pair(old: previous[$0], new: $0) }
    let gone = old.relationships.filter { renaming.relationships[$0] == nil }
      .map { Pair(old: $0, new: nil) }
    return inherited
      + (current + gone).filter { pair in
        // What was added or taken away as an inverse is looked at from the other side.
        if pair.old == nil, let inverse = pair.new.flatMap({ new.inverse(of: $0)?.relationship }) {
          return previous[inverse] == nil
        }
        if pair.new == nil, let inverse = pair.old.flatMap({ old.inverse(of: $0)?.relationship }) {
          return renaming.relationships[inverse] == nil
        }
        return true
      }
  }

  /// The relationships of both models that an entity came to inherit, or no longer does.
  private var inherited: [Pair] {
    let names = Dictionary(
      uniqueKeysWithValues: old.entities.map { (old.declaration(of: $0).name, $0) })
    let known = Set(renaming.relationships.values)
    var pairs: [Pair] = []
    for (name, newName) in renaming.entities.sorted(by: { $0.key < $1.key }) {
      guard let before = names[name], let after = new.entity(newName) else { continue }
      let had = old.relationships(of: before)
      let kept = Set(had.compactMap { renaming.relationships[$0] })
      let has = new.relationships(of: after)
      pairs += has.filter { known.contains($0) && !kept.contains($0) }
        .map { Pair(old: nil, new: $0, kind: after) }
      pairs += had.filter { renaming.relationships[$0].map { !has.contains($0) } ?? false }
        .map { Pair(old: $0, new: nil, kind: before) }
    }
    return pairs
  }

  /// The result of comparing a delete in the same graphs of both models.
  enum Result: Equatable {
    case change(ModelChange)
    case same
    /// There is no such delete, or it is looked at elsewhere.
    case nothing
  }

  /// Whether a batch delete in a graph can be said to have changed: the graph is in both models, or
  /// the relationship in one, and what is deleted in both.
  private func isComparedByBatch(_ trials: Trials, of pair: Pair) -> Bool {
    if pair.old != nil && pair.new != nil { return trials.before != nil && trials.after != nil }
    let deleted = (trials.after ?? trials.before)?.deleted
    return renaming.entities.values.contains { $0 == deleted }
  }

  /// Returns the differences in deleting an object of one side: one result for all releases, or one for
  /// each if they differ.
  func results(
    of pair: Pair, deleting side: Side, on range: ReleaseRange?
  ) throws(ReplayError) -> [Result] {
    if side == .destination && isSeenFromInverse(pair) { return [] }
    let trials = trials(of: pair, side)
    guard let range else { return [try result(of: pair, in: trials)] }
    let scenarios = trials.flatMap { [$0.before, $0.after] }.compactMap { $0?.scenario }
    let irrelevant = scenarios.map { Set($0.irrelevantConditions) }
    // Of two frameworks, the one of which releases are known to differ.
    let frameworks = [old, new].map(\.framework.name)
    let predictions = Predictions(
      of: frameworks.contains(.swiftData) ? .swiftData : .coreData,
      without: Framework.Condition.allCases.filter { condition in
        irrelevant.allSatisfy { $0.contains(condition) }
      }, under: .app, in: range.releases
    ) { description in
      Swift.Result { () throws(ReplayError) in
        try result(of: pair, in: trials, as: description)
      }
    }
    var told: [(result: Result, places: [ModelChange.Place])] = []
    for part in predictions.predictions(on: range.eras, of: { $0 }) {
      var possible: [Result] = []
      for result in part.possible { possible.append(try result.get()) }
      // Where nobody knows whether anything has changed, it may have.
      let result = possible.first(where: \.isChange) ?? possible[0]
      let place = ModelChange.Place(range: part.range, isKnown: part.isKnown)
      if let index = told.firstIndex(where: { $0.result == result }) {
        told[index].places.append(place)
      } else {
        told.append((result, [place]))
      }
    }
    return told.map { result, places in
      let isEverywhere = told.count == 1 && places.allSatisfy(\.isKnown)
      return isEverywhere ? result : result.on(places)
    }
  }

  /// The first graph in which a delete does something else, under a description of a release or
  /// without one; where there is none, the first in which a batch delete does.
  private func result(
    of pair: Pair, in trials: [Trials], as description: Framework? = nil
  ) throws(ReplayError) -> Result {
    let result = try difference(of: pair, in: trials, as: description)
    if case .change = result { return result }
    let batches = trials.filter { isComparedByBatch($0, of: pair) }.map { trials -> Trials in
      (trials.before?.byBatch, trials.after?.byBatch)
    }
    let batch = try difference(of: pair, in: batches, as: description)
    if case .change = batch { return batch }
    return result
  }

  /// The first graph in which what is done in it does something else.
  private func difference(
    of pair: Pair, in trials: [Trials], as description: Framework?
  ) throws(ReplayError) -> Result {
    var result = Result.nothing
    for trials in trials {
      guard let shown = trials.after ?? trials.before else { continue }
      let outcomes = (
        try trials.before?.outcome(as: description), try trials.after?.outcome(as: description)
      )
      if let before = outcomes.0, let after = outcomes.1, before.comesToTheSame(as: after) {
        result = .same
        continue
      }
      // A relationship, or a graph, that came or went without doing anything changes no delete.
      let isInBoth = trials.before != nil && trials.after != nil
      if !isInBoth && (outcomes.0 ?? outcomes.1)?.takesOnlyItself == true { continue }
      return .change(
        ModelChange(
          deleted: shown.deleted, entity: shown.entity, relationship: shown.relationship,
          before: outcomes.0, after: outcomes.1, scenario: shown.scenario,
          earlierScenario: trials.before?.scenario, isBatch: shown.isBatch,
          isOfNewEntity: isOfNewEntity(pair)))
    }
    return result
  }

  /// Whether one of the entities was not there before.
  private func isOfNewEntity(_ pair: Pair) -> Bool {
    guard let relationship = pair.new else { return false }
    let known = Set(renaming.entities.values)
    let source = pair.kind ?? new.source(of: relationship)
    return !known.contains(new.declaration(of: source).name)
      || !known.contains(new.declaration(of: relationship).destination)
  }

  private typealias Trials = (before: ComparisonTrial?, after: ComparisonTrial?)

  /// The graphs that both models allow to be stored; where they hold different numbers of objects,
  /// so that there may be none, all that can be built.
  private func trials(of pair: Pair, _ side: Side) -> [Trials] {
    let trials = shapes(of: pair).map { shape -> Trials in
      (
        pair.old.flatMap { ComparisonTrial($0, of: pair.kind, in: before, shape, side) },
        pair.new.flatMap { ComparisonTrial($0, of: pair.kind, in: after, shape, side) }
      )
    }
    let valid = trials.filter { $0.before?.isValid != false && $0.after?.isValid != false }
    let isInBoth = pair.old != nil && pair.new != nil
    let isTried = valid.contains {
      isInBoth ? $0.before != nil && $0.after != nil : $0.before != nil || $0.after != nil
    }
    return isTried || isInBoth && holdsAsMany(pair) ? valid : trials
  }

  /// Whether both models let each side hold one object, or both many.
  private func holdsAsMany(_ pair: Pair) -> Bool {
    func counts(_ relationship: RelationshipID?, _ schema: Schema) -> [Bool?] {
      let inverse = relationship.flatMap { schema.inverse(of: $0)?.relationship }
      return [relationship, inverse].map { $0.map { schema.declaration(of: $0).isToMany } }
    }
    return counts(pair.old, old) == counts(pair.new, new)
  }

  /// Whether the inverse is looked at as well, and is the same in both models.
  private func isSeenFromInverse(_ pair: Pair) -> Bool {
    let before = pair.old.flatMap { old.inverse(of: $0)?.relationship }
    let after = pair.new.flatMap { new.inverse(of: $0)?.relationship }
    if pair.old == nil { return after.map { $0 != pair.new } ?? false }
    if pair.new == nil { return before.map { $0 != pair.old } ?? false }
    guard let before, let after else { return false }
    return renaming.relationships[before] == after
  }

  /// The graphs that are tried: few objects, and as many as either model demands.
  private func shapes(of pair: Pair) -> [PairFixture.Shape] {
    let bounds = [pair.old.map { (old, $0) }, pair.new.map { (new, $0) }].compactMap { $0 }
      .flatMap { schema, relationship in
        [relationship, schema.inverse(of: relationship)?.relationship].compactMap { $0 }
          .map { schema.declaration(of: $0).minCount }
      }
    let many = bounds.filter { $0 > 2 }.map { min($0, PairFixture.mostObjects) }
      .sortedWithoutRepeats()
    let counts = [(1, 1), (2, 1), (1, 2), (2, 2)] + many.flatMap { [($0, 1), (1, $0)] }
    return PairFixture.Closing.allCases.flatMap { closing in
      counts.map { PairFixture.Shape(sources: $0, destinations: $1, closing: closing) }
    }
  }
}

/// Some objects on both sides of a relationship, all linked, of which one is deleted.
struct ComparisonTrial {
  let deleted: String
  let entity: String
  let relationship: String
  private(set) var scenario: Scenario
  /// Whether its row is deleted by a batch delete.
  private(set) var isBatch = false

  /// The same graph, in which a batch delete takes the row of the same object.
  var byBatch: ComparisonTrial {
    var trial = self
    trial.isBatch = true
    trial.scenario = scenario.with(
      scenario.links,
      steps: [
        Scenario.Step(
          .batchDelete(entity: deleted, objects: [object], includesSubentities: true))
      ])
    return trial
  }

  private let object: String

  /// Whether the graph can be stored before the delete.
  let isValid: Bool

  /// Fails where there can be no such graph.
  init?(
    _ relationship: RelationshipID, of kind: EntityID?, in named: NamedSchema,
    _ shape: PairFixture.Shape, _ side: ModelComparison.Side
  ) {
    guard let fixture = PairFixture(relationship, in: named, shape, of: kind) else { return nil }
    let object = side == .source ? fixture.sources[0] : fixture.destinations[0]
    deleted = object.entity
    self.object = object.name
    entity = named.name(of: named.schema.source(of: relationship))
    self.relationship = named.name(of: relationship)
    isValid = fixture.isValid
    scenario =
      Scenario(
        framework: named.schema.framework.name, entities: fixture.entities,
        objects: fixture.objects, links: fixture.links,
        steps: [Scenario.Step(.delete([object.name])), Scenario.Step(.save)]
      ).inApp
  }

  /// Returns the outcome of the delete, as described for a release or without one.
  func outcome(as description: Framework?) throws(ReplayError) -> Outcome {
    try (description.map { ObjectGraphEngine(as: $0) } ?? ObjectGraphEngine()).outcome(of: scenario)
  }
}

extension ModelComparison.Result {
  fileprivate var isChange: Bool { if case .change = self { true } else { false } }

  /// The same on some of the releases that are asked for.
  fileprivate func on(_ places: [ModelChange.Place]) -> Self {
    guard case .change(var change) = self else { return self }
    change.places = places
    return .change(change)
  }
}

extension Outcome {
  /// Whether nothing is deleted but what was asked for, and nothing goes wrong.
  var takesOnlyItself: Bool { effect == .ok && deleted == requested }
}

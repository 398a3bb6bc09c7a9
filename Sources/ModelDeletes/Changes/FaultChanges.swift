import CompiledOnce
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios

/// The faults of a model that a change adds and removes, as `check` finds them if every delete counts as
/// performed.
struct FaultChanges {
  /// A fault that a delete shows, by the names of the new model as far as it has these.
  struct Fault {
    let rule: String
    let title: String
    let entity: String
    let relationship: String
    /// Whether the new model no longer has its entity or relationship.
    let isOfRemoved: Bool
    /// Whether the code deletes something, and nothing that shows it.
    var isUnreached = false
    /// The relationships of its pair, as `Entity.relationship`.
    let pair: Set<String>
    /// The relationships of its pair in the model that has the fault.
    let relationships: [RelationshipID]
    let place: Place
    /// The entity of the object that its smallest delete deletes.
    let deleted: String
    let isBatch: Bool
    let witness: Witness
    /// The same objects and delete on the other model, and what came of them; nil where it cannot have them.
    var counterpart: (scenario: Scenario, outcome: Outcome)?
  }

  /// The part of the new model that a fault is about: nothing of what is gone, even if something else now
  /// has its name.
  struct Place {
    let entity: String?
    let pair: Set<RelationshipID>
    let destination: String?

    func sharesPair(with other: Place) -> Bool {
      entity == other.entity && !pair.isDisjoint(with: other.pair)
    }

    /// Returns true if both are about relationships between the same entities.
    func isBetweenSame(as other: Place) -> Bool {
      entity != nil && destination != nil && entity == other.entity
        && destination == other.destination
    }
  }

  private(set) var added: [Fault]
  private(set) var removed: [Fault]
  /// The orphans that only a new or removed inverse makes children of anything: they are no change.
  let ofNewPairs: [Fault]

  /// Checks both models, and what the code around them reaches, if that is compared as well.
  init(
    from old: Model, to new: Model, _ renaming: Renaming, by check: Check, before oldCheck: Check,
    in code: (old: CheckedCode, new: CheckedCode)?
  ) throws(CheckFault) {
    let before = try Self.faults(of: old, by: oldCheck, renaming)
    let after = try Self.faults(of: new, by: check, nil)
    let reached = try code.map { code throws(CheckFault) in
      try Self.reachedOnly(
        (code.old.findings(about: old), before), in: old,
        (code.new.findings(about: new), after), in: new, renaming, by: check, before: oldCheck)
    }
    let entities = Dictionary(
      renaming.entities.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    let relationships = Dictionary(
      renaming.relationships.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    func shown(
      _ faults: [Fault], in model: Model, on other: Model, _ names: [String: String],
      _ successors: [RelationshipID: RelationshipID], by check: Check
    ) -> [Fault] {
      faults.map { fault in
        var fault = fault
        let successor = fault.relationships.first.flatMap { successors[$0] }
        fault.counterpart = fault.witness.scenario.replayed(
          from: model.schema, on: check.schema(of: other, at: successor), naming: names, successors)
        return fault
      }
    }
    let added =
      Self.faults(after, notIn: before).map { fault in
        var fault = fault
        fault.isUnreached = code?.new.findings(about: new).areUnreached(fault, in: new) ?? false
        return fault
      } + (reached?.added ?? [])
    let removed = Self.faults(before, notIn: after) + (reached?.removed ?? [])
    let isOfNewPair = { Self.isOrphan($0, paired: relationships, in: old.schema) }
    let isOfGonePair = { Self.isOrphan($0, paired: renaming.relationships, in: new.schema) }
    ofNewPairs = added.filter(isOfNewPair) + removed.filter(isOfGonePair)
    self.added = shown(
      added.filter { !isOfNewPair($0) }, in: new, on: old, entities, relationships,
      by: oldCheck)
    self.removed = shown(
      removed.filter { !isOfGonePair($0) }, in: old, on: new, renaming.entities,
      renaming.relationships, by: check)
  }

  /// The faults that code reaches although another finding, which no code reaches, says their cause, as far
  /// as the other model has none of these, with a cause or without.
  private static func reachedOnly(
    _ before: (findings: [Finding], known: [Fault]), in old: Model,
    _ after: (findings: [Finding], known: [Fault]), in new: Model, _ renaming: Renaming,
    by check: Check, before oldCheck: Check
  ) throws(CheckFault) -> (added: [Fault], removed: [Fault]) {
    func reached(
      _ state: (findings: [Finding], known: [Fault]), _ model: Model, _ renaming: Renaming?
    ) -> [Fault] {
      let found = faults(state.findings.filter { !$0.reachedBy.isEmpty }, of: model, renaming)
      return faults(found, notIn: state.known)
    }
    let (past, present) = (reached(before, old, renaming), reached(after, new, nil))
    if past.isEmpty, present.isEmpty { return ([], []) }
    var (all, allBefore) = (check, oldCheck)
    (all.keepsCaused, allBefore.keepsCaused) = (true, true)
    let (allOld, allNew) = (
      try faults(of: old, by: allBefore, renaming), try faults(of: new, by: all, nil)
    )
    /// Those of the reached faults that only a cause hides.
    func caused(_ reached: [Fault], _ all: [Fault], _ known: [Fault]) -> [Fault] {
      let hidden = faults(all, notIn: known)
      return reached.filter { fault in
        hidden.contains { $0.rule == fault.rule && $0.place.sharesPair(with: fault.place) }
      }
    }
    return (
      faults(caused(present, allNew, after.known), notIn: allOld),
      faults(caused(past, allOld, before.known), notIn: allNew)
    )
  }

  /// Whether a fault is an orphan whose relationships are on the other model, but are no pair there.
  private static func isOrphan(
    _ fault: Fault, paired names: [RelationshipID: RelationshipID], in other: Schema
  ) -> Bool {
    guard fault.rule == CheckRule.nullifyLeavesOrphans.rawValue else { return false }
    let known = fault.relationships.compactMap { names[$0] }
    guard let first = known.first else { return false }
    // What went along, or held the delete back, had an owner.
    let own = fault.relationships.first.flatMap { names[$0] }.map(other.declaration)
    if let rule = own?.deleteRule, rule == .cascade || rule == .deny { return false }
    return known.count < fault.relationships.count
      || known.count == 2 && other.inverse(of: first)?.relationship != known[1]
  }

  /// The faults of one list that are not in the other.
  ///
  /// A fault of the same rule and entity is the same if it is of the same pair, or else if it is of
  /// another relationship to the same destination: where several relationships have a part in a fault,
  /// it is reported at the first.
  private static func faults(_ some: [Fault], notIn others: [Fault]) -> [Fault] {
    var (left, known) = (some, others)
    for isSame: (Place, Place) -> Bool in [
      { $0.sharesPair(with: $1) }, { $0.isBetweenSame(as: $1) },
    ] {
      left.removeAll { fault in
        let index = known.firstIndex { $0.rule == fault.rule && isSame($0.place, fault.place) }
        if let index { known.remove(at: index) }
        return index != nil
      }
    }
    return left
  }

  private static func faults(
    of model: Model, by check: Check, _ renaming: Renaming?
  ) throws(CheckFault) -> [Fault] {
    var check = check
    check.assumesAllDeletes = true
    return faults(try check.findings(in: model), of: model, renaming)
  }

  /// The faults of some findings that a delete shows.
  private static func faults(
    _ findings: [Finding], of model: Model, _ renaming: Renaming?
  ) -> [Fault] {
    findings.compactMap { finding in
      guard let witness = finding.witness, let entity = finding.entity,
        let relationship = finding.relationship,
        let id = model.schema.entity(entity)
          .flatMap({ model.schema.relationship(relationship, of: $0) })
      else { return nil }
      func name(_ relationship: RelationshipID) -> (entity: String, relationship: String) {
        let schema = model.schema
        let declared = (
          schema.declaration(of: schema.source(of: relationship)).name,
          schema.declaration(of: relationship).name
        )
        return renaming?.newNames[relationship] ?? declared
      }
      let pair = [id, model.schema.inverse(of: id)?.relationship].compactMap(\.self)
      let deleted = witness.scenario.objects
        .first { witness.outcome.requested.contains($0.name) }?.entity
      let own = name(id)
      let destination = model.schema.declaration(of: model.schema.destination(of: id)).name
      let place =
        renaming.map { renaming in
          Place(
            entity: renaming.entities[entity],
            pair: Set(pair.compactMap { renaming.relationships[$0] }),
            destination: renaming.entities[destination])
        } ?? Place(entity: entity, pair: Set(pair), destination: destination)
      return Fault(
        rule: finding.rule.rawValue, title: finding.title,
        entity: renaming?.entities[entity] ?? entity, relationship: own.relationship,
        isOfRemoved: renaming.map { $0.relationships[id] == nil } ?? false,
        pair: Set(pair.map(name).map { "\($0.entity).\($0.relationship)" }), relationships: pair,
        place: place,
        deleted: deleted.map { renaming?.entities[$0] ?? $0 } ?? entity,
        isBatch: witness.scenario.steps.contains { $0.action.isBatchDelete }, witness: witness)
    }
  }
}

extension [Finding] {
  /// Whether they have a fault, and nothing in the code shows it.
  fileprivate func areUnreached(_ fault: FaultChanges.Fault, in model: Model) -> Bool {
    filter { $0.rule.rawValue == fault.rule }
      .areUnreached(at: fault.relationships, in: model.schema)
  }

  /// Whether they have the dangling reference that a change leaves, and nothing in the code shows it.
  func showNone(of change: ModelChange, in schema: Schema) -> Bool {
    guard
      let relationship = schema.entity(change.entity)
        .flatMap({ schema.relationship(change.relationship, of: $0) })
    else { return false }
    let inverse = schema.inverse(of: relationship)?.relationship
    return filter { $0.witness?.outcome.effect == .trapOnRead }
      .areUnreached(at: [relationship, inverse].compactMap(\.self), in: schema)
  }

  private func areUnreached(at relationships: [RelationshipID], in schema: Schema) -> Bool {
    let names = relationships.map(schema.qualifiedName)
    let same = filter { names.contains("\($0.entity ?? "").\($0.relationship ?? "")") }
    return !same.isEmpty && same.allSatisfy(\.isUnreached)
  }
}

extension FaultChanges.Fault {
  /// Whether a delete that does something else is the one that shows the fault.
  func isShown(by change: ModelChange) -> Bool {
    pair.contains("\(change.entity).\(change.relationship)") && change.isBatch == isBatch
      && change.deleted == deleted
  }
}

extension Scenario {
  /// Replays the same objects, links and delete on another schema; nil where it cannot have them.
  fileprivate func replayed(
    from schema: Schema, on other: Schema, naming names: [String: String],
    _ successors: [RelationshipID: RelationshipID]
  ) -> (scenario: Scenario, outcome: Outcome)? {
    var kinds: [String: EntityID] = [:]
    var moved: [NamedObject] = []
    for object in objects {
      guard let name = names[object.entity], let kind = other.entity(name) else { return nil }
      kinds[object.name] = kind
      moved.append(NamedObject(object.name, name))
    }
    var linked: [RelationshipID] = []
    var links: [NamedLink] = []
    for link in self.links {
      guard let source = objects.first(where: { $0.name == link.source })?.entity,
        let id = schema.entity(source).flatMap({ schema.relationship(link.relationship, of: $0) }),
        let successor = successors[id]
      else { return nil }
      linked.append(successor)
      links.append(
        NamedLink(link.source, other.declaration(of: successor).name, link.destination))
    }
    let scenario = Scenario(
      framework: other.framework.name, circumstances: circumstances,
      entities: other.excerpt(for: Array(kinds.values), linked: linked), objects: moved,
      links: links,
      steps: steps)
    guard let outcome = try? ObjectGraphEngine(as: other.framework).outcome(of: scenario) else {
      return nil
    }
    return (scenario, outcome)
  }
}

extension Scenario.Action {
  fileprivate var isBatchDelete: Bool { if case .batchDelete = self { true } else { false } }
}

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
    /// The relationships of its pair, as `Entity.relationship`.
    let pair: Set<String>
    /// Its place in the new model.
    let place: Place
    /// The entity of the object that its smallest delete deletes.
    let deleted: String
    let isBatch: Bool
    let witness: Witness
  }

  /// The part of the new model that a fault is about: nothing of what is gone, even if something else now
  /// has its name.
  struct Place {
    let entity: String?
    /// The relationships of its pair.
    let pair: Set<RelationshipID>
    /// The destination of its relationship.
    let destination: String?

    /// Returns true if both are about one pair.
    func sharesPair(with other: Place) -> Bool {
      entity == other.entity && !pair.isDisjoint(with: other.pair)
    }

    /// Returns true if both are about relationships between the same entities.
    func isBetweenSame(as other: Place) -> Bool {
      entity != nil && destination != nil && entity == other.entity
        && destination == other.destination
    }
  }

  let added: [Fault]
  let removed: [Fault]

  /// Checks both models.
  ///
  /// - Throws: A `CheckFault` if a proof fails: a fault of this package.
  init(
    from old: Model, to new: Model, _ renaming: Renaming, on range: ReleaseRange?
  ) throws(CheckFault) {
    let before = try Self.faults(of: old, on: range, renaming)
    let after = try Self.faults(of: new, on: range, nil)
    added = Self.faults(after, notIn: before)
    removed = Self.faults(before, notIn: after)
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
    of model: Model, on range: ReleaseRange?, _ renaming: Renaming?
  ) throws(CheckFault) -> [Fault] {
    var check = Check(on: range)
    check.assumesAllDeletes = true
    return try check.findings(in: model).compactMap { finding in
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
        pair: Set(pair.map(name).map { "\($0.entity).\($0.relationship)" }), place: place,
        deleted: deleted.map { renaming?.entities[$0] ?? $0 } ?? entity,
        isBatch: witness.scenario.steps.contains { $0.action.isBatchDelete }, witness: witness)
    }
  }
}

extension FaultChanges.Fault {
  /// Whether a delete that does something else is the one that shows the fault.
  func isShown(by change: ModelChange) -> Bool {
    pair.contains("\(change.entity).\(change.relationship)") && change.isBatch == isBatch
      && change.deleted == deleted
  }
}

extension Scenario.Action {
  fileprivate var isBatchDelete: Bool { if case .batchDelete = self { true } else { false } }
}

import ObjectGraph
import Scenarios

/// What the objects that a delete can reach do to those that stay.
struct EffectFinding {
  private let spread: Spread
  private let schema: Schema

  init(_ spread: Spread, in schema: Schema) {
    self.spread = spread
    self.schema = schema
  }

  /// Every cascade with the first level at which each kind has it.
  var cascades: [EntityEffects.Cascade] {
    struct Step: Hashable {
      let level: Int
      let relationship: RelationshipID
    }
    struct Source: Hashable {
      let kind: EntityID
      let relationship: RelationshipID
    }
    var seen: Set<Source> = []
    var sources: [Step: [EntityID]] = [:]
    for state in spread.states {
      let level = (spread.levels[state] ?? 0) + 1
      for relationship in spread.cascades(of: state) {
        let step = Step(level: level, relationship: relationship)
        // The states come level by level, so the first time is the least level.
        if seen.insert(Source(kind: state.kind, relationship: relationship)).inserted {
          sources[step, default: []].append(state.kind)
        }
      }
    }
    return sources.map { step, kinds in
      let destinations = schema.kinds(heldBy: step.relationship)
      return EntityEffects.Cascade(
        level: step.level, relationship: step.relationship, sources: kinds.sorted(),
        destinations: destinations,
        again: destinations.filter { (spread.level(of: $0) ?? step.level) < step.level },
        repeats: spread.repeats(step.relationship))
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
    func fitting(_ states: [Spread.State]) -> [EntityID] {
      Set(states.filter(fits).map(\.kind)).intersection(kinds).sorted()
    }
    return EntityEffects.Deleted(
      requested: fitting(spread.requested), taken: fitting(spread.taken))
  }
}

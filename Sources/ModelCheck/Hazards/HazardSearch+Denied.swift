import ModelFiles
import ObjectGraph
import Scenarios

extension HazardSearch {
  /// A deny rule is often meant; these are the places where it locks more than it protects.
  mutating func findDenied(_ relationship: RelationshipID) {
    let inverse = inverse(relationship)
    let trial = sharing(relationship, deleting: 0)
    let isNoted = note(
      .oneToOneCrash, of: relationship, with: inverse.map { [$0] } ?? [], .error, trial
    ) { $0.effect == .crash && $0.isDenied(0, relationship) }
    if isNoted { return }
    if let inverse, declaration(inverse).deleteRule == .deny {
      // One finding is enough for both sides.
      guard relationship <= inverse,
        let other = result(of: sharing(relationship, deleting: 1)), other.isDenied(1, inverse)
      else { return }
      note(.denyOnBothSides, of: relationship, with: [inverse], .warning, trial) {
        $0.isDenied(0, relationship)
      }
    } else if !declaration(relationship).isToMany
      && schema.cardinality(of: relationship) != .oneToOne
    {
      note(
        .denyOnChild, of: relationship, with: inverse.map { [$0] } ?? [], .warning, trial
      ) { $0.isDenied(0, relationship) }
    }
  }

  /// A cascade reaches an object that a deny rule of its own keeps from going.
  mutating func findDeniedCascade(_ cascade: RelationshipID) {
    var blocking: Set<RelationshipID> = []
    var trials: [RelationshipID: Trial] = [:]
    for kind in schema.kinds(heldBy: cascade) {
      for deny in schema.relationships(of: kind)
      where declaration(deny).deleteRule == .deny && !blocking.contains(deny) {
        guard let trial = denies(cascade, kind, deny) else { continue }
        blocking.insert(deny)
        trials[deny] = trial
      }
    }
    guard let first = blocking.min() else { return }
    note(.denyBlocksCascade, of: cascade, with: blocking.sorted(), .warning, trials[first]) { _ in
      true
    }
  }

  /// The trial in which deleting an object takes one of a kind by a cascade, which a deny rule of
  /// that one refuses.
  private mutating func denies(
    _ cascade: RelationshipID, _ kind: EntityID, _ deny: RelationshipID
  ) -> Trial? {
    guard let ends = ends(of: cascade), let blocked = self.ends(of: deny) else { return nil }
    let trial = Trial(
      kinds: [ends.source, kind, blocked.destination],
      links: [Trial.Link(0, cascade, 1), Trial.Link(1, deny, 2)], deleted: 0)
    guard let result = result(of: trial), result.effect == .denied, result.isDenied(1, deny) else {
      return nil
    }
    return trial
  }
}

import ModelFiles
import ObjectGraph
import Scenarios

extension HazardSearch {
  /// Without an inverse nothing clears the reference when what it leads to goes.
  mutating func findMissingInverse(_ relationship: RelationshipID) {
    let ambiguous = schema.ambiguousInverses(of: relationship)
    let manyToMany = manyToManyInverses(of: relationship)
    let rule: CheckRule =
      !ambiguous.isEmpty
      ? .ambiguousInverse
      : !manyToMany.isEmpty ? .manyToManyWithoutInverse : .missingInverseLeavesDangling
    note(
      rule, of: relationship, with: ambiguous.isEmpty ? manyToMany : ambiguous, danglingSeverity,
      sharing(relationship, deleting: 1)
    ) { $0.dangles(0, relationship, 1) }
  }

  /// The to-manies that lead back, where the framework infers inverses but never of these.
  private func manyToManyInverses(of relationship: RelationshipID) -> [RelationshipID] {
    let inferred = schema.framework.infersInverseFor
    guard !inferred.isEmpty, !inferred.contains(.manyToMany), declaration(relationship).isToMany
    else { return [] }
    let schema = schema
    return schema.openInverses(of: relationship).filter { schema.declaration(of: $0).isToMany }
  }

  /// The other side keeps its reference to the deleted source.
  mutating func findDangling(_ relationship: RelationshipID) {
    guard let inverse = inverse(relationship) else { return }
    let trial = sharing(relationship, deleting: 0)
    note(
      .noActionLeavesDangling, of: relationship, with: [inverse], danglingSeverity, trial
    ) { $0.effect == .trapOnRead && $0.dangles(1, inverse, 0) }
    note(.oneToOneCrash, of: relationship, with: [inverse], .error, trial) {
      $0.effect == .crash && $0.dangles(1, inverse, 0)
    }
  }
}

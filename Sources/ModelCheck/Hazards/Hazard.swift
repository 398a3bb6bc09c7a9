import ModelFiles
import ObjectGraph

/// A delete that hurts, because of one relationship.
struct Hazard: Sendable {
  let rule: CheckRule
  let severity: ModelFinding.Severity
  /// The relationship whose rule, or whose lack of an inverse, is to blame.
  let relationship: RelationshipID
  /// Others that have a part in it, in the order of the schema.
  let others: [RelationshipID]
  /// The smallest delete that shows it.
  let trial: Trial
  let result: TrialResult
}

import ModelFiles
import ObjectGraph
import SourceText

/// A finding under construction, with what the passes need to know of its cause.
struct FindingDraft {
  let rule: CheckRule
  var severity: ModelFinding.Severity
  let text: FindingText
  var notes: [Finding.Note] = []
  let entity: String?
  /// The name of the relationship or attribute, if any.
  let property: String?
  let location: Location
  let relationship: RelationshipID?
  var hazard: Hazard?
  var otherSides: [Finding.Side] = []
  var merged: [Hazard] = []
  /// A `prepareForDeletion` that seems to prevent it, if any does.
  var hook: DeleteHook?
  /// The delete calls that reach it; nil where that is not looked for.
  var calls: ReachingCalls?
  /// The delete calls that reach the other sides that are merged into it, by the names of these.
  var otherCalls: [(name: String, calls: ReachingCalls)] = []
  /// The rules that say of the same pair what causes it.
  var causes: [CheckRule] = []
  /// Whether a part of the model is not read because of it.
  var leavesOut = false

  /// Whether none of the delete calls reaches it, or none without the parts of two owners, or nothing calls the code
  /// around those that do.
  var isUnreached: Bool {
    calls.map { $0.isEmpty || $0.needTwoOwners || !$0.uncalledCode.isEmpty } ?? false
  }
  /// Whether the code deletes its object only with another one.
  var isReachedByCascade: Bool { calls?.cascadingEntity != nil }
}

extension FindingDraft {
  /// The finding of a rule at a relationship pair.
  init(
    _ rule: CheckRule, _ severity: ModelFinding.Severity, _ text: FindingText,
    _ pair: RelationshipPair, in model: Model
  ) throws(CheckFault) {
    guard let location = model.location(of: pair.relationship) else {
      throw CheckFault(description: "\(pair.name) is not in the files")
    }
    self.init(
      rule: rule, severity: severity, text: text, entity: pair.source,
      property: pair.declaration.name, location: location, relationship: pair.relationship)
  }
}

/// A match of a rule with an entity: the property, its place, and the words.
struct EntityMatch: Sendable {
  let property: String
  let location: Location
  let text: FindingText

  init(_ property: String, at location: Location, _ text: FindingText) {
    self.property = property
    self.location = location
    self.text = text
  }
}

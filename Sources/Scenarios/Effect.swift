import ObjectGraph

/// The label of an outcome, besides the fates of the objects.
///
/// Where several hold at once, the label is the first of: crash, denied, validationFailed,
/// trapOnRead, ok.
///
/// ```swift
/// let isRefused = outcome.effect == .denied || outcome.effect == .validationFailed
/// ```
public enum Effect: String, CaseIterable, Hashable, Sendable {
  /// No other effect.
  case ok
  /// A survivor's reference leads to a deleted object: reading through it traps.
  case trapOnRead
  /// The save is refused because a survivor became invalid, or the store refuses a batch delete.
  case validationFailed
  /// The save, or a batch delete, is refused by a deny rule.
  case denied
  /// The delete itself crashes.
  case crash

  /// Labels what a delete came to.
  ///
  /// What batch deletes leave dangling is told apart: they pass by the objects, and so by what makes
  /// a delete of one crash.
  package init(
    denied: [RelationshipID], isInvalid: Bool, dangling: [RelationshipID],
    danglingByBatch: [RelationshipID] = [], cascaded: [RelationshipID], in schema: Schema
  ) {
    if (denied + dangling).contains(where: schema.crashesWhereLeft)
      || cascaded.contains(where: schema.crashesWhereTaken)
    {
      self = .crash
    } else if !denied.isEmpty {
      self = .denied
    } else if isInvalid {
      self = .validationFailed
    } else {
      self = dangling.isEmpty && danglingByBatch.isEmpty ? .ok : .trapOnRead
    }
  }
}

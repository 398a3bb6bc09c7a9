import ObjectGraph

/// The label of an outcome, in addition to the fates of the objects.
///
/// If several apply, the label is the first of: crash, denied, validationFailed, trapOnRead, ok.
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

  /// Creates the label for the result of a delete.
  ///
  /// Dangling references of batch deletes are passed separately: batch deletes bypass the objects,
  /// and so the cause of crashes when an object is deleted.
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

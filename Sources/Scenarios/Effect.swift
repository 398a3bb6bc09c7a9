import ObjectGraph

/// What becomes of a delete besides the objects: the label of an outcome.
///
/// Where several hold at once, the label is the first of: crash, denied, validationFailed,
/// trapOnRead, ok.
public enum Effect: String, CaseIterable, Hashable, Sendable {
  /// Nothing else.
  case ok
  /// A survivor's reference leads to a deleted object: reading through it traps.
  case trapOnRead
  /// The save is refused because a survivor became invalid.
  case validationFailed
  /// The save is refused by a deny rule.
  case denied
  /// The delete itself crashes.
  case crash
}

extension Effect {
  /// Labels what a delete came to.
  ///
  /// - Parameters:
  ///   - denied: The relationships whose deny rule refuses the save.
  ///   - isInvalid: Whether a survivor is invalid.
  ///   - dangling: The relationships by which a survivor refers to a deleted object.
  ///   - schema: The schema, with its framework.
  package init(
    denied: [RelationshipID], isInvalid: Bool, dangling: [RelationshipID], in schema: Schema
  ) {
    if (denied + dangling).contains(where: schema.crashesWhereLeft) {
      self = .crash
    } else if !denied.isEmpty {
      self = .denied
    } else if isInvalid {
      self = .validationFailed
    } else {
      self = dangling.isEmpty ? .ok : .trapOnRead
    }
  }
}

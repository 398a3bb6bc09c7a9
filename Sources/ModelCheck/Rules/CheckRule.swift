/// What `check` looks for; the words do not change from one version to the next.
public enum CheckRule: String, CaseIterable, Hashable, Sendable {
  // What a delete does: each finding is proven by a delete.
  case oneToOneCrash = "one_to_one_crash"
  case noActionLeavesDangling = "no_action_leaves_dangling"
  case missingInverseLeavesDangling = "missing_inverse_leaves_dangling"
  case manyToManyWithoutInverse = "many_to_many_without_inverse"
  case nullifyBreaksMandatory = "nullify_breaks_mandatory"
  case nullifyBreaksMinimum = "nullify_breaks_minimum"
  case denyOnBothSides = "deny_on_both_sides"
  case denyOnChild = "deny_on_child"
  case denyBlocksCascade = "deny_blocks_cascade"
  case cascadeOnToOneToParent = "cascade_on_to_one_to_parent"
  case cascadeSharedChildren = "cascade_shared_children"
  case cascadeBothSides = "cascade_both_sides"

  // What is written: a delete shows it where it leads to one of the above.
  case ambiguousInverse = "ambiguous_inverse"
  case inverseNotReciprocal = "inverse_not_reciprocal"
  case inverseOnBothSides = "inverse_on_both_sides"
  case mismatchedInverse = "mismatched_inverse"
  case missingDeleteRule = "missing_delete_rule"
  case unknownDeleteRule = "unknown_delete_rule"
  case orderedOnBothSides = "ordered_on_both_sides"
  case impossibleCounts = "impossible_counts"
  case unknownDestination = "unknown_destination"
  case unknownParent = "unknown_parent"
  case inheritanceCycle = "inheritance_cycle"
  case duplicateEntity = "duplicate_entity"
  case duplicateProperty = "duplicate_property"
  case emptyName = "empty_name"
  case conditionalDeclaration = "conditional_declaration"
  case repeatedDeclaration = "repeated_declaration"
  case constantProperty = "constant_property"
  case uncertainModel = "uncertain_model"
  case uncertainVersion = "uncertain_version"
  case unreadableArgument = "unreadable_argument"
  case unreadableModel = "unreadable_model"
  case unreadableSource = "unreadable_source"
  case unreadableType = "unreadable_type"

  // What CloudKit refuses: looked for where it is asked for.
  case cloudKitDeny = "cloudkit_deny"
  case cloudKitMandatory = "cloudkit_mandatory"
  case cloudKitMissingInverse = "cloudkit_missing_inverse"

  // What a baseline silences.
  case staleBaselineEntry = "stale_baseline_entry"

  /// Whether it is looked for only where a store is mirrored by CloudKit.
  public var isForCloudKit: Bool {
    switch self {
    case .cloudKitDeny, .cloudKitMandatory, .cloudKitMissingInverse: true
    default: false
    }
  }
}

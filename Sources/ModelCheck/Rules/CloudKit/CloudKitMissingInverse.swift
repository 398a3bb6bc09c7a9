import ModelFiles

extension CheckRule {
  /// `cloudkit_missing_inverse`.
  public static let cloudKitMissingInverse = CheckRule(
    "cloudkit_missing_inverse", .error, for: .cloudKit,
    summary: "CloudKit requires every relationship to have an inverse.",
    reason: CloudKitRefusal.missingInverse.reason,
    fix: "Add the inverse.",
    bad: .swiftData(
      """
      @Model class Task { var «tag»: Tag? }
      @Model class Tag { var name = "" }
      """),
    good: .swiftData(
      """
      @Model class Task { var tag: Tag? }
      @Model class Tag { var tasks: [Task]? = [] }
      """),
    found: .byRelationship(
      { $0.inverse == nil },
      text: {
        FindingText(
          "\($0.name) has no inverse, which CloudKit requires", CloudKitRefusal.missingInverse.note)
      }))
}

import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cloudkit_deny`.
  public static let cloudKitDeny = CheckRule(
    "cloudkit_deny", .error, for: .cloudKit,
    summary: "CloudKit does not support deny.",
    reason: CloudKitRefusal.deny.reason,
    fix: "Use another rule, and let the code check before each delete.",
    bad: .swiftData(
      """
      @Model class Author { var books: [Book] = [] }
      @Model class Book { @Relationship(deleteRule: .deny) var «author»: Author? }
      """),
    good: .swiftData(
      """
      @Model class Author { var books: [Book] = [] }
      @Model class Book { var author: Author? }
      """),
    found: .byRelationship(
      { $0.declaration.deleteRule == .deny },
      text: {
        FindingText(
          "\($0.name) is deny, which CloudKit does not support", CloudKitRefusal.deny.note)
      }))
}

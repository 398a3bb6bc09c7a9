import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cloudkit_mandatory`.
  public static let cloudKitMandatory = CheckRule(
    "cloudkit_mandatory", .error, for: .cloudKit,
    summary: "CloudKit requires every relationship to be optional.",
    reason:
      "Objects arrive one by one, in any order, so a reference may be missing for a while. "
      + CloudKitRefusal.mandatory.reason,
    fix: "Make the relationship optional. In SwiftData, this also applies to arrays.",
    bad: .swiftData(
      """
      @Model class List { @Relationship(inverse: \\Item.list) var items: [Item]? = [] }
      @Model class Item { var «list»: List }
      """),
    good: .swiftData(
      """
      @Model class List { @Relationship(inverse: \\Item.list) var items: [Item]? = [] }
      @Model class Item { var list: List? }
      """),
    found: .byRelationship(
      { !$0.declaration.isOptional },
      text: {
        FindingText(
          "\($0.name) is not optional, which CloudKit requires", CloudKitRefusal.mandatory.note)
      }))
}

import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cloudkit_no_default`.
  public static let cloudKitNoDefault = CheckRule(
    "cloudkit_no_default", .error, for: .cloudKit,
    summary: "CloudKit requires every attribute to be optional or to have a default value.",
    reason:
      "A record may arrive without the field. A value that an initializer sets is not a default. "
      + CloudKitRefusal.noDefault.reason,
    fix: "Make the attribute optional, or give it a default value in its declaration.",
    bad: .swiftData(
      """
      @Model class Task { var «title»: String }
      """),
    good: .swiftData(
      """
      @Model class Task { var title: String = "" }
      """),
    found: .byEntity { entity in
      entity.attributes.filter { !$0.declaration.isOptional }.map { attribute in
        EntityMatch(
          attribute.name, at: attribute.location,
          FindingText(
            "\(entity.name).\(attribute.name) is neither optional nor has a default value, one of "
              + "which CloudKit requires", CloudKitRefusal.noDefault.note))
      }
    })
}

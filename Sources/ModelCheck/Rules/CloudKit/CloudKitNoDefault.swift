import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cloudkit_no_default`.
  public static let cloudKitNoDefault = CheckRule(
    "cloudkit_no_default", .error, for: .cloudKit,
    summary: "CloudKit requires every attribute to be optional or to have a default value.",
    reason:
      "A record may arrive without the field. Core Data refuses to load the store with 134060, "
      + "\"CloudKit integration requires that all attributes be optional, or have a default value "
      + "set\", as projects report; what an initializer sets is no default.",
    fix: "Make the attribute optional, or give it a default value where it is declared.",
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
          "\(entity.name).\(attribute.name) is neither optional nor has a default value, one of "
            + "which CloudKit requires")
      }
    })
}

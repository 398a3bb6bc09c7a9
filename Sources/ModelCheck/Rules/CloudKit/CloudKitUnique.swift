import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

extension CheckRule {
  /// `cloudkit_unique`.
  public static let cloudKitUnique = CheckRule(
    "cloudkit_unique", .error, for: .cloudKit,
    summary: "CloudKit does not support uniqueness.",
    reason:
      "Devices insert objects independently, so Apple's list of unsupported features names unique "
      + "constraints. \(CloudKitRefusal.unique.reason)",
    fix: "Remove the constraint, and remove duplicates after an import.",
    bad: .swiftData(
      """
      @Model class Tag { @Attribute(.unique) var «name»: String = "" }
      """),
    good: .swiftData(
      """
      @Model class Tag { var name: String = "" }
      """),
    found: .byEntity { entity in
      let constraints = entity.uniquenessConstraints.map { constraint in
        let names = constraint.attributes.map { "\(entity.name).\($0)" }
        return EntityMatch(
          constraint.attributes.joined(separator: "+"), at: constraint.location,
          FindingText(
            "\(names.listed()) must be unique\(names.count > 1 ? " together" : ""), which CloudKit "
              + "does not support", CloudKitRefusal.unique.note))
      }
      let stated = Set(entity.uniquenessConstraints.map(\.attributes))
      let attributes = entity.attributes.filter {
        $0.declaration.isUnique && !stated.contains([$0.name])
      }
      return constraints
        + attributes.map {
          EntityMatch(
            $0.name, at: $0.location,
            FindingText(
              "\(entity.name).\($0.name) must be unique, which CloudKit does not support",
              CloudKitRefusal.unique.note))
        }
    })
}

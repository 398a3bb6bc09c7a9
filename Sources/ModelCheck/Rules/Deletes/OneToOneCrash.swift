import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `one_to_one_crash`.
  public static let oneToOneCrash = CheckRule(
    "one_to_one_crash", .error,
    summary: "Deleting one side of a one-to-one relationship can crash.",
    reason:
      "In SwiftData on iOS 17, deny and noAction on a one-to-one relationship with an inverse ended "
      + "in EXC_BAD_ACCESS while the other side existed, as https://zenn.dev/samekard_dev/articles/c1bdeb2ae2b095 "
      + "reports. Later releases are untested.",
    fix: "Use nullify or cascade, or set the reference to nil before the delete.",
    bad: .swiftData(
      """
      @Model class Person { @Relationship(deleteRule: .deny) var «passport»: Passport? }
      @Model class Passport { var person: Person? }
      """),
    good: .swiftData(
      """
      @Model class Person { @Relationship(deleteRule: .cascade) var passport: Passport? }
      @Model class Passport { var person: Person? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.crashesWhereLeft(it.relationship),
          it.schema.canCrashWhereLeft(it.relationship)
        else { return nil }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse]) {
          $0.effect == .crash
        }
      },
      text: { it, _ in
        FindingText(
          "deleting \(it.aSource) that has \(it.aDestination) can crash",
          "\(it.name) is \(it.declaration.deleteRule), and one-to-one")
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)),
    behaviour: .oneToOneLeft)
}

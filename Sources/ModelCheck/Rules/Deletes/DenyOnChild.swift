import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `deny_on_child`.
  public static let denyOnChild = CheckRule(
    "deny_on_child", .warning,
    summary: "With deny on a to-one, deleting the object can fail while that reference is set.",
    reason:
      "A rule applies when its own side is deleted. With deny on the child, the child can't be "
      + "deleted while it has a parent, which it usually has; an in-memory store can ignore deny. If the "
      + "parent cascades, this may be intended: the child is deleted with its parent and never alone. It "
      + "is a note then, unless the code deletes the child alone.",
    fix: "Put deny on the parent's to-many, and nullify here.",
    bad: .swiftData(
      """
      @Model class Author { var books: [Book] = [] }
      @Model class Book { @Relationship(deleteRule: .deny) var «author»: Author? }
      """),
    good: .swiftData(
      """
      @Model class Author { @Relationship(deleteRule: .deny) var books: [Book] = [] }
      @Model class Book { var author: Author? }
      """),
    causes: [.nullifyBreaksMandatory, .nullifyLeavesOrphans],
    found: .byDelete(
      { it, bench in
        let inverse = it.inverse
        // A deny rule is often meant; here it locks more than it protects.
        guard it.declaration.deleteRule == .deny, !it.declaration.isToMany,
          inverse.map({ it.schema.declaration(of: $0).deleteRule }) != .deny,
          it.schema.cardinality(of: it.relationship) != .oneToOne
        else { return nil }
        let goesWithParent = inverse.map { it.schema.declaration(of: $0).deleteRule } == .cascade
        return bench.shown(
          bench.sharing(it.relationship, deleting: 0), with: inverse.map { [$0] } ?? [],
          goesWithParent ? .note : nil
        ) { $0.isDenied(0, it.relationship) }
      },
      text: { it, hazard in
        FindingText(
          "deleting \(it.aSource) that has \(it.aDestination) \(it.fails)"
            + (hazard.severity == .note ? " except with it" : ""),
          "\(it.name) is deny, on the to-one side", "the save \(it.fails) with 1600",
          hazard.severity == .note ? "\(it.inverseName) is cascade, so this may be meant" : nil)
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

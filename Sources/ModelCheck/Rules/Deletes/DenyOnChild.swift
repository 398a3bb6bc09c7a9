import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `deny_on_child`.
  public static let denyOnChild = CheckRule(
    "deny_on_child", .warning,
    summary: "Deny on a to-one makes every object that has the other one undeletable.",
    reason:
      "Deny speaks of deleting its own side. On the child, it refuses to delete the child while "
      + "it has a parent, which is mostly always. Where the parent cascades, that may be meant: the "
      + "child goes with its parent and never alone; this is a note then.",
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
          "\(it.aSource) that has \(it.aDestination) cannot be deleted"
            + (hazard.severity == .note ? " except with it" : ""),
          "\(it.name) is deny, on the to-one side", "the save fails with 1600",
          hazard.severity == .note ? "\(it.inverseName) is cascade, so this may be meant" : nil)
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cascade_on_to_one_to_parent`.
  public static let cascadeOnToOneToParent = CheckRule(
    "cascade_on_to_one_to_parent", .warning,
    summary: "Cascade on the child's side: deleting a child deletes its parent.",
    reason:
      "A rule applies when its own side is deleted. Deleting any one child deletes the parent, "
      + "and the other children lose it. In a one-to-one relationship, the side without further "
      + "relationships counts as the child. Then the rule reports the cascade only if the parent has "
      + "other relationships and does not require the child. It reports nothing if another cascade "
      + "deletes the parent, too.",
    fix: "Put cascade on the parent's side, and nullify here.",
    bad: .swiftData(
      """
      @Model class List { var items: [Item] = [] }
      @Model class Item { @Relationship(deleteRule: .cascade) var «list»: List? }
      """),
    good: .swiftData(
      """
      @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
      @Model class Item { var list: List? }
      """),
    causes: [.nullifyBreaksMandatory, .nullifyLeavesOrphans],
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.declaration.deleteRule == .cascade,
          it.schema.declaration(of: inverse).deleteRule != .cascade,
          !it.declaration.isToMany,
          it.schema.declaration(of: inverse).isToMany || bench.hierarchy.isPart(it)
        else { return nil }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse]) {
          $0.isDeleted(1)
        }
      },
      text: { it, _ in
        let isOneToOne = it.schema.cardinality(of: it.relationship) == .oneToOne
        return FindingText(
          "deleting one \(it.source) deletes its \(it.destination)",
          "\(it.name) is cascade, on the \(isOneToOne ? "side of the part" : "to-one side")")
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cascade_on_to_one_to_parent`.
  public static let cascadeOnToOneToParent = CheckRule(
    "cascade_on_to_one_to_parent", .warning,
    summary: "Cascade on the to-one side: deleting a child deletes its parent.",
    reason:
      "A rule speaks of deleting its own side. The parent goes with any one child, and its "
      + "other children lose it.",
    fix: "Put cascade on the parent's to-many, and nullify here.",
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
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.declaration.deleteRule == .cascade,
          it.schema.declaration(of: inverse).deleteRule != .cascade,
          it.schema.declaration(of: inverse).isToMany, !it.declaration.isToMany
        else { return nil }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse]) {
          $0.isDeleted(1)
        }
      },
      message: { it, _ in
        "deleting one \(it.source) deletes its \(it.destination): \(it.name) is cascade, on the "
          + "to-one side"
      },
      cell: \.cellDeletingSource))
}

import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRule {
  /// `nullify_leaves_orphans`.
  public static let nullifyLeavesOrphans = CheckRule(
    "nullify_leaves_orphans", .note,
    summary: "Nullify leaves children that no other relationship can hold or lead to.",
    reason:
      "A child whose relationships all lead to the deleted object's entity, or down to parts of its "
      + "own, stays in the store and only a fetch finds it: mostly a cascade was forgotten, and the "
      + "store grows. Where such children are fetched and shown on their own, nullify is right, so "
      + "this is a note. Nothing is said of trees of one entity, and of a one-to-one relationship "
      + "only where the child has no other relationship and the parent has.",
    fix: "Use cascade if the children belong to the deleted object.",
    bad: .swiftData(
      """
      @Model class Order { @Relationship(deleteRule: .nullify) var «fees»: [Fee] = [] }
      @Model class Fee { var order: Order? }
      """),
    good: .swiftData(
      """
      @Model class Order { @Relationship(deleteRule: .cascade) var fees: [Fee] = [] }
      @Model class Fee { var order: Order? }
      """),
    found: .byDelete(
      { it, bench in
        guard let others = bench.hierarchy.siblingsOfOnlyHolder(it),
          others.allSatisfy({ it.relationship < $0 })
        else { return nil }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: others) {
          $0.effect == .ok && !$0.isDeleted(1)
        }
      },
      text: { it, hazard in
        FindingText(
          "deleting \(it.aSource) leaves its \(it.destination) in the store, where no other "
            + "relationship leads to it",
          "\(([it.name] + hazard.otherNames).listed()) \(hazard.others.isEmpty ? "is" : "are") "
            + "nullify")
      },
      cell: \.cellDeletingSource,
      // Where the children are taken care of, there are no orphans to note.
      hooks: .settles(.subject)))
}

import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRule {
  /// `nullify_leaves_orphans`.
  public static let nullifyLeavesOrphans = CheckRule(
    "nullify_leaves_orphans", .note,
    summary: "Nullify or No Action leaves children that no other relationship can hold.",
    reason:
      "If only the deleted object, or objects that the child owns, refer to the child, only a fetch finds "
      + "the child afterwards. Usually a cascade was forgotten, and the "
      + "store grows. If the app fetches and shows the children on their own, nullify is right, "
      + "so this is a note. No Action leaves them as well. Trees of one entity are not reported. A one-to-one relationship is "
      + "reported only if the child has no other relationship and the parent has one.",
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
          ($0.effect == .ok || $0.effect == .trapOnRead) && !$0.isDeleted(1)
        }
      },
      text: { it, hazard in
        // Another one may hold them as well.
        let isSure = hazard.others.isEmpty && it.inverse != nil
        let named = [it.relationship] + hazard.others
        let rules = named.map { it.schema.declaration(of: $0).deleteRule }
        let isOneRule = rules.allSatisfy { $0 == rules[0] }
        let names = named.map { it.schema.qualifiedName(of: $0) }
        return FindingText(
          "deleting \(it.aSource) \(isSure ? "leaves" : "can leave") its \(it.destination) in the store, unreachable by "
            + "other relationships",
          isOneRule
            ? "\(names.listed()) \(named.count == 1 ? "is" : "are") \(rules[0])"
            : zip(names, rules).map { "\($0) is \($1)" }.listed()
        )
      },
      cell: \.cellDeletingSource,
      // Where the children are taken care of, there are no orphans to note.
      hooks: .settles(.subject)))
}

import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `deny_on_both_sides`.
  public static let denyOnBothSides = CheckRule(
    "deny_on_both_sides", .warning,
    summary: "Both sides deny: neither can be deleted while they are linked.",
    reason: "Each delete is refused with 1600 as long as the other side stays.",
    fix: "Let one side be nullify or cascade, or unlink before the delete.",
    bad: .swiftData(
      """
      @Model class Author { @Relationship(deleteRule: .deny) var «books»: [Book] = [] }
      @Model class Book { @Relationship(deleteRule: .deny) var author: Author? }
      """),
    good: .swiftData(
      """
      @Model class Author { @Relationship(deleteRule: .deny) var books: [Book] = [] }
      @Model class Book { var author: Author? }
      """),
    found: .byDelete(
      { it, bench in
        // One finding is enough for both sides.
        guard let inverse = it.inverse, it.relationship <= inverse,
          it.declaration.deleteRule == .deny,
          it.schema.declaration(of: inverse).deleteRule == .deny,
          let other = bench.result(of: bench.sharing(it.relationship, deleting: 1)),
          other.isDenied(1, inverse)
        else { return nil }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse]) {
          $0.effect == .denied && $0.isDenied(0, it.relationship)
        }
      },
      message: { it, _ in
        "neither \(it.aSource) nor \(it.aDestination) can be deleted while they are linked: "
          + "\(it.name) and \(it.inverseName) are both deny; the save fails with 1600"
      },
      cell: \.cellDeletingSource))
}

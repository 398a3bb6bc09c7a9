import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_delete_fails`.
  public static let batchDeleteFails = CheckRule(
    "batch_delete_fails", .note, for: .batchDeletes,
    summary: "A mandatory inverse makes a batch delete fail, and nothing is deleted.",
    reason:
      "delete(model:) and NSBatchDeleteRequest act on rows, and must not empty what is mandatory: one "
      + "row that is linked makes the whole request fail with 134050, and nothing is deleted. A "
      + "SwiftData array is mandatory unless it is declared optional, so that children cannot go by "
      + "batch while a parent holds them, even if all of them go; rows that a cascade takes from a "
      + "parent can, and count with all their other links. It is a note, as few apps delete "
      + "by batch; that an ordinary delete is refused as well, with another "
      + "error, nullify_breaks_mandatory or nullify_breaks_minimum says beside it; what a batch delete leaves "
      + "behind that is done, batch_delete_breaks_minimum and no_action_leaves_dangling.",
    fix:
      "Make the inverse optional, unlink the rows first, delete the objects one by one, or delete the "
      + "parents by batch where they cascade.",
    bad: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var «trip»: Trip? }
      """),
    good: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop]? = []
      }
      @Model class Stop { var trip: Trip? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.refusesBatchDelete(it.relationship) else {
          return nil
        }
        return bench.shown(
          bench.sharing(it.relationship, deleting: 0)?.byBatch, with: [inverse]
        ) { !$0.failures.isEmpty }
      },
      text: { it, _ in
        FindingText(
          "a batch delete of \(it.aSource) that has \(it.aDestination) fails with 134050",
          "\(it.name) is nullify, but \(it.inverseName) is mandatory\(it.arrayWords)")
      },
      cell: { _ in nil },
      // No object is told that its row goes.
      hooks: .nothing))
}

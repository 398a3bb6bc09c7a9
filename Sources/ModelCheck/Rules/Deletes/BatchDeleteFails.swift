import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_delete_fails`.
  public static let batchDeleteFails = CheckRule(
    "batch_delete_fails", .note, for: .batchDeletes,
    summary: "A mandatory inverse makes a batch delete fail, and nothing is deleted.",
    reason:
      "delete(model:) and NSBatchDeleteRequest act on rows and can't clear a mandatory "
      + "relationship. One linked row makes the whole request fail with 134050, and nothing is "
      + "deleted. A SwiftData array is mandatory unless it is declared optional, so children "
      + "can't be deleted by batch while a parent holds them, even if all of them are deleted. "
      + "Rows that a cascade deletes from a parent can be, and count with all their other links. "
      + "This is a note because few apps delete by batch. nullify_breaks_mandatory and "
      + "nullify_breaks_minimum report that an ordinary delete fails as well. "
      + "batch_delete_breaks_minimum and no_action_leaves_dangling report what a successful batch "
      + "delete leaves behind.",
    fix:
      "Make the inverse optional, unlink the rows first, delete the objects one by one, or delete "
      + "parents that cascade by batch.",
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

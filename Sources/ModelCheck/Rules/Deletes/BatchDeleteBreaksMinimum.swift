import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `batch_delete_breaks_minimum`.
  public static let batchDeleteBreaksMinimum = CheckRule(
    "batch_delete_breaks_minimum", .note, for: .batchDeletes,
    summary: "A batch delete leaves a to-many with fewer objects than it must have.",
    reason:
      "delete(model:) and NSBatchDeleteRequest act on rows and validate none of them: Apple "
      + "leaves that to the caller. An ordinary delete would fail with 1580; a batch delete "
      + "removes the rows, and objects with too few others stay in the store. The rule looks at "
      + "the model, not at the calls, so it is a note.",
    fix:
      "Delete the objects one by one, or repair the objects with too few others after the batch "
      + "delete.",
    bad: .swiftData(
      """
      @Model class Team {
        @Relationship(minimumModelCount: 2, inverse: \\Player.teams) var players: [Player]? = []
      }
      @Model class Player { var «teams»: [Team]? = [] }
      """),
    good: .swiftData(
      """
      @Model class Team {
        @Relationship(minimumModelCount: 1, inverse: \\Player.teams) var players: [Player]? = []
      }
      @Model class Player { var teams: [Team]? = [] }
      """),
    found: .byDelete(
      { it, bench in
        let count = it.leastOfInverse
        guard let inverse = it.inverse, it.schema.hazards(of: inverse).contains(.becomesInvalid),
          !it.schema.refusesBatchDelete(it.relationship), count <= Trial.mostDemanded
        else { return nil }
        return bench.shown(
          bench.sharing(it.relationship, sources: count, deleting: 0)?.byBatch, with: [inverse]
        ) { $0.lacks(count, inverse) }
      },
      text: { it, _ in
        FindingText(
          "a batch delete of \(it.aSource) leaves \(it.inverseName) with fewer than "
            + "\(it.leastOfInverse)", "a batch delete validates nothing")
      },
      cell: { _ in nil },
      // No object is told that its row goes.
      hooks: .nothing))
}

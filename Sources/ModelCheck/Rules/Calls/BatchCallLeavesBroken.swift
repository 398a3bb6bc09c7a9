import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_call_leaves_broken`.
  public static let batchCallLeavesBroken = CheckRule(
    "batch_call_leaves_broken", .warning,
    summary: "A batch delete in the code leaves rows that are invalid, or lead to what is gone.",
    reason:
      "Nothing is validated before rows go: what must hold a least number of objects is left with too "
      + "few, and the next save of it is refused. And what noAction leaves alone, or has no inverse, goes "
      + "on leading to rows that are gone. It is batch_delete_breaks_minimum and "
      + "no_action_leaves_dangling, at the call that comes to it.",
    fix: "Unlink the rows first, or delete the objects one by one, which is refused instead.",
    bad: .swiftData(
      """
      @Model class Team {
        @Relationship(minimumModelCount: 2, inverse: \\Player.teams) var players: [Player]? = []
      }
      @Model class Player { var teams: [Team]? = [] }
      func reset(context: ModelContext) throws { try «context».delete(model: Player.self) }
      """),
    good: .swiftData(
      """
      @Model class Team {
        @Relationship(minimumModelCount: 2, inverse: \\Player.teams) var players: [Player]? = []
      }
      @Model class Player { var teams: [Team]? = [] }
      func reset(context: ModelContext) throws { try context.delete(model: Team.self) }
      """),
    found: .byCall { it, bench in
      // A reference that the same code clears does not stay.
      func leftDangling(by result: TrialResult) -> String? {
        result.dangling.map { it.schema.qualifiedName(of: $0.relationship) }
          .first { !it.call.settled.contains($0) }
      }
      guard it.call.kind == .batchDelete, !it.call.isToldInFunction,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, byBatch: true,
          where: { !$0.broken.isEmpty || leftDangling(by: $0) != nil })
      else { return nil }
      let blamed = RelationshipPair(path[path.count - 1], in: it.schema)
      let left = leftDangling(by: result)
      let few = result.broken.first.map { it.schema.qualifiedName(of: $0.relationship) }
      return CallMatch(
        FindingText(
          "this batch delete of \(it.name) leaves "
            + (left.map { "\($0) pointing at deleted objects" } ?? "\(few ?? "") with too few"),
          left == nil ? "a batch delete validates nothing" : blamed.danglingRead), path: path,
        proof: CallProof(trial, comingTo: result, at: it))
    })
}

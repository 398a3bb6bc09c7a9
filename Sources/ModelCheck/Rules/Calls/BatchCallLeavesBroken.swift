import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_call_leaves_broken`.
  public static let batchCallLeavesBroken = CheckRule(
    "batch_call_leaves_broken", .warning,
    summary: "A batch delete in the code leaves invalid rows or dangling references.",
    reason:
      "A batch delete validates nothing. An object that requires a minimum number of others is "
      + "left with too few, and its next save fails. A relationship with noAction or without an "
      + "inverse keeps pointing at deleted rows. This reports "
      + "batch_delete_breaks_minimum and no_action_leaves_dangling at the delete call.",
    fix:
      "Unlink the rows first. Or delete the objects one by one: then references with an inverse are "
      + "cleared, and the save validates what is left.",
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
      func leftDangling(by result: TrialResult) -> String? {
        result.dangling.map(\.relationship).first { !it.call.clears($0, in: it.schema) }
          .map { it.schema.qualifiedName(of: $0) }
      }
      guard it.call.kind == .batchDelete, !it.call.isToldInFunction,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, byBatch: true, sparingSubentities: it.call.sparesSubentities,
          where: { !$1.broken.isEmpty || leftDangling(by: $1) != nil })
      else { return nil }
      let blamed = RelationshipPair(path[path.count - 1], in: it.schema)
      let left = leftDangling(by: result)
      // No source reports how a batch delete applies noAction.
      let isOfNoAction =
        left != nil
        && result.dangling.contains { it.schema.inverse(of: $0.relationship) != nil }
      let few = result.broken.first.map { it.schema.qualifiedName(of: $0.relationship) }
      return CallMatch(
        FindingText(
          "this batch delete of \(it.name) leaves "
            + (left.map { "\($0) pointing at deleted objects" } ?? "\(few ?? "") with too few"),
          left == nil ? "a batch delete validates nothing" : blamed.danglingRead,
          isOfNoAction ? "for noAction, this is predicted, not observed" : nil), path: path,
        proof: CallProof(trial, comingTo: result, at: it))
    })
}

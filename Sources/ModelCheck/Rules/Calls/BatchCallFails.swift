import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_call_fails`.
  public static let batchCallFails = CheckRule(
    "batch_call_fails", .warning,
    summary: "A batch delete in the code fails as soon as a row is linked.",
    reason:
      "delete(model:) and NSBatchDeleteRequest act on rows. One row that a mandatory relationship "
      + "holds makes the whole request fail with 134050, and nothing is deleted. A SwiftData "
      + "array counts as mandatory unless it is declared optional. Rows that a cascade deletes "
      + "count with all their links. A deny rule is predicted to make the request fail, too. This "
      + "reports batch_delete_fails at the delete call.",
    fix:
      "Unlink the rows first. If no deny rule is the cause, it also helps to delete the objects one by one, to "
      + "delete their parents by batch, or to make the mandatory inverse optional.",
    bad: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func reset(context: ModelContext) throws { try «context».delete(model: Stop.self) }
      """),
    good: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func reset(context: ModelContext) throws { try context.delete(model: Trip.self) }
      """),
    found: .byCall { it, bench in
      /// Whether what holds the rows has just gone, unless that waits for the save: which is disputed.
      func isCleared(_ trial: Trial) -> Bool {
        let blamed = RelationshipPair(
          trial.links[trial.links.count - 1].relationship, in: it.schema)
        return [blamed.destination, blamed.inverseName].contains(where: it.call.settled.contains)
      }
      guard it.call.kind == .batchDelete, !it.call.isToldInFunction,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, byBatch: true, sparingSubentities: it.call.sparesSubentities,
          preferring: { !isCleared($0) },
          where: { !$1.failures.isEmpty || $1.effect == .denied })
      else { return nil }
      let blamed = RelationshipPair(path[path.count - 1], in: it.schema)
      let along = path.count > 1 ? ", which is also deleted," : ""
      let linked = "\(blamed.aSource)\(along) has \(blamed.aDestination)"
      let (failure, reason) =
        result.failures.isEmpty
        ? ("fails while \(linked)", "\(blamed.name) is deny (predicted, not observed)")
        : (
          "fails with 134050 and deletes nothing as soon as \(linked)",
          "\(blamed.name) is nullify, but \(blamed.inverseName) is mandatory\(blamed.arrayWords)"
        )
      let isCleared = isCleared(trial)
      return CallMatch(
        FindingText(
          "this batch delete of \(it.name) \(failure)", reason,
          isCleared ? "each \(blamed.destination) may be deleted or unlinked by then" : nil),
        path: path, proof: CallProof(trial, comingTo: result, at: it),
        severity: isCleared ? .note : nil)
    })
}

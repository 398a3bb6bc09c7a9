import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `batch_call_fails`.
  public static let batchCallFails = CheckRule(
    "batch_call_fails", .warning,
    summary: "A batch delete in the code fails, or is refused, as soon as a row is linked.",
    reason:
      "delete(model:) and NSBatchDeleteRequest act on rows. One row that is held by what must not "
      + "be empty makes the whole request fail with 134050, and nothing is deleted; a SwiftData array is "
      + "such unless it is declared optional. A deny rule is predicted to refuse it, too. What "
      + "cascades take along counts with all its links. It is batch_delete_fails, at the call that "
      + "comes to it.",
    fix:
      "Delete the objects one by one, delete by batch what they go with, unlink the rows first, or "
      + "make the inverse optional.",
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
      guard it.call.kind == .batchDelete, !it.call.isToldInFunction,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, byBatch: true,
          where: { !$0.failures.isEmpty || $0.effect == .denied })
      else { return nil }
      let blamed = RelationshipPair(path[path.count - 1], in: it.schema)
      let along = path.count > 1 ? ", which goes with it" : ""
      let linked = "\(blamed.aSource)\(along) has \(blamed.aDestination)"
      let (failure, reason) =
        result.failures.isEmpty
        ? ("is refused while \(linked)", "\(blamed.name) is deny (predicted, not observed)")
        : (
          "fails with 134050 and deletes nothing as soon as \(linked)",
          "\(blamed.name) is nullify, but \(blamed.inverseName) is mandatory\(blamed.arrayWords)"
        )
      // What holds its rows has just gone, unless that waits for the save: which is disputed.
      let isCleared = [blamed.destination, blamed.name, blamed.inverseName]
        .contains(where: it.call.settled.contains)
      return CallMatch(
        FindingText(
          "this batch delete of \(it.name) \(failure)", reason,
          isCleared ? "each \(blamed.destination) may be gone or unlinked by then" : nil),
        path: path, proof: CallProof(trial, comingTo: result, at: it),
        severity: isCleared ? .note : nil)
    })
}

import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

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
      /// Whether only the parent in a tree holds a row that a cascade deletes: usually the parent is also deleted.
      func isOfTree(_ trial: Trial) -> Bool {
        guard trial.links.count > 1, let link = trial.links.last else { return false }
        let blamed = RelationshipPair(link.relationship, in: it.schema)
        return trial.kinds[link.source] == trial.kinds[link.destination]
          && blamed.inverse.map { it.schema.declaration(of: $0).deleteRule } == .cascade
      }
      func stops(_ trial: Trial, _ result: TrialResult) -> Bool {
        !result.failures.isEmpty || result.effect == .denied
      }
      guard it.call.kind == .batchDelete, !it.call.isToldInFunction,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, byBatch: true, sparingSubentities: it.call.sparesSubentities,
          preferring: { !isCleared($0) && !isOfTree($0) }, where: stops)
      else { return nil }
      var others: Set<RelationshipID> = []
      _ = bench.firstTrial(
        deleting: it.entity, byBatch: true, sparingSubentities: it.call.sparesSubentities,
        where: { other, result in
          if stops(other, result), !isCleared(other), !isOfTree(other) {
            others.formUnion(other.links.suffix(1).map(\.relationship))
          }
          return false
        })
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
      let (isCleared, isOfTree) = (isCleared(trial), isOfTree(trial))
      let also = others.subtracting([blamed.relationship]).map(it.schema.qualifiedName).sorted()
      return CallMatch(
        FindingText(
          "this batch delete of \(it.name) \(failure)", reason,
          also.isEmpty ? nil : "the same is true of \(also.listed("and"))",
          isCleared ? "each \(blamed.destination) may be deleted or unlinked by then" : nil,
          isOfTree ? "only if that other \(blamed.destination) is not also deleted" : nil),
        path: path, proof: CallProof(trial, comingTo: result, at: it),
        severity: isCleared || isOfTree ? .note : nil)
    })
}

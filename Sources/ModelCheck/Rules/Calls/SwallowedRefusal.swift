import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `swallowed_refusal`.
  public static let swallowedRefusal = CheckRule(
    "swallowed_refusal", .warning,
    summary: "A save hides its failure, as with try?, after a delete that can make it fail.",
    reason:
      "If a deny rule or a mandatory relationship makes the save fail, the object stays in the "
      + "store and its delete stays pending. The app shows a list without the object, and every "
      + "later save of the context fails as well. After the next launch the object is back. "
      + "An in-memory store can ignore deny.",
    fix:
      "Catch the error, tell the user and roll back, or check before the delete that it can "
      + "succeed. In SwiftData, deleting the object again after a rollback can crash on iOS 26 and 27 if objects "
      + "that a cascade deletes were never loaded; load or delete these first.",
    bad: .swiftData(
      """
      @Model class Order {
        @Relationship(deleteRule: .deny, inverse: \\Line.order) var lines: [Line] = []
      }
      @Model class Line { var order: Order? }
      func remove(_ order: Order, from context: ModelContext) {
        context.delete(order)
        try? «context».save()
      }
      """),
    good: .swiftData(
      """
      @Model class Order {
        @Relationship(deleteRule: .deny, inverse: \\Line.order) var lines: [Line] = []
      }
      @Model class Line { var order: Order? }
      func remove(_ order: Order, from context: ModelContext) {
        context.delete(order)
        do { try context.save() } catch { context.rollback() }
      }
      """),
    found: .byCall { it, bench in
      /// Whether what holds it back has just gone, as far as the code removes all of it.
      func isCleared(_ trial: Trial) -> Bool {
        let blamed = RelationshipPair(
          trial.links[trial.links.count - 1].relationship, in: it.schema)
        return [blamed.destination, blamed.name].contains(where: it.call.settled.contains)
      }
      guard it.call.kind == .save,
        let (trial, result, path) = bench.firstTrial(
          deleting: it.entity, preferring: { !isCleared($0) },
          where: { trial, result in
            (result.effect == .denied || result.effect == .validationFailed)
              && !it.call.deletesAll(hurtBy: result, of: trial, in: it.schema)
          })
      else { return nil }
      let blamed = RelationshipPair(path[path.count - 1], in: it.schema)
      let isTaken = path.count > 1
      let along = isTaken ? ", which is also deleted," : ""
      let held = "\(blamed.aDestination)\(isTaken ? " that stays" : "")"
      let isDenied = result.effect == .denied
      let reason =
        isDenied
        ? "\(blamed.name) is deny"
        : "\(blamed.name) is nullify, but \(blamed.inverseName) is mandatory"
      let isCleared = isCleared(trial)
      // A function that deletes and saves is called where its failure is hidden.
      let isOfFunction = it.call.deletion == it.call.location
      return CallMatch(
        FindingText(
          "this \(isOfFunction ? "call" : "save") hides its failure if \(it.name.withArticle) cannot be deleted",
          "the save \(isDenied ? blamed.fails : "fails") while \(blamed.aSource)\(along) has \(held), because \(reason)",
          "the delete then stays pending, and every later save fails too",
          isCleared
            ? "the code may already have deleted, or checked for, each \(blamed.destination)" : nil),
        path: path, proof: CallProof(trial, comingTo: result, at: it),
        severity: isCleared ? .note : nil)
    })
}

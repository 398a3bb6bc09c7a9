import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `unlink_breaks_mandatory`.
  public static let unlinkBreaksMandatory = CheckRule(
    "unlink_breaks_mandatory", .warning,
    summary: "The code empties a mandatory to-one, so the save fails.",
    reason:
      "A change to a relationship also changes its inverse. An object whose mandatory to-one is empty cannot "
      + "be saved. The save fails with 1570, and so does every later one, until the object is deleted "
      + "or linked again. Reports about nullify in SwiftData differ: in some, the app crashes instead. "
      + "This is a note if the code puts an object in the place of another one and both may be the same. "
      + "There is no finding if the same code deletes the object, returns it or links it to another one.",
    fix:
      "Delete the object: this also removes it from the relationship. Or make the to-one optional.",
    bad: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .deny, inverse: \\Stop.trip) var stops: [Stop]? = []
      }
      @Model class Stop { var trip: Trip }
      func remove(_ stop: Stop, from trip: Trip) { «trip».stops?.removeAll { $0 == stop } }
      """),
    good: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .deny, inverse: \\Stop.trip) var stops: [Stop]? = []
      }
      @Model class Stop { var trip: Trip }
      func remove(_ stop: Stop, in context: ModelContext) { context.delete(stop) }
      """),
    found: .byCall { it, bench in
      guard let emptied = it.call.emptiedMandatory(in: it.schema),
        let trial = bench.sharing(emptied, deleting: 0)
      else { return nil }
      let pair = RelationshipPair(emptied, in: it.schema)
      let names = trial.names(in: it.schema)
      let unlinked = NamedLink(names[0], pair.declaration.name, names[1])
      let proof = CallProof(
        scenario: trial.scenario(
          in: it.schema, mandatory: [emptied], at: it.call.location,
          doing: [.unlink(unlinked), .save]),
        effect: .validationFailed)
      let isSwiftData = it.schema.framework.name == .swiftData
      return CallMatch(
        FindingText(
          "this unlink leaves \(pair.name) empty, but it is mandatory",
          "the save \(isSwiftData ? "can fail" : "fails") with 1570 unless the \(pair.source) gets another "
            + "\(pair.destination) or is deleted",
          isSwiftData
            ? "reports about nullify in SwiftData differ: in some, the app crashes instead" : nil),
        path: [emptied], cause: "mandatory", proof: proof)
    })
}

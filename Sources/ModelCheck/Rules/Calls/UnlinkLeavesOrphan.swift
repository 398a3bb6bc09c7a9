import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `unlink_leaves_orphan`.
  public static let unlinkLeavesOrphan = CheckRule(
    "unlink_leaves_orphan", .warning,
    summary: "The code takes an object out of its only owner, and it stays in the store.",
    reason:
      "A delete rule is applied when its object is deleted, and never when something is taken out of "
      + "the relationship: what cascade would have taken along then belongs to nobody, is found by a "
      + "fetch alone, and goes with nothing. Nothing is said where the same code deletes such objects or "
      + "gives them to another owner, and where something else leads to them.",
    fix: "Delete the object: that takes it out of the relationship as well.",
    bad: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func clear(_ trip: Trip) { «trip».stops.removeAll() }
      """),
    good: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func clear(_ trip: Trip, in context: ModelContext) { trip.stops.forEach(context.delete) }
      """),
    found: .byCall { it, bench in
      guard let owning = it.owning, !it.call.settled.contains(owning.destination),
        bench.hierarchy.isOnlyOwner(owning.relationship),
        let trial = bench.sharing(owning.relationship, deleting: 1)
      else { return nil }
      let names = trial.names(in: it.schema)
      let unlinked = NamedLink(names[0], owning.declaration.name, names[1])
      let proof = CallProof(
        scenario: trial.scenario(
          in: it.schema, mandatory: [], at: it.call.location, doing: [.unlink(unlinked), .save]),
        effect: .ok)
      // Where it must have its owner, the save is refused, and nothing is left behind.
      guard owning.inverse.map({ it.schema.declaration(of: $0).isOptional }) ?? true else {
        return nil
      }
      return CallMatch(
        FindingText(
          "removing \(owning.aDestination) from \(owning.name) does not delete it",
          "it stays in the store, where nothing else leads to it",
          "cascade applies to deletes only"),
        path: [owning.relationship], proof: proof)
    })
}

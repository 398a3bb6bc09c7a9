import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRule {
  /// `unlink_leaves_orphan`.
  public static let unlinkLeavesOrphan = CheckRule(
    "unlink_leaves_orphan", .warning,
    summary: "The code removes an object from its only owner, and it stays in the store.",
    reason:
      "A delete rule applies when its object is deleted, not when an object is removed from the "
      + "relationship. The removed object stays in the store, where only a fetch finds it. This is a note if "
      + "another relationship, or another object through the same one, can hold the object, if the object can be "
      + "the top of a tree, or if the code puts an object in its place that may be the same. There is no finding if "
      + "the same code deletes the object, returns it or gives it another owner. There is also none if it sets the "
      + "object's own reference to nil before it deletes the owner: this keeps the object on purpose.",
    fix: "Delete the object: this also removes it from the relationship.",
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
      guard let owning = it.owning,
        !it.call.settles(it.schema.destination(of: owning.relationship), in: it.schema),
        it.relationship == owning.relationship || !it.call.settled.contains(owning.source),
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
      // The top of a tree has no owner: an object that gives up its own is meant to be that.
      let isOfTree = bench.hierarchy.isOfTree(owning.relationship)
      if isOfTree, it.relationship != owning.relationship { return nil }
      let holders = bench.hierarchy.otherHolders(than: owning.relationship).map(
        it.schema.qualifiedName
      ).sorted()
      // Its other objects still hold it.
      let isOfMany =
        !owning.declaration.isToMany
        && owning.inverse.map { it.schema.declaration(of: $0).isToMany } == true
      return CallMatch(
        FindingText(
          "removing \(owning.aDestination) from \(owning.name) does not delete it",
          isOfMany
            ? "the \(owning.destination) stays without this \(owning.source)"
            : isOfTree
              ? "it stays in the store, without \(owning.aSource)"
              : "it stays in the store, where only a fetch finds it"
                + (holders.isEmpty ? "" : ", unless \(holders.listed("or")) holds it"),
          "cascade applies to deletes only"),
        path: [owning.relationship], proof: proof,
        severity: holders.isEmpty && !isOfMany && !isOfTree ? nil : .note)
    })
}

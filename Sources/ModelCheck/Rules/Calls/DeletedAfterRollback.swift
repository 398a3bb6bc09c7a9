import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `deleted_after_rollback`.
  public static let deletedAfterRollback = CheckRule(
    "deleted_after_rollback", .warning,
    summary: "The code deletes an object again whose delete it has rolled back.",
    reason:
      "The save can stop the app (\"Unexpected backing data for snapshot creation\") if the cascade reaches "
      + "children that were never loaded. The tests of three apps measured it on macOS 26 and iOS 27, and that "
      + "loading the children first avoids it. There is no finding if the code reads a relationship of the "
      + "object, or deletes the children.",
    fix:
      "Load the children before the delete, by reading a property of each, or delete them first.",
    bad: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func remove(_ trip: Trip, in context: ModelContext) throws {
        context.delete(trip)
        do { try context.save() } catch {
          context.rollback()
          «context».delete(trip)
          try context.save()
        }
      }
      """),
    good: .swiftData(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      }
      @Model class Stop { var trip: Trip? }
      func remove(_ trip: Trip, in context: ModelContext) throws {
        context.delete(trip)
        do { try context.save() } catch {
          context.rollback()
          for stop in trip.stops { context.delete(stop) }
          context.delete(trip)
          try context.save()
        }
      }
      """),
    found: .byCall { it, _ in
      guard let cascade = it.call.repeatedCascade(from: it.entity, in: it.schema),
        let child = it.schema.kinds(heldBy: cascade).first
      else { return nil }
      let trial = Trial(
        kinds: [it.entity, child], links: [Trial.Link(0, cascade, 1)], deleted: 0)
      let name = trial.names(in: it.schema)[0]
      let stored = trial.scenario(
        in: it.schema, mandatory: [], at: it.call.location,
        doing: [.delete([name]), .rollback, .delete([name]), .save])
      let scenario = Scenario(
        framework: stored.framework, circumstances: Circumstances(isLoaded: false),
        entities: stored.entities, objects: stored.objects, links: stored.links,
        steps: stored.steps)
      return CallMatch(
        FindingText(
          "the \(it.name) is deleted again after its delete was rolled back",
          "this can crash where what \(it.schema.qualifiedName(of: cascade)) holds was never loaded"
        ),
        path: [cascade], proof: CallProof(scenario: scenario, effect: .crash))
    }, behaviour: .deletedAgain)
}

import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `deleted_in_other_context`.
  public static let deletedInOtherContext = CheckRule(
    "deleted_in_other_context", .warning,
    summary: "A context deletes an object of another context.",
    reason:
      "A context can delete only the objects that belong to it. Core Data raises an exception (\"An "
      + "NSManagedObjectContext cannot delete objects in other contexts\"). SwiftData was reported to "
      + "raise it too, or to delete nothing. Views have the objects of the main context; a model actor, "
      + "a background task and a context that the code makes have their own.",
    fix:
      "Pass the object's identifier (persistentModelID, objectID), and fetch the object in the context "
      + "that deletes it.",
    bad: .swiftData(
      """
      @Model class Trip { var name = "" }
      @ModelActor actor Store {
        func remove(_ trip: Trip) throws { modelContext.delete(trip) }
      }
      struct TripList: View {
        @Query var trips: [Trip]
        let store: Store
        var body: some View {
          ForEach(trips) { trip in Button("Remove") { Task { try await «store».remove(trip) } } }
        }
      }
      """),
    good: .swiftData(
      """
      @Model class Trip { var name = "" }
      @ModelActor actor Store {
        func remove(_ id: PersistentIdentifier) throws {
          guard let trip = self[id, as: Trip.self] else { return }
          modelContext.delete(trip)
        }
      }
      struct TripList: View {
        @Query var trips: [Trip]
        let store: Store
        var body: some View {
          ForEach(trips) { trip in
            Button("Remove") { Task { try await store.remove(trip.persistentModelID) } }
          }
        }
      }
      """),
    found: .byCall { it, _ in
      guard it.call.kind == .delete, it.call.isOfOtherContext, let kind = it.kind else {
        return nil
      }
      let trial = Trial(kinds: [kind], links: [], deleted: 0)
      let isCoreData = it.schema.framework.name == .coreData
      return CallMatch(
        FindingText(
          "the \(it.name) is deleted by another context than its own",
          isCoreData
            ? "Core Data raises an exception for an object of another context"
            : "this can crash, or delete nothing",
          "pass the identifier, and fetch the object in the context that deletes it"),
        path: [],
        proof: CallProof(
          scenario: trial.scenario(in: it.schema, mandatory: [], at: it.call.location), effect: .ok)
      )
    })
}

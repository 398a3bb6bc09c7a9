import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `replaced_before_save`.
  public static let replacedBeforeSave = CheckRule(
    "replaced_before_save", .warning,
    summary:
      "The code deletes what a to-one holds, and gives the to-one another object before the save.",
    reason:
      "SwiftData can stop the app at the assignment (\"Never access a full future backing data\"): it reads the "
      + "old object, whose data the context no longer has. One report has it, without a release.",
    fix:
      "Set the relationship to nil, delete the old object, then assign the new one; or save between.",
    bad: .swiftData(
      """
      @Model class Trip { var photo: Photo? }
      @Model class Photo { @Relationship(inverse: \\Trip.photo) var trip: Trip? }
      func retake(_ trip: Trip, in context: ModelContext) throws {
        if let photo = trip.photo { context.delete(photo) }
        «trip».photo = Photo()
        try context.save()
      }
      """),
    good: .swiftData(
      """
      @Model class Trip { var photo: Photo? }
      @Model class Photo { @Relationship(inverse: \\Trip.photo) var trip: Trip? }
      func retake(_ trip: Trip, in context: ModelContext) throws {
        if let photo = trip.photo {
          trip.photo = nil
          context.delete(photo)
        }
        trip.photo = Photo()
        try context.save()
      }
      """),
    found: .byCall { it, _ in
      guard it.call.kind == .reuse, let relationship = it.relationship,
        let owner = it.schema.kinds(holding: relationship).first,
        let held = it.schema.kinds(heldBy: relationship).first
      else { return nil }
      let trial = Trial(
        kinds: [owner, held, held], links: [Trial.Link(0, relationship, 1)], deleted: 1)
      let names = trial.names(in: it.schema)
      let name = it.schema.declaration(of: relationship).name
      return CallMatch(
        FindingText(
          "'\(name)' gets another object before the delete of the \(it.name) it held is saved",
          "this can crash"),
        path: [relationship],
        proof: CallProof(
          scenario: trial.scenario(
            in: it.schema, mandatory: [], at: it.call.location,
            doing: [.delete([names[1]]), .set(names[0], name, to: [names[2]]), .save]),
          effect: .crash))
    }, behaviour: .pendingReplaced)
}

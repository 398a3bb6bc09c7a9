import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `read_after_delete`.
  public static let readAfterDelete = CheckRule(
    "read_after_delete", .warning,
    summary: "The code reads or sets a property of an object that it has deleted and saved.",
    reason:
      "A variable, a view or a closure still holds the object after the save, but its data is gone. "
      + "SwiftData can stop the app when a property is read (the instance was invalidated); sources "
      + "disagree on which releases it does. In Core Data the value is nil or zero, and this is a note. "
      + "Before the save, the object was seen to be readable; a report on iOS 27.0 disagrees. Deleting the "
      + "object again can crash, too.",
    fix: "Read the values before the delete, or keep the values instead of the object.",
    bad: .swiftData(
      """
      @Model class Trip { var name = "" }
      func remove(_ trip: Trip, from context: ModelContext) throws {
        context.delete(trip)
        try context.save()
        print("removed", trip.«name»)
      }
      """),
    good: .swiftData(
      """
      @Model class Trip { var name = "" }
      func remove(_ trip: Trip, from context: ModelContext) throws {
        let name = trip.name
        context.delete(trip)
        try context.save()
        print("removed", name)
      }
      """),
    found: .byCall { it, bench in
      guard it.call.kind == .read, let kind = it.kind else { return nil }
      let relationship = it.call.property.flatMap { it.schema.relationship($0, of: kind) }
      var trial = Trial(kinds: [kind], links: [], deleted: 0)
      // What blocks the delete, or dangles after it, is another fault.
      if let relationship, let destination = it.schema.kinds(heldBy: relationship).first,
        [.cascade, .nullify].contains(it.schema.declaration(of: relationship).deleteRule)
      {
        trial.kinds.append(destination)
        trial.links = [Trial.Link(0, relationship, 1)]
      }
      let name = trial.names(in: it.schema)[0]
      let traps = it.schema.framework.trapsOnDanglingRead
      let text =
        it.call.property.map { property in
          FindingText(
            "'\(property)' is \(it.call.isWrite ? "set" : "read") after the \(it.name) was deleted and "
              + "saved",
            it.call.isWrite
              ? traps ? "this can crash, and is never saved" : "the value is never saved"
              : traps ? "reading it can crash" : "it is nil or zero")
        }
        ?? FindingText(
          "the \(it.name) is deleted again after it was deleted and saved", "this can crash")
      // The proof of a second delete is that the object is gone.
      let read = it.call.property ?? "name"
      return CallMatch(
        text,
        path: relationship.map { [$0] } ?? [],
        proof: CallProof(
          scenario: trial.scenario(
            in: it.schema, mandatory: [], at: it.call.location,
            doing: [.hold([name]), .delete([name]), .save, .read(name, path: [read])],
            reading: relationship == nil ? Attribute(read) : nil),
          effect: traps ? .trapOnRead : .ok),
        severity: traps ? nil : .note)
    })
}

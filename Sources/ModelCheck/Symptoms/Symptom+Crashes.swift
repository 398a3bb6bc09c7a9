/// Crashes at a delete, at its save, or at a later read.
extension Symptom {
  static let invalidated = Symptom(
    "instance_invalidated", "This model instance was invalidated",
    signs: [
      "Fatal error: This model instance was invalidated because its backing data could no longer be "
        + "found the store.",
      "SwiftData/BackingData.swift:1035: Fatal error",
      "data store did not return a snapshot for: PersistentIdentifier",
      "This model instance was destroyed by calling ModelContext.reset and is no longer usable.",
      "This backing data was detached from a context without resolving attribute faults",
      "EXC_BREAKPOINT (SIGTRAP) in persistentBackingData", "EXC_BREAKPOINT in a getter",
      "EXC_BREAKPOINT in _KKMDBackingData.getValue(forKey:)",
    ],
    otherWords: [
      "app crashes when reading a deleted object", "crash in a view after delete",
      "app crashes in the detail view when I delete the item",
      "SwiftUI list crashes when deleting a row", "crash after deleting an item in a list",
      "app crashes when I delete", "swipe to delete crashes", "crash on a dangling reference",
      "deleted object accessed after delete", "SIGTRAP in a getter",
      "crash when deleting an object with a relationship",
      "model is read after it was deleted",
      "crash when accessing a property of a deleted object",
    ],
    meaning: """
      A stored property was read through a reference to an object that is no longer in the store. The \
      delete itself usually went well; a reference that it did not clear was left behind. The \
      identifier of the deleted object can still be read, and comparing the reference with nil does \
      not help. If the text names ModelContext.reset, nothing was deleted: the last cause below is yours.
      """,
    remedy: """
      Find the reference that stayed, and declare its inverse so that the next delete clears it. \
      References that are already stored stay: fetch the objects that hold them, set the reference to \
      nil or the array to [], and save, before anything reads through it. One app ships this repair; in \
      another, the save failed (SD-002).
      """,
    causes: [
      .rule(
        .missingInverseLeavesDangling, reports: ["SD-001", "SD-002", "SD-040", "NR-027", "NR-055"]),
      .rule(.manyToManyWithoutInverse),
      .rule(.noActionLeavesDangling),
      .rule(.readAfterDelete, reports: ["SD-067", "NR-021", "NR-043"]),
      .other(
        OtherCause(
          summary: "A context still holds objects that a batch delete removed.",
          reason: """
            A batch delete removes rows without telling the context. SQLite reuses row IDs, so a \
            long-lived context can return the old object for a new row (NR-023).
            """,
          example: """
            try context.delete(model: Trip.self)
            try context.save()
            let trip = context.model(for: id)
            """,
          fix: "Use a new ModelContext after a batch delete.",
          goodExample: """
            try context.delete(model: Trip.self)
            try context.save()
            let trip = ModelContext(container).model(for: id)
            """,
          behaviour: "stale_read_traps")),
      .other(
        OtherCause(
          summary: "The context of the object was reset, or its container is gone.",
          reason: """
            The error text about ModelContext.reset says so. No source in Matrices reports it. An object \
            can be read only as long as its context has it, and a context only works with its container.
            """,
          example: """
            func trips() throws -> [Trip] {
              let container = try ModelContainer(for: Trip.self)
              return try ModelContext(container).fetch(FetchDescriptor<Trip>())
            }
            """,
          fix:
            "Keep the container and the context as long as their objects, and fetch again after a reset.",
          goodExample: """
            let container: ModelContainer
            let context: ModelContext

            func trips() throws -> [Trip] { try context.fetch(FetchDescriptor<Trip>()) }
            """)),
    ],
    behaviours: ["dangling_read_traps", "deleted_read_traps", "pending_read_traps"])

  static let badAccess = Symptom(
    "bad_access", "EXC_BAD_ACCESS on delete",
    signs: ["Thread 1: EXC_BAD_ACCESS (code=1, address=0x…)"],
    otherWords: [
      "bad access when deleting", "EXC_BAD_ACCESS in a getter", "save crashes without a message",
      "KERN_INVALID_ADDRESS at a save after a delete",
    ],
    meaning: """
      The app crashes within the delete or its save, without a message. It was observed where a \
      one-to-one relationship with an inverse is neither cleared nor cascaded, and where a view still \
      reads an object that is being deleted.
      """,
    remedy: "Set the one-to-one reference to nil before the delete.",
    causes: [
      .rule(.oneToOneCrash, reports: ["SD-009"]),
      .rule(.readAfterDelete, reports: ["NR-019"]),
    ],
    behaviours: ["one_to_one_crash"])

  static let noDefaultValue = Symptom(
    "no_default_value", "Fatal error: an appropriate default value is not configured",
    signs: [
      "SwiftData/PersistentModel.swift:387: Fatal error",
      "appropriate default value is not configured",
      "FB18455306",
    ],
    otherWords: [
      "cascade crashes on iOS 18 and works on iOS 26",
      "deleting a parent with cascade crashes with a non-optional parent property",
    ],
    meaning: """
      A delete empties a reference that is not optional, and there is no value to put in its place. On \
      some releases, a cascade empties each child's reference to the parent before it deletes the child.
      """,
    remedy: "Delete the children first, and save; then delete the parent.",
    causes: [
      .rule(.mandatoryBackReferenceCrash, reports: ["SD-060"]),
      .rule(.nullifyBreaksMandatory, reports: ["SD-069"]),
    ],
    behaviours: ["mandatory_back_reference_crash"])

  static let unfulfillableFault = Symptom(
    "unfulfillable_fault", "CoreData could not fulfill a fault",
    signs: [
      "CoreData could not fulfill a fault for '0x… <x-coredata://…>'",
      "NSObjectInaccessibleException",
      "NSManagedObjectReferentialIntegrityError", "CocoaError.managedObjectReferentialIntegrity",
      "NSCocoaErrorDomain Code=133000",
    ],
    otherWords: ["fault of a deleted row", "object's persistent store row is missing"],
    meaning: """
      A reference points to a row that is no longer in the store. Where \
      shouldDeleteInaccessibleFaults is on, which is the default, the object reads as nil and zero \
      instead.
      """,
    remedy: "Fetch the objects that hold the reference, set it to nil, and save.",
    causes: [
      .rule(.noActionLeavesDangling, reports: ["CD-067"]),
      .rule(.missingInverseLeavesDangling, reports: ["CD-058", "CD-063"]),
      .rule(.batchCallLeavesBroken),
    ],
    behaviours: ["dangling_fault"])

  static let fullBackingData = Symptom(
    "full_backing_data", "Never access a full future backing data",
    signs: ["Fatal error: Never access a full future backing data"],
    otherWords: ["crash when replacing a related object"],
    meaning: """
      An object was deleted while it was still assigned to a relationship, and another was assigned in \
      its place before the save. The cause is the order of the steps, not the model.
      """,
    remedy: "Set the relationship to nil, delete the old object, then assign the new one.",
    causes: [.rule(.replacedBeforeSave, reports: ["NR-031", "NR-031-without-detaching"])],
    behaviours: ["pending_replaced_crash"])

  static let snapshotCreation = Symptom(
    "snapshot_creation", "Unexpected backing data for snapshot creation",
    signs: [
      "Fatal error: Unexpected backing data for snapshot creation: _FullFutureBackingData<Item>",
      "FB22539495",
    ],
    otherWords: [
      "crash when deleting again after rollback", "save fails after rollback",
      "rollback and then save crashes", "crash after undoing a delete",
    ],
    meaning: """
      A delete with a cascade was rolled back or undone, and the same object is deleted again. The \
      cascade reaches children that were never loaded, and the context can fail to take a snapshot of \
      them.
      """,
    remedy: """
      Load the children before the delete, by reading a property of each, or delete them yourself \
      before the parent.
      """,
    causes: [.rule(.deletedAfterRollback)],
    behaviours: ["rollback_then_delete_crash"])

  static let undoSnapshot = Symptom(
    "undo_snapshot", "A snapshot should exist before creating a new snapshot for undo",
    signs: ["Fatal error: A snapshot should exist before creating a new snapshot for undo"],
    otherWords: [
      "crash at a save with an undo manager", "undo restores the object without its relationships",
    ],
    meaning: """
      A SwiftData context with an undo manager saves the delete of objects that were fetched again and \
      of which no property was read. The cause is not the model.
      """,
    remedy: "Set the context's undoManager to nil for the delete and its save.",
    causes: [
      .other(
        OtherCause(
          summary: "Objects that were never read are deleted under an undo manager.",
          reason: """
            The undo manager needs the values of the deleted object, which are not loaded yet \
            (measured in August 2026 by the tests of an app).
            """,
          example: """
            let trips = try context.fetch(FetchDescriptor<Trip>())
            for trip in trips { context.delete(trip) }
            try context.save()
            """,
          fix: "Read a property of each object first, or detach the undo manager for the delete.",
          goodExample: """
            let trips = try context.fetch(FetchDescriptor<Trip>())
            context.undoManager = nil
            for trip in trips { context.delete(trip) }
            try context.save()
            """))
    ],
    releases: "The source names no release.")

  static let onlyArrays = Symptom(
    "only_arrays", "Expected only Arrays for Relationships",
    signs: ["Fatal error: Expected only Arrays for Relationships"],
    otherWords: [
      "crash when deleting a child whose parent has a list and a single reference to it"
    ],
    meaning: """
      A child in a to-many relationship was deleted, and its parent has a to-one relationship as well. \
      Three sources saw it; none of them found the exact condition.
      """,
    remedy: "Set the child's reference to the parent to nil before you delete the child.",
    causes: [
      .other(
        OtherCause(
          summary: "A child is deleted while its parent still lists it.",
          reason: "Setting the reference to nil first was observed to avoid the crash.",
          example: """
            context.delete(child)
            try context.save()
            """,
          fix: "Unlink the child first.",
          goodExample: """
            child.parent = nil
            context.delete(child)
            try context.save()
            """))
    ],
    releases: "Observed on iOS 18; untested on others.")

  static let otherContext = Symptom(
    "other_context", "An object of another context is deleted or linked",
    signs: [
      "An NSManagedObjectContext cannot delete objects in other contexts.",
      "Illegal attempt to establish a relationship 'tag' between objects in different contexts",
      "Failed to find any currently loaded container for PersistentIdentifier",
      "Cannot delete objects in other contexts",
    ],
    otherWords: [
      "passing an object to a ModelActor and deleting it crashes",
      "deleting in a background context", "delete from another ModelContext does nothing",
      "delete in a different context", "the same object is used in two contexts",
      "model passed across actors is deleted",
    ],
    meaning: """
      An object belongs to the context that fetched or inserted it. Core Data raises an exception if \
      another context deletes or links it. In SwiftData, deleting it in a context of another container \
      does nothing and reports no error.
      """,
    remedy: """
      Pass the identifier instead (objectID, persistentModelID), and fetch the object in the context \
      that deletes it.
      """,
    causes: [.rule(.deletedInOtherContext)],
    releases: "No release is known to differ.")

  static let removedFromContext = Symptom(
    "removed_from_context", "Mutating a managed object after it has been removed from its context",
    signs: [
      "Mutating a managed object 0x… (0x…) after it has been removed from its context.",
      "NSManagedObject was mutated after it has been removed from its context",
    ],
    otherWords: ["setting a property of a deleted object", "object has been deleted or reset"],
    meaning: """
      A property was set on an object that was deleted and saved, or whose context was reset. The \
      object is no longer in a context, so nothing can save the change.
      """,
    remedy: "Set the property before the delete, or return after the delete.",
    causes: [.rule(.readAfterDelete)],
    releases: "No release is known to differ.")

  static let nilObject = Symptom(
    "nil_object", "A nil object is deleted or added",
    signs: [
      "-[NSManagedObjectContext deleteObject:] requires a non-nil argument",
      "-[__NSCFSet addObject:]: attempt to insert nil",
    ],
    meaning: """
      The delete, or a relationship's setter, was given nil. In Swift this happens with a forced or \
      implicitly unwrapped reference, or with an object that comes from Objective-C. Delete rules are \
      not the cause.
      """,
    remedy: "Unwrap the object with if let before you delete it.",
    causes: [
      .other(
        OtherCause(
          summary: "An Objective-C method returned nil for the object.",
          reason: "Core Data raises an exception for nil.",
          example: """
            context.delete(store.selectedTrip())
            """,
          fix: "Test it first.",
          goodExample: """
            if let trip = store.selectedTrip() { context.delete(trip) }
            """))
    ])
}

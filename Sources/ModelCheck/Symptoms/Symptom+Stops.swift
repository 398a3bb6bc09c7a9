/// What stops an app.
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
      "EXC_BREAKPOINT (SIGTRAP) in persistentBackingData",
    ],
    otherWords: [
      "app crashes when reading a deleted object", "crash in a view after delete",
      "SwiftUI list crashes when deleting a row", "crash after deleting an item in a list",
      "app crashes when I delete",
    ],
    meaning: """
      A stored property was read through a reference to an object that is gone from the store. Mostly, the \
      delete itself went well, and what stayed is a reference that it did not clear. The identifier of \
      what is gone can still be read, and to test the reference for nil does not help.
      """,
    firstAid: """
      What is already stored keeps its dead references: fetch the objects that hold them, set the \
      reference to nil or the array to [], and save, before anything reads through it. One app ships \
      that; another saw the save refused (SD-002).
      """,
    causes: [
      .rule(
        .missingInverseLeavesDangling, reports: ["SD-001", "SD-002", "SD-040", "NR-027", "NR-055"]),
      .rule(.manyToManyWithoutInverse),
      .rule(.noActionLeavesDangling),
      .rule(.readAfterDelete, reports: ["SD-067", "NR-021", "NR-043"]),
      .other(
        OtherCause(
          summary: "A context still has what a batch delete took.",
          reason: """
            A batch delete takes rows past every object. SQLite gives the number of a row that is gone to a \
            new one, and a context that lives long then hands out the object that it had (NR-023).
            """,
          example: """
            try context.delete(model: Trip.self)
            try context.save()
            let trip = context.model(for: id)
            """,
          fix: "Go on in a new ModelContext after a batch delete.",
          goodExample: """
            try context.delete(model: Trip.self)
            try context.save()
            let trip = ModelContext(container).model(for: id)
            """,
          behaviour: "stale_read_traps")),
    ],
    behaviours: ["dangling_read_traps", "deleted_read_traps", "pending_read_traps"])

  static let badAccess = Symptom(
    "bad_access", "EXC_BAD_ACCESS on delete",
    signs: ["Thread 1: EXC_BAD_ACCESS (code=1, address=0x…)"],
    otherWords: ["bad access when deleting", "save crashes without a message"],
    meaning: """
      The app stops within the delete or its save, without a message. It was seen where a one-to-one \
      relationship with an inverse is neither cleared nor cascaded, and where a view still reads what \
      is going.
      """,
    firstAid: "Set the one-to-one reference to nil before the delete.",
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
    otherWords: ["cascade crashes on iOS 18 and works on iOS 26"],
    meaning: """
      A delete empties a reference that is not optional, and what may not be empty has no value to take. On \
      some releases, a cascade empties the reference back of each child before the child goes.
      """,
    firstAid: "Delete the children first, and save, then delete the parent.",
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
      "NSManagedObjectReferentialIntegrityError", "NSCocoaErrorDomain Code=133000",
    ],
    meaning: """
      A reference leads to a row that is gone. Where shouldDeleteInaccessibleFaults is on, as it is by \
      default, the object reads as nil and zero instead.
      """,
    firstAid: "Fetch the objects that hold the reference, set it to nil, and save.",
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
      An object was deleted while it was still assigned, and another was assigned in its place before \
      the save. The model is not at fault, but the order.
      """,
    causes: [
      .other(
        OtherCause(
          summary:
            "A reference is given another object while the one before is pending its delete.",
          reason: "Assigning reads what was there, of which nothing is left in the context.",
          example: """
            context.delete(block.attachment!)
            block.attachment = new
            """,
          fix: "Unlink, delete, then assign.",
          goodExample: """
            let old = block.attachment!
            block.attachment = nil
            context.delete(old)
            block.attachment = new
            """,
          behaviour: "pending_replaced_crash", reports: ["NR-031", "NR-031-without-detaching"]))
    ])

  static let undoSnapshot = Symptom(
    "undo_snapshot", "A snapshot should exist before creating a new snapshot for undo",
    signs: ["Fatal error: A snapshot should exist before creating a new snapshot for undo"],
    otherWords: ["crash at a save with an undo manager"],
    meaning: """
      A SwiftData context with an undo manager saves the delete of objects that were fetched again and of \
      which no property was ever read. The model is not at fault.
      """,
    firstAid: "Set undoManager of the context to nil for the delete and its save.",
    causes: [
      .other(
        OtherCause(
          summary: "Objects whose properties were never read are deleted under an undo manager.",
          reason:
            "The undo of a delete needs what the object held, which is not there yet (measured in August 2026 "
            + "by the tests of an app).",
          example: """
            let trips = try context.fetch(FetchDescriptor<Trip>())
            for trip in trips { context.delete(trip) }
            try context.save()
            """,
          fix: "Read a property of each first, or detach the undo manager meanwhile.",
          goodExample: """
            let trips = try context.fetch(FetchDescriptor<Trip>())
            context.undoManager = nil
            for trip in trips { context.delete(trip) }
            try context.save()
            """))
    ],
    releases: "Nobody named the release.")
}

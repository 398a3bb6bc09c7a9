extension Symptom: CaseIterable {
  /// All that are known: what stops an app, what refuses a save, and what is gone or is still there.
  package static let allCases: [Symptom] = [
    invalidated, badAccess, noDefaultValue, unfulfillableFault, fullBackingData,
    denied, missingMandatory, tooFew, batchTrigger, circularReference,
    tookOthers, childStays, comesBack, stillShown,
  ]

  private static let invalidated = Symptom(
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
    otherWords: ["app crashes when reading a deleted object", "crash in a view after delete"],
    meaning: """
      A stored property was read through a reference to an object that is gone from the store. The \
      delete itself went well: what stayed is a reference that it did not clear. The identifier of \
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
    ],
    behaviours: ["dangling_read_traps", "deleted_read_traps", "stale_read_traps"])

  private static let badAccess = Symptom(
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

  private static let noDefaultValue = Symptom(
    "no_default_value", "Fatal error: an appropriate default value is not configured",
    signs: [
      "SwiftData/PersistentModel.swift:387: Fatal error",
      "appropriate default value is not configured",
      "FB18455306",
    ],
    otherWords: ["cascade crashes on iOS 18 and works on iOS 26"],
    meaning: """
      A cascade takes children whose reference back is not optional. On some releases the reference is \
      emptied before the child goes, and what may not be empty has no value to take.
      """,
    firstAid: "Delete the children first, and save, then delete the parent.",
    causes: [.rule(.mandatoryBackReferenceCrash, reports: ["SD-060", "SD-069"])],
    behaviours: ["mandatory_back_reference_crash"])

  private static let unfulfillableFault = Symptom(
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

  private static let fullBackingData = Symptom(
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

  private static let denied = Symptom(
    "delete_denied", "Error 1600: items cannot be deleted",
    signs: [
      "NSCocoaErrorDomain Code=1600", "Items cannot be deleted from %{PROPERTY}@.",
      "NSValidationRelationshipDeniedDeleteError", "NSValidationErrorKey",
      "Multiple validation errors occurred. NSCocoaErrorDomain Code=1560", "NSDetailedErrors",
    ],
    otherWords: [
      "every later save fails", "nothing can be saved any more after a delete",
      "the save is refused", "deny rule",
    ],
    meaning: """
      A deny rule refused the save: an object that goes, or one that a cascade reached from it, still \
      holds others. NSValidationErrorKey names the relationship. The delete stays pending, so every \
      later save of the context is refused as well, whatever it is about. One comment of 2026 has it that \
      a store in memory on iOS 26.4 does not refuse; a test in memory of the same year does.
      """,
    firstAid: """
      context.rollback() takes the pending delete back, and saves work again. Or delete what is held, \
      or unlink it, and save.
      """,
    causes: [
      .rule(.denyOnChild, reports: ["SD-011"]),
      .rule(.denyBlocksCascade, reports: ["CD-014"]),
      .rule(.denyOnBothSides, reports: ["CD-007"]),
      .rule(.swallowedRefusal, reports: ["CD-072"]),
    ])

  private static let missingMandatory = Symptom(
    "missing_mandatory", "Error 1570: a required value is missing after a delete",
    signs: [
      "NSCocoaErrorDomain Code=1570", "%{PROPERTY}@ is a required value.",
      "NSValidationMissingMandatoryPropertyError",
    ],
    meaning: """
      A nullify rule emptied a reference of a survivor that may not be empty, and the survivor no \
      longer passes validation.
      """,
    firstAid: "context.rollback(), or give the survivor another object, and save.",
    causes: [.rule(.nullifyBreaksMandatory, reports: ["CD-062"])])

  private static let tooFew = Symptom(
    "too_few_objects", "Error 1580: too few objects are left in a relationship",
    signs: [
      "NSCocoaErrorDomain Code=1580", "NSValidationRelationshipLacksMinimumCountError",
    ],
    meaning: """
      A nullify rule took the deleted object out of a list of a survivor that must have more than are \
      left.
      """,
    firstAid: "context.rollback(), or give the survivor another object, and save.",
    causes: [.rule(.nullifyBreaksMinimum)])

  private static let batchTrigger = Symptom(
    "batch_delete_failed", "Error 134050: a batch delete failed due to a mandatory inverse",
    signs: [
      "NSCocoaErrorDomain Code=134050",
      "Constraint trigger violation: Batch delete failed due to mandatory OTO nullify inverse on",
      "Batch delete failed due to mandatory MTM nullify inverse on",
      "Batch delete failed due to manadatory OTM nullify inverse on",
    ],
    otherWords: ["delete(model:) fails", "NSBatchDeleteRequest fails"],
    meaning: """
      delete(model:) and NSBatchDeleteRequest take rows past every object. Where a row that goes is held \
      by a relationship that may not be empty, as an array is unless it is optional, the whole request \
      fails, and nothing is deleted.
      """,
    firstAid: "Fetch the objects, delete them one by one, and save.",
    causes: [
      .rule(.batchCallFails, reports: ["NR-005", "NR-007", "SD-015"]),
      .rule(.batchDeleteFails, reports: ["NR-001"]),
    ])

  private static let circularReference = Symptom(
    "circular_reference", "Circular reference resolving attached macro 'Relationship'",
    signs: ["error: circular reference resolving attached macro 'Relationship'"],
    meaning: "The compiler cannot expand two macros each of which names the other's property.",
    causes: [.rule(.inverseOnBothSides)])

  private static let tookOthers = Symptom(
    "took_others_along", "Deleting a tag deleted my notes",
    otherWords: [
      "deleting a child deletes its parent", "a delete removes too much",
      "unexpected objects disappear", "data loss after delete", "everything is gone",
    ],
    meaning: """
      A cascade goes the wrong way, or further than meant. A rule speaks about the delete of the object \
      that has the relationship: .cascade on Note.tags deletes tags with a note, and .cascade on \
      Tag.notes deletes notes with a tag.
      """,
    firstAid: """
      Nothing in the store remembers what is gone. Before the save, context.rollback() brings it back.
      """,
    causes: [
      .rule(.cascadeOnToOneToParent, reports: ["SD-003", "CD-036"]),
      .rule(.cascadeSharedChildren),
      .rule(.cascadeBothSides),
    ])

  private static let childStays = Symptom(
    "child_stays", "The child stays after the parent is gone",
    otherWords: [
      "cascade does not work", "cascade delete is ignored", "orphans are left in the store",
      "removing from the array does not delete", "children are not deleted",
    ],
    meaning: """
      Nothing deletes the child: the parent's rule is not cascade, which is not the default; or the \
      cascade stands on the child's side; or the child was taken out of the list, which deletes nothing; \
      or it is a release that loses cascades.
      """,
    causes: [
      .rule(.nullifyLeavesOrphans),
      .rule(.unlinkLeavesOrphan),
      .other(
        OtherCause(
          summary: "iOS 17 loses a cascade in the context that inserted and saved the objects.",
          reason: """
            Where an explicit save() of the same context stored parent and child, the delete of the \
            parent leaves the child, with nil for its parent.
            """,
          example: """
            context.insert(parent)
            try context.save()
            context.delete(parent)
            try context.save()
            """,
          fix:
            "Delete the children yourself, or delete in another context than the one that inserted.",
          goodExample: """
            context.insert(parent)
            try context.save()
            for child in parent.children { context.delete(child) }
            context.delete(parent)
            try context.save()
            """,
          behaviour: "lost_cascade", reports: ["SD-005", "SD-006", "NR-037", "SD-058"])),
    ])

  private static let comesBack = Symptom(
    "comes_back", "The deleted object comes back after a restart",
    otherWords: [
      "delete is not saved", "deleted object reappears", "the row is gone and is there again",
      "deny does not work",
    ],
    meaning: """
      The delete was marked, so that views no longer show the object, and its save was refused. The \
      store still has everything. Where the error is dropped, nobody hears of it; autosave drops it, too.
      """,
    firstAid:
      "Replace try? by do and catch, and look at what the error says: it is one of those above.",
    causes: [
      .rule(.swallowedRefusal, reports: ["SD-010"]),
      .rule(.denyOnChild, reports: ["SD-011"]),
      .rule(.nullifyBreaksMandatory),
    ])

  private static let stillShown = Symptom(
    "still_shown", "A reference still shows the deleted object",
    otherWords: [
      "nullify does not work", "the relationship is not nil after delete",
      "zombie object", "stale object after delete",
    ],
    meaning: """
      A nullify rule clears the reference of survivors when the delete is processed: in Core Data at the \
      end of the event or at a fetch or save, not at delete(_:). Where there is no inverse, nothing is \
      cleared at all. On one release, a one-to-one reference in memory was seen to stay after the save.
      """,
    firstAid: "Set the reference to nil yourself before the delete.",
    causes: [
      .rule(.missingInverseLeavesDangling),
      .other(
        OtherCause(
          summary: "The reference is read before the delete is processed.",
          reason:
            "delete(_:) only marks in Core Data; processPendingChanges() or save() applies the rules.",
          example: """
            context.delete(project)
            print(conversation.project)
            """,
          fix: "Call processPendingChanges(), or save, before reading.",
          goodExample: """
            context.delete(project)
            context.processPendingChanges()
            print(conversation.project)
            """,
          behaviour: "nullified_reference_stays", reports: ["CD-068", "NR-029", "NR-041"])),
    ])
}

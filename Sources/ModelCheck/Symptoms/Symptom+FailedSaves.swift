/// Saves, batch deletes and builds that fail with an error.
extension Symptom {
  static let denied = Symptom(
    "delete_denied", "Error 1600: items cannot be deleted",
    signs: [
      "NSCocoaErrorDomain Code=1600", "Items cannot be deleted from %{PROPERTY}@.",
      "NSCocoaErrorDomain Code=1600 Items cannot be deleted because of object",
      "Items cannot be deleted because of related objects.",
      "NSValidationRelationshipDeniedDeleteError", "CocoaError.validationRelationshipDeniedDelete",
      "NSDenyDeleteRule",
    ],
    otherWords: [
      "every later save fails", "nothing can be saved any more after a delete",
      "the save is refused", "deny rule", "how can I catch the error when deny blocks a delete",
      "deny blocks the delete", "save throws after delete",
      "object cannot be deleted while others refer to it", "NSDeleteRuleDeny",
      "can't delete an object because it still has items",
    ],
    meaning: """
      A deny rule made the save fail: a deleted object, or one that a cascade reached from it, still \
      holds others. NSValidationErrorKey names the relationship. The delete stays pending, so every \
      later save of the context fails too, whatever it is about.
      """,
    remedy: """
      Catch the error of save() and call context.rollback(), which takes the pending delete back. In \
      SwiftData, deleting the object again after that can crash on iOS 26 and 27 if objects that a \
      cascade deletes were never loaded (deleterules why snapshot_creation). Or delete the held \
      objects, or unlink them, and save.
      """,
    causes: [
      .other(
        OtherCause(
          summary: "The deleted object still holds objects through a relationship with deny.",
          reason:
            "That is what deny is for: the save can fail while the relationship holds an object.",
          example: """
            @Relationship(deleteRule: .deny, inverse: \\Item.category) var items: [Item] = []

            context.delete(category)
            try context.save()
            """,
          fix:
            "Check that the relationship is empty before the delete, and tell the user what is left.",
          goodExample: """
            @Relationship(deleteRule: .deny, inverse: \\Item.category) var items: [Item] = []

            guard category.items.isEmpty else { return }
            context.delete(category)
            try context.save()
            """)),
      .rule(.denyOnChild, reports: ["SD-011", "CD-014"]),
      .rule(.denyBlocksCascade),
      .rule(.denyOnBothSides, reports: ["CD-007"]),
      .rule(.swallowedRefusal, reports: ["CD-072"]),
    ],
    releases: """
      Sources disagree about SwiftData in-memory stores. A test of one app and a comment of 2026 saw \
      deny not enforced there. Another test of the same year saw it enforced. In SQLite stores, all \
      sources saw the save fail.
      """)

  static let severalErrors = Symptom(
    "several_errors", "Error 1560: several objects cannot be saved",
    signs: [
      "NSCocoaErrorDomain Code=1560", "Multiple validation errors occurred.",
      "NSValidationMultipleErrorsError", "NSDetailedErrors", "CocoaError.validationMultipleErrors",
    ],
    otherWords: ["multiple validation errors"],
    meaning: """
      The save found more than one error and put them into an array. The code of each says what is wrong. \
      1570: a required value is missing. 1580: a relationship holds too few objects. 1600: a deleted object \
      still holds others, which its deny rule forbids.
      """,
    remedy: """
      Print error.userInfo[NSDetailedErrorsKey], and look up the code of each error: \
      deleterules why 1570, 1580 or 1600. Call context.rollback(); otherwise every later save fails too.
      """,
    causes: [
      .rule(.nullifyBreaksMandatory), .rule(.denyOnChild), .rule(.denyBlocksCascade),
      .rule(.denyOnBothSides), .rule(.nullifyBreaksMinimum),
    ])

  static let missingMandatory = Symptom(
    "missing_mandatory", "Error 1570: a required value is missing after a delete",
    signs: [
      "NSCocoaErrorDomain Code=1570", "%{PROPERTY}@ is a required value.",
      "NSValidationMissingMandatoryPropertyError",
      "CocoaError.validationMissingMandatoryProperty",
    ],
    otherWords: ["non-optional relationship becomes nil after a delete"],
    meaning: """
      A nullify rule, or code that removes an object from a relationship, emptied a mandatory reference of \
      an object that was not deleted, and that object no longer passes validation.
      """,
    remedy: "Call context.rollback(), or give the remaining object another destination, and save.",
    causes: [
      .rule(.nullifyBreaksMandatory, reports: ["CD-062"]), .rule(.unlinkBreaksMandatory),
    ])

  static let tooFew = Symptom(
    "too_few_objects", "Error 1580: too few objects are left in a relationship",
    signs: [
      "NSCocoaErrorDomain Code=1580", "NSValidationRelationshipLacksMinimumCountError",
      "CocoaError.validationRelationshipLacksMinimumCount",
    ],
    otherWords: [
      "minimum count of a relationship", "relationship requires at least one object",
      "last object cannot be deleted",
    ],
    meaning: """
      A nullify rule removed the deleted object from a list with a minimum count, and too few are left.
      """,
    remedy: "Call context.rollback(), or add another object to the list, and save.",
    causes: [.rule(.nullifyBreaksMinimum)])

  static let invalidReference = Symptom(
    "dangling_at_save", "A save fails: dangling reference to an invalid object",
    signs: ["Dangling reference to an invalid object.", "NSCocoaErrorDomain Code=1550"],
    meaning: """
      In Core Data, a saved object points to one that is no longer in the context: it was inserted and \
      deleted again before it was saved, or its insert failed. Every later save fails as well.
      """,
    remedy: """
      Call context.refresh(_:mergeChanges: false) for the object that has the reference, or rollback().
      """,
    causes: [
      .other(
        OtherCause(
          summary:
            "An object was deleted before it was ever saved, and another still points to it.",
          reason: """
            No delete rule clears a reference without an inverse. With an inverse, the error was \
            observed after a failed insert (AFIncrementalStore, issue 221, iOS 6).
            """,
          example: """
            let tag = Tag(context: context)
            note.tag = tag
            context.delete(tag)
            try context.save()
            """,
          fix: "Clear the reference before the delete, and give the relationship an inverse.",
          goodExample: """
            let tag = Tag(context: context)
            note.tag = tag
            note.tag = nil
            context.delete(tag)
            try context.save()
            """))
    ],
    releases: "Observed on iOS 6 and older; untested on newer releases.")

  static let batchTrigger = Symptom(
    "batch_delete_failed", "Error 134050: a batch delete failed due to a mandatory inverse",
    signs: [
      "NSCocoaErrorDomain Code=134050",
      "Constraint trigger violation: Batch delete failed due to mandatory OTO nullify inverse on",
      "Batch delete failed due to mandatory MTM nullify inverse on",
      "Batch delete failed due to manadatory OTM nullify inverse on",
    ],
    otherWords: [
      "delete(model:) fails", "NSBatchDeleteRequest fails", "delete(model:) does nothing",
      "batch delete does nothing", "batch delete throws",
      "batch delete deletes nothing",
      "bulk delete deletes nothing", "NSBatchDeleteRequest doesn't delete anything",
      "delete(model:) deletes nothing", "delete(model:) has no effect",
      "batch delete is not supported by an in-memory store",
      "delete(model:where:) leaves everything in the store",
    ],
    meaning: """
      delete(model:) and NSBatchDeleteRequest delete rows directly. If a relationship that may not be \
      empty holds one of these rows, the whole request fails and nothing is deleted. An array counts \
      as mandatory unless it is optional.
      """,
    remedy: "Fetch the objects, delete them one by one, and save.",
    causes: [
      .rule(.batchCallFails, reports: ["NR-005", "NR-007", "SD-015"]),
      .rule(.batchDeleteFails, reports: ["NR-001"]),
    ])

  static let mergeConflict = Symptom(
    "merge_conflict", "Error 133020: a merge conflict while deleting",
    signs: [
      "NSCocoaErrorDomain Code=133020", "NSManagedObjectMergeError",
      "CocoaError.managedObjectMerge", "Could not merge changes.",
      "NSMergeConflict",
    ],
    otherWords: ["conflict when saving a delete", "deleted in one context and changed in another"],
    meaning: """
      Another context changed or deleted the row after this context had read it, so the save cannot \
      tell which version counts. Delete rules are not the cause.
      """,
    remedy: """
      Set a merge policy on the context (NSMergePolicy.mergeByPropertyObjectTrump lets its own changes \
      win), or refresh the object and delete it again.
      """,
    causes: [
      .other(
        OtherCause(
          summary: "Two contexts save different changes of the same object.",
          reason: "By default, Core Data lets the second save fail.",
          example: """
            background.delete(trip)
            try background.save()
            """,
          fix: "Choose a merge policy for contexts that compete.",
          goodExample: """
            background.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            background.delete(trip)
            try background.save()
            """))
    ],
    releases: "No release is known to differ.")

  static let circularReference = Symptom(
    "circular_reference", "Circular reference resolving attached macro 'Relationship'",
    signs: ["error: circular reference resolving attached macro 'Relationship'"],
    otherWords: [
      "inverse on both sides does not compile", "compile error at an inverse relationship",
    ],
    meaning: "The compiler cannot expand two macros that each name the other's property.",
    remedy: "Declare the inverse on one side only.",
    causes: [.rule(.inverseOnBothSides)])
}

/// What refuses a save, a batch delete or a build.
extension Symptom {
  static let denied = Symptom(
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
      later save of the context is refused as well, whatever it is about. 1560 holds several errors, each \
      in NSDetailedErrors: 1570 and 1580 among them are other symptoms.
      """,
    firstAid: """
      context.rollback() takes the pending delete back, and saves work again. Or delete what is held, \
      or unlink it, and save.
      """,
    causes: [
      .rule(.denyOnChild, reports: ["SD-011", "CD-014"]),
      .rule(.denyBlocksCascade),
      .rule(.denyOnBothSides, reports: ["CD-007"]),
      .rule(.swallowedRefusal, reports: ["CD-072"]),
    ],
    releases: """
      Sources disagree: one comment of 2026 has it that a store in memory on iOS 26.4 does not refuse; a \
      test in memory of the same year is refused. Nothing else is known to differ.
      """)

  static let missingMandatory = Symptom(
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

  static let tooFew = Symptom(
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

  static let invalidReference = Symptom(
    "dangling_at_save", "A save fails: dangling reference to an invalid object",
    signs: ["Dangling reference to an invalid object.", "NSCocoaErrorDomain Code=1550"],
    meaning: """
      In Core Data, what is saved leads to an object that is in the context no longer: it was inserted and \
      deleted again before it was ever saved, or its insert failed. Every later save fails as well.
      """,
    firstAid:
      "context.refresh(_:mergeChanges: false) for the object that the reference is of, or rollback().",
    causes: [
      .other(
        OtherCause(
          summary: "An object that was never saved is gone, and another still refers to it.",
          reason:
            "A reference without an inverse is cleared by nobody; of one with an inverse, it was seen after a "
            + "failed insert (AFIncrementalStore, issue 221, iOS 6).",
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
    releases: "Reported of iOS 6 and older; nobody is known to have tried a newer one.")

  static let batchTrigger = Symptom(
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

  static let circularReference = Symptom(
    "circular_reference", "Circular reference resolving attached macro 'Relationship'",
    signs: ["error: circular reference resolving attached macro 'Relationship'"],
    meaning: "The compiler cannot expand two macros each of which names the other's property.",
    causes: [.rule(.inverseOnBothSides)])
}

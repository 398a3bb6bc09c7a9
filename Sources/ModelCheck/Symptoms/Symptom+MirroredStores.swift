/// Stores that CloudKit mirrors, and the history of a store.
extension Symptom {
  static let cloudKitRefusesModel = Symptom(
    "cloudkit_refuses_model", "The store does not load with CloudKit (134060)",
    signs: CloudKitRefusal.allCases.map(\.rawValue) + [
      "Unsupported feature: unique constraints", "NSCocoaErrorDomain Code=134060",
      "SwiftDataError loadIssueModelContainer",
    ],
    otherWords: [
      "CloudKit deny rule", "model is not compatible with CloudKit", "iCloud sync fails to start",
    ],
    meaning: """
      CloudKit mirrors only models in which every relationship is optional and has an inverse, every \
      attribute is optional or has a default value, and nothing is unique, ordered or deny. SwiftData \
      throws loadIssueModelContainer; the reason appears in the log only. If the text of a 134060 does \
      not name CloudKit, this is not the cause.
      """,
    remedy: "Run 'deleterules check --cloudkit', which lists every place, and make these changes.",
    causes: [
      .rule(.cloudKitMandatory), .rule(.cloudKitUnique), .rule(.cloudKitDeny),
      .rule(.cloudKitMissingInverse), .rule(.cloudKitNoDefault), .rule(.cloudKitOrdered),
    ],
    releases: "Measured with Xcode 27 on iOS 26.5; no release is known to differ.")

  static let cloudKitBringsBack = Symptom(
    "cloudkit_brings_back", "Deleted rows come back from iCloud",
    otherWords: [
      "deleted rows come back from iCloud after a batch delete",
      "delete does not sync to other devices", "CloudKit restores deleted objects",
      "deleted records reappear after sync", "deletions do not reach my other devices",
      "objects deleted on one device come back on the other",
      "NSBatchDeleteRequest is not exported to iCloud",
    ],
    meaning: """
      A batch delete is reported not to be exported to CloudKit: the next import brings the rows back \
      (NR-057). Deletes that a context saves are exported.
      """,
    remedy: "In a mirrored store, fetch the objects, delete them one by one, and save.",
    causes: [
      .other(
        OtherCause(
          summary: "Rows of a mirrored store are deleted by a batch delete.",
          reason: "It saves no context, and the export was observed to have no tombstones.",
          example: """
            try context.delete(model: Trip.self)
            """,
          fix: "Delete the objects one by one.",
          goodExample: """
            for trip in try context.fetch(FetchDescriptor<Trip>()) { context.delete(trip) }
            try context.save()
            """))
    ],
    releases: "Observed in July 2026; the source names no release.")

  static let historyTombstone = Symptom(
    "history_tombstone", "The history does not have the values of a deleted object",
    signs: [".preserveValueOnDeletion", "HistoryTombstone", "DefaultHistoryDelete"],
    otherWords: [
      "tombstone is empty", "history of a delete has no data", "persistent history of deletes",
      "preserve a value on deletion",
      "preserveValueOnDeletion does not work",
    ],
    meaning: """
      Of a deleted object, the history keeps the attributes that are marked \
      .preserveValueOnDeletion, and nothing else. On a relationship, the option was observed to keep \
      nothing (forum thread 817522).
      """,
    remedy: "Mark an attribute that identifies the object, such as an own identifier.",
    causes: [
      .other(
        OtherCause(
          summary: "The option is on a relationship, or on no property.",
          reason: "The tombstone holds attributes only.",
          example: """
            @Relationship(.preserveValueOnDeletion) var owner: Owner?
            """,
          fix: "Keep an attribute.",
          goodExample: """
            @Attribute(.preserveValueOnDeletion) var ownerName: String
            """))
    ],
    releases: "No release is known to differ.")
}

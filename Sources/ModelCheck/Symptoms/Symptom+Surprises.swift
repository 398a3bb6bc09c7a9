/// What is gone, or still there, without a word.
extension Symptom {
  static let tookOthers = Symptom(
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

  static let childStays = Symptom(
    "child_stays", "The child stays after the parent is gone",
    otherWords: [
      "cascade does not work", "delete rule does not work", "cascade delete is ignored",
      "the children stay",
      "orphans are left in the store",
      "removing from the array does not delete", "children are not deleted",
    ],
    meaning: """
      Nothing deletes the child: the parent's rule is not cascade, which is not the default; or the \
      cascade stands on the child's side; or the child was taken out of the list, which deletes nothing; \
      or it is a release that loses cascades.
      """,
    causes: [
      .rule(.nullifyLeavesOrphans),
      .rule(.cascadeOnToOneToParent),
      .rule(.unlinkLeavesOrphan),
      .other(
        OtherCause(
          summary: "iOS 17 loses a cascade in the context that inserted and saved the objects.",
          reason: """
            In all that was reported, an explicit save() of the same context had stored parent and child; the \
            delete of the parent then left the child, with nil for its parent. It is not known to be the \
            whole of it: some of the models were also unique, and Apple's own sample cascades.
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

  static let comesBack = Symptom(
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

  static let stillShown = Symptom(
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
            "delete(_:) only marks in Core Data; processPendingChanges(), a fetch or a save applies the rules.",
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
          reports: ["CD-068"])),
      .other(
        OtherCause(
          summary: "SwiftData keeps the reference in memory after the save.",
          reason:
            "Seen of to-one references of objects that the context holds; in the store they are empty.",
          example: """
            context.delete(zombie)
            try context.save()
            print(item.zombie)
            """,
          fix: "Set the reference to nil yourself before the delete.",
          goodExample: """
            item.zombie = nil
            context.delete(zombie)
            try context.save()
            print(item.zombie)
            """,
          behaviour: "nullified_reference_stays", reports: ["NR-029", "NR-041"])),
    ])
}

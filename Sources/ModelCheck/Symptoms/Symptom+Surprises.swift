/// Objects that are missing, or still there, without an error.
extension Symptom {
  static let tookOthers = Symptom(
    "took_others_along", "Deleting a tag deleted my notes",
    otherWords: [
      "deleting a child deletes its parent", "a delete removes too much",
      "unexpected objects disappear", "data loss after delete", "everything is gone",
      "deleting a category also deleted my notes", "cascade deletes shared objects",
      "deleting one object deletes all the others", "related objects vanish",
      "cascade deletes too much", "lost data",
      "deleting one thing also deletes another", "related objects are deleted, too",
      "deleting a part deleted the whole", "removing one thing makes another vanish",
      "deleting a comment deletes its post", "gone when I deleted another",
      "gone when the other is deleted",
      "the parent disappears when I delete a child", "the wrong thing gets deleted too",
      "everything got deleted", "the parent gets deleted with the child",
      "objects disappear when another is deleted", "things vanish when their container is deleted",
      "deleting a folder makes files in other folders vanish",
      "a delete propagates to too many objects", "the delete spreads further than intended",
      "deleting A deletes B",
    ],
    meaning: """
      A cascade points the wrong way, or reaches further than intended. A rule applies when the object \
      that declares the relationship is deleted: .cascade on Note.tags deletes tags with a note, and \
      .cascade on Tag.notes deletes notes with a tag.
      """,
    remedy: """
      Before the save, context.rollback() brings the objects back; after it, only a backup does. Then \
      move .cascade to the side of the owner.
      """,
    causes: [
      .rule(.cascadeOnToOneToParent, reports: ["SD-003", "CD-036"]),
      .rule(.cascadeSharedChildren),
      .rule(.cascadeBothSides),
    ])

  static let childStays = Symptom(
    "child_stays", "The child stays after the parent is deleted",
    otherWords: [
      "cascade does not work", "delete rule does not work", "cascade delete is ignored",
      "the children stay", "children remain after deleting parent",
      "orphans are left in the store", "orphaned tags left in the database",
      "removing from the array does not delete", "children are not deleted",
      "cascade does not delete children after an explicit save",
      "removing a child from the list keeps it in the store", "related objects are not deleted",
      "nullify leaves orphans", "deleting a folder leaves its files behind",
      "the child is still there after deleting its parent",
      "comments are still there after removing the post", "the database grows with unused rows",
      "the store grows because of leftovers", "children survive when the parent is deleted",
      "stays when I delete", "leftovers hang around after a delete",
      "orphaned once the parent is gone", "the entries are still there when I delete the record",
      "parts stay in the database after saving", "orphaned rows after deleting their owner",
      "cascade only deletes the first level", "delete rule cascade is ignored on a release",
      "deleting the parent sets its children's reference to nil instead of deleting them",
    ],
    meaning: """
      Nothing deletes the child. Either the parent's rule is not cascade (the default is nullify), or \
      .cascade is declared on the child's side. Or the child was removed from the list, which deletes \
      nothing. Some releases also lose cascades.
      """,
    remedy: """
      Declare @Relationship(deleteRule: .cascade) on the parent's property. Delete a child that you \
      remove from a list, too.
      """,
    causes: [
      .rule(.nullifyLeavesOrphans),
      .rule(.cascadeOnToOneToParent),
      .rule(.unlinkLeavesOrphan),
      .rule(.lostCascade, reports: ["SD-005", "SD-006", "NR-037", "SD-058"]),
    ], behaviours: ["lost_cascade"])

  static let comesBack = Symptom(
    "comes_back", "The deleted object comes back after a restart",
    otherWords: [
      "delete is not saved", "deleted object reappears", "the row is gone and is there again",
      "nothing happens when I delete", "delete doesn't do anything",
      "autosave does not save the delete",
      "the save after a delete fails silently", "the delete is silently not saved",
      "object is deleted but comes back after restarting the app", "delete does nothing",
      "delete has no effect", "context.delete does nothing",
      "modelContext.delete(item) has no effect", "changes are lost after relaunch",
      "the data is still there after a restart",
      "deleted objects reappear the next time the app opens", "the object undeletes itself",
    ],
    meaning: """
      The delete was pending, so views no longer showed the object, but it was never saved: the save \
      failed, or there was none. The store still has everything. try? hides the error, and so does \
      autosave.
      """,
    remedy:
      "Call save() after the delete, with do and catch in place of try?, and print the error.",
    causes: [
      .rule(.swallowedRefusal, reports: ["SD-010"]),
      .rule(.denyOnChild, reports: ["SD-011"]),
      .rule(.nullifyBreaksMandatory),
      .other(
        OtherCause(
          summary: "The delete is never saved.",
          reason:
            "Autosave does not run before the app is terminated; one app saw deletes come back.",
          example: """
            context.delete(trip)
            """,
          fix: "Save after the delete.",
          goodExample: """
            context.delete(trip)
            try context.save()
            """)),
    ])

  static let stillShown = Symptom(
    "still_shown", "A reference can still show the deleted object",
    otherWords: [
      "nullify does not work", "the nullify rule does not set the reference to nil",
      "nullify does not clear the reference", "the relationship is not nil after delete",
      "zombie object", "stale object after delete", "the inverse is not set to nil",
      "deleted object is still in the array of the other side",
      "the inverse still has the old value", "a to-one still points to a deleted object",
      "relationship still contains the deleted object",
    ],
    meaning: """
      A nullify rule clears references when the delete is processed. In Core Data, that is at the end \
      of the event or at a fetch or save, not at delete(_:). Without an inverse, no reference is \
      cleared. A one-to-one reference in memory can stay after the save; sources disagree.
      """,
    remedy: "Set the reference to nil yourself before the delete.",
    causes: [
      .rule(.missingInverseLeavesDangling),
      .other(
        OtherCause(
          summary: "The reference is read before the delete is processed.",
          reason: """
            In Core Data, delete(_:) only marks the object; processPendingChanges(), a fetch or a save \
            applies the rules.
            """,
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
          summary: "SwiftData can keep the reference in memory after the save.",
          reason: """
            Observed of to-one references of objects that the context holds; in the store they are \
            empty.
            """,
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

  static let listNotUpdated = Symptom(
    "list_not_updated", "A list still shows deleted objects",
    otherWords: [
      "NSManagedObject was deleted but still shows in the table view",
      "the list does not update after a delete", "the view does not refresh after a batch delete",
      "@Query still shows a deleted object", "fetched results controller does not notice a delete",
      "deleted rows are still displayed", "invalid number of rows in a table view after a delete",
      "UI is not updated after delete",
      "ForEach crashes after a delete",
      "NSFetchedResultsController does not remove the deleted row",
    ],
    meaning: """
      The objects are deleted in the store, and the context of the view does not know. A batch delete \
      does not tell any context; a delete in another context has to be merged.
      """,
    remedy: """
      Delete the objects one by one in the context of the view. After a batch delete, merge its object \
      IDs (NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)), or fetch in a new \
      ModelContext.
      """,
    causes: [
      .other(
        OtherCause(
          summary: "A batch delete is not merged into the context of the view.",
          reason:
            "Objects in memory are not touched, and the did-save notification does not list them.",
          example: """
            let request = NSBatchDeleteRequest(fetchRequest: Trip.fetchRequest())
            try context.execute(request)
            """,
          fix: "Ask for the object IDs, and merge them.",
          goodExample: """
            let request = NSBatchDeleteRequest(fetchRequest: Trip.fetchRequest())
            request.resultType = .resultTypeObjectIDs
            let result = try context.execute(request) as? NSBatchDeleteResult
            let changes = [NSDeletedObjectIDsKey: result?.result ?? []]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            """))
    ],
    releases: "No release is known to differ.")

  static let denyNotEnforced = Symptom(
    "deny_not_enforced", "A deny rule can fail to prevent the delete",
    otherWords: [
      "deny does not prevent deletion", "deny does not work", "deny is ignored",
      "deny rule is not enforced", "relationship with deny does not throw",
      "object is deleted in spite of deny", "deny rule lets the object go anyway",
      "save succeeds although a deny rule should block it",
    ],
    meaning: """
      Sources disagree about SwiftData. In SQLite stores, the save was observed to fail. In memory, one \
      test and one comment saw the delete pass, with the references set to nil; another test saw it \
      fail. The difference may be which context deletes. Also, deny can fail only the save, not delete(_:): \
      until then the object looks deleted. Batch deletes do not support deny.
      """,
    remedy: "Check before the delete: guard category.items.isEmpty else { return }.",
    causes: [
      .other(
        OtherCause(
          summary: "The app relies on deny, and the store or context does not enforce it.",
          reason: "See above: not every store and context was observed to enforce deny.",
          example: """
            context.delete(category)
            try context.save()
            """,
          fix: "Check that the relationship is empty before the delete.",
          goodExample: """
            guard category.items.isEmpty else { return }
            context.delete(category)
            try context.save()
            """)),
      .rule(.swallowedRefusal, reports: ["SD-010"]),
    ],
    behaviours: ["deny_ignored"])

  static let deletedFlag = Symptom(
    "deleted_flag", "isDeleted is false after the save",
    otherWords: [
      "isDeleted is false after save", "how to tell whether an object is deleted",
      "isDeleted does not work", "how do I know that an object was deleted",
      "how to check whether a model was already removed", "isDeleted returns false",
    ],
    meaning: """
      isDeleted is true between the delete and its save only. After the save, the object is no longer \
      in a context: modelContext (SwiftData) or managedObjectContext (Core Data) is nil.
      """,
    remedy: "Test modelContext == nil, or managedObjectContext == nil, as well as isDeleted.",
    causes: [
      .other(
        OtherCause(
          summary: "isDeleted is asked after the save.",
          reason: "It says that a delete is pending.",
          example: """
            if !trip.isDeleted { print(trip.name) }
            """,
          fix: "Check modelContext, too.",
          goodExample: """
            if !trip.isDeleted, trip.modelContext != nil { print(trip.name) }
            """))
    ],
    releases: "No release is known to differ.")

  static let deleteEverything = Symptom(
    "delete_everything", "Deleting everything in the store",
    otherWords: [
      "delete all data", "wipe the database", "reset the store", "remove all objects",
      "delete every entity", "how to erase everything in the store", "delete all objects of a type",
      "clear the whole database", "empty the database", "reset all data",
      "clear all data on logout", "wipe the store on sign out", "delete all records of an entity",
    ],
    meaning: """
      Deleting class by class runs every delete rule: a deny rule or a mandatory inverse makes a save \
      or batch delete fail halfway.
      """,
    remedy: """
      In SwiftData, use container.erase() (iOS 18) or container.deleteAllData(); in Core Data, \
      coordinator.destroyPersistentStore(at:type:options:). Release every \
      reference to model objects first.
      """,
    causes: [
      .rule(.batchCallFails, reports: ["NR-005"]),
      .rule(.denyOnBothSides),
      .rule(.readAfterDelete),
    ])
}

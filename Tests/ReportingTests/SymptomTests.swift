import BundledRun
import DeleteMatrix
import ExpectedText
import ModelCheck
import Scenarios
import SourceText
import Testing

@testable import Reporting

@Suite("Is what is written about symptoms true, and found?")
struct SymptomTests {
  private static let search = SymptomSearch()

  @Test("WHY.md says what the rules, the behaviours and the replayed reports say")
  func document() throws {
    let file = GoldenFile(inPackage: "Sources/ModelCheck/WHY.md")
    #expect(file.difference(from: try SymptomReport(try Bundled.suite.get()).document) == nil)
  }

  @Test("Every report and behaviour that is named is there")
  func names() throws {
    let suite = try Bundled.suite.get()
    let scenarios = Set(suite.scenarios.map(\.name))
    let behaviours = Set(try #require(suite.releases).behaviours.map(\.name))
    for symptom in Symptom.allCases {
      #expect(symptom.reports.filter { !scenarios.contains($0) } == [], "\(symptom.id)")
      #expect(symptom.allBehaviours.filter { !behaviours.contains($0) } == [], "\(symptom.id)")
      #expect(!symptom.causes.isEmpty, "\(symptom.id)")
    }
  }

  @Test("A symptom is found by everything that a console shows of it, and by its name")
  func signs() {
    for symptom in Symptom.allCases {
      for words in [symptom.id, symptom.title] + symptom.signs + symptom.otherWords {
        #expect(Self.search.ranking(of: words).matches.first?.id == symptom.id, "\(words)")
      }
    }
  }

  /// What consoles and logs print around a message, which `%` stands for.
  private static let wrappings = [
    "%", "2026-10-01 11:02:33.123456+0200 Bakery[4321:98765] %",
    "2026-10-01 11:02:33.123456+0200 Bakery[4321:98765] [error] %",
    "2026-10-01 11:02:33.123456+0200 Bakery[4321:98765] *** Terminating app due to uncaught exception "
      + "'NSInvalidArgumentException', reason: '%'",
    "CoreData: fault: %", "Thread 1: %",
    "%\n*** First throw call stack:\n(0x18f2c1a34 0x1a1b2c3d4)",
    "%\n  * frame #0: 0x00000001a1b2c3d4 CoreData`-[NSManagedObjectContext save:] + 984"
      + "\n    frame #1: 0x0000000102d64a10 Bakery`closure #1 in TripRow.body.getter at Row.swift:9:5",
    "%\n1   CoreData  0x00000001a1b2c3d4 -[NSManagedObjectContext save:] + 984"
      + "\n2   Bakery  0x0000000102d64a10 protocol witness for View.body.getter in conformance TripRow + 12",
  ]

  @Test("What a console prints around an error text changes nothing", arguments: wrappings)
  func wrapped(wrapping: String) {
    for symptom in Symptom.allCases {
      for sign in symptom.signs {
        // The names in an error text are those of the reader's app.
        let text = sign.replacing("0x…", with: "0x600001a2b3c0").replacing("'tag'", with: "'owner'")
          .replacing("<Item>", with: "<Stop>").replacing("…", with: "abc")
        let words = wrapping.replacing("%", with: text)
        #expect(Self.search.ranking(of: words).matches.first?.id == symptom.id, "\(words)")
      }
    }
  }

  @Test("A match has two alternatives, and where nothing fits there are the nearest three")
  func alternatives() {
    for symptom in Symptom.allCases {
      let ranking = Self.search.ranking(of: symptom.title)
      #expect(ranking.matches.count == 3 && ranking.matches.first?.id == symptom.id)
    }
    for words in ["xyzzy", "", "save the whales", "1550"] {
      let ranking = Self.search.ranking(of: words)
      #expect(ranking.nearest.count == 3, "\(words)")
      #expect(Set(ranking.nearest.map(\.id)).count == 3, "\(words)")
    }
  }

  @Test(
    "People's own words, and whole lines of a console, find it",
    arguments: [
      // Pieces of an error text, such as the one in the README.
      ("backing data could no longer be found", "instance_invalidated"),
      ("model instance was invalidated because its backing", "instance_invalidated"),
      // The app's own names take nothing away from the kind of a crash.
      ("EXC_BAD_ACCESS in Order.items.getter", "bad_access"),
      ("Thread 1: EXC_BAD_ACCESS (code=1, address=0x0) in Order.items.getter", "bad_access"),
      ("EXC_BREAKPOINT in closure #1 in TripRow.body.getter", "instance_invalidated"),
      ("SIGTRAP", "instance_invalidated"), ("Thread 1: signal SIGTRAP", "instance_invalidated"),
      ("nothing happens when I call delete", "comes_back"),
      ("calling delete doesn't do anything", "comes_back"),
      ("autosave did not save delete", "comes_back"),
      ("autosave doesn't write the deletion", "comes_back"),
      ("saving after delete fails silently", "comes_back"),
      ("objects deleted on one device return on another", "cloudkit_brings_back"),
      ("rows removed on my iPhone reappear on my iPad", "cloudkit_brings_back"),
      ("photos vanish when album deleted", "took_others_along"),
      ("songs disappear when playlist is deleted", "took_others_along"),
      ("delete propagates to too many objects", "took_others_along"),
      ("deletes way too many objects", "took_others_along"),
      ("delete rule nullify does not set reference to nil", "still_shown"),
      ("inverse is not nil after nullify delete", "still_shown"),
      ("parent is gone but kids linger", "child_stays"),
      ("children linger after the parent is gone", "child_stays"),
      ("Batch deletes fail in memory store", "batch_delete_failed"),
      ("context.delete(model: Trip.self) has no effect", "batch_delete_failed"),
      ("modelContext.delete(model: Foo.self) doesn't delete", "batch_delete_failed"),
      ("modelContext.delete(item) has no effect", "comes_back"),
      ("how to clear the whole database", "delete_everything"),
      ("how do I empty the database", "delete_everything"),
      // A code decides, whatever framework is named beside it.
      ("CoreData 1570", "missing_mandatory"), ("-1600 CoreData", "delete_denied"),
      ("Core Data 1600", "delete_denied"), ("SwiftData 1600", "delete_denied"),
      // Of a delete and what comes of it, other words are names from the reader's app.
      ("the deleted song came back", "comes_back"),
      ("deleted playlist shows up again next launch", "comes_back"),
      ("boxes are left after I remove the shelf", "child_stays"),
      ("delete through ModelActor nothing happens", "other_context"),
      ("undo does not bring back deleted objects", "undo_snapshot"),
      ("parent disappears when I delete a child", "took_others_along"),
      ("wrong thing gets deleted too", "took_others_along"),
      ("everything got deleted", "took_others_along"),
      ("I delete the record but the entries are still there", "child_stays"),
      ("typical amounts stay in the database after saving", "child_stays"),
      ("cocoa 1560", "several_errors"),
      ("wipe", "delete_everything"), ("wipe all data", "delete_everything"),
      ("EXC_BAD_ACCESS", "bad_access"),
      ("KERN_INVALID_ADDRESS on context.save after delete", "bad_access"),
      ("SIGTRAP in Invoice.customer.getter", "instance_invalidated"),
      ("NSBatchDeleteRequest doesn't delete anything", "batch_delete_failed"),
      ("delete(model:where:) leaves everything in the store", "batch_delete_failed"),
      ("subtasks survive when I delete the task", "child_stays"),
      ("the store grows because of leftovers", "child_stays"),
      ("(Cocoa-Fehler 1570.)", "missing_mandatory"),
      ("CoreData: error 134060 unsupported delete rules", "cloudkit_refuses_model"),
      (
        "CloudKit integration requires that all relationships be optional, the following are not: Note: tags",
        "cloudkit_refuses_model"
      ),
      ("Unsupported feature: unique constraints CloudKit", "cloudkit_refuses_model"),
      ("An NSManagedObjectContext cannot delete objects in other contexts", "other_context"),
      ("EXC_BREAKPOINT Profile.selectedActivity.getter", "instance_invalidated"),
      ("The operation couldn't be completed. (Cocoa error 1570.)", "missing_mandatory"),
      (
        "SwiftData model instance was invalidated because its backing data could no longer be found the store",
        "instance_invalidated"
      ),
      ("merge conflict 133020 while deleting", "merge_conflict"),
      ("my app crashes after deleting an object with a relationship", "instance_invalidated"),
      ("why are my children still in the database after I delete the parent", "child_stays"),
      ("orphan records after removing the parent", "child_stays"),
      ("deleting one tag removes all my photos", "took_others_along"),
      ("context.delete(item) does nothing", "comes_back"),
      ("delete does not persist", "comes_back"),
      ("the data is still there after restart", "comes_back"),
      ("SwiftData delete crash view detail", "instance_invalidated"),
      ("Thread 1: Fatal error: This model instance was invalidated", "instance_invalidated"),
      ("EXC_BAD_ACCESS when saving after delete", "bad_access"),
      ("Error Domain=NSCocoaErrorDomain Code=1600 \"(null)\"", "delete_denied"),
      ("NSCocoaErrorDomain 1570 1580", "missing_mandatory"),
      ("validation error missing attribute values on mandatory relationship", "missing_mandatory"),
      ("the inverse relationship is not set to nil", "still_shown"),
      ("deleted object still in array", "still_shown"),
      ("@Query list not refreshing after delete in background context", "list_not_updated"),
      ("batch delete rows still displayed", "list_not_updated"),
      ("NSBatchDeleteRequest constraint trigger violation", "batch_delete_failed"),
      ("how do I delete all data", "delete_everything"),
      ("wipe store on sign out", "delete_everything"),
      ("remove everything from the database", "delete_everything"),
      (
        "CloudKit integration requires that all relationships have an inverse, the following do not: Trip: stops",
        "cloudkit_refuses_model"
      ),
      ("loadIssueModelContainer", "cloudkit_refuses_model"),
      ("deletes do not sync to my other device", "cloudkit_brings_back"),
      ("tombstones are empty in persistent history", "history_tombstone"),
      ("Cannot use a model from another context", "other_context"),
      ("objects in different contexts", "other_context"),
      ("isDeleted returns false even though I deleted it", "deleted_flag"),
      ("undo crashes after delete", "snapshot_creation"),
      ("Never access a full future backing data - PersistentIdentifier", "full_backing_data"),
      ("could not fulfill a fault", "unfulfillable_fault"),
      ("133000", "unfulfillable_fault"),
      (
        "NSInternalInconsistencyException could not fulfill a fault for 0xd000",
        "unfulfillable_fault"
      ),
      ("ModelContext.reset is no longer usable", "instance_invalidated"),
      ("SwiftUI crash when I swipe to delete", "instance_invalidated"),
      ("crash: PersistentModel.swift:387", "no_default_value"),
      ("deleting parent cascade fatal error on iOS 18", "no_default_value"),
      ("related items disappear when I delete one", "took_others_along"),
      ("delete rule nullify leaves orphans", "child_stays"),
      ("cascade not working swiftdata", "child_stays"),
      ("error 1560 multiple validation errors", "several_errors"),
      ("The operation couldn't be completed. (Cocoa error 1560.)", "several_errors"),
      ("could not merge changes", "merge_conflict"),
      ("row comes back after sync", "cloudkit_brings_back"),
      ("deleting a recipe also deleted my ingredients", "took_others_along"),
      ("when I delete a folder the documents are deleted too", "took_others_along"),
      ("crash: exc_bad_access while deleting", "bad_access"),
      ("error 1600", "delete_denied"), ("1600", "delete_denied"),
      ("134050", "batch_delete_failed"),
      ("1570", "missing_mandatory"),
      ("Deleting tags deletes the notes", "took_others_along"),
      ("the children stay when their parent is deleted", "child_stays"),
      ("cascade not working", "child_stays"), ("cascade", "child_stays"),
      ("my app crashes when I delete the last row in a list", "instance_invalidated"),
      ("1550", "dangling_at_save"),
      ("why does SwiftData not throw when a relationship is deny", "deny_not_enforced"),
      ("my to-one still points to a deleted row", "still_shown"),
      ("deleted note still visible in sidebar", "list_not_updated"),
      ("how do I know if an object was deleted", "deleted_flag"),
      ("my comments are still there after I removed the post", "child_stays"),
      ("Items cannot be deleted because of related objects", "delete_denied"),
      ("delete rule not working", "child_stays"),
      ("undo crashes: a snapshot should exist before creating a new snapshot", "undo_snapshot"),
      (
        "SwiftData/BackingData.swift:1035: Fatal error: This model instance was invalidated because "
          + "its backing data could no longer be found the store. PersistentIdentifier(id: "
          + "SwiftData.PersistentIdentifier.ID(backing: x-coredata://C2/Item/p13))",
        "instance_invalidated"
      ),
      ("children are not deleted when parent is deleted", "child_stays"),
      ("my notes aren’t deleted when the tag is deleted", "child_stays"),
      ("deleting the parent doesn't delete the children", "child_stays"),
      ("Items cannot be deleted from books.", "delete_denied"),
      ("books is a required value.", "missing_mandatory"),
      ("EXC_BREAKPOINT in Invoice.number.setter", "instance_invalidated"),
      ("--child stays", "child_stays"),
      ("deleting an expense deleted my whole trip", "took_others_along"),
      ("I removed one photo and the whole album vanished", "took_others_along"),
      ("deleting a comment wiped out the entire post", "took_others_along"),
      ("removing a tag from a note leaves the tag in the database", "child_stays"),
      ("invoice lines hang around after I delete the invoice", "child_stays"),
      ("my lessons are orphaned once the course is gone", "child_stays"),
      ("crash in ForEach after context.delete", "list_not_updated"),
      ("app dies when I swipe to delete a row", "instance_invalidated"),
      ("reading the name of a deleted contact crashes", "instance_invalidated"),
      ("can't delete a category because it still has items", "delete_denied"),
      ("save throws 1600 when I delete a folder", "delete_denied"),
      ("validation fails with code 1570 after deleting the account", "missing_mandatory"),
      ("deleted reminders reappear the next time I open the app", "comes_back"),
      ("modelContext.delete has no effect until I relaunch", "comes_back"),
      ("records come back from iCloud after deleting them", "cloudkit_brings_back"),
      ("deletions on my iPhone don't reach the iPad", "cloudkit_brings_back"),
      ("list still displays the deleted row", "list_not_updated"),
      ("@Query does not notice a batch delete", "list_not_updated"),
      ("deleting from a background context crashes", "other_context"),
      ("how do I delete all rows of an entity", "delete_everything"),
      ("-- Fatal error: Unexpected backing data", "snapshot_creation"),
      ("-1570 error", "missing_mandatory"), ("merge conflict when deleting", "merge_conflict"),
      ("NSDeleteRuleDeny", "delete_denied"), ("deny", "delete_denied"),
      ("134060", "cloudkit_refuses_model"), ("orphan", "child_stays"),
      ("tombstone", "history_tombstone"), ("isDeleted", "deleted_flag"),
      (
        "Error Domain=NSCocoaErrorDomain Code=1600 \"Items cannot be deleted from category.\" "
          + "UserInfo={NSValidationErrorKey=category}",
        "delete_denied"
      ),
      ("1600 when I delete", "delete_denied"), ("save fails with 1600", "delete_denied"),
      ("NSError 134050 on delete", "batch_delete_failed"), ("133000 crash", "unfulfillable_fault"),
      ("saving throws 1560", "several_errors"), ("（Cocoaエラー1570）", "missing_mandatory"),
      ("got 1570 after saving the context", "missing_mandatory"),
      ("Thread 1: EXC_BREAKPOINT (code=1, subcode=0x1cc1e5b2c)", "instance_invalidated"),
      ("EXC_BREAKPOINT (code=EXC_ARM_BREAKPOINT, subcode=0xdefe)", "instance_invalidated"),
      ("Exception Type:  EXC_BREAKPOINT (SIGTRAP)", "instance_invalidated"),
      ("EXC_BAD_INSTRUCTION in Invoice.total.modify", "instance_invalidated"),
      (
        "Crashed: com.apple.main-thread EXC_BREAKPOINT 0x1a closure #1 in InvoiceRow.body.getter",
        "instance_invalidated"
      ),
      ("SwiftData cascade not working iOS 17", "child_stays"),
      ("cascade rule ignored on iOS 17.2", "child_stays"),
      ("parent gets deleted with child", "took_others_along"),
      ("deleting a book deletes its author", "took_others_along"),
      (
        "deleting the parent sets child.parent to nil instead of deleting it",
        "child_stays"
      ),
      ("NSFetchedResultsController does not remove the deleted row", "list_not_updated"),
      ("orphaned photos after deleting album", "child_stays"),
      ("cascade only deletes first level", "child_stays"),
      ("deny rule lets the object go anyway", "deny_not_enforced"),
      ("save() succeeds although deny", "deny_not_enforced"),
      ("item undeletes itself", "comes_back"),
    ])
  func words(words: String, id: String) {
    #expect(Self.search.ranking(of: words).matches.first?.id == id)
  }

  @Test(
    "What shares no telling word finds nothing",
    arguments: [
      "NSCocoaErrorDomain 4", "NSCocoaErrorDomain Code=260 file not found",
      "error 1600 x 1200 resolution", "image size 1570 x 900",
      "-[__NSCFSet removeObject:]: unrecognized selector", "-[NSManagedObjectContext save:] failed",
      "clear the filter", "empty the trash", "photos vanish from the gallery",
      "", "xyzzy", "9999", "…", "Fatal error: Index out of range", "the app hangs",
      "Thread 1: signal SIGABRT", "NSCocoaErrorDomain Code=4864",
      "2026-11-25 12:00:01.123 MyApp[1600:133000] Launched",
      "Could not materialize Objective-C class named Array from declared attribute value type",
      "banana",
      "the toaster is on fire",
      "No such module 'SwiftData'",
      "Type 'Item' does not conform to protocol 'PersistentModel'",
      "app is slow when scrolling",
      "how to sort a list", "@Query does not sort", "predicate not supported",
      "unrecognized selector sent to instance 0x600",
      "Cannot find 'ModelContext' in scope",
      "SwiftData", "x", "1", "::error::x", "code 1",
      "The operation couldn’t be completed. (MyApp.NetworkError error 1.)",
      "Unexpectedly found nil while unwrapping an Optional value",
      "Fatal error: Unexpectedly found nil while unwrapping an Optional value",
      "Fatal error: No ObservableObject of type Store found",
      "save the whales",
      "store the password in the keychain", "model of a car", "fault in the wiring",
      "delete the file",
      "undo",
      "how do I delete my account",
      "remove git branch",
      "delete my browser history",
      "undo the last commit",
      "remove a package dependency",
      "save a PDF to disk",
      "delete a column in Excel",
      "how to clear the cache",
      "remove the app from the home screen",
      "the save button is disabled",
      "delete key does not work",
      "file not found",
      "delete a Docker image",
      "how do I remove a subview",
      "delete duplicate lines in vim",
      "erase my iPhone",
      "restore purchases does nothing",
      "delete",
      "save",
      "remove",
      "delete row in spreadsheet",
      "remove element from array",
      "the file was deleted",
      "delete a docker container",
      "remove a section from my resume",
      "drop table users",
      "how do I save money",
      "delete derived data",
      "remove whitespace from a string",
      "my phone keeps crashing", "the app crashes on launch", "delete a message in WhatsApp",
      "child view controller", "restart the server", "wiper blades",
      "my phone came back",
      "object", "objects", "item", "model", "relationship", "inverse", "context", "store",
      "reference",
      "Realm object has been deleted or invalidated", "EXC_CRASH (SIGKILL)", "EXC_GUARD",
      "Main.swift:1570", "line 1600", "port 1550 is in use",
    ])
  func strangers(words: String) {
    #expect(Self.search.ranking(of: words).matches.isEmpty)
  }

  @Test(
    "The kind of a crash and the frames on top decide together",
    arguments: [
      ("SwiftData", "Crate.depot.getter", "instance_invalidated"),
      ("SwiftData", "Crate.depot.setter", "instance_invalidated"),
      ("UIKitCore", "Crate.depot.getter", nil), ("UIKitCore", "CrateRow.start", nil),
    ])
  func crashReports(framework: String, frame: String, id: String?) {
    let report = """
      Process:             Depot [812]
      Exception Type:  EXC_BREAKPOINT (SIGTRAP)
      Exception Codes: 0x0000000000000001, 0x000000018f2c1a34

      Thread 0 Crashed:
      0   \(framework)                     	       0x22c1d5a34 0x22c188000 + 318004
      1   Depot                         	       0x102d64a10 \(frame) + 180 (Models.swift:9)
      2   SwiftUICore                   	       0x1d2a4b1c8 0x1d2a00000 + 307656

      Thread 1:
      0   Depot                         	       0x102d64a10 Other.name.getter + 180 (Models.swift:9)
      """
    #expect(Self.search.ranking(of: report).matches.first?.id == id)
  }

  @Test(
    "The kind of a crash decides, and not the frames of a save below it",
    arguments: [
      "-[NSManagedObjectContext save:]",
      "  * frame #0: 0x0 CoreData`-[NSManagedObjectContext save:]",
      "1   CoreData  0x00000001a1b2c3d4 -[NSManagedObjectContext save:] + 984",
    ])
  func framesOfSaves(frame: String) {
    let report = "Thread 1: EXC_BAD_ACCESS (code=1, address=0x10)\n\(frame)"
    #expect(Self.search.ranking(of: report).matches.first?.id == "bad_access")
  }

  @Test("A misspelled kind of a crash is suggested, and a log may have thousands of crashes")
  func crashNames() {
    #expect(
      "EXC_BAD_ACESS".suggestion(among: Self.search.names) == "; did you mean 'EXC_BAD_ACCESS'?")
    #expect("16O0".suggestion(among: Self.search.names).contains("1600"))
    let lines = (1...2_000).map { number in
      "Thread 1: EXC_BAD_ACCESS (code=1, address=0x\(number))"
    }
    #expect(
      Self.search.ranking(of: lines.joined(separator: "\n")).matches.first?.id == "bad_access")
  }

  @Test("A line of a long log decides, wherever it is and however the others look")
  func log() {
    let lines = (1...600).map {
      "frame #\($0): 0x\(String($0, radix: 16)) MyApp`Trip.save + \($0)"
    }
    let sign = "Error Domain=NSCocoaErrorDomain Code=134050 \"(null)\""
    for place in [0, 300, 600] {
      var log = lines
      log.insert(sign, at: place)
      let matches = Self.search.ranking(of: log.joined(separator: "\n")).matches
      #expect(matches.first?.id == "batch_delete_failed")
    }
    #expect(Self.search.ranking(of: lines.joined(separator: "\n")).matches.isEmpty)
  }
}

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
  @Test("WHY.md says what the rules, the behaviours and the replayed reports say")
  func document() throws {
    let file = GoldenFile(inPackage: "Sources/ModelCheck/WHY.md")
    #expect(file.difference(from: try SymptomReport(try Bundled.suite.get()).document()) == nil)
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
        #expect(Symptom.fitting(words).first?.id == symptom.id, "\(words)")
      }
    }
  }

  @Test(
    "People's own words, and whole lines of a console, find it",
    arguments: [
      ("EXC_BAD_ACCESS", "bad_access"),
      ("crash: exc_bad_access while deleting", "bad_access"),
      ("error 1600", "delete_denied"), ("1600", "delete_denied"),
      ("134050", "batch_delete_failed"),
      ("1570", "missing_mandatory"),
      ("Deleting tags deletes the notes", "took_others_along"),
      ("the children stay when their parent is deleted", "child_stays"),
      ("cascade not working", "child_stays"),
      ("my app crashes when I delete the last row in a list", "instance_invalidated"),
      ("1550", "dangling_at_save"),
      ("delete rule not working", "child_stays"),
      ("undo crashes: a snapshot should exist before creating a new snapshot", "undo_snapshot"),
      (
        "SwiftData/BackingData.swift:1035: Fatal error: This model instance was invalidated because "
          + "its backing data could no longer be found the store. PersistentIdentifier(id: "
          + "SwiftData.PersistentIdentifier.ID(backing: x-coredata://C2/Item/p13))",
        "instance_invalidated"
      ),
      (
        "Error Domain=NSCocoaErrorDomain Code=1600 \"Items cannot be deleted from category.\" "
          + "UserInfo={NSValidationErrorKey=category}",
        "delete_denied"
      ),
    ])
  func words(words: String, id: String) {
    #expect(Symptom.fitting(words).map(\.id) == [id])
  }

  @Test("A word of several symptoms finds them all, what is nearest first")
  func several() {
    #expect(Symptom.fitting("cascade").map(\.id) == ["child_stays", "no_default_value"])
  }

  @Test(
    "What shares no telling word finds nothing",
    arguments: [
      "", "xyzzy", "9999", "…", "Fatal error: Index out of range", "the app hangs",
      "Thread 1: signal SIGABRT", "NSCocoaErrorDomain Code=4864",
    ])
  func strangers(words: String) {
    #expect(Symptom.fitting(words).isEmpty)
  }
}

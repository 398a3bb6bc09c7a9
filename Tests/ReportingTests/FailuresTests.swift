import DeleteMatrix
import SourceText
import Testing

@testable import Reporting

@Suite("Which lines say why a run has failed?")
struct FailuresTests {
  @Test("None where nothing has failed, whatever is unobserved, known or in conflict")
  func none() throws {
    let conflict = try "[\(outcome("[\"A1\"]")), \(outcome("[\"A1\", \"B1\"]", source: "two"))]"
    for stated in ["null", try outcome("[\"A1\"]", deviation: "why"), conflict] {
      let run = try PairingText(stated: stated).run()
      #expect(!run.isFailure)
      #expect(run.failures == [])
    }
  }

  @Test("The cells first, with their places, then the counts")
  func order() throws {
    let manifest = """
      {"pinned": {"swiftData": {"rows": 2, "deletes": 1, "unlinkedDeletes": 0, "removals": 0}}}
      """
    let pairing = try PairingText(path: "x/A-B.json", stated: outcome("[\"A1\"]")).file
    let run = MatrixRun(
      try MatrixSuite([
        pairing, SourceFile(path: "x/manifest.json", bytes: Array(manifest.utf8)),
      ]))
    #expect(run.isFailure)
    #expect(
      run.failures == [
        "x/A-B.json:15:9: error: mismatch in A-B/cascade+-/delete-A1: predicted: takes B1 along "
          + "— stated: only A1 goes (observed, x/A-B.json:15:15)",
        "found 1 observed rows for swiftData; the manifest pins 2",
      ])
  }

  @Test("An error gives its reason, and a run of nothing says so")
  func others() throws {
    #expect(
      try impossibleScenario().failures == [
        "scenario.json:5:1: error: error in scenario/step-3: "
          + "scenario.json:5:1: error: the object was deleted"
      ])
    #expect(try PairingText().run(only: "none").failures == ["no cell was run"])
  }

  @Test("Each is one line, whatever the names in the files and of the files")
  func oneLineEach() throws {
    let hostile = "x\n\u{1B}[2Jy.json"
    let run = try PairingText(
      objects: ["A\n1", "B\u{1B}1"], path: hostile,
      stated: outcome("[\"A\\n1\"]")
    ).run()
    let failure = try #require(run.failures.first)
    #expect(run.failures.count == 1)
    #expect(failure.hasPrefix("x\\n\\u{1b}[2Jy.json:15:9: error: mismatch in "))
    #expect(failure.contains("/delete-A\\n1: predicted: takes B\\u{1b}1 along — "))
    #expect(!failure.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}

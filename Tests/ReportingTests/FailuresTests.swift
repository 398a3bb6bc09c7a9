import DeleteMatrix
import SourceText
import Testing

@testable import Reporting

@Suite("Which lines say why a run has failed?")
struct FailuresTests {
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
        "x/A-B.json:15:9: error: mismatch in A-B/cascade+-/delete-A1: predicted: also deletes B1 "
          + "— stated: deletes only A1 (observed, x/A-B.json:15:15)",
        "found 1 observed rows for swiftData; the manifest pins 2",
      ])
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
    #expect(failure.contains("/delete-A\\n1: predicted: also deletes B\\u{1b}1 — "))
    #expect(!failure.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}

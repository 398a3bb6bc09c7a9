import DeleteMatrix
import ModelFiles
import SourceText
import Testing

@testable import Reporting

@Suite("Does JUnit count what it has?")
struct JUnitReportTests {
  @Test("Every suite counts its cases, and the whole counts those of all, also what was not read")
  func counts() throws {
    let observed = try outcome("[\"A1\", \"B1\"]")
    let wrong = try outcome("[\"A1\"]")
    let counts = #"{"rows": 9, "deletes": 9, "unlinkedDeletes": 0, "removals": 0}"#
    let pin = #"{"pinned": {"swiftData": \#(counts)}}"#
    let runs = [
      try PairingText(stated: wrong, other: outcome("[\"B1\"]")).run(),
      try PairingText(stated: "[\(observed), \(outcome("[\"A1\"]", source: "two"))]").run(),
      try impossibleScenario(),
      MatrixRun(
        try MatrixSuite([
          PairingText().file, SourceFile(path: "manifest.json", bytes: Array(pin.utf8)),
        ])),
    ]
    let unread = (1...2).map {
      ModelFinding(
        .error, .incompleteModel, "no \($0)", at: Location(file: "u\($0)", line: $0, column: 1))
    }
    for run in runs + [MatrixRun(joining: runs.map { ("M", $0) })] {
      try expectSoundCounts(run.junit)
      let text = run.junit(of: MatrixOrigin(causes: [:], unread: unread))
      try expectSoundCounts(text)
      for (number, finding) in unread.enumerated() {
        #expect(
          text.contains(
            "name=\"incomplete_model u\(number + 1):\(number + 1):1\" file=\"u\(number + 1)\" "
              + "line=\"\(number + 1)\"><error message=\"\(finding.message)\"/>"))
      }
    }
  }
}

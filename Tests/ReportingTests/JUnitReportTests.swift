import DeleteMatrix
import ModelFiles
import SourceText
import Testing

@testable import Reporting

@Suite("How does JUnit see the verdicts?")
struct JUnitReportTests {
  @Test(
    "Failures, errors and what cannot fail are told apart",
    arguments: [
      (try outcome("[\"A1\", \"B1\"]"), "failures=\"0\" errors=\"0\" skipped=\"0\"", "/>"),
      ("null", "failures=\"0\" errors=\"0\" skipped=\"1\"", "><skipped message=\"unobserved: "),
      (
        try outcome("[\"A1\"]"), "failures=\"1\" errors=\"0\" skipped=\"0\"",
        "><failure message=\"mismatch: "
      ),
      (
        try "[\(outcome("[\"A1\"]")), \(outcome("[\"A1\", \"B1\"]", source: "two"))]",
        "failures=\"0\" errors=\"0\" skipped=\"1\"", "><skipped message=\"conflict: "
      ),
      (
        try outcome("[\"A1\"]", deviation: "why"), "failures=\"0\" errors=\"0\" skipped=\"1\"",
        "><skipped message=\"known deviation: "
      ),
      (
        try outcome("[\"A1\", \"B1\"]", deviation: "why"),
        "failures=\"1\" errors=\"0\" skipped=\"0\"", "><failure message=\"stale deviation: "
      ),
    ])
  func counts(stated: String, counts: String, element: String) throws {
    let run = try PairingText(stated: stated).run(only: "A-B/cascade+-/delete-A1")
    let lines = run.junit.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[1] == "<testsuites name=\"deleterules\" tests=\"1\" \(counts)>")
    #expect(lines[2] == "  <testsuite name=\"swiftData.A-B\" tests=\"1\" \(counts)>")
    let place = "file=\"A-B.json\" line=\"15\""
    #expect(
      lines[3].hasPrefix(
        "    <testcase classname=\"swiftData.A-B\" name=\"A-B/cascade+-/delete-A1\" "
          + place + element))
  }

  @Test("Steps that cannot be done are an error")
  func error() throws {
    let text = try impossibleScenario().junit
    #expect(text.contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""))
    #expect(
      text.contains(
        "<error message=\"error: scenario.json:5:1: error: the object was deleted\"/>"))
    #expect(text.contains("classname=\"coreData.scenario\""))
  }

  @Test("A count that is not the pinned one is a failure of its own")
  func pins() throws {
    let manifest = """
      {"pinned": {"swiftData": {"rows": 1, "deletes": 2, "unlinkedDeletes": 0, "removals": 0}}}
      """
    let files = [
      try PairingText().file, SourceFile(path: "manifest.json", bytes: Array(manifest.utf8)),
    ]
    let run = MatrixRun(try MatrixSuite(files))
    let text = run.junit
    #expect(run.summary.count() == 16)
    #expect(
      text.contains(
        "<testsuites name=\"deleterules\" tests=\"17\" failures=\"1\" errors=\"0\" skipped=\"16\">"
      ))
    #expect(
      text.contains(
        """
          <testsuite name="manifest" tests="1" failures="1" errors="0" skipped="0">
            <testcase classname="manifest" name="counts"><failure message="found 0 observed \
        deletes for swiftData; the manifest pins 2"/></testcase>
          </testsuite>
        </testsuites>

        """))
  }

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

import DeleteMatrix
import Foundation
import Scenarios
import Testing

@testable import Reporting

@Suite("What does the markdown report say of each verdict?")
struct VerdictNoteTests {
  private static let id = "A-B/cascade+-/delete-A1"

  /// The last cell of the one row, and the lines of the notes.
  private func report(_ stated: String) throws -> (verdict: String, notes: [String]) {
    let run = try PairingText(stated: stated).run(only: Self.id)
    let lines = run.markdown.split(separator: "\n").map(String.init)
    let row = try #require(lines.first { $0.hasPrefix("| cascade ") })
    let verdict = try #require(row.split(separator: "|").last { $0 != " " })
    let end = try #require(lines.firstIndex(of: "## How to read it"))
    return (
      verdict.trimmingCharacters(in: .whitespaces), lines[..<end].filter { $0.hasPrefix("- ") }
    )
  }

  @Test(
    "What matches or was never tried needs no words; all else has both sides, the place and why",
    arguments: [
      (try outcome("[\"A1\", \"B1\"]"), "match", nil), ("null", "unobserved", nil),
      (
        try outcome("[\"A1\"]"), "**mismatch**",
        "stated: deletes only A1 (observed, A-B.json:15:15)"
      ),
      (
        try "[\(outcome("[\"A1\", \"B1\"]")),\n\(outcome("[\"A1\"]", source: "two"))]", "conflict",
        "stated: also deletes B1 (observed, A-B.json:15:16) — "
          + "stated: deletes only A1 (observed, A-B.json:16:1)"
      ),
      (
        try outcome("[\"A1\"]", deviation: "seen *once*\n| in a beta"), "known deviation",
        "stated: deletes only A1 (observed, A-B.json:15:15); "
          + "known to differ: seen \\*once\\* \\| in a beta"
      ),
      (
        try outcome("[\"A1\", \"B1\"]", deviation: "a beta"), "**stale deviation**",
        "stated: also deletes B1 (observed, A-B.json:15:15); known to differ: a beta"
      ),
    ] as [(String, String, String?)])
  func notes(stated: String, verdict: String, note: String?) throws {
    let report = try report(stated)
    #expect(report.verdict == verdict)
    #expect(
      report.notes
        == (note.map { ["- \(verdict) \(Self.id): predicted: also deletes B1 — \($0)"] } ?? []))
  }

  @Test("Steps that cannot be done are an error with its place and reason")
  func error() throws {
    let text = try impossibleScenario().markdown
    #expect(
      text.contains("\n| scenario | 3          | the object was deleted | **error** |\n"))
    #expect(
      text.contains(
        "\n- **error** scenario/step-3: scenario.json:5:1: error: the object was deleted\n"))
    #expect(text.contains("- Scenario steps: 0 match, 0 mismatch, 1 error.\n"))
  }

  @Test("Where the cells of a row differ, each is named with its verdict")
  func differentVerdicts() throws {
    let run = try PairingText(stated: outcome("[\"A1\", \"B1\"]"), other: "null")
      .run(only: "A-B/cascade+-/delete-*")
    #expect(
      run.markdown.contains("| match / unobserved |\n"))
  }

  @Test("A removal that is not as usual is named")
  func exceptions() throws {
    let title = "\n- Removing an element ends the link and deletes nothing: 0 match, 0 mismatch, "
    let usual = MatrixRun(try MatrixSuite([toManyPairing(links: "[[\"A1\", \"bs\", \"B1\"]]")]))
    #expect(usual.markdown.contains("\(title)4 unobserved.\n"))
    let unusual = MatrixRun(
      try MatrixSuite([toManyPairing(links: "[]")]), only: CellPattern("*/remove-*"))
    let exceptions = ["cascade", "nullify", "deny", "noAction"].map { rule in
      "A-B/\(rule)+-/remove-A1.bs-B1: deletes nothing"
    }
    #expect(
      unusual.markdown.contains(
        "\(title)4 unobserved. Except \(exceptions.joined(separator: "; ")).\n"))
  }

  @Test("No cells at all are said to be none")
  func noCells() throws {
    let run = try PairingText().run(only: "nothing")
    #expect(run.isFailure)
    let text = run.markdown
    #expect(text.hasPrefix("# What a delete does\n\n## How to read it\n"))
    #expect(text.hasSuffix("\n## Summary\n\n- **No cell was run.**\n"))
  }
}

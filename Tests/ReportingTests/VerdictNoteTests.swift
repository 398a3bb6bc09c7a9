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

  @Test("A match needs no words")
  func match() throws {
    let report = try report(outcome("[\"A1\", \"B1\"]"))
    #expect(report.verdict == "match")
    #expect(report.notes == [])
  }

  @Test("Nor does a prediction that nobody has put to the test")
  func unobserved() throws {
    let report = try report("null")
    #expect(report.verdict == "unobserved")
    #expect(report.notes == [])
  }

  @Test("A mismatch stands in bold, with both sides and the place")
  func mismatch() throws {
    let report = try report(outcome("[\"A1\"]"))
    #expect(report.verdict == "**mismatch**")
    #expect(
      report.notes == [
        "- **mismatch** \(Self.id): predicted: takes B1 along — "
          + "stated: only A1 goes (observed, A-B.json:15:15)"
      ])
  }

  @Test("A conflict names every source's place, and is no failure")
  func conflict() throws {
    let report = try report(
      "[\(outcome("[\"A1\", \"B1\"]")),\n\(outcome("[\"A1\"]", source: "two"))]")
    #expect(report.verdict == "conflict")
    #expect(
      report.notes == [
        "- conflict \(Self.id): predicted: takes B1 along — "
          + "stated: takes B1 along (observed, A-B.json:15:16) — "
          + "stated: only A1 goes (observed, A-B.json:16:1)"
      ])
  }

  @Test("A known deviation gives the file's reason, its markup escaped")
  func knownDeviation() throws {
    let report = try report(outcome("[\"A1\"]", deviation: "seen *once*\n| in a beta"))
    #expect(report.verdict == "known deviation")
    #expect(
      report.notes == [
        "- known deviation \(Self.id): predicted: takes B1 along — "
          + "stated: only A1 goes (observed, A-B.json:15:15); "
          + "known to differ: seen \\*once\\* \\| in a beta"
      ])
  }

  @Test("A deviation that no longer applies stands in bold")
  func staleDeviation() throws {
    let report = try report(outcome("[\"A1\", \"B1\"]", deviation: "a beta"))
    #expect(report.verdict == "**stale deviation**")
    #expect(
      report.notes == [
        "- **stale deviation** \(Self.id): predicted: takes B1 along — "
          + "stated: takes B1 along (observed, A-B.json:15:15); known to differ: a beta"
      ])
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
      "A-B/\(rule)+-/remove-A1.bs-B1: nothing goes"
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

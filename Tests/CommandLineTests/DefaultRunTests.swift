import Foundation
import Testing

@Suite("What does the program do when it is asked for nothing?")
struct DefaultRunTests {
  @Test("It prints exactly the checked-in result table, wherever and whenever it is asked")
  func resultTable() throws {
    let run = try DeleteRulesProcess([], in: URL(fileURLWithPath: "/"))
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("- Deletes: 124 match, 0 mismatch, 36 unobserved"))
    let expected = try Data(contentsOf: Checkout.matrices.appendingPathComponent("RESULTS.md"))
    // The build compiles the matrices in, so a table that is out of date shows here.
    #expect(run.outputBytes == expected, "run: deleterules --output Matrices/RESULTS.md")
    expectNoTrace(in: run.output)
  }

  @Test("To programs, it names no place or date of the run either", arguments: ["json", "junit"])
  func formats(format: String) throws {
    let run = try DeleteRulesProcess(
      ["--format", format, "--only", "*-*"], in: URL(fileURLWithPath: "/"))
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Matrices/swiftData/A-B.json"))
    expectNoTrace(in: run.output)
  }

  /// Looks for places and dates of this run.
  private func expectNoTrace(in output: String) {
    let places = [Checkout.matrices.path, "/tmp/", "/Users/", "/home/"]
    for place in places { #expect(!output.contains(place)) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    for pattern in ["yyyy-MM-dd", "yyyy/MM/dd", "MMM d, yyyy", "d MMM yyyy"] {
      formatter.dateFormat = pattern
      #expect(!output.contains(formatter.string(from: Date())))
    }
  }
}

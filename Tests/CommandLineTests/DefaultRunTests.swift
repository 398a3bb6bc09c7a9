import Foundation
import Testing

@testable import Commands

@Suite("What does the program do when it is asked for nothing?")
struct DefaultRunTests {
  @Test("It prints exactly the checked-in result table, wherever it is asked")
  func resultTable() throws {
    let run = try DeleteRulesProcess([], in: URL(fileURLWithPath: "/"))
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("- Deletes: 124 match, 0 mismatch, 36 unobserved"))
    let expected = try Data(contentsOf: Checkout.matrices.appendingPathComponent("RESULTS.md"))
    // The build compiles the matrices in, so a table that is out of date shows here.
    #expect(run.outputBytes == expected, "run: deleterules --output Matrices/RESULTS.md")
  }

  @Test("No format names a path of this machine", arguments: ["markdown", "json", "junit"])
  func formats(format: String) throws {
    let run = try ProgramRun(
      .deleterules, ["--format", format, "--only", "*-*"], in: URL(fileURLWithPath: "/"))
    #expect(run.exitCode == 0)
    #expect(run.output.contains("C-D"))
    for place in [Checkout.matrices.path, "/tmp/", "/Users/", "/home/"] {
      #expect(!run.output.contains(place))
    }
  }
}

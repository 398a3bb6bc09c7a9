import Foundation
import SourceText
import Testing

@testable import Commands

@Suite("What does the program do when it is asked for nothing?")
struct DefaultRunTests {
  @Test("It prints exactly the checked-in result table, wherever it is asked")
  func resultTable() throws {
    let run = try ProgramRun(.deleterules, [], in: URL(fileURLWithPath: "/"))
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("'deleterules help' lists all commands"))
    #expect(run.output.contains("- SwiftData, deletes: 124 match, 0 mismatch, 36 unobserved"))
    let expected = try Data(contentsOf: Checkout.matrices.appendingPathComponent("RESULTS.md"))
    // The build compiles the matrices in, so a table that is out of date shows here.
    #expect(run.outputBytes == expected, "run: deleterules --output Matrices/RESULTS.md")
  }

  @Test("Every JSON file of the matrices is compiled into the program")
  func bundled() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.matrices.path)
    let expected = paths.filter { $0.hasSuffix(".json") }.map { "Matrices/\($0)" }
    #expect(InputFiles.bundled.map(\.path) == expected.sorted())
  }

  @Test("Frameworks are compared on the newest release that is described")
  func newest() throws {
    let words = [
      "matrix", "--compare", "--only", "I-J/cascade+nullify/*", "--all", "--format", "json",
    ]
    let folder = try TemporaryFolder()
    let run = try folder.run(words)
    let system = try #require(run.output.firstMatch(of: /"system":"(iOS [0-9.]+)"/)?.1)
    #expect(try folder.run(words + ["--system", String(system)]).output == run.output)
    let all = try folder.run(words + ["--system", "all"]).output
    #expect(all.contains("...\(system)\""))
  }
}

import Foundation
import Testing

@Suite("What does --format markdown print?")
struct MarkdownFormatTests {
  @Test("It is the default, and its tables line up")
  func isTheDefault() throws {
    let folder = try TemporaryFolder()
    let run = try folder.run("--format", "markdown")
    #expect(run.exitCode == 0)
    #expect(try folder.run().outputBytes == run.outputBytes)
    let tables = run.output.components(separatedBy: "\n\n").filter { $0.hasPrefix("| ") }
    #expect(tables.count == 8 + 1)
    for table in tables {
      #expect(Set(table.split(separator: "\n").map(\.count)).count == 1, "\(table)")
    }
  }

  @Test("A part of a section leaves no gap of several empty lines")
  func noGaps() throws {
    let run = try TemporaryFolder().run("--only", "Q-R/*deny/delete-*")
    #expect(run.output.contains("\n\n## How to read it\n"))
    #expect(!run.output.contains("\n\n\n"))
  }
}

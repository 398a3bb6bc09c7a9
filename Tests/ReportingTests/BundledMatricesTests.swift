import BundledRun
import DeleteMatrix
import SourceText
import Testing

@testable import Reporting

@Suite("Do all formats tell the same of the bundled matrices?")
struct BundledMatricesTests {
  private let run: MatrixRun

  init() throws { run = try Bundled.run.get() }

  @Test("Both frameworks are in one report, and counted together")
  func bothFrameworks() {
    #expect(run.failures == [])
    #expect(run.sections.count == 16 + 202)
    let markdown = run.markdown
    #expect(markdown.hasPrefix("# What a delete does: SwiftData and Core Data on iOS 27.0\n"))
    #expect(markdown.contains("- Deletes: 239 match, 0 mismatch, "))
    let json = run.json
    #expect(json.contains("\"summary\":{\"match\":239,\"mismatch\":0,"))
    let junit = run.junit
    #expect(junit.contains("tests=\"\(run.results.count)\" failures=\"0\" errors=\"0\" "))
    #expect(run.results.count == 816 + 261)
    for text in [markdown, json, junit] {
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "each ends its last line")
    }
  }

  @Test("Every cell can be explained, ending in its verdict and place")
  func explanations() throws {
    for result in run.results {
      let text = try Explanation(result).page.markdown
      #expect(text.hasPrefix("# \(result.cell.id)\n"))
      #expect(text.hasSuffix("(\(result.cell.location))\n"))
      #expect(!text.contains("  "), "a hole in a sentence of \(result.cell.id)")
    }
  }
}

import BundledRun
import DeleteMatrix
import ObjectGraph
import Scenarios
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
    #expect(run.sections.count == 16 + 222)
    let markdown = run.markdown
    #expect(markdown.hasPrefix("# What a delete does: SwiftData and Core Data on iOS 27.2\n"))
    #expect(markdown.contains("- Deletes: 239 match, 0 mismatch, "))
    let json = run.json
    #expect(json.contains("\"summary\":{\"match\":239,\"mismatch\":0,"))
    let junit = run.junit
    #expect(junit.contains("tests=\"\(run.results.count)\" failures=\"0\" errors=\"0\" "))
    #expect(run.results.count == 816 + 289)
    for text in [markdown, json, junit] {
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "each ends its last line")
    }
  }

  @Test("A page has each cell with its verdict, and its effect and words on each release")
  func page() throws {
    let article = /<article class="cell (\w+)" id="cell=([^"]+)"[^>]* data-verdict="(\w+)">/
    let effect = /data-effect="(\w+)"/
    for run in [
      try PairingText(stated: outcome("[\"A1\"]")).run(), try impossibleScenario(),
      MatrixRun(
        MatrixSuite(pairings: try Bundled.suite.get().pairings.filter { $0.name == "C-D" }),
        framework: .swiftData, by: Runner(on: try ReleaseRange("iOS 17...iOS 26", in: .known()))),
    ] {
      let page = try #require(run.text(as: .html))
      let articles = page.split(separator: "</article>").filter { $0.contains(article) }
      #expect(articles.count == run.results.count)
      for (text, result) in zip(articles, run.results) {
        let found = try #require(text.firstMatch(of: article))
        #expect(found.1 == result.verdict.rawValue && found.3 == result.verdict.rawValue)
        let owner = result.cell.scenario.framework == .swiftData ? "" : "coreData/"
        #expect(found.2 == "\(owner)\(result.cell.id)".fragment)
        let outcomes =
          result.releases.isEmpty
          ? result.possible : result.releases.flatMap(\.outcomes)
        #expect(text.matches(of: effect).map { String($0.1) } == outcomes.map(\.effect.rawValue))
        for outcome in outcomes {
          #expect(text.contains(outcome.words(under: .named(result.cell.scenario.framework))))
        }
      }
    }
  }

  @Test("Each letter of the overview is explained above it, and nothing else")
  func legend() throws {
    let overview = try #require(run.heatMaps?.markup)
    let explained = overview.matches(of: /<span class="heat (\w+)">/).map { String($0.1) }
    let used = overview.matches(of: /<a class="heat (\w+)"/).map { String($0.1) }
    #expect(explained.sorted() == Set(used).sorted())
    #expect(explained.contains("unknown"), "deny is disputed")
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

import ExpectedText
import Testing

@testable import Reporting

@Suite("Is what is written about the rules true?")
struct RuleDocumentTests {
  @Test("RULES.md says what the rules say of themselves, and what they find")
  func document() throws {
    let file = GoldenFile(inPackage: "Sources/ModelCheck/RULES.md")
    #expect(file.difference(from: try RuleReport.document()) == nil)
  }
}

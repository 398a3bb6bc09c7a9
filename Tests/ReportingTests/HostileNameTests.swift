import DeleteMatrix
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif
@testable import Reporting

@Suite("Can a name in a file become markup in a report?")
struct HostileNameTests {
  /// Ends every kind of quotation that a format knows, and begins something of its own.
  private static let hostile =
    "x\"'|`~~~\n\n## Injected\r\n- [a](b) <script>&amp;]]>--></testsuites>\u{1B}[31m\u{9B}2J"
    + "\u{0}\u{2028}\\\",\"verdict\":\"match\"}"

  /// A pairing in which everything that a file can name has that name.
  private func pairing(_ stated: String) -> PairingText {
    let hostile = Self.hostile
    return PairingText(
      title: hostile, left: "L\(hostile)", right: "R\(hostile)", relationship: "r\(hostile)",
      objects: ["l\(hostile)", "m\(hostile)"], path: "\(hostile)/a.json", stated: stated)
  }

  private func failingRun() throws -> MatrixRun {
    let name = try quoted("l\(Self.hostile)")
    return try pairing(outcome("[\(name)]")).run()
  }

  @Test("Markdown keeps its lines, its columns and its plain text")
  func markdown() throws {
    let text = MarkdownReport().text(of: try failingRun())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.hasPrefix("#") }.count == 4)
    #expect(!lines.contains { $0.hasPrefix("## Injected") })
    expectNoControlCharacters(text)
    // What is not escaped is the report's own: the columns of the table, bold, and italics.
    let rows = lines.filter { $0.hasPrefix("| ") }
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { unescaped("|", in: String($0)) == 6 })
    let notes = lines.filter { $0.hasPrefix("- ") && $0.contains("Injected") }
    #expect(notes.count == 1)
    for line in rows + notes {
      for mark in "`~[]<>&#" { #expect(unescaped(mark, in: String(line)) == 0, "\(mark)") }
    }
  }

  @Test("JUnit stays one well-formed document with a test case for each cell")
  func junit() throws {
    let run = try failingRun()
    let text = JUnitReport().text(of: run)
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = counter
    #expect(parser.parse())
    #expect(
      counter.counts == [
        "testsuites": 1, "testsuite": 1, "testcase": 16, "failure": 1,
        "skipped": 15,
      ])
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 22)
    expectNoControlCharacters(text)
  }

  @Test("JSON stays one object, and every name comes back as it was")
  func json() throws {
    let text = JSONReport().text(of: try failingRun())
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let cells = try #require(object?["cells"] as? [[String: Any]])
    #expect(cells.count == 16)
    #expect(cells.first?["verdict"] as? String == "mismatch")
    #expect(cells.first?["pairing"] as? String == "L\(Self.hostile)-R\(Self.hostile)")
    let operation = cells.first?["operation"] as? [String: [String]]
    #expect(operation == ["delete": ["l\(Self.hostile)"]])
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 20)
    expectNoControlCharacters(text)
  }

  @Test("An explanation keeps its lines, whether the steps could be done or not")
  func explanation() throws {
    let results =
      try failingRun().results
      + impossibleScenario(
        object: Self.hostile, relationship: Self.hostile, path: "\(Self.hostile).json"
      ).results
    for result in results {
      let text = try Explanation(result).text
      expectNoControlCharacters(text)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(lines.filter { $0.hasPrefix("#") }.count == 1)
      let own = lines.enumerated().map { $0 == 0 ? String($1.dropFirst(2)) : $1 }
      for mark in "|`~[]<>&#" {
        #expect(own.allSatisfy { unescaped(mark, in: $0) == 0 }, "\(mark)")
      }
    }
  }

  private func expectNoControlCharacters(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = text.unicodeScalars.filter { scalar in
      scalar != "\n" && [.control, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(found.isEmpty, sourceLocation: sourceLocation)
  }
}

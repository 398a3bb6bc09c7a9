import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("What does --format junit print?")
struct JUnitFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Each cell is one test case, and the counts of every level add up")
  func counts() throws {
    let run = try folder.run("--format", "junit")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let report = try JUnitElements(run.outputBytes)
    let cases = report.all("testcase")
    #expect(cases.count == 408 + 106)
    #expect(Set(cases.map { "\($0["classname"] ?? "")/\($0["name"] ?? "")" }).count == cases.count)
    let total = try #require(report.all("testsuites").first)
    #expect(total["name"] == "deleterules")
    #expect(total["tests"] == "\(cases.count)")
    #expect(total["failures"] == "0")
    #expect(total["errors"] == "0")
    #expect(total["skipped"] == "\(report.all("skipped").count)")
    for key in ["tests", "failures", "errors", "skipped"] {
      let sum = report.all("testsuite").compactMap { Int($0[key] ?? "") }.reduce(0, +)
      #expect(total[key] == "\(sum)", "\(key)")
    }
    #expect(report.all("testsuite").map { $0["name"] }.first == "swiftData.A-B")
    #expect(report.all("testsuite").count == 8 + 91)
  }

  @Test("A test case says in which file and line its cell stands")
  func places() throws {
    let run = try folder.run("--format", "junit", "--only", "A-B/cascade+-/delete-A1")
    let testCase = try #require(JUnitElements(run.outputBytes).all("testcase").first)
    #expect(testCase["classname"] == "swiftData.A-B")
    #expect(testCase["name"] == "A-B/cascade+-/delete-A1")
    #expect(testCase["file"] == "Matrices/swiftData/A-B.json")
    #expect(testCase["line"] == "30")
  }

  @Test("A mismatch is a failure with both sides, and so is a count that is not the pinned one")
  func failures() throws {
    try folder.copyMatrices()
    try folder.replace(
      "\"deleted\": [\"A1\", \"B1\"]", by: "\"deleted\": [\"A1\"]",
      in: "matrices/swiftData/A-B.json")
    try folder.replace("\"removals\": 70", by: "\"removals\": 71", in: "matrices/manifest.json")
    let run = try folder.run("--format", "junit", "--matrices", "matrices")
    #expect(run.exitCode == 1)
    let report = try JUnitElements(run.outputBytes)
    #expect(report.all("testsuites").first?["failures"] == "2")
    #expect(report.all("testsuites").first?["tests"] == "\(408 + 106 + 1)")
    let messages = report.all("failure").compactMap { $0["message"] }
    #expect(
      messages == [
        "mismatch: predicted: takes B1 along — stated: only A1 goes "
          + "(observed, matrices/swiftData/A-B.json:30:15)",
        "found 70 removals in observed rows for swiftData; the manifest pins 71",
      ])
  }
}

/// The elements of an XML text with their attributes, in the order of their beginnings.
final class JUnitElements: NSObject, XMLParserDelegate {
  private var elements: [(name: String, attributes: [String: String])] = []

  init(_ xml: Data) throws {
    super.init()
    let parser = XMLParser(data: xml)
    parser.delegate = self
    if !parser.parse() { throw NotXML(reason: parser.parserError.map { "\($0)" } ?? "") }
  }

  func all(_ name: String) -> [[String: String]] {
    elements.filter { $0.name == name }.map(\.attributes)
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((elementName, attributes))
  }
}

/// The program printed what no XML parser takes.
struct NotXML: Error {
  let reason: String
}

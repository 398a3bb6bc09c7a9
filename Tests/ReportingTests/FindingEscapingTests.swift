import Foundation
import ModelCheck
import ModelFiles
import SourceText
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif
@testable import Reporting

@Suite("Can a name in a model become markup in what is found?")
struct FindingEscapingTests {
  /// Ends every kind of quotation that a format knows, and begins something of its own.
  private static let hostile =
    "x\"'|`~~~\n\n## Injected\r\n- [a](b) <script>&amp;]]>--></testsuites>\u{1B}[31m\u{9B}2J"
    + "\u{0}\u{2028}\\\"}]}\n::error::x%"

  private static let severities: [ModelFinding.Severity] = [.error, .warning, .note]

  /// Three findings, in which everything that a file can name has that name.
  private var run: CheckRun {
    let name = Self.hostile
    let findings = Self.severities.map {
      Finding.of(
        .denyOnChild, $0, "deleting a \(name)", entity: name, relationship: name,
        file: "\(name)/m.swift", model: name)
    }
    return CheckRun(models: [name], findings: findings)
  }

  /// A finding that is proven in a model whose names are markup.
  private func proven() throws -> CheckRun {
    let name = "A|`&lt;script&gt;&quot;'%,:&#10;## B&#133;]]&gt;*"
    let text = """
      <model><entity name="\(name)"><relationship name="\(name)" optional="YES" maxCount="1" \
      deletionRule="No Action" destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>
      <entity name="B"><relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="\(name)" inverseName="\(name)" inverseEntity="\(name)"/></entity></model>
      """
    let model = try Model(reading: text, as: "contents")
    return CheckRun(models: [model.name], findings: try Check().findings(in: model))
  }

  private func lines(_ format: CheckReport, of run: CheckRun) -> [String] {
    let text = format.text(of: run)
    let found = text.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(found.isEmpty, "\(format)")
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test("Text: a line for each finding, also with colours")
  func text() throws {
    #expect(lines(.text, of: run).count == 3)
    #expect(try lines(.text, of: proven()).count == 1)
    let coloured = run.colouredText
    #expect(coloured.split(separator: "\n").count == 3)
    // Three marks, each switched on and off.
    #expect(coloured.unicodeScalars.count { $0 == "\u{1B}" } == 3 * 6)
    #expect(!coloured.unicodeScalars.contains("\u{9B}"))
  }

  @Test("JSON: every name comes back as it was", arguments: [CheckReport.json, .sarif])
  func json(format: CheckReport) throws {
    for run in [run, try proven()] {
      let text = format.text(of: run)
      _ = lines(format, of: run)
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let findings =
        json?["findings"] as? [[String: Any]]
        ?? (json?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
      let messages = findings?.compactMap {
        $0["message"] as? String ?? ($0["message"] as? [String: String])?["text"]
      }
      #expect(messages == run.findings.map(\.message))
    }
  }

  @Test("JUnit: one well-formed document with a case for each finding")
  func junit() throws {
    for run in [run, try proven()] {
      let text = lines(.junit, of: run).joined(separator: "\n")
      let counter = ElementCounter()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = counter
      #expect(parser.parse())
      #expect(counter.counts["testcase"] == run.findings.count)
      #expect(counter.counts["testsuites"] == 1 && counter.counts["testsuite"] == 1)
    }
  }

  @Test("Annotations: a command for each finding, and no other")
  func github() throws {
    #expect(
      lines(.github, of: run).map { $0.prefix { $0 != " " } } == [
        "::error", "::warning", "::notice",
      ])
    #expect(try lines(.github, of: proven()).count == 1)
  }

  @Test("Markdown: the table keeps its lines and columns, and nothing else is markup")
  func markdown() throws {
    for run in [run, try proven()] {
      let lines = lines(.markdown, of: run)
      #expect(lines.filter { $0.hasPrefix("#") }.count == 2)
      let rows = lines.filter { $0.hasPrefix("| ") }.dropFirst(2)
      #expect(rows.count == run.findings.count)
      for row in rows {
        #expect(unescaped("|", in: row) == 6)
        for mark in "`~[]<>&#*" { #expect(unescaped(mark, in: row) == 0, "\(mark)") }
      }
    }
  }

  @Test("A baseline comes back as it was")
  func baseline() throws {
    let lines = try #require(
      Baseline.empty.silencing(
        run.findings, in: Set(run.models), rules: Set(CheckRule.allCases), because: Self.hostile))
    let text = Baseline.text(of: lines)
    let read = try Baseline(SourceFile(path: "b.json", bytes: Array(text.utf8)))
    #expect(read.entries.map(\.key) == lines.map(\.0))
    #expect(read.entries.map(\.reason) == [Self.hostile])
    #expect(Set(read.entries.map(\.key)) == Set(run.findings.map(\.baselineKey)))
  }

  @Test("The list of rules has every rule once")
  func rules() {
    let ids = RuleReport.list.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(ids.map(String.init) == CheckRule.allCases.map(\.rawValue))
  }
}

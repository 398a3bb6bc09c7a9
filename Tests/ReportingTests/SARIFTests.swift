import Foundation
import ModelCheck
import ModelFiles
import ObjectGraph
import SourceText
import Testing

@testable import Reporting

extension Finding {
  /// A finding without a proof, as a reader's model may have it.
  static func of(
    _ rule: CheckRule, _ severity: ModelFinding.Severity = .warning, _ message: String = "m",
    entity: String? = "A", relationship: String? = "b", file: String = "m.swift", line: Int = 1,
    column: Int = 1, model: String = "M"
  ) -> Finding {
    Finding(
      rule, severity, FindingText(message), model: model, entity: entity,
      relationship: relationship,
      at: Location(file: file, line: line, column: column))
  }

  /// A finding whose proof is a delete.
  static var proven: Finding {
    get throws {
      let source = """
        @Model class A { @Relationship(deleteRule: .noAction) var b: [B] = [] }
        @Model class B { var a: A? }
        """
      return try #require(Check().findings(in: Model(reading: source, as: "m.swift")).first)
    }
  }
}

@Suite("Is what is found valid SARIF 2.1.0?")
struct SARIFTests {
  private func run(_ findings: [Finding]) throws -> [String: Any] {
    let text = CheckRun(models: ["M"], findings: findings).sarif
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let runs = try #require(log?["runs"] as? [[String: Any]])
    return try #require(runs.first)
  }

  private func results(_ findings: [Finding]) throws -> [[String: Any]] {
    try #require(try run(findings)["results"] as? [[String: Any]])
  }

  private func rules(_ findings: [Finding]) throws -> [[String: Any]] {
    let tool = try #require(try run(findings)["tool"] as? [String: [String: Any]])
    return try #require(tool["driver"]?["rules"] as? [[String: Any]])
  }

  @Test("A rule says what it is about and what to do, as text and as markdown")
  func descriptors() throws {
    for descriptor in try rules(CheckRule.allCases.map { .of($0) }) {
      for key in ["shortDescription", "fullDescription", "help"] {
        let text = (descriptor[key] as? [String: String])?["text"] ?? ""
        #expect(text.hasSuffix("."), "\(key) of \(descriptor["id"] ?? "")")
      }
      let markdown = (descriptor["help"] as? [String: String])?["markdown"]
      #expect(markdown?.contains("**Fix:** ") == true)
    }
  }

  @Test(
    "A path is a URI",
    arguments: [
      ("Models/App.swift", "Models/App.swift"), ("a b.swift", "a%20b.swift"),
      ("Größe.swift", "Gr%C3%B6%C3%9Fe.swift"), ("a%20b", "a%2520b"), ("a:b#c?d", "a%3Ab%23c%3Fd"),
      ("/tmp/a b", "file:///tmp/a%20b"), ("\n\u{1B}<>\"", "%0A%1B%3C%3E%22"),
      ("./a~b_c-d", "./a~b_c-d"),
    ])
  func uri(path: String, expected: String) throws {
    let result = try results([.of(.emptyName, file: path, line: 7, column: 3)])[0]
    let location = try #require((result["locations"] as? [[String: Any]])?.first)
    let physical = try #require(location["physicalLocation"] as? [String: [String: Any]])
    #expect(physical["artifactLocation"]?["uri"] as? String == expected)
    #expect(URL(string: expected) != nil)
    #expect(physical["region"]?["startLine"] as? Int == 7)
    #expect(physical["region"]?["startColumn"] as? Int == 3)
  }
}

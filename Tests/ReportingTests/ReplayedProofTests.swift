import Scenarios
import DeleteMatrix
import Foundation
import ModelCheck
import ModelDeletes
import ModelFiles
import SourceText
import Testing

@testable import Reporting

@Suite("Does a proof that is written down come out as it says?")
struct ReplayedProofTests {
  private func objects(_ text: String, _ key: String) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(json?[key] as? [[String: Any]])
  }

  /// Reads a scenario as `run` does, and returns the possible outcomes of its last step.
  private func replay(_ witness: Any) throws -> [NSDictionary] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: witness))
    let run = MatrixRun(
      try MatrixSuite([SourceFile(path: "w.json", bytes: bytes)]),
      by: Runner(in: try .known()))
    let cell = try #require(try objects(run.json, "cells").first)
    let predicted = try #require(cell["predicted"] as? NSDictionary)
    return predicted["oneOf"] as? [NSDictionary] ?? [predicted]
  }

  @Test(
    "Of each finding in a rule's example, whatever releases it is for",
    arguments: CheckRule.allCases)
  func findings(rule: CheckRule) throws {
    guard let example = rule.example else { return }
    // Every other rule's finding is of one release.
    let isOdd = CheckRule.allCases.firstIndex(of: rule).map { $0 % 2 == 1 } ?? false
    let system = isOdd ? "iOS 18" : "all"
    let model = try Model(reading: example.text, as: example.file)
    let check = Check(
      for: [.cloudKit, .batchDeletes], on: try ReleaseRange(system, in: .known()))
    let run = CheckRun(models: [model.name], findings: try check.findings(in: model))
    let found = run.findings
    var replayed = 0
    let findings = try objects(run.json, "findings")
    #expect(findings.map { $0["cell"] as? String } == found.map { $0.witness?.cell })
    for finding in findings where !(finding["witness"] is NSNull) {
      let expected = try #require(finding["outcome"] as? NSDictionary)
      #expect(try replay(finding["witness"] as Any).contains(expected))
      replayed += 1
    }
    #expect(replayed == found.count { $0.witness != nil })
  }

  @Test("Of each change between two models", arguments: ["all", "iOS 18"])
  func changes(system: String) throws {
    let range = try ReleaseRange(system, in: .known())
    var replayed = 0
    for (old, new) in [
      (SampleModel.lists, SampleModel.changedLists), (.formerRecords, .records),
      (.records, .formerRecords),
    ] {
      let report = ChangesReport(
        try ProjectChanges(from: try old.model, to: try new.model, on: range))
      for change in try objects(report.json, "changes") {
        let outcome = change["after"] is NSNull ? change["before"] : change["after"]
        let expected = try #require(outcome as? NSDictionary)
        #expect(try replay(change["witness"] as Any).contains(expected))
        replayed += 1
      }
    }
    #expect(replayed > 4)
  }
}

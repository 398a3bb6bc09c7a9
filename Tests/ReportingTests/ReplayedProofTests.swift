import Scenarios
import Matrices
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

  /// Reads a scenario as `run --system 'iOS 18'` does, where all crashes happen or may happen, and
  /// returns what comes of its last step.
  private func replay(_ witness: Any) throws -> NSDictionary {
    let bytes = Array(try JSONSerialization.data(withJSONObject: witness))
    let file = try #require(BundledMatrices.files.first { $0.path == "Matrices/releases.json" })
    let releases = try Releases(SourceFile(path: file.path, bytes: Array(file.text.utf8)))
    let run = MatrixRun(
      try MatrixSuite([SourceFile(path: "w.json", bytes: bytes)]),
      by: Runner(on: try ReleaseRange("iOS 18", in: releases)))
    let cell = try #require(try objects(run.json, "cells").first)
    return try #require(cell["predicted"] as? NSDictionary)
  }

  @Test("Of each finding in a rule's example", arguments: CheckRule.allCases)
  func findings(rule: CheckRule) throws {
    guard let example = rule.example else { return }
    let model = try Model(reading: example.text, as: example.file)
    let found = try Check(forCloudKit: true).findings(in: model)
    var replayed = 0
    for finding in try objects(CheckRun(models: [model.name], findings: found).json, "findings")
    where !(finding["witness"] is NSNull) {
      #expect(try replay(finding["witness"] as Any) == finding["outcome"] as? NSDictionary)
      replayed += 1
    }
    #expect(replayed == found.count { $0.witness != nil })
  }

  @Test("Of each change between two models")
  func changes() throws {
    let (old, new) = (try SampleModel.lists.model, try SampleModel.changedLists.model)
    let report = ChangesReport(try ProjectChanges(from: old, to: new))
    let changes = try objects(report.json, "changes")
    #expect(changes.count > 2)
    for change in changes {
      let outcome = change["after"] is NSNull ? change["before"] : change["after"]
      #expect(try replay(change["witness"] as Any) == outcome as? NSDictionary)
    }
  }
}

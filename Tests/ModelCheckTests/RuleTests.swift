import BundledRun
import DeleteMatrix
import Foundation
import ModelFiles
import Scenarios
import SourceText
import Testing

@testable import ModelCheck

@Suite("Does every rule explain itself?")
struct RuleTests {
  private func findings(in example: CheckRule.Example, for rule: CheckRule) throws -> [Finding] {
    try Check.findings(in: example, of: rule)
  }

  @Test("It has a summary, a reason and a fix", arguments: CheckRule.allCases)
  func texts(rule: CheckRule) {
    for text in [rule.summary, rule.reason, rule.fix] {
      #expect(text.hasSuffix(".") && text.count > 10, "\(rule.rawValue): \(text)")
    }
    #expect(CheckRule(rawValue: rule.rawValue) == rule)
  }

  @Test(
    "It finds its example at the marks, and nothing where that is mended",
    arguments: CheckRule.allCases)
  func examples(rule: CheckRule) throws {
    guard let bad = rule.example, let good = rule.goodExample else {
      #expect([.staleBaselineEntry, .incompleteModel, .deleteCall].contains(rule))
      return
    }
    let findings = try findings(in: bad, for: rule)
    let own = findings.filter { $0.rule == rule }
    #expect(own.map(\.location) == bad.places && !own.isEmpty, "\(findings)")
    #expect(own.allSatisfy { $0.severity == rule.severity }, "\(own)")
    #expect(own.allSatisfy { ($0.witness != nil) == rule.isProvenByDelete }, "\(own)")
    // Apart from CloudKit's, an example shows one thing only, besides notes.
    if rule.category != .cloudKit {
      let faults = findings.filter { $0.rule == rule || $0.severity != .note }
      #expect(Set(faults.map(\.rule)).count <= 2, "\(findings)")
    }
    let left = try self.findings(in: good, for: rule)
    #expect(!left.contains { $0.rule == rule } && good.places.isEmpty, "\(left)")
    // Nobody is led from one fault into a worse one.
    if rule.category == .always { #expect(!left.contains { $0.severity == .error }, "\(left)") }
  }

  @Test("The cell that it names comes to the same effect", arguments: CheckRule.allCases)
  func cells(rule: CheckRule) throws {
    guard let example = rule.example else { return }
    let model = try Model(reading: example.text, as: example.file)
    let suite = try Bundled.suite.get()
    for finding in try findings(in: example, for: rule) {
      guard let witness = finding.witness, let id = witness.cell else { continue }
      let cells = suite.cells(of: model.framework, only: CellPattern(id))
      let cell = try #require(cells.first { $0.id == id }, "\(id)")
      #expect(Runner().run(cell).predicted?.effect == witness.outcome.effect, "\(id)")
    }
  }

  @Test("What a reader of files finds has a rule, and each rule's file is in the list")
  func list() throws {
    for rule in ModelFinding.Rule.allCases {
      #expect(CheckRule(rawValue: rule.rawValue) != nil, "\(rule.rawValue)")
    }
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let folder = tests.appendingPathComponent("../../Sources/ModelCheck/Rules").standardized
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && $0 != "CheckRule.swift" }
    #expect(files.count == CheckRule.allCases.count)
  }
}

extension CheckRule {
  /// Whether the example of the rule is one that a delete shows.
  fileprivate var isProvenByDelete: Bool {
    switch search {
    case .byDelete, .byCall: true
    case .byReading: self == .inverseNotReciprocal || self == .missingDeleteRule
    case .byRelationship, .byEntity, .bySuppression: false
    }
  }
}

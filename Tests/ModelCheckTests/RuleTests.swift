import DeleteMatrix
import Matrices
import ModelFiles
import Scenarios
import SourceText
import Testing

@testable import ModelCheck

@Suite("Does every rule explain itself?")
struct RuleTests {
  private static let everything = Check(forCloudKit: true)

  @Test("It has a summary, a reason and a fix", arguments: CheckRule.allCases)
  func texts(rule: CheckRule) {
    for text in [rule.summary, rule.reason, rule.fix] {
      #expect(text.hasSuffix(".") && text.count > 10, "\(rule.rawValue): \(text)")
    }
  }

  @Test(
    "Its example is found by it, and proven where a delete shows it", arguments: CheckRule.allCases)
  func examples(rule: CheckRule) throws {
    guard let example = rule.example else {
      #expect(rule == .staleBaselineEntry)
      return
    }
    let model = try Model(reading: example.text, as: example.file)
    let findings = try Self.everything.findings(in: model)
    let finding = try #require(findings.first { $0.rule == rule }, "found \(findings)")
    #expect((finding.witness != nil) == rule.isProvenByDelete, "\(finding)")
    #expect(finding.location.file == example.file)
    // Apart from CloudKit's, an example shows one thing only.
    if !rule.isForCloudKit {
      #expect(
        Set(findings.map(\.rule)).filter { !$0.isForCloudKit }.count <= 2, "\(findings)")
    }
  }

  @Test("The cell that it names comes to the same effect", arguments: CheckRule.allCases)
  func cells(rule: CheckRule) throws {
    guard let example = rule.example else { return }
    let model = try Model(reading: example.text, as: example.file)
    let suite = try MatrixSuite(
      BundledMatrices.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    for finding in try Self.everything.findings(in: model) {
      guard let witness = finding.witness, let id = witness.cell else { continue }
      let cell = try #require(suite.cells(of: model.framework).first { $0.id == id }, "\(id)")
      #expect(Runner().run(cell).predicted?.effect == witness.outcome.effect, "\(id)")
    }
  }
}

extension CheckRule {
  /// Whether the example of the rule is one that a delete shows.
  fileprivate var isProvenByDelete: Bool {
    switch self {
    case .inverseNotReciprocal, .missingDeleteRule: true
    default: example?.file == "Models.swift" && HazardSearchRules.all.contains(self)
    }
  }
}

/// The rules that are about what a delete does.
enum HazardSearchRules {
  static let all: Set<CheckRule> = [
    .oneToOneCrash, .noActionLeavesDangling, .missingInverseLeavesDangling,
    .manyToManyWithoutInverse, .nullifyBreaksMandatory, .nullifyBreaksMinimum, .denyOnBothSides,
    .denyOnChild, .denyBlocksCascade, .cascadeOnToOneToParent, .cascadeSharedChildren,
    .cascadeBothSides, .ambiguousInverse,
  ]
}

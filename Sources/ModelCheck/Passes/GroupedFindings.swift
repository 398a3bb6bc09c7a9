import CompiledOnce
import ModelFiles
import SourceText

/// The findings, with those of one CloudKit rule in one class merged into the first of them.
///
/// Only what is printed is grouped: a comment, a baseline and a fix are each about one property.
package struct GroupedFindings {
  private struct Key: Hashable {
    let rule: CheckRule
    let severity: ModelFinding.Severity
    let model: String
    let entity: String
  }

  /// The greatest number of properties that are listed.
  private static let mostListed = 20

  /// The findings, in their order.
  package let grouped: [Finding]

  package init(_ all: [Finding]) {
    var findings: [Finding] = []
    var places: [Key: Int] = [:]
    var others: [Int: [Finding.Label]] = [:]
    for finding in all {
      guard finding.rule.category == .cloudKit, finding.fix.isEmpty, let entity = finding.entity
      else {
        findings.append(finding)
        continue
      }
      let key = Key(
        rule: finding.rule, severity: finding.severity, model: finding.model, entity: entity)
      if let first = places[key] {
        let name = [entity, finding.relationship].compactMap(\.self).joined(separator: ".")
        others.add(Finding.Label(name, at: finding.location), to: first)
        for label in finding.notes.flatMap(\.labels) { others.add(label, to: first) }
      } else {
        places[key] = findings.count
        findings.append(finding)
      }
    }
    for (first, labels) in others {
      findings[first].notes.append(
        .alsoAt(Array(labels.prefix(Self.mostListed)), count: labels.count, isOpen: false))
    }
    grouped = findings
  }
}

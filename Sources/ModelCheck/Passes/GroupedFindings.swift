import CompiledOnce
import ModelFiles
import SourceText

/// The findings, with those of one CloudKit rule in one class, and those of the batch deletes that one call does,
/// merged into the first of them.
///
/// Only what is printed is grouped: a comment, a baseline and a fix are each about one property.
package struct GroupedFindings {
  private struct Key: Hashable {
    let rule: CheckRule
    let severity: ModelFinding.Severity
    let model: String
    /// The class; nil for the findings of one call.
    let entity: String?
    /// The call; nil for the findings of one class.
    let call: Location?

    init?(_ finding: Finding) {
      let isAtCall = finding.rule == .batchCallFails
      guard isAtCall || finding.rule.category == .cloudKit, finding.fix.isEmpty,
        finding.entity != nil
      else { return nil }
      (rule, severity, model) = (finding.rule, finding.severity, finding.model)
      (entity, call) = (isAtCall ? nil : finding.entity, isAtCall ? finding.location : nil)
    }
  }

  /// The greatest number of properties that are listed.
  private static let mostListed = 20
  private static let mostCauses = 5

  package let grouped: [Finding]

  package init(_ all: [Finding]) {
    var findings: [Finding] = []
    var places: [Key: Int] = [:]
    var others: [Int: [Finding.Label]] = [:]
    /// The causes of the further failures of the call of each finding.
    var causes: [Int: [String]] = [:]
    for finding in all {
      guard let key = Key(finding) else {
        findings.append(finding)
        continue
      }
      if let first = places[key] {
        let name = [finding.entity, finding.relationship].compactMap(\.self).joined(separator: ".")
        if key.call != nil {
          causes[first, default: []].append(name)
          continue
        }
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
    for (first, names) in causes {
      let (listed, all) = (names.prefix(Self.mostCauses), names.count)
      let rest = all > listed.count ? ["\(all - listed.count) others"] : []
      let entities = "\(all) more entit\(all == 1 ? "y" : "ies")"
      findings[first].notes.append(
        .fact(
          "the call also fails for \(entities), because of \((listed + rest).listed("and"))"))
    }
    grouped = findings
  }
}

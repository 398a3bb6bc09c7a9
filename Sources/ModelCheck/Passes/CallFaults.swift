import CompiledOnce
import DeleteCalls
import ModelFiles
import SourceText

extension Finding {
  /// The rule, the entity and the relationship: what makes two faults of a model the same.
  package var fault: [String] { [rule.rawValue, entity, relationship].compactMap(\.self) }

  /// Whether one of some findings is the same, and at least as severe.
  package func isKnown(among findings: [Finding]) -> Bool {
    findings.contains { $0.fault == fault && $0.severity <= severity }
  }
}

package struct CheckedCode: Sendable {
  package let calls: ModelCalls
  fileprivate let findings: [Finding]
}

extension Check {
  /// Finds the faults of some models and of the calls in the code around them.
  package func checked(_ calls: ModelCalls) throws(CheckFault) -> CheckedCode {
    CheckedCode(calls: calls, findings: try remaining(in: calls.models, at: calls))
  }
}

extension CheckedCode {
  /// The faults that each call shows, by the places of the calls, and of code that is not read; nothing for
  /// calls that show none.
  package var faultsAtCalls: [Location: [Finding]] {
    var faults: [Location: [Finding]] = [:]
    for finding in findings {
      let isUnresolved = finding.rule == .unresolvedDelete
      guard finding.witness != nil || isUnresolved else { continue }
      for place in isUnresolved ? [finding.location] : finding.reachedBy {
        faults[place, default: []].append(finding)
      }
    }
    return faults
  }

  /// Returns the findings about a model that a delete shows, without those about calls.
  package func findings(about model: Model) -> [Finding] {
    findings.filter { finding in
      if case .byCall = finding.rule.search { return false }
      return finding.model == model.place && finding.witness != nil
    }
  }
}

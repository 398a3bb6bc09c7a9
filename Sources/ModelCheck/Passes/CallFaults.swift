import CompiledOnce
import DeleteCalls
import ModelFiles
import SourceText

/// A fault that a delete call shows, by the names of its model.
package struct CallFault: Sendable {
  package let rule: String
  package let severity: ModelFinding.Severity
  /// The event and the entity that it happens to, in one clause.
  package let title: String
  package let entity: String?
  package let relationship: String?

  package func named(entity: String, relationship: String?) -> CallFault {
    CallFault(
      rule: rule, severity: severity, title: title, entity: entity, relationship: relationship)
  }

  /// Whether one of some faults is the same, and at least as severe.
  package func isKnown(among faults: [CallFault]) -> Bool {
    faults.contains {
      $0.rule == rule && $0.entity == entity && $0.relationship == relationship
        && $0.severity <= severity
    }
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
  package var faultsAtCalls: [Location: [CallFault]] {
    var faults: [Location: [CallFault]] = [:]
    for finding in findings {
      let isUnresolved = finding.rule == .unresolvedDelete
      guard finding.witness != nil || isUnresolved else { continue }
      let fault = CallFault(
        rule: finding.rule.rawValue, severity: finding.severity, title: finding.title,
        entity: finding.entity, relationship: finding.relationship)
      for place in isUnresolved ? [finding.location] : finding.reachedBy {
        faults[place, default: []].append(fault)
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

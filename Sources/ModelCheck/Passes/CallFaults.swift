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

  /// The same by other names.
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

extension Check {
  /// Finds the faults that each call shows: what ``findings(in:)`` reports about the calls of a project.
  ///
  /// - Parameter calls: The calls in the code, and the models that they are about.
  /// - Returns: The faults by the places of the calls, and of code that is not read; nothing for calls that
  ///   show none.
  /// - Throws: A ``CheckFault`` if a proof fails.
  package func faults(
    of calls: ModelCalls
  ) throws(CheckFault) -> [Location: [CallFault]] {
    var faults: [Location: [CallFault]] = [:]
    for finding in try remaining(in: calls.models, at: calls) {
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
}

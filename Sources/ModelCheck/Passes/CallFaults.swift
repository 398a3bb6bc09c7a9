import CompiledOnce
import DeleteCalls
import ModelFiles
import SourceText

/// A fault that a delete call shows, by the names of its model.
package struct CallFault: Hashable, Sendable {
  package let rule: String
  package let entity: String?
  package let relationship: String?

  package init(rule: String, entity: String?, relationship: String?) {
    self.rule = rule
    self.entity = entity
    self.relationship = relationship
  }

  fileprivate init(_ finding: Finding) {
    self.init(
      rule: finding.rule.rawValue, entity: finding.entity, relationship: finding.relationship)
  }
}

extension Check {
  /// Finds the faults that each call shows.
  ///
  /// - Parameter calls: The calls in the code, and the models that they are about.
  /// - Returns: The faults by the places of the calls; nothing for calls that show none.
  /// - Throws: A ``CheckFault`` if a proof fails.
  package func faults(
    of calls: ModelCalls
  ) throws(CheckFault) -> [Location: Set<CallFault>] {
    var faults: [Location: Set<CallFault>] = [:]
    var unreached: [UnreachedHazards] = []
    for (index, model) in calls.models.enumerated() {
      let atCalls = try callFindings(
        calls.calls.filter { $0.model == index && $0.mayHurtByItself }, in: model)
      for found in atCalls {
        faults[found.finding.location, default: []].insert(CallFault(found.finding))
      }
      let checked = CheckedModel(
        model, by: self, calls: DeleteCallIndex(calls.calls, ofModel: index, model, besides: []),
        atCalls: atCalls)
      let (findings, hazards) = try checked.findings()
      for finding in findings where finding.witness != nil {
        for place in finding.reachedBy { faults[place, default: []].insert(CallFault(finding)) }
      }
      unreached.append(UnreachedHazards(model: model, hazards: hazards))
    }
    for unresolved in UnresolvedDelete.all(in: calls) {
      guard let finding = unresolved.finding(about: unreached) else { continue }
      faults[finding.location, default: []].insert(CallFault(finding))
    }
    return faults
  }
}

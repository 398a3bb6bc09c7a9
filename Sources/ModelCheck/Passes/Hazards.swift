import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckedModel {
  /// Adds the hazards of the model, except those that a draft or another hazard supersedes.
  func addHazards(to drafts: inout [FindingDraft]) throws(CheckFault) {
    var hazards = Hazard.all(of: certainPairs, in: schema).grouped {
      inverses.representative(of: $0.pair.relationship)
    }
    for index in drafts.indices {
      guard let relationship = drafts[index].relationship else { continue }
      let representative = inverses.representative(of: relationship)
      let rule = drafts[index].rule
      let isSuperseded = { (hazard: Hazard) in rule.supersedes(hazard, at: relationship) }
      let caused = hazards[representative, default: []].filter(isSuperseded)
      hazards[representative]?.removeAll(where: isSuperseded)
      drafts[index].hazard = caused.first { $0.pair.relationship == relationship }
      drafts[index].severity = caused.map(\.severity).reduce(drafts[index].severity, min)
    }
    // A fault of a batch delete is reported at the call that shows it, if the code has one.
    let batches: Set<CheckRule> = [.batchCallFails, .batchCallLeavesBroken]
    let byBatch = Set(
      atCalls.filter { batches.contains($0.finding.rule) }.compactMap(\.relationship))
    for representative in hazards.keys.sorted() {
      let found = hazards[representative, default: []].filter {
        check.hazardRules.contains($0.rule)
      }
      let causes = found.filter { !$0.rule.causes.isEmpty }
      for hazard in found {
        if hazard.trial.isBatch, byBatch.contains(hazard.pair.relationship) { continue }
        guard case .byDelete(_, let text, _, _) = hazard.rule.search else {
          throw CheckFault(description: "\(hazard.rule.rawValue) is not about a delete")
        }
        var draft = try FindingDraft(
          hazard.rule, hazard.severity, text(hazard.pair, hazard), hazard.pair, in: model)
        draft.hazard = hazard
        draft.causes = causes.filter {
          $0.rule != hazard.rule && $0.rule.supersedes(hazard, at: $0.pair.relationship)
        }.map(\.rule)
        drafts.append(draft)
      }
    }
  }

  /// Takes out the hazards of which another finding says the cause, unless the code deletes what shows the
  /// hazard and nothing that shows as bad a cause, or a save fails because of that.
  func dropCaused(from drafts: inout [FindingDraft]) {
    let all = drafts
    drafts.removeAll { draft in
      guard !draft.causes.isEmpty, let pair = draft.relationship.map(inverses.representative)
      else { return false }
      let isReached = draft.calls != nil && !draft.isUnreached
      // A cascade is no reason to expect that nothing can be saved, as a refusal is.
      if isReached, draft.hazard?.result.effect == .validationFailed,
        !draft.causes.contains(.denyOnChild)
      {
        return false
      }
      return draft.calls == nil
        || all.contains {
          draft.causes.contains($0.rule) && $0.severity <= draft.severity
            && (!$0.isUnreached || draft.isUnreached)
            && $0.relationship.map(inverses.representative) == pair
        }
    }
  }

  /// Notes on which releases a hazard happens; one that was seen on none of them is no error.
  func noteReleases(in drafts: inout [FindingDraft]) {
    guard let all = check.range else { return }
    drafts = drafts.compactMap { draft in
      guard let hazard = draft.hazard, hazard.rule == draft.rule else { return draft }
      var draft = draft
      if hazard.result.effect == .denied, let doubt = all.doubtAboutDeny(of: model.framework) {
        draft.notes.append(.fact(doubt.words))
      }
      guard let condition = hazard.rule.behaviour,
        let behaviour = all.behaviour(condition, of: model.framework)
      else { return draft }
      let relationship = hazard.pair.relationship
      if model.relationshipsWithoutCrash(condition, on: all).contains(relationship) { return nil }
      let range = model.releases(of: relationship, in: all)
      draft.notes.append(.releases(behaviour, range))
      if !range.isSeen(behaviour) { draft.severity = max(draft.severity, .warning) }
      return draft
    }
  }

  /// Takes out the hazards that a `prepareForDeletion` settles, and makes notes of those it excuses.
  func applyHooks(to drafts: inout [FindingDraft]) {
    drafts = drafts.compactMap { draft in
      guard let hazard = draft.hazard, hazard.rule == draft.rule,
        case .byDelete(_, _, _, let meaning) = hazard.rule.search
      else { return draft }
      var draft = draft
      switch meaning {
      case .nothing: break
      case .settles(let handled):
        if !hazard.hooks(handled, in: model).isEmpty { return nil }
      case .excuses(let handled):
        guard let hook = hazard.hooks(handled, in: model).first else { break }
        draft.severity = .note
        draft.hook = hook
        draft.notes.append(.hook(className: hook.className, at: hook.location))
      }
      return draft
    }
  }
}

extension CheckRule {
  /// Whether what the rule finds at a relationship says all that there is to say about a hazard of the
  /// same pair.
  func supersedes(_ hazard: Hazard, at relationship: RelationshipID) -> Bool {
    guard hazard.rule == self || causes.contains(hazard.rule) else { return false }
    // A missing inverse is missing on both sides; and nullify alone never hurts: it does so because of
    // what the other side is.
    return relationship == hazard.pair.relationship || hazard.pair.oneWay != nil
      || hazard.pair.declaration.deleteRule == .nullify
  }
}

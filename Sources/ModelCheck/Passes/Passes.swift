import CompiledOnce
import DeleteCalls
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import SwiftSource

/// A model that is checked, and what all passes over its findings share.
struct CheckedModel {
  let check: Check
  let model: Model
  /// The model's schema with the worst behaviour of the releases that are checked.
  let schema: Schema
  let pairs: [RelationshipPair]
  let inverses: InversePairs
  /// The delete calls of the code; nil where every delete counts as called.
  let calls: DeleteCallIndex?
  let atCalls: [CallFinding]

  init(
    _ model: Model, by check: Check, calls: DeleteCallIndex?, atCalls: [CallFinding]
  ) {
    self.check = check
    self.model = model
    self.calls = calls
    self.atCalls = atCalls
    let schema = check.schema(of: model)
    self.schema = schema
    pairs = schema.relationships.map { RelationshipPair($0, in: schema, on: check.range) }
    inverses = InversePairs(of: pairs, in: model)
  }
}

extension CheckedModel {
  /// The passes over the drafts, in their order, each with the reason for its place.
  private enum Pass: CaseIterable {
    /// First: a statement, such as an inverse that does not point back, causes hazards.
    case addStatements
    /// A hazard that a statement causes becomes that statement's proof, not a separate finding.
    case addHazards
    /// Before pairs are merged: each side has separate releases, hooks and calls.
    case noteReleases, applyHooks, findCalls
    /// After the calls are found: what causes a hazard replaces it only if the code does it.
    case dropCaused
    /// Both sides of a pair with the same fault are one finding, at the first.
    case mergePairs
    /// After pairs are merged: the calls of each side are listed under its name.
    case noteCalls
  }

  private func apply(_ pass: Pass, to drafts: inout [FindingDraft]) throws(CheckFault) {
    switch pass {
    case .addStatements: try addStatements(to: &drafts)
    case .addHazards: try addHazards(to: &drafts)
    case .noteReleases: noteReleases(in: &drafts)
    case .applyHooks: applyHooks(to: &drafts)
    case .findCalls: findCalls(for: &drafts)
    case .dropCaused: if !check.keepsCaused { dropCaused(from: &drafts) }
    case .mergePairs: drafts = inverses.merged(drafts, in: schema)
    case .noteCalls: noteCalls(in: &drafts)
    }
  }

  /// Finds the faults of the model.
  ///
  /// - Returns: The findings, those at calls last; and the hazards that no resolved call reaches for certain
  ///   and that are worth more than a note.
  func findings() throws(CheckFault) -> (findings: [Finding], unreached: [Hazard]) {
    var drafts: [FindingDraft] = []
    for pass in Pass.allCases { try apply(pass, to: &drafts) }
    var findings: [Finding] = []
    var unreached: [Hazard] = []
    /// The places that findings of a relationship list, with the severities of these.
    var listed: [RelationshipID: [Location: ModelFinding.Severity]] = [:]
    for draft in drafts {
      if draft.isUnreached, draft.hook == nil {
        unreached += ([draft.hazard].compactMap(\.self) + draft.merged).filter {
          $0.severity != .note
        }
      }
      guard check.rules.contains(draft.rule) || draft.leavesOut else { continue }
      var witness: Witness?
      if let hazard = draft.hazard {
        witness = try Witness(of: hazard, at: draft.location, on: check.range)
      }
      var finding = Finding(
        draft.rule, draft.severity, draft.text, model: model.place, entity: draft.entity,
        relationship: draft.property, at: draft.location, witness: witness,
        leavesOut: draft.leavesOut)
      finding.notes += draft.notes
      finding.otherSides = draft.otherSides
      finding.path = draft.calls?.path(in: model) ?? []
      finding.isUnreached = draft.isUnreached && calls?.isUnderstood == true
      finding.reachedBy =
        (draft.calls?.allPlaces ?? []) + draft.otherCalls.flatMap(\.calls.allPlaces)
      findings.append(finding)
      if let relationship = draft.relationship {
        let places = finding.reachedBy.map { ($0, draft.severity) }
        listed[inverses.representative(of: relationship), default: [:]]
          .merge(places, uniquingKeysWith: min)
      }
    }
    findings += atCalls.map(\.finding).enumerated().filter { number, finding in
      // What a batch delete leaves is one fault, wherever it is reported.
      guard finding.rule == .batchCallLeavesBroken,
        let relationship = atCalls[number].relationship,
        let severity = listed[inverses.representative(of: relationship)]?[finding.location]
      else { return true }
      return severity > finding.severity
    }.map(\.element)
    return (findings, unreached)
  }
}

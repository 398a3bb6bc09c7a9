import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

extension CheckedModel {
  /// Finds the delete calls that reach each hazard, and makes a note of one that none reaches, or none
  /// without the parts of two owners or outside of code that nothing calls.
  func findCalls(for drafts: inout [FindingDraft]) {
    guard let calls else { return }
    var bench = TrialBench(schema)
    for index in drafts.indices {
      guard let hazard = drafts[index].hazard, hazard.rule == drafts[index].rule else { continue }
      drafts[index].calls = calls.reaching(hazard, on: &bench)
      if drafts[index].isUnreached {
        drafts[index].severity = .note
      } else if CheckRule.ofParts.contains(hazard.rule), hazard.severity == .note,
        drafts[index].calls?.deletesAlone(hazard.owners) == true
      {
        // The code does what was not expected of it.
        drafts[index].severity = .warning
      }
    }
  }

  /// Notes which delete calls reach a hazard, or that none does.
  func noteCalls(in drafts: inout [FindingDraft]) {
    guard let calls else { return }
    for index in drafts.indices {
      guard let reaching = drafts[index].calls else { continue }
      let places = reaching.places
      drafts[index].notes.append(
        places.isEmpty
          ? .notReached(
            unresolved: calls.unresolvedCount, unread: calls.unreadCount,
            exceptBatches: reaching.areOnlyBatches)
          : .reached(by: places, deleting: reaching.cascadingEntity))
      if places.isEmpty {
        drafts[index].notes += reaching.emptying.prefix(1).map {
          .emptied($0.relationship, before: $0.location)
        }
      }
      let uncalled = reaching.uncalledCode
      if !uncalled.isEmpty { drafts[index].notes.append(.uncalled(uncalled)) }
      let byCascade = reaching.byCascade
      if !byCascade.isEmpty {
        drafts[index].notes.append(
          .reached(by: byCascade.places, deleting: byCascade.cascadingEntity))
      }
      drafts[index].notes += drafts[index].otherCalls.map { other in
        .reached(by: other.calls.places, deleting: other.calls.cascadingEntity, at: other.name)
      }
      if reaching.needTwoOwners, let owner = reaching.cascadingEntity,
        let pair = drafts[index].hazard?.pair
      {
        let isShared = pair.oneWay != nil && reaching.cascades(along: pair.relationship)
        drafts[index].notes.append(
          .fact(
            isShared
              ? "needs \(pair.aDestination) that more than one \(owner) holds"
              : "needs objects of more than one \(owner): those of one are deleted together"))
      } else if let pair = drafts[index].hazard?.pair, let inverse = pair.inverse,
        reaching.cascades(along: inverse)
      {
        drafts[index].notes.append(
          .fact("needs \(pair.aSource) that more than one \(pair.destination) has"))
      }
    }
  }
}

extension CheckRule {
  /// The rules whose hazards are notes where the deleted object usually goes with the one that has it.
  fileprivate static let ofParts: Set<CheckRule> = [
    .denyOnChild, .missingInverseLeavesDangling, .nullifyBreaksMandatory,
  ]
}

extension Hazard {
  /// The entities of what takes the deleted object along.
  fileprivate var owners: Set<String> {
    let schema = pair.schema
    let owner =
      pair.oneWay == nil
      ? schema.destination(of: pair.relationship) : schema.source(of: pair.relationship)
    return Set(schema.kinds(of: owner).map { schema.declaration(of: $0).name })
  }
}

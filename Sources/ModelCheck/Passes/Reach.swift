import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

extension CheckedModel {
  /// Finds the delete calls that reach each hazard, and makes a note of one that none reaches, or none
  /// without the parts of two owners.
  func findCalls(for drafts: inout [FindingDraft]) {
    guard let calls else { return }
    var bench = TrialBench(schema)
    for index in drafts.indices {
      guard let hazard = drafts[index].hazard, hazard.rule == drafts[index].rule else { continue }
      drafts[index].calls = calls.reaching(hazard, on: &bench)
      if drafts[index].isUnreached { drafts[index].severity = .note }
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
          ? .notReached(unresolved: calls.unresolvedCount, unread: calls.unreadCount)
          : .reached(by: places, deleting: reaching.cascadingEntity))
      let byCascade = reaching.byCascade
      if !byCascade.isEmpty {
        drafts[index].notes.append(
          .reached(by: byCascade.places, deleting: byCascade.cascadingEntity))
      }
      drafts[index].notes += drafts[index].otherCalls.map { other in
        .reached(by: other.calls.places, deleting: other.calls.cascadingEntity, at: other.name)
      }
      if reaching.needTwoOwners, let owner = reaching.cascadingEntity {
        drafts[index].notes.append(
          .fact("needs objects of more than one \(owner): those of one are deleted together"))
      }
    }
  }
}

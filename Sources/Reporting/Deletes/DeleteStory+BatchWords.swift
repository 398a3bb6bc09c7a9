import CompiledOnce
import ModelCheck
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

/// Steps of a batch delete are worded together: one failure undoes all of it.
extension DeleteStory {
  /// The call of the framework that makes a batch delete.
  var batchCall: String {
    schema.framework.name == .swiftData ? "delete(model:)" : "NSBatchDeleteRequest"
  }

  /// The effects of a batch delete that an ordinary one has, too.
  var batchRest: String {
    let isPredicted = steps(.leftDangling).contains { $0.basis == .predicted }
    return
      "changes the store as an ordinary delete does\(isPredicted ? " (predicted, not observed, for noAction)" : ""), "
      + "and leaves stale objects in contexts"
  }

  /// The effects of a batch delete that an ordinary one does not have, each in some words.
  var batchPhrases: [String] { batchKinds.map(batchPhrase) }

  /// The steps that an ordinary delete does not have, kind by kind, the worst first.
  var batchKinds: [[Step]] {
    [failures, steps(.leftInvalid), steps(.blocked), steps(.avoidsCrash)].filter { !$0.isEmpty }
  }

  func batchPhrase(_ steps: [Step]) -> String {
    switch steps[0].kind {
    case .failed: failure(steps)
    case .leftInvalid:
      "leaves too few in \(few(steps.map { qualified($0.relationship) }, "and")), "
        + "because nothing is validated"
    case .blocked:
      "fails while \(few(steps.map { qualified($0.relationship) })) holds anything "
        + "(deny; predicted, not observed)"
    case .avoidsCrash: "does not crash (predicted, not observed)"
    case .alsoDeleted, .unlinked, .madeInvalid, .leftDangling, .crashes, .crashesByCascade:
      preconditionFailure("an ordinary delete does that, too")
    }
  }

  /// The steps that make it fail: those that need no sharing, if there are any.
  var failures: [Step] {
    let always = steps(.failed).filter { !$0.needsSharing }
    return always.isEmpty ? steps(.failed) : always
  }

  /// `fails (134050) as soon as a Stop is linked by Stop.trip, whose inverse Trip.stops is mandatory,
  /// and then deletes nothing`.
  private func failure(_ failures: [Step]) -> String {
    let names = failures.map { qualified($0.relationship) }
    let required = failures.compactMap { schema.inverse(of: $0.relationship)?.relationship }
    let inverses = required.map(qualified)
    let arrays = schema.wordsForArrays(among: required)
    let reason =
      names.count == 1
      ? "inverse \(inverses.listed()) is mandatory\(arrays)"
      : "inverses \(few(inverses, "and")) are mandatory\(arrays)"
    let moment =
      failures.contains(where: \.needsSharing)
      ? "only if objects are shared," : "as soon as \(row(of: failures)) is linked"
    return "fails (\(ErrorCode.saveConflicts.rawValue)) \(moment) by \(few(names)), "
      + "whose \(reason), and then deletes nothing"
  }

  /// The rows that make it fail: `a Stop`, or `a Note deleted with it`.
  private func row(of failures: [Step]) -> String {
    if failures.allSatisfy(\.cascaded.isEmpty) {
      let kinds = failures.flatMap(\.requested).sortedWithoutRepeats()
      return name(kinds, near: entity).withArticle
    }
    let taken = failures.flatMap(\.cascaded).sortedWithoutRepeats()
    let isTaken = failures.allSatisfy(\.requested.isEmpty)
    let source = schema.source(of: failures[0].relationship)
    return isTaken
      ? "\(name(taken, near: source).withArticle) deleted with it" : "a deleted row"
  }
}

import CompiledOnce
import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension EntityWords {
  /// How the framework's users ask for a batch delete.
  var batchCall: String {
    schema.framework.name == .swiftData ? "delete(model:)" : "NSBatchDeleteRequest"
  }

  /// What a batch delete of the entity does that an ordinary one does not, in one line without a
  /// subject; nil where there can be no object.
  var batchVerdict: String? {
    if effects.kinds.isEmpty { return nil }
    let parts = batchParts
    return parts.isEmpty
      ? batchRest : "\(parts.joined(separator: "; it ")); otherwise it \(batchRest)"
  }

  /// What it does apart from that.
  var batchRest: String {
    let noAction =
      effects.batch.predictions.contains(.noAction) ? " (of noAction, a prediction)" : ""
    return "does the same to the store\(noAction), leaving stale objects in contexts"
  }

  /// What a batch delete of the entity does that an ordinary one does not, each in some words.
  var batchParts: [String] {
    let predictions = effects.batch.predictions
    var parts = [batchFailure, batchInvalidation].compactMap { $0 }
    if predictions.contains(.deny) { parts.append("is refused by deny as well (a prediction)") }
    if predictions.contains(.crash) { parts.append("does not crash (a prediction)") }
    return parts
  }

  /// `fails (134050) as soon as a Stop is linked by Stop.trip, whose inverse Trip.stops is mandatory,
  /// and then deletes nothing`.
  var batchFailure: String? {
    let failures = batchFailures
    if failures.isEmpty { return nil }
    let names = failures.map { qualified($0.relationship) }
    let inverses = failures.compactMap { schema.inverse(of: $0.relationship) }
      .map { qualified($0.relationship) }
    let reason =
      names.count == 1
      ? "inverse \(inverses.listed()) is mandatory"
      : "inverses are mandatory (\(few(inverses, "and")))"
    let moment =
      failures.contains(where: isShared)
      ? "only where objects are shared," : "as soon as \(row(of: failures)) is linked"
    return "fails (\(ErrorCode.saveConflicts.rawValue)) \(moment) by \(few(names)), "
      + "whose \(reason), and then deletes nothing"
  }

  /// What makes it fail: what does so whatever is shared, if anything does.
  var batchFailures: [EntityEffects.Blockers] {
    let always = effects.batch.failures.filter { !isShared($0) }
    return always.isEmpty ? effects.batch.failures : always
  }

  /// Which rows make it fail: `a Stop`, or `a Note that goes with it`.
  private func row(of failures: [EntityEffects.Blockers]) -> String {
    let deleted = failures.map(\.deleted)
    if deleted.allSatisfy(\.taken.isEmpty) {
      let kinds = deleted.flatMap(\.requested).sortedWithoutRepeats()
      return name(kinds, near: effects.entity).withArticle
    }
    let taken = deleted.flatMap(\.taken).sortedWithoutRepeats()
    let isTaken = deleted.allSatisfy(\.requested.isEmpty)
    let source = schema.source(of: failures[0].relationship)
    return isTaken
      ? "\(name(taken, near: source).withArticle) that goes with it" : "a row that goes"
  }

  var batchInvalidation: String? {
    let left = effects.batch.invalidations
    if left.isEmpty { return nil }
    let names = left.map { qualified($0.relationship) }
    return "leaves too few in \(few(names, "and")), because nothing is validated"
  }
}

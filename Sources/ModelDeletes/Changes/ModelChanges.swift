import CompiledOnce
import ModelFiles
import Scenarios

/// What deletes do on a new model that they did not do on an old one.
///
/// Both models are tried with the same small graphs: for each relationship, one or more objects on
/// either side, all linked, of which one is deleted. Where that does the same, its row is deleted by
/// a batch delete, so that a change of the latter is told only where it is all that changed.
public struct ModelChanges: Sendable {
  /// The changes, the most dangerous first; empty where every delete does the same.
  public let changes: [ModelChange]
  /// How many deletes do the same on both.
  public let unchangedCount: Int
  /// How many deletes do something else, each counted once.
  public let changedCount: Int

  /// Compares two models, or two versions of one.
  ///
  /// - Parameters:
  ///   - old: The model as it was.
  ///   - new: The model as it is.
  ///   - range: The releases of which is told what deletes do; nil for the newest, as the frameworks
  ///     are described without one.
  /// - Throws: A `ReplayError` where a graph cannot be replayed: a fault of this package.
  public init(
    from old: Model, to new: Model, on range: ReleaseRange? = nil
  ) throws(ReplayError) {
    try self.init(
      ModelComparison(
        old: old.schema, new: new.schema, renaming: Renaming(from: old, to: new)), on: range)
  }

  init(_ comparison: ModelComparison, on range: ReleaseRange? = nil) throws(ReplayError) {
    var described = range.map { DescribedReleases($0.releases) }
    var found: [ModelChange] = []
    var (changed, unchanged) = (0, 0)
    for pair in comparison.pairs {
      for side in ModelComparison.Side.allCases {
        let results = try comparison.results(of: pair, deleting: side, on: range, &described)
        let changes = results.compactMap { result in
          if case .change(let change) = result { change } else { nil }
        }
        found += changes.map { $0.naming(aReleaseOf: range, ofDelete: changed) }
        changed += changes.isEmpty ? 0 : 1
        unchanged += changes.isEmpty && results.contains(.same) ? 1 : 0
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset)
    }
    changes = sorted.map(\.element)
    unchangedCount = unchanged
    changedCount = changed
  }
}

/// A delete that does something else on a new model than on an old one.
public struct ModelChange: Equatable, Sendable {
  /// Releases on which it does so.
  public struct Place: Equatable, Sendable {
    /// The releases, none of which that lies between is left out.
    public let range: ReleaseRange
    /// Whether that is known, and not only possible.
    public let isKnown: Bool
  }

  /// The difference; the worst first.
  public enum Kind: String, CaseIterable, Comparable, Sendable {
    /// It crashes, and did not before.
    case crashes
    /// It leaves a reference to a deleted object, and did not before.
    case traps
    /// It deletes more.
    case deletesMore
    /// The save fails, and did not before.
    case isRefused
    /// The save failed, and now succeeds.
    case isAllowed
    /// It deletes less: objects that it deleted are left.
    case deletesLess
    /// It does something else, neither clearly worse nor better.
    case differs
    /// It does less harm.
    case isSafer

    /// The impact on the app.
    public var impact: Impact {
      switch self {
      case .crashes, .traps, .deletesMore, .isRefused: .worse
      case .isAllowed, .deletesLess, .differs: .review
      case .isSafer: .better
      }
    }

    /// Orders the worst first.
    public static func < (one: Kind, other: Kind) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A judgement of a change.
  public enum Impact: String, CaseIterable, Sendable {
    /// It does harm that it did not do.
    case worse
    /// It no longer does harm that it did.
    case better
    /// It does something else, which may be intended: somebody who knows the app has to review it.
    case review
  }

  /// The entity of which an object is deleted, by its new name where it has one.
  public let deleted: String
  /// The entity that declares the relationship.
  public let entity: String
  /// The relationship by which the objects are linked, by its new name where it has one.
  public let relationship: String
  /// What the delete did; nil where there was no such relationship, or no such graph.
  public let before: Outcome?
  /// What it does; nil where there is no such relationship any more, or no such graph.
  public let after: Outcome?
  /// The objects, links and the delete, on the new model where it can be built there.
  public private(set) var scenario: Scenario
  /// The same on the old model; nil where it cannot be built there.
  package let earlierScenario: Scenario?
  /// Whether it is a batch delete, and an ordinary one does the same as before.
  public let isBatch: Bool
  /// The releases on which it is so, the oldest first; empty where it is known to be so on all that
  /// were asked for, or none was.
  public internal(set) var places: [Place] = []
  /// Whether one of the entities was not there before.
  let isOfNewEntity: Bool
  /// Which of the deletes that changed it is: the same for what one does on other releases.
  private(set) var delete = 0

  /// The difference.
  public var kind: Kind {
    guard let after else { return before.map(Kind.init(ofGone:)) ?? .differs }
    guard let before else {
      let kind = Kind(after) ?? .differs
      // What is written anew takes along or refuses what somebody wrote it for; and that a batch
      // delete would fail there harms nobody who does not ask for one.
      return (isOfNewEntity || isBatch) && kind > .traps ? .differs : kind
    }
    switch (before.effect, after.effect) {
    case (.crash, .crash), (.trapOnRead, .trapOnRead): break
    case (_, .crash): return .crashes
    case (.ok, .trapOnRead), (.denied, .trapOnRead), (.validationFailed, .trapOnRead): return .traps
    case (.ok, .denied), (.ok, .validationFailed): return .isRefused
    case (.crash, _), (.trapOnRead, _):
      return after.deleted.count > before.deleted.count && !after.isRefused
        ? .deletesMore : .isSafer
    default: break
    }
    if after.isRefused { return .differs }
    // What was refused took nothing; and what fails for want of an optional inverse protects nothing.
    if isBatch && before.isRefused { return before.effect == .denied ? .isAllowed : .isSafer }
    if after.deleted.count > before.deleted.count { return .deletesMore }
    if before.isRefused { return .isAllowed }
    return after.deleted.count < before.deleted.count ? .deletesLess : .differs
  }
}

extension ModelChange {
  /// The same with a scenario that names a release on which it is so, where it is not so on all.
  fileprivate func naming(aReleaseOf range: ReleaseRange?, ofDelete delete: Int) -> ModelChange {
    var change = self
    change.delete = delete
    guard let range, let outcome = after ?? before else { return change }
    let known = places.filter(\.isKnown)
    let eras = (known.isEmpty ? places : known).flatMap(\.range.eras)
    change.scenario = range.releases.scenario(
      scenario, comingTo: outcome, on: eras.isEmpty ? range.eras : eras)
    return change
  }
}

extension Outcome {
  /// Whether the save is refused.
  fileprivate var isRefused: Bool { effect == .denied || effect == .validationFailed }
}

extension ModelChange.Kind {
  /// What it means that a relationship is gone, and with it what a delete did there.
  fileprivate init(ofGone outcome: Outcome) {
    self =
      outcome.isRefused
      ? .isAllowed : outcome.effect == .ok ? .deletesLess : .isSafer
  }

  /// The difference that something new makes; nil for none.
  fileprivate init?(_ outcome: Outcome) {
    switch outcome.effect {
    case .crash: self = .crashes
    case .trapOnRead: self = .traps
    case .denied, .validationFailed: self = .isRefused
    case .ok where outcome.deleted.count > outcome.requested.count: self = .deletesMore
    case .ok: return nil
    }
  }
}

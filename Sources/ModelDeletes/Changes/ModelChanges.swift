import CompiledOnce
import ModelCheck
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The differences between what deletes do on an old model and on a new one.
///
/// A change is worse if `check` finds a fault on the new model that it does not find on the old one, and
/// better if a fault is gone; a fault that nothing in the code around the models shows needs review. So is a dangling reference that one delete newly shows, although its
/// finding is of both models. Every other difference needs review: both
/// models are tried with the same small graphs, for each relationship one or more objects on either side,
/// all linked, of which one is deleted. Where that does the same, its row is deleted by a batch delete.
public struct ModelChanges: Sendable {
  /// The changes: the worse first, then those that need review, then the better.
  public let changes: [ModelChange]
  /// The number of deletes that do the same in both models.
  public let unchangedCount: Int
  /// The faults that are no change, by their rules, entities and relationships.
  package let unchangedFaults: Set<[String]>

  /// Compares two models, or two versions of one.
  ///
  /// - Parameters:
  ///   - old: The model as it was.
  ///   - new: The model as it is.
  ///   - range: The releases that are compared; nil for the newest.
  /// - Throws: A `ReplayError` or a `CheckFault` if a proof fails: a fault of this package.
  public init(from old: Model, to new: Model, on range: ReleaseRange? = nil) throws {
    try self.init(from: old, to: new, by: Check(on: range))
  }

  /// The same by some rules, on their releases.
  package init(
    from old: Model, to new: Model, by check: Check, before oldCheck: Check? = nil,
    in code: (old: CheckedCode, new: CheckedCode)? = nil
  ) throws {
    let range = check.range
    let renaming = Renaming(from: old, to: new)
    let comparison = ModelComparison(old: old.schema, new: new.schema, renaming: renaming)
    var (found, unchanged) = try Self.differences(comparison) { pair in
      guard let range else { return nil }
      return pair.new.map { new.releases(of: $0, in: range) }
        ?? pair.old.map { old.releases(of: $0, in: range) } ?? range
    }
    let faults = try FaultChanges(
      from: old, to: new, renaming, by: check, before: oldCheck ?? check, in: code)
    var effects: [Int: [ChangeImpact: Set<Effect>]] = [:]
    var changes: [ModelChange] = []
    for (impact, fault) in faults.added.map({ (ChangeImpact.worse, $0) })
      + faults.removed.map({ (.better, $0) })
    {
      let deletes = found.indices.filter { index in
        let outcome = impact == .worse ? found[index].after : found[index].before
        return outcome != nil && fault.isShown(by: found[index])
      }
      // An orphan is left whatever else the delete does.
      let isOrphan = fault.rule == CheckRule.nullifyLeavesOrphans.rawValue
      let stated = isOrphan ? .ok : fault.witness.outcome.effect
      for index in deletes { effects[index, default: [:]][impact, default: []].insert(stated) }
      let shownBy = Self.delete(showing: fault, impact, among: deletes, of: found)
      let change = ModelChange(impact, fault, shownBy: shownBy.map { found[$0] })
      changes.append(shownBy == nil ? change.naming(aReleaseOf: range) : change)
    }
    for (index, stated) in effects { found[index].effects = stated }
    func rank(_ change: (offset: Int, element: ModelChange)) -> (Int, ModelChange.Difference, Int) {
      (change.element.impact == .worse ? 0 : 1, change.element.difference, change.offset)
    }
    let inCode = code?.new.findings(about: new) ?? []
    let rest = found.filter { !$0.isExplained }.map { change in
      let judged = change.judgedAlone
      return judged.impact == .worse && inCode.showNone(of: change, in: new.schema)
        ? change : judged
    }
    let (reached, unreached) = (
      changes.filter { $0.impact != .review }, changes.filter { $0.impact == .review }
    )
    self.changes =
      reached + unreached + rest.enumerated().sorted { rank($0) < rank($1) }.map(\.element)
    unchangedCount = unchanged
    unchangedFaults = Set(
      faults.ofNewPairs.map { [$0.rule, $0.entity, $0.relationship] })
  }

  /// The delete, among some, by which a fault is shown: on the releases where it is worst, and a repair where
  /// nothing else goes wrong; but only one to which it happens.
  private static func delete(
    showing fault: FaultChanges.Fault, _ impact: ChangeImpact, among deletes: [Int],
    of found: [ModelChange]
  ) -> Int? {
    let effect = fault.witness.outcome.effect
    let showing = deletes.filter { index in
      let (before, after) = (found[index].before?.effect, found[index].after?.effect)
      return impact == .worse
        ? after == effect && (before != effect || effect == .ok)
        : before == effect && (after != effect || effect == .ok)
    }
    let byRelease = showing.filter { !found[$0].places.isEmpty }
    let order = { found[$0].difference < found[$1].difference }
    return (impact == .worse ? byRelease.min(by: order) : byRelease.max(by: order)) ?? showing.first
  }

  /// The deletes that do something else, and how many do the same.
  static func differences(
    _ comparison: ModelComparison,
    on releases: (ModelComparison.Pair) -> ReleaseRange? = { _ in nil }
  ) throws(ReplayError) -> (changes: [ModelChange], unchangedCount: Int) {
    var found: [ModelChange] = []
    var unchanged = 0
    for pair in comparison.pairs {
      let range = releases(pair)
      for side in ModelComparison.Side.allCases {
        let results = try comparison.results(of: pair, deleting: side, on: range)
        let changes = results.compactMap { result in
          if case .change(let change) = result { change } else { nil }
        }
        found += changes.map { $0.naming(aReleaseOf: range) }
        unchanged += changes.isEmpty && results.contains(.same) ? 1 : 0
      }
    }
    return (found, unchanged)
  }
}

/// Whether a change hurts or helps.
public enum ChangeImpact: String, CaseIterable, Comparable, Sendable {
  /// Something starts to hurt: a fault that `check` reports was not there.
  case worse
  /// Something stops hurting.
  case better
  /// A delete takes more or less, or unlinks something else, which may be meant.
  case review

  /// Orders the worst first.
  public static func < (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.worse, .better), (.worse, .review), (.better, .review): true
    default: false
    }
  }
}

/// A delete that does something else on a new model than on an old one.
public struct ModelChange: Equatable, Sendable {
  /// Releases on which it does so.
  package struct Place: Equatable, Sendable {
    package let range: ReleaseRange
    /// Whether that is known, and not only possible.
    package let isKnown: Bool
  }

  /// The difference between two outcomes of a delete, as far as one graph shows it; the worst first.
  package enum Difference: CaseIterable, Comparable, Sendable {
    /// A crash that is new.
    case crashes
    /// A dangling reference that is new.
    case dangles
    /// More objects are deleted.
    case deletesMore
    /// The save is newly refused.
    case isBlocked
    /// The save is no longer refused.
    case isUnblocked
    /// Fewer objects are deleted.
    case deletesLess
    /// Any other difference.
    case differs
    /// A crash, a dangling reference or a failure is gone.
    case isSafer

    package static func < (one: Difference, other: Difference) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Whether it hurts or helps.
  public private(set) var impact = ChangeImpact.review
  /// The fault that is new, or gone; nil for any other difference.
  package private(set) var fault: Fault?
  /// Whether the fault is gone with its entity or relationship.
  package private(set) var isOfRemoved = false
  /// Whether the fault is gone because the delete that showed it now fails.
  private var failsInstead = false

  /// A fault that `check` finds on one of the two models.
  package struct Fault: Equatable, Sendable {
    package let rule: String
    /// The event and the entity that it happens to, in one clause.
    package let title: String
  }

  /// The entity of which an object is deleted, by its new name where it has one.
  public let deleted: String
  /// The entity that declares the relationship.
  public let entity: String
  /// The relationship by which the objects are linked, by its new name where it has one.
  public let relationship: String
  /// The former outcome of the delete; nil if there was no such relationship or no such graph.
  public let before: Outcome?
  /// The current outcome; nil if there is no longer such a relationship or such a graph.
  public let after: Outcome?
  /// The objects, links and the delete, on the new model where it can be built there.
  public private(set) var scenario: Scenario
  /// The same on the old model; nil where it cannot be built there.
  package let earlierScenario: Scenario?
  /// Whether it is a batch delete, and an ordinary one does the same as before.
  public let isBatch: Bool
  /// The releases on which it is so, the oldest first; empty where it is known to be so on all that
  /// were asked for, or none was.
  package internal(set) var places: [Place] = []
  let isOfNewEntity: Bool
  /// The effects of the faults that it shows, the new ones under worse, and those gone under better.
  fileprivate var effects: [ChangeImpact: Set<Effect>] = [:]

  /// Whether the faults that it shows are all that the delete does otherwise.
  ///
  /// A repair by which a delete fails, crashes or takes more needs review as well, and so does its reverse.
  fileprivate var isExplained: Bool {
    if effects.isEmpty { return false }
    guard let before, let after else { return true }
    let (new, gone) = (effects[.worse] ?? [], effects[.better] ?? [])
    if new.contains(after.effect) && gone.contains(before.effect) { return true }
    func explain(_ effects: Set<Effect>, _ own: Outcome, _ other: Outcome) -> Bool {
      if !effects.contains(own.effect) || other.effect != .ok { return false }
      return own.effect != .trapOnRead || own.deleted == other.deleted || effects.contains(.ok)
    }
    return explain(new, after, before) || explain(gone, before, after)
  }

  /// The change as the delete alone shows it: a dangling reference that is new hurts, whatever
  /// finding it belongs to, unless fewer objects are deleted.
  fileprivate var judgedAlone: ModelChange {
    guard let before, let after, !isOfNewEntity else { return self }
    func starts(_ old: Outcome, _ new: Outcome) -> Bool {
      old.effect == .ok && new.effect == .trapOnRead && new.deleted.count >= old.deleted.count
    }
    var change = self
    if starts(before, after) { change.impact = .worse }
    if starts(after, before) { change.impact = .better }
    return change
  }

  /// The fault that is new, the fault that is gone after `no longer true`, or the delete with the difference:
  /// `deleting a Trip also deletes a Stop`.
  public var title: String {
    guard let fault else {
      let verb = isBatch ? "batch-deleting" : "deleting"
      return "\(verb) \(deleted.withArticle) \(wordsOfDifference)"
    }
    switch impact {
    case .worse: return fault.title
    case .review: return "\(fault.title); no delete call reaches this"
    case .better where isOfRemoved: return "no longer there: \(fault.title)"
    case .better where failsInstead:
      return "no longer true, as the delete now fails: \(fault.title)"
    case .better: return "no longer true: \(fault.title)"
    }
  }

  /// The difference between the outcomes, in a verb and what that is about.
  private var wordsOfDifference: String {
    let deleted = [before, after].map { Set($0?.deleted ?? $0?.requested ?? []) }
    func kinds(_ some: Set<String>, butNot others: Set<String>) -> String {
      let names = some.subtracting(others).compactMap(entity).sortedWithoutRepeats()
      return names.isEmpty ? "other objects" : names.map(\.withArticle).listed("and")
    }
    switch difference {
    case .crashes: return "crashes"
    case .dangles: return "leaves a dangling reference"
    case .deletesMore: return "also deletes \(kinds(deleted[1], butNot: deleted[0]))"
    case .isBlocked:
      // Sources disagree about deny in SwiftData.
      let isDoubtful = after?.effect == .denied && scenario.framework == .swiftData
      return (isDoubtful ? "can fail" : "fails") + (after.flatMap(blockingWords) ?? "")
    case .deletesLess: return "no longer deletes \(kinds(deleted[0], butNot: deleted[1]))"
    case .differs: return "behaves differently"
    case .isUnblocked: return "no longer fails"
    case .isSafer where before?.effect == .crash: return "no longer crashes"
    case .isSafer where before?.effect == .trapOnRead: return "leaves fewer dangling references"
    case .isSafer: return "no longer fails"
    }
  }

  /// The object that makes the save fail: ` while it has a Stop`, or ` while a Stop requires it`; nil if unknown.
  private func blockingWords(_ outcome: Outcome) -> String? {
    if let denial = outcome.denials.first, let holder = denial.object,
      let blocker = denial.blockers.first.flatMap(entity)
    {
      let owner = outcome.requested.contains(holder) ? "it" : entity(holder).map { "its \($0)" }
      return owner.map { " while \($0) has \(blocker.withArticle)" }
    }
    guard let survivor = outcome.violations.first?.object.flatMap(entity) else { return nil }
    return " while \(survivor.withArticle) requires it"
  }

  /// The entity of an object of the scenario.
  private func entity(_ object: String) -> String? {
    (scenario.objects + (earlierScenario?.objects ?? [])).first { $0.name == object }?.entity
  }

  /// The difference between the outcomes.
  package var difference: Difference {
    guard let after else { return before.map(Difference.init(ofGone:)) ?? .differs }
    guard let before else {
      let difference = Difference(after) ?? .differs
      // A new entity deletes or blocks what somebody wrote it for; and a batch delete that would fail
      // there harms nobody who does not ask for one.
      return (isOfNewEntity || isBatch) && difference > .dangles ? .differs : difference
    }
    switch (before.effect, after.effect) {
    case (.crash, .crash), (.trapOnRead, .trapOnRead): break
    case (_, let effect) where effects[.worse]?.contains(effect) == true: break
    case (_, .crash): return .crashes
    case (.ok, .trapOnRead), (.denied, .trapOnRead), (.validationFailed, .trapOnRead):
      return .dangles
    case (.ok, .denied), (.ok, .validationFailed): return .isBlocked
    case (.trapOnRead, _) where after.isRefused: return .isBlocked
    case (.crash, _), (.trapOnRead, _):
      return after.deleted.count > before.deleted.count && !after.isRefused
        ? .deletesMore : .isSafer
    default: break
    }
    if after.isRefused { return .differs }
    // A blocked batch delete took nothing.
    if isBatch && before.isRefused { return .isUnblocked }
    if after.deleted.count > before.deleted.count { return .deletesMore }
    if before.isRefused { return .isUnblocked }
    return after.deleted.count < before.deleted.count ? .deletesLess : .differs
  }
}

extension ModelChange {
  /// The change that a fault is new or gone.
  init(
    _ impact: ChangeImpact, _ fault: FaultChanges.Fault, shownBy change: ModelChange?
  ) {
    if let change {
      self.init(
        deleted: change.deleted, entity: fault.entity, relationship: fault.relationship,
        before: change.before, after: change.after, scenario: change.scenario,
        earlierScenario: change.earlierScenario, isBatch: change.isBatch,
        isOfNewEntity: change.isOfNewEntity)
    } else {
      let witness = (scenario: fault.witness.scenario, outcome: fault.witness.outcome)
      let other = fault.counterpart.flatMap {
        $0.outcome.comesToTheSame(as: witness.outcome) ? nil : $0
      }
      let (old, new) = impact == .worse ? (other, witness) : (witness, other)
      self.init(
        deleted: fault.deleted, entity: fault.entity, relationship: fault.relationship,
        before: old?.outcome, after: new?.outcome, scenario: (new ?? witness).scenario,
        earlierScenario: old?.scenario, isBatch: fault.isBatch, isOfNewEntity: false)
    }
    self.impact = impact == .worse && fault.isUnreached ? .review : impact
    isOfRemoved = fault.isOfRemoved
    failsInstead =
      impact == .better && !fault.witness.outcome.isRefused
      && fault.counterpart?.outcome.isRefused == true
    self.fault = Fault(
      rule: fault.rule,
      title: isOfRemoved ? "\(fault.entity).\(fault.relationship)" : fault.title)
    places = change?.places ?? []
  }

  init(
    deleted: String, entity: String, relationship: String, before: Outcome?, after: Outcome?,
    scenario: Scenario, earlierScenario: Scenario?, isBatch: Bool, isOfNewEntity: Bool
  ) {
    self.deleted = deleted
    self.entity = entity
    self.relationship = relationship
    self.before = before
    self.after = after
    self.scenario = scenario
    self.earlierScenario = earlierScenario
    self.isBatch = isBatch
    self.isOfNewEntity = isOfNewEntity
  }
}

extension ModelChange {
  /// The same with a scenario that names a release on which it is so, where it is not so on all.
  fileprivate func naming(aReleaseOf range: ReleaseRange?) -> ModelChange {
    var change = self
    guard let range, let outcome = after ?? before else { return change }
    let known = places.filter(\.isKnown)
    let eras = (known.isEmpty ? places : known).flatMap(\.range.eras)
    change.scenario = range.releases.scenario(
      scenario, comingTo: outcome, on: eras.isEmpty ? range.eras : eras)
    return change
  }
}

extension Outcome {
  fileprivate var isRefused: Bool { effect == .denied || effect == .validationFailed }
}

extension ModelChange.Difference {
  /// Makes the difference for a relationship that is gone, along with the given outcome of a
  /// delete.
  fileprivate init(ofGone outcome: Outcome) {
    self =
      outcome.isRefused
      ? .isUnblocked : outcome.effect == .ok ? .deletesLess : .isSafer
  }

  /// The difference of a delete that was not there before; nil for none.
  fileprivate init?(_ outcome: Outcome) {
    switch outcome.effect {
    case .crash: self = .crashes
    case .trapOnRead: self = .dangles
    case .denied, .validationFailed: self = .isBlocked
    case .ok where outcome.deleted.count > outcome.requested.count: self = .deletesMore
    case .ok: return nil
    }
  }
}

import DeleteMatrix
import ObjectGraph
import Scenarios

/// A cell with what an implementation answered.
public struct ConformanceResult: Sendable {
  /// The cell as the matrix has it.
  public let cell: Cell
  /// The outcomes that this engine predicts as possible: several if it is unknown which, and none if it
  /// could not replay the scenario.
  public let possible: [Outcome]
  /// The outcome that this engine predicts; nil if it is unknown which of several it is, or if the
  /// scenario could not be replayed.
  public var predicted: Outcome? { possible.count == 1 ? possible[0] : nil }
  /// The response to the question.
  public let response: Response
  /// The observed state, with the parts that follow from it; nil if nothing was observed.
  public let observed: ObservedState?
  /// True if the response agrees with an observation; nil if there is none to compare with.
  public let agreesWithObserved: Bool?
  /// Whether that is an outcome that this engine predicts as possible.
  public let agreesWithPrediction: Bool
  /// The verdict of the comparison.
  public let verdict: Verdict
  /// The observed state as a matrix file states it; nil if there is nothing that a file could
  /// state.
  public let stated: ObservedState?
  /// The smallest scenario that still shows a mismatch.
  public internal(set) var shrunk: Scenario?
  /// The observed and the predicted outcome of the shrunk scenario, in words.
  public internal(set) var shrunkWords: String?

  init(_ asked: AskedCell, _ response: Response, known: Bool = false) {
    cell = asked.cell
    possible = asked.possible
    self.response = response
    shrunk = nil
    shrunkWords = nil
    let canBeRefused = asked.canBeRefused
    // Each possible outcome as the other side of the protocol would see it.
    let expected = asked.possible.map { outcome in
      var mine = ObservedState(outcome, after: asked.look.stepCount)
      if !canBeRefused { mine.refused = nil }
      return mine.completed(for: asked, besides: outcome)
    }
    let comparable = cell.observations.filter { asked.isComparable($0) }
    func isAny(_ state: ObservedState) -> Bool? {
      comparable.isEmpty
        ? nil
        : comparable.contains { state.agrees(with: $0.state, whereRefused: canBeRefused) }
    }
    if case .agreed = response, let first = expected.first {
      (stated, observed) = (nil, nil)
      agreesWithObserved = isAny(first)
      agreesWithPrediction = true
      verdict = known ? .staleDeviation : .match
      return
    }
    guard let first = asked.possible.first,
      var state = response.state(at: asked.look.stepCount)
    else {
      (stated, observed, agreesWithObserved, agreesWithPrediction) = (nil, nil, nil, false)
      verdict = asked.possible.isEmpty ? .error : response.verdictUnseen
      return
    }
    if !canBeRefused {
      // Nothing was refused there, so nothing excuses who shows nothing.
      let isSilent =
        state.kept == nil && state.effect != .crash && state.reading?.stopsReader != true
      let isRefused = asked.possible.contains { $0.refusals.contains { $0.kind != .other } }
      if isSilent && !isRefused {
        (stated, observed, agreesWithObserved, agreesWithPrediction) = (nil, nil, nil, false)
        verdict = .error
        return
      }
      state.refused = nil
    }
    // The objects are the same in each possible outcome.
    state = state.completed(for: asked, besides: first)
    let isPredicted = zip(asked.possible, expected).contains { outcome, expected in
      state.agrees(with: expected, whereRefused: canBeRefused) && state.hasReasons(of: outcome)
    }
    let isObserved = isAny(state)
    observed = state
    stated = state.statement(of: asked)
    agreesWithObserved = isObserved
    agreesWithPrediction = isPredicted
    let agrees = isPredicted || isObserved == true
    verdict = known ? (agrees ? .staleDeviation : .knownDeviation) : (agrees ? .match : .mismatch)
  }

  /// Why there is no verdict for or against anybody; nil where there is one.
  public var reason: String? {
    switch response {
    case .seen:
      possible.isEmpty
        ? "this engine cannot replay it"
        : observed == nil ? "it says nothing of what is alive, though nothing was refused" : nil
    case .agreed: "it agreed with the prediction, and what was seen is not kept"
    case .skipped(let reason): "needs \(reason)"
    case .indeterminate(let reason), .fault(let reason): reason
    case .at, .found: "it answered with something else than looks"
    case .flaky(let reason): "asked again it is otherwise: \(reason)"
    case .died(let death): death.description
    }
  }
}

extension Response {
  /// Returns the state observed after a step; a death counts for the step in progress and all
  /// later ones.
  func state(at step: Int) -> ObservedState? {
    switch self {
    case .seen(let states): states.first { $0.step == step }
    case .died: ObservedState(after: step, effect: .crash)
    case .at, .skipped, .indeterminate, .flaky, .agreed, .fault, .found: nil
    }
  }

  fileprivate var verdictUnseen: Verdict {
    switch self {
    case .skipped: .skipped
    case .indeterminate, .flaky: .indeterminate
    case .at, .seen, .died, .agreed, .fault, .found: .error
    }
  }
}

extension ObservedState {
  /// The state with what follows from the objects and references that were seen, of the objects that
  /// there are at that look.
  func completed(for asked: AskedCell, besides predicted: Outcome) -> ObservedState {
    var state = self
    let reasons = refused ?? []
    if let kept {
      let taken = Set((merged ?? []).compactMap(\.first))
      let objects = Set(predicted.deleted + predicted.kept)
      state.deleted = objects.subtracting(kept).subtracting(taken).sorted()
      let held = Dictionary(grouping: references ?? [], by: \.object)
      let all = kept.flatMap { object in
        asked.relationships(of: object).sorted().map { name in
          held[object]?.first { $0.relationship == name } ?? NamedReferences(object, name, [])
        }
      }
      let (present, alive) = (Set(all.flatMap(\.links)), Set(kept))
      // Where it was read, nobody need assume that it traps, or that a fault cannot be fulfilled. What
      // is only pending can be read, and what a batch delete took as long as the context has it in
      // memory.
      let isSettled = asked.canBeRefused && reasons.isEmpty
      let found = isSettled ? (asked.isBatchDelete ? reopened?.reads : reads) ?? [] : []
      let readable = Set(
        found.filter { $0.reading == .readable }.map { [$0.object, $0.relationship] })
      state.references = all
      state.dangling = present.filter {
        !alive.contains($0.destination) && !readable.contains([$0.source, $0.relationship])
      }.sorted()
      state.nullified = asked.linksAtStart.filter {
        alive.contains($0.source) && !present.contains($0)
      }.sorted()
    }
    // A batch delete is refused once, whatever stands in its way.
    let codes = Set(reasons.map(\.code))
    let isOne = reasons.count == 1 || codes == [ErrorCode.saveConflicts.rawValue]
    state.error =
      reasons.isEmpty
      ? nil : isOne ? reasons[0].code.flatMap { ErrorCode(rawValue: $0) } : .multipleErrors
    if effect != .crash {
      state.effect =
        if !reasons.isEmpty {
          reasons.contains { $0.kind == .denied } ? .denied : .validationFailed
        } else {
          reading?.stopsReader == true || state.dangling?.isEmpty == false ? .trapOnRead : .ok
        }
    }
    return state
  }

  /// The part of a completed state that is certain, and that a file of matrices states of such a cell.
  fileprivate func statement(of asked: AskedCell) -> ObservedState? {
    if effect == .crash { return ObservedState(effect: .crash) }
    let operation = asked.cell.operation?.key
    let isSettled = asked.canBeRefused && effect != .denied && effect != .validationFailed
    let isStopped = reading?.stopsReader == true
    let certain: Effect? = asked.canBeRefused ? effect : isStopped ? .trapOnRead : nil
    if kept == nil && certain == nil && reading == nil { return nil }
    return ObservedState(
      deleted: deleted, effect: certain, nullified: operation == .remove ? nullified : nil,
      dangling: isSettled ? dangling : nil, stored: operation == nil ? stored : nil,
      reading: reading, error: operation == nil && asked.canBeRefused ? error : nil,
      fetched: fetched?.isEmpty == false ? fetched : nil)
  }

  /// Whether what is stated holds for a completed state, as far as this was looked at.
  func agrees(with stated: ObservedState, whereRefused canBeRefused: Bool) -> Bool {
    let (reasons, hasCrashed) = (refused ?? [], effect == .crash)
    return stated.differences(from: self, isWhole: true).allSatisfy { field in
      switch field {
      case .effect:
        // One who does not tell why a save is refused agrees that it is.
        (stated.effect == .denied || stated.effect == .validationFailed)
          && (!canBeRefused
            || !hasCrashed && !reasons.isEmpty && reasons.allSatisfy { $0.kind == .other })
      case .reading: hasCrashed
      case .error: reasons.isEmpty || reasons.contains { $0.code == nil }
      default: false
      }
    }
  }

  /// Returns true if a save fails for the predicted reasons, or if the reasons are not reported.
  func hasReasons(of predicted: Outcome) -> Bool {
    let reasons = refused ?? []
    let isTold = reasons.allSatisfy {
      $0.kind != .other && $0.object != nil && $0.relationship != nil
    }
    if !isTold || reasons.isEmpty || effect == .crash { return true }
    let mine = ObservedState(predicted, after: 0).refused ?? []
    return Set(mine.map(\.reason)) == Set(reasons.map(\.reason))
  }
}

extension ObservedState.Refusal {
  fileprivate var reason: [String?] { [kind.rawValue, object, relationship] }

  var words: String {
    let place = [object, relationship].compactMap { $0 }.joined(separator: ".")
    let parts = [place, raw ?? (kind == .other ? "" : kind.rawValue)].filter { !$0.isEmpty }
    return parts.isEmpty ? "for a reason that is not told" : parts.joined(separator: ": ")
  }
}

extension NamedReferences {
  var links: [NamedLink] { destinations.map { NamedLink(object, relationship, $0) } }
}

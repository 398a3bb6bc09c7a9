import DeleteMatrix
import ObjectGraph
import Scenarios

/// How what somebody else answered compares with what was observed and what is predicted.
public enum ConformanceVerdict: String, CaseIterable, Hashable, Sendable {
  /// As somebody observed it, or as this engine predicts it.
  case match
  /// As neither.
  case mismatch
  /// As neither, and the list of what is known says why.
  case knownDeviation
  /// As one of them, though the list of what is known says why it would not be.
  case staleDeviation
  /// It needs something that the implementation does not have.
  case skipped
  /// No answer came in time, or another one each time: neither for nor against anybody.
  case indeterminate
  /// It could not be asked, or answered otherwise when it was asked alone.
  case error

  /// Whether a run with this verdict has failed.
  public var isFailure: Bool {
    switch self {
    case .mismatch, .staleDeviation, .error: true
    case .match, .knownDeviation, .skipped, .indeterminate: false
    }
  }

  /// The verdict as people read it.
  package var words: String {
    switch self {
    case .knownDeviation: "known deviation"
    case .staleDeviation: "stale deviation"
    case .match, .mismatch, .skipped, .indeterminate, .error: rawValue
    }
  }
}

/// A cell with what an implementation answered.
public struct ConformanceResult: Sendable {
  /// The cell as the matrix has it.
  public let cell: Cell
  /// What this engine predicts of what was asked; nil where it could not be replayed.
  public let predicted: Outcome?
  /// What came of asking.
  public let response: Response
  /// What was seen, as an outcome; nil where nothing was.
  public let observed: Outcome?
  /// Whether that is what somebody observed; nil where nobody observed anything that can be compared.
  public let agreesWithObserved: Bool?
  /// Whether that is what this engine predicts.
  public let agreesWithPrediction: Bool
  /// How it compares.
  public let verdict: ConformanceVerdict
  /// What was seen, as a file of matrices states it; nil where nothing was that it could state.
  public let stated: Expectation?
  /// The smallest scenario that still shows a mismatch.
  public internal(set) var shrunk: Scenario?
  /// What the shrunk scenario was seen and predicted to come to, in words.
  public internal(set) var shrunkWords: String?

  init(_ asked: AskedCell, _ response: Response, known: Bool = false) {
    cell = asked.cell
    predicted = asked.predicted
    self.response = response
    shrunk = nil
    shrunkWords = nil
    // As somebody at the other end of the lines would see the prediction.
    let expected = asked.predicted.map { predicted in
      var mine = Sight(predicted, after: asked.look.stepCount)
      if !asked.canBeRefused { mine.refused = [] }
      return (mine, mine.outcome(of: asked, besides: predicted))
    }
    let comparable = cell.observations.filter { asked.isComparable($0) }
    if case .agreed = response, let (mine, outcome) = expected {
      stated = nil
      observed = nil
      agreesWithObserved = mine.isAny(of: comparable, outcome, whereRefused: asked.canBeRefused)
      agreesWithPrediction = true
      verdict = known ? .staleDeviation : .match
      return
    }
    guard let predicted = asked.predicted, let expected,
      var sight = response.sight(at: asked.look.stepCount)
    else {
      stated = nil
      observed = nil
      agreesWithObserved = nil
      agreesWithPrediction = false
      verdict = asked.predicted == nil ? .error : response.verdictUnseen
      return
    }
    if !asked.canBeRefused {
      // Nothing was refused there, so nothing excuses who shows nothing.
      let isSilent = sight.alive == nil && !sight.hasCrashed && sight.reading != .trap
      if isSilent && predicted.denials.isEmpty && predicted.violations.isEmpty {
        stated = nil
        observed = nil
        agreesWithObserved = nil
        agreesWithPrediction = false
        verdict = .error
        return
      }
      sight.refused = []
    }
    let outcome = sight.outcome(of: asked, besides: predicted)
    let isPredicted =
      sight.agrees(with: Expectation(expected.1), outcome, whereRefused: asked.canBeRefused)
      && sight.hasReasons(of: predicted)
    let isObserved = sight.isAny(of: comparable, outcome, whereRefused: asked.canBeRefused)
    observed = outcome
    stated = sight.statement(outcome, of: asked)
    agreesWithObserved = isObserved
    agreesWithPrediction = isPredicted
    let agrees = isPredicted || isObserved == true
    verdict = known ? (agrees ? .staleDeviation : .knownDeviation) : (agrees ? .match : .mismatch)
  }

  /// Why there is no verdict for or against anybody; nil where there is one.
  public var reason: String? {
    switch response {
    case .seen:
      predicted == nil
        ? "this engine cannot replay it"
        : observed == nil ? "it says nothing of what is alive, though nothing was refused" : nil
    case .agreed: "it agreed with the prediction, and what was seen is not kept"
    case .skipped(let reason): "needs \(reason)"
    case .indeterminate(let reason), .fault(let reason): reason
    case .flaky(let reason): "asked again it is otherwise: \(reason)"
    case .died(let death): death.description
    }
  }
}

extension Response {
  /// What was seen after a step; a death counts for the step that was under way, and all later ones.
  func sight(at step: Int) -> Sight? {
    switch self {
    case .seen(let sights): return sights.first { $0.step == step }
    case .died:
      var sight = Sight(after: step, alive: nil)
      sight.hasCrashed = true
      return sight
    case .skipped, .indeterminate, .flaky, .agreed, .fault: return nil
    }
  }

  fileprivate var verdictUnseen: ConformanceVerdict {
    switch self {
    case .skipped: .skipped
    case .indeterminate, .flaky: .indeterminate
    case .seen, .died, .agreed, .fault: .error
    }
  }
}

extension Expectation {
  /// All that is predicted of an outcome.
  init(_ outcome: Outcome) {
    self.init(
      deleted: outcome.deleted, effect: outcome.effect, nullified: outcome.nullified,
      dangling: outcome.dangling, stored: outcome.stored, isDeleted: outcome.isDeleted,
      reading: outcome.reading, error: outcome.error, references: Array(outcome.references),
      values: Array(outcome.values), fetched: outcome.fetched)
  }
}

extension Sight {
  /// What is seen, as an outcome of the objects that there are at that look.
  func outcome(of asked: AskedCell, besides predicted: Outcome) -> Outcome {
    let kept = alive ?? []
    let taken = Set(merged.compactMap(\.first))
    let objects = Set(predicted.deleted + predicted.kept)
    var outcome = Outcome(
      deleted: alive == nil ? [] : objects.subtracting(kept).subtracting(taken).sorted(),
      kept: kept, effect: .ok)
    let held = Dictionary(grouping: holds, by: \.object)
    for object in kept {
      for relationship in asked.relationships(of: object) {
        let destinations = held[object]?.first { $0.relationship == relationship }?.destinations
        outcome.references.insert(NamedReferences(object, relationship, destinations ?? []))
      }
    }
    let present = Set(outcome.references.flatMap(\.links))
    let alive = Set(kept)
    // Where it was read, nobody need assume that it traps, or that a fault cannot be fulfilled. What is
    // only pending can be read, and what a batch delete took as long as the context has it in memory.
    let isSettled = asked.canBeRefused && refused.isEmpty
    let found = isSettled ? (asked.isBatchDelete ? reopened?.reads : reads) ?? [] : []
    let readable = Set(found.filter { $0.reading == .readable }.map(\.place))
    outcome.dangling = present.filter {
      !alive.contains($0.destination) && !readable.contains([$0.source, $0.relationship])
    }.sorted()
    outcome.nullified = asked.linksAtStart.filter {
      alive.contains($0.source) && !present.contains($0)
    }.sorted()
    outcome.stored = stored ?? []
    outcome.isDeleted = isDeleted ?? []
    outcome.values = Set(values ?? [])
    outcome.fetched = fetched ?? []
    outcome.merged = merged
    outcome.reading = reading
    outcome.denials = refused.filter { $0.kind == .denied }.map {
      Outcome.Denial(object: $0.object ?? "", relationship: $0.relationship ?? "", blockers: [])
    }
    outcome.refusals = refused.map {
      Outcome.Refusal(
        code: $0.code.flatMap { ErrorCode(rawValue: $0) } ?? .objectValidation,
        object: $0.object ?? "", explanation: $0.words)
    }
    // A batch delete is refused once, whatever stands in its way.
    let codes = Set(refused.map(\.code))
    let isOne = refused.count == 1 || codes == [ErrorCode.saveConflicts.rawValue]
    outcome.error =
      refused.isEmpty
      ? nil : isOne ? refused[0].code.flatMap { ErrorCode(rawValue: $0) } : .multipleErrors
    outcome.effect =
      if hasCrashed {
        .crash
      } else if !outcome.denials.isEmpty {
        .denied
      } else if !refused.isEmpty {
        .validationFailed
      } else {
        reading == .trap || !outcome.dangling.isEmpty ? .trapOnRead : .ok
      }
    return outcome
  }

  /// What is seen, as a file states it: what is certain of it, and what such a file has of such a cell.
  fileprivate func statement(_ outcome: Outcome, of asked: AskedCell) -> Expectation? {
    if hasCrashed { return Expectation(effect: .crash) }
    let operation = asked.cell.tableEntry?.operation.key
    let isRefused = outcome.effect == .denied || outcome.effect == .validationFailed
    let isSettled = asked.canBeRefused && !isRefused
    let effect: Effect? =
      asked.canBeRefused ? outcome.effect : reading == .trap ? .trapOnRead : nil
    if alive == nil && effect == nil && reading == nil { return nil }
    return Expectation(
      deleted: alive == nil ? nil : outcome.deleted, effect: effect,
      nullified: alive != nil && operation == .remove ? outcome.nullified : nil,
      dangling: alive != nil && isSettled ? outcome.dangling : nil,
      stored: operation == nil ? stored : nil, reading: reading,
      error: operation == nil && asked.canBeRefused ? outcome.error : nil,
      fetched: fetched ?? [])
  }

  /// Whether what is stated holds, as far as this was looked at.
  ///
  /// - Parameters:
  ///   - stated: What was observed, or is predicted.
  ///   - outcome: What is seen, as an outcome.
  ///   - canBeRefused: Whether the step that is looked at can be refused.
  /// - Returns: True where nothing that is seen is otherwise.
  func agrees(
    with stated: Expectation, _ outcome: Outcome, whereRefused canBeRefused: Bool
  ) -> Bool {
    let isSeen = alive != nil
    var outcome = outcome
    var statedEffect = stated.effect
    let refusals: [Effect] = [.denied, .validationFailed]
    if let effect = statedEffect, refusals.contains(effect), !canBeRefused { statedEffect = nil }
    // One who does not tell why a save is refused agrees that it is.
    if let effect = statedEffect, refusals.contains(effect), !refused.isEmpty,
      refused.allSatisfy({ $0.kind == .other }), !hasCrashed
    {
      outcome.effect = effect
    }
    let hasCodes = !refused.isEmpty && refused.allSatisfy { $0.code != nil }
    return Expectation(
      deleted: isSeen ? stated.deleted : nil, effect: statedEffect,
      nullified: isSeen ? stated.nullified : nil, dangling: isSeen ? stated.dangling : nil,
      stored: stored == nil ? nil : stated.stored,
      isDeleted: isDeleted == nil ? nil : stated.isDeleted,
      reading: hasCrashed ? nil : stated.reading, error: hasCodes ? stated.error : nil,
      references: isSeen ? stated.references : [], values: values == nil ? [] : stated.values,
      fetched: fetched == nil ? [] : stated.fetched
    ).holds(for: outcome)
  }

  /// Whether it is what somebody observed; nil where nobody observed anything.
  fileprivate func isAny(
    of observations: [Observation], _ outcome: Outcome, whereRefused canBeRefused: Bool
  ) -> Bool? {
    observations.isEmpty
      ? nil
      : observations.contains {
        agrees(with: $0.expectation, outcome, whereRefused: canBeRefused)
      }
  }

  /// Whether a save is refused for the reasons that are predicted, where these are told.
  func hasReasons(of predicted: Outcome) -> Bool {
    let isTold = refused.allSatisfy {
      $0.kind != .other && $0.object != nil && $0.relationship != nil
    }
    if !isTold || refused.isEmpty || hasCrashed { return true }
    let mine = Set(Sight(predicted, after: step).refused.map(\.reason))
    return mine == Set(refused.map(\.reason))
  }
}

extension Sight.Read {
  fileprivate var place: [String] { [object, relationship] }
}

extension Sight.Refusal {
  fileprivate var reason: [String?] { [kind.rawValue, object, relationship] }

  /// What is told of it.
  fileprivate var words: String {
    let place = [object, relationship].compactMap { $0 }.joined(separator: ".")
    let parts = [place, raw ?? (kind == .other ? "" : kind.rawValue)].filter { !$0.isEmpty }
    return parts.isEmpty ? "for a reason that is not told" : parts.joined(separator: ": ")
  }
}

extension NamedReferences {
  var links: [NamedLink] { destinations.map { NamedLink(object, relationship, $0) } }
}

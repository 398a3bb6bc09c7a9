import ObjectGraph
import Scenarios

/// The result of comparing the outcome of some steps with the stated one.
///
/// ```swift
/// let failures = Runner().run(file.trial).filter(\.verdict.isFailure)
/// ```
public enum Verdict: String, Hashable, Sendable {
  /// The outcome is as stated.
  case match
  /// Not as stated.
  case mismatch
  /// A prediction with nothing to compare it to.
  case unobserved
  /// The sources disagree with each other.
  case conflict
  /// Not as stated, and the file says why.
  case knownDeviation
  /// The outcome is as stated, although the file gives a reason why it would differ.
  case staleDeviation
  /// The scenario needs a capability that the implementation lacks.
  case skipped
  /// No answer came in time, or another one each time: neither for nor against the implementation.
  case indeterminate
  /// The steps could not be done, or could not be asked.
  case error

  /// The verdicts on a prediction beside what is stated.
  public static let ofMatrices: [Verdict] = [
    .match, .mismatch, .unobserved, .conflict, .knownDeviation, .staleDeviation, .error,
  ]
  /// The verdicts on an implementation's answer beside what was observed and is predicted.
  public static let ofImplementations: [Verdict] = [
    .match, .mismatch, .knownDeviation, .staleDeviation, .skipped, .indeterminate, .error,
  ]

  /// Whether a run with this verdict has failed.
  public var isFailure: Bool {
    switch self {
    case .mismatch, .staleDeviation, .error: true
    case .match, .unobserved, .conflict, .knownDeviation, .skipped, .indeterminate: false
    }
  }

  package var words: String {
    switch self {
    case .knownDeviation: "known deviation"
    case .staleDeviation: "stale deviation"
    case .match, .mismatch, .unobserved, .conflict, .skipped, .indeterminate, .error: rawValue
    }
  }

  /// Judges observations, each on the releases it may apply to.
  init(_ compared: [ComparedObservation]) {
    let disagree = compared.indices.contains { index in
      compared[..<index].contains { $0.contradicts(compared[index]) }
    }
    let differing = compared.filter { !$0.holds }
    if compared.isEmpty {
      self = .unobserved
    } else if disagree || compared.contains(where: { $0.holds && !$0.disputed.isEmpty }) {
      self = .conflict
    } else if differing.contains(where: { $0.observation.deviation == nil }) {
      self = .mismatch
    } else if !differing.isEmpty {
      self = .knownDeviation
    } else {
      let isExplained = compared.contains { $0.observation.deviation != nil }
      self = isExplained ? .staleDeviation : .match
    }
  }
}

/// A stated observation, compared with the predictions for the releases it may apply to.
///
/// ```swift
/// result.compared.filter(\.holds).flatMap(\.matching)
/// ```
package struct ComparedObservation: Sendable {
  package let observation: Observation
  /// The releases of which it may speak, the oldest first; empty where none is described.
  package let eras: [Release.Era]
  /// The releases, among `eras`, whose predicted or possible outcomes match the observation.
  package let matching: [Release.Era]
  /// Whether it is possible on one of them at least; what was recorded, on all of them.
  package let holds: Bool
  /// The matching releases on which no other outcome is possible; if there are none, all matching
  /// releases.
  package let surestMatching: [Release.Era]
  /// True if the observation matches only because it is unknown which of several outcomes applies, or
  /// if only some of these were recorded.
  package let holdsByDoubt: Bool
  /// Whether the source names a year without an update, the releases of that year differ, and it matches some
  /// of them only.
  package let isMatchOfSomeUpdate: Bool
  /// The disputed conditions that the observation depends on.
  ///
  /// If it names releases, they are those of all these releases; otherwise, those of the releases
  /// on which it may hold.
  package let disputed: Set<Framework.Condition>
  /// The possible outcomes on the releases.
  let predictions: [Prediction<Answer>]
  private let circumstances: Circumstances

  /// Compares with one prediction for all releases.
  init(_ observation: Observation, _ outcome: Outcome) {
    self.observation = observation
    eras = []
    matching = []
    surestMatching = []
    holds = observation.state.holds(for: outcome)
    holdsByDoubt = false
    isMatchOfSomeUpdate = false
    disputed = []
    predictions = []
    circumstances = Circumstances()
  }

  init(
    _ observation: Observation, on predictions: [Prediction<Answer>],
    in circumstances: Circumstances, besides records: [ObservedState] = []
  ) {
    self.circumstances = circumstances
    let isRecord = observation.evidence == .recorded
    var fitting: [Prediction<Answer>] = []
    var sure: [Release.Era] = []
    for prediction in predictions {
      let outcomes = prediction.outcomes
      guard observation.state.holds(forOneOf: outcomes) else { continue }
      fitting.append(prediction)
      let stated = isRecord ? records : [observation.state]
      // What may come at one of two steps is stated by either.
      let isWhole = prediction.possible.allSatisfy { answer in
        guard case .success(let outcome) = answer else { return true }
        return stated.contains { $0.holds(forOneOf: outcome.each) }
      }
      if isWhole { sure += prediction.range.eras }
    }
    self.observation = observation
    self.predictions = predictions
    eras = predictions.flatMap(\.range.eras)
    matching = fitting.flatMap(\.range.eras)
    holds = isRecord ? matching.count == eras.count : !fitting.isEmpty
    surestMatching = sure.isEmpty ? matching : sure
    // One of the releases of a year is meant, and may be any.
    isMatchOfSomeUpdate =
      observation.namesYearsOnly && holds && predictions.count > 1 && sure.count < eras.count
    holdsByDoubt =
      holds && !isMatchOfSomeUpdate && (isRecord ? sure.count < eras.count : sure.isEmpty)
    let isDoubtful = observation.namesReleases && !isMatchOfSomeUpdate || holdsByDoubt
    disputed =
      isRecord || !isDoubtful
      ? [] : Set((observation.namesReleases ? predictions : fitting).flatMap(\.disputed))
  }

  /// Returns true if two sources disagree about one release, in circumstances that can be the same.
  ///
  /// A source that names releases applies to all of them. A source that names none applies to any
  /// release that was out. The latter contradicts the former if no other release was out. Two
  /// sources that name none contradict each other unless each may have seen a different release.
  /// Recorded outcomes of the same releases are the possible ones, so they don't contradict each other.
  func contradicts(_ other: ComparedObservation) -> Bool {
    guard observation.state.contradicts(other.observation.state),
      circumstances.isCompatible(with: other.circumstances),
      ![observation, other.observation].allSatisfy({ $0.evidence == .recorded })
    else { return false }
    if eras.isEmpty || other.eras.isEmpty { return true }
    switch (observation.namesReleases, other.observation.namesReleases) {
    case (true, true): return eras.contains(where: other.eras.contains)
    case (true, false): return other.eras.allSatisfy(eras.contains)
    case (false, true): return eras.allSatisfy(other.eras.contains)
    case (false, false): return !(holds && other.holds)
    }
  }
}

extension Observation {
  fileprivate var namesYearsOnly: Bool {
    let named = source?.environment.releases ?? []
    return system == nil && !named.isEmpty && !named.contains(where: \.isUpdate)
  }

  fileprivate var namesReleases: Bool {
    system != nil || source?.environment.releases.isEmpty == false
  }
}

import Scenarios

/// How what has come of some steps compares with what is stated.
///
/// ```swift
/// let failures = Runner().run(file.cells).filter(\.verdict.isFailure)
/// ```
public enum Verdict: String, CaseIterable, Hashable, Sendable {
  /// As stated.
  case match
  /// Not as stated.
  case mismatch
  /// A prediction with nothing to compare it to.
  case unobserved
  /// The sources disagree with each other.
  case conflict
  /// Not as stated, and the file says why.
  case knownDeviation
  /// As stated, though the file says why it would not be.
  case staleDeviation
  /// The steps could not be done.
  case error

  /// Whether a run with this verdict has failed.
  public var isFailure: Bool {
    switch self {
    case .mismatch, .staleDeviation, .error: true
    case .match, .unobserved, .conflict, .knownDeviation: false
    }
  }

  /// The verdict as people read it.
  package var words: String {
    switch self {
    case .knownDeviation: "known deviation"
    case .staleDeviation: "stale deviation"
    case .match, .mismatch, .unobserved, .conflict, .error: rawValue
    }
  }

  /// Judges observations, each on the releases that it may speak of.
  init(_ compared: [ComparedObservation]) {
    let disagree = compared.indices.contains { index in
      compared[..<index].contains { $0.contradicts(compared[index]) }
    }
    let differing = compared.filter { !$0.holds }
    if compared.isEmpty {
      self = .unobserved
    } else if disagree {
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

/// What somebody stated, beside what is predicted for the releases that it may speak of.
///
/// ```swift
/// result.compared.filter(\.holds).flatMap(\.matching)
/// ```
public struct ComparedObservation: Sendable {
  /// What is stated.
  public let observation: Observation
  /// The releases of which it may speak, the oldest first; empty where none is described.
  public let eras: [Release.Era]
  /// Those of them on which it is as predicted, or may be.
  public let matching: [Release.Era]
  /// Whether it is as predicted on one of them at least; what was recorded, on all of them.
  public let holds: Bool

  /// Compares with one prediction for all releases.
  init(_ observation: Observation, _ outcome: Outcome) {
    self.observation = observation
    eras = []
    matching = []
    holds = observation.expectation.holds(for: outcome)
  }

  /// Compares with what may come of it on each release, what is presumed first.
  init(_ observation: Observation, on eras: [(Release.Era, [Outcome])]) {
    let isRecord = observation.evidence == .recorded
    self.observation = observation
    self.eras = eras.map(\.0)
    // What was recorded was what is presumed, and of each release.
    matching = eras.filter { _, outcomes in
      outcomes.prefix(isRecord ? 1 : outcomes.count).contains(
        where: observation.expectation.holds)
    }.map(\.0)
    holds = isRecord ? matching.count == eras.count : !matching.isEmpty
  }

  /// Whether two sources disagree about one release.
  func contradicts(_ other: ComparedObservation) -> Bool {
    (eras.isEmpty || other.eras.isEmpty || eras.contains(where: other.eras.contains))
      && observation.expectation.contradicts(other.observation.expectation)
  }
}

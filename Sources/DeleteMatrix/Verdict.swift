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

  init(_ outcome: Outcome, _ observations: [Observation]) {
    let expectations = observations.map(\.expectation)
    let disagree = expectations.indices.contains { index in
      expectations[..<index].contains { $0.contradicts(expectations[index]) }
    }
    let differing = observations.filter { !$0.expectation.holds(for: outcome) }
    if observations.isEmpty {
      self = .unobserved
    } else if disagree {
      self = .conflict
    } else if differing.contains(where: { $0.deviation == nil }) {
      self = .mismatch
    } else if !differing.isEmpty {
      self = .knownDeviation
    } else {
      self = observations.contains { $0.deviation != nil } ? .staleDeviation : .match
    }
  }
}

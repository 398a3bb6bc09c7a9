import ObjectGraph
import Scenarios
import SourceText

/// A question to an implementation: a scenario without its expected outcome, and the looks at it.
public struct Question: Sendable {
  /// The stored graph and what is done to it.
  public let scenario: Scenario
  /// After which steps, and what is fetched then; in the order of the steps, each step once.
  public let looks: [Look]

  /// Asks about a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and what is done to it.
  ///   - looks: After which of its steps; looks after the same step are put together.
  public init(_ scenario: Scenario, at looks: [Look]) {
    self.scenario = scenario
    let counts = Set(looks.map(\.stepCount)).sorted()
    self.looks = counts.map { count in
      var fetches: [SortedFetch] = []
      for fetch in looks.filter({ $0.stepCount == count }).flatMap(\.fetches)
      where !fetches.contains(fetch) {
        fetches.append(fetch)
      }
      return Look(after: count, fetching: fetches)
    }
  }

  /// Returns the question with only the looks before a step, for a process that died in it; nil if
  /// there are none.
  func before(_ step: Int) -> Question? {
    let earlier = looks.filter { $0.stepCount < step }
    guard let last = earlier.last else { return nil }
    let steps = Array(scenario.steps.prefix(last.stepCount))
    return Question(scenario.with(scenario.links, steps: steps), at: earlier)
  }
}

/// The response to a question or an experiment.
public enum Response: Sendable, Equatable {
  /// A step is about to be done, 0 for the stored graph; the response itself is still to come.
  case at(step: Int)
  /// The observed state at each look, in order.
  case seen([ObservedState])
  /// It cannot be asked here, and why.
  case skipped(String)
  /// The process died: that is an observation.
  case died(Death)
  /// It did not answer in time, twice.
  case indeterminate(String)
  /// It answered otherwise when it was asked again.
  case flaky(String)
  /// It agreed with the prediction when it was recorded, and what exactly was seen is not kept.
  case agreed
  /// It did not keep to the protocol, or failed in what is not the implementation's.
  case fault(String)
  /// The finding of an experiment, in words.
  case found(String)

  /// The reason why nothing was seen; nil for any other response.
  var reason: String? {
    switch self {
    case .skipped(let reason), .indeterminate(let reason), .flaky(let reason), .fault(let reason):
      reason
    case .at, .seen, .died, .agreed, .found: nil
    }
  }
}

/// The death of a process that was asked a question.
public struct Death: Hashable, Sendable {
  /// Before which step it was: 0 while the stored graph was made.
  public internal(set) var step: Int
  /// The number of the signal that ended it; nil where it ended by itself.
  public internal(set) var signal: Int?
  /// The exit code where it ended by itself.
  public internal(set) var exitCode: Int?
  /// The end of what it wrote on standard error.
  public internal(set) var standardErrorTail: String

  /// A description of the death, with the end of standard error.
  public var description: String {
    let end = signal.map { "by signal \($0)" } ?? "with exit code \(exitCode ?? 0)"
    let place = step == 0 ? "while the graph was made" : "in step \(step)"
    let words = standardErrorTail.split(whereSeparator: \.isNewline).suffix(3).joined(
      separator: " | ")
    return "the process ended \(end) \(place)"
      + (words.isEmpty ? "" : "; on standard error: \(words.singleLine)")
  }
}

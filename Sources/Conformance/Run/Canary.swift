import SourceText

/// An experiment whose end is known, so that a run is trusted only where it ended so.
///
/// Both are done before a run and after it: where nothing can pass, or no crash is seen, whatever was
/// answered between them says nothing.
public enum Canary: String, CaseIterable, Hashable, Sendable {
  /// A delete without any rule, which goes well.
  case passes = "canary_passes"
  /// A trap.
  case crashes = "canary_crashes"

  /// Whether what was found is what must be.
  func accepts(_ words: String) -> Bool {
    switch self {
    case .passes: words == "passed"
    case .crashes: words.hasPrefix("crashed")
    }
  }
}

extension Recording {
  /// Why what was answered is no evidence; empty where it is.
  ///
  /// - Returns: One sentence for each canary that did not end as it must, at the run's start and end.
  public var untrusted: [String] {
    if !isFinished { return ["the run was not finished: its last line is missing"] }
    return [true, false].flatMap { isStart in
      Canary.allCases.compactMap { canary in
        let place = isStart ? "start" : "end"
        let found = findings.first {
          $0.experiment == canary.rawValue && ($0.answerCount == 0) == isStart
        }
        guard let found else { return "\(canary.rawValue) is missing at the run's \(place)" }
        if canary.accepts(found.words) { return nil }
        return "\(canary.rawValue) failed at the run's \(place): found '\(found.words.singleLine)'"
      }
    }
  }
}

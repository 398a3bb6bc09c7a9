import ObjectGraph
import Scenarios
import SourceText

extension Verdict {
  package var words: String {
    switch self {
    case .knownDeviation: "known deviation"
    case .staleDeviation: "stale deviation"
    case .match, .mismatch, .unobserved, .conflict, .error: rawValue
    }
  }
}

extension CellResult {
  package var framework: Framework { .named(cell.scenario.framework) }

  /// What the cell comes to, or why it could not be replayed.
  package var outcomeWords: String { predicted?.words(under: framework) ?? error?.message ?? "" }

  /// What was predicted and what is stated, with places: why the verdict is what it is.
  package var account: String {
    guard let predicted else { return error?.description ?? "" }
    if let recorded = cell.observations.first(where: { $0.evidence == .recorded }) {
      let before = recorded.expectation.words(requested: predicted.requested, under: framework)
      // Where the words are the same, something that they are silent on has changed.
      let hidden =
        before == outcomeWords ? recorded.expectation.hiddenDifferences(from: predicted) : []
      let now = ([outcomeWords] + hidden).joined(separator: "; ")
      return "recorded: \(before) (\(recorded.location)); now: \(now)"
    }
    let stated = cell.observations.map { observation in
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      let words = observation.expectation.words(requested: predicted.requested, under: framework)
      return "\(words) "
        + "(\(observation.evidence.rawValue), \(observation.location))\(reason)"
    }
    let hidden = cell.observations.flatMap { $0.expectation.hiddenDifferences(from: predicted) }
    let parts = [(["predicted: \(outcomeWords)"] + hidden).joined(separator: "; ")]
    return (parts + stated.map { "stated: \($0)" }).joined(separator: " — ")
  }
}

extension MatrixRun {
  /// One line for each thing that makes the run a failure, with its place.
  public var failures: [String] {
    let cells = results.filter(\.verdict.isFailure).map { result in
      "\(result.cell.location): error: \(result.verdict.words) in \(result.cell.id): "
        + result.account
    }
    let all = cells + pinProblems + (sections.isEmpty ? ["no cell was run"] : [])
    return all.map(\.singleLine)
  }
}

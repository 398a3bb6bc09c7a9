import ObjectGraph
import Scenarios
import SourceText

/// Asks an implementation about cells, and compares what it answers with what is stated.
///
/// ```swift
/// let results = Runner(ForgetfulStore()).run(file.cells)
/// for result in results where result.verdict.isFailure { print(result.cell.id) }
/// ```
public struct Runner: Sendable {
  private let implementation: any Implementation

  /// Makes a runner.
  ///
  /// - Parameter implementation: What is asked; nothing that is stated is told to it.
  public init(_ implementation: any Implementation = ObjectGraphEngine()) {
    self.implementation = implementation
  }

  /// Asks about one cell.
  ///
  /// - Parameter cell: A cell of a pairing or a scenario.
  /// - Returns: The answer and the verdict.
  public func run(_ cell: Cell) -> CellResult { run([cell])[0] }

  /// Asks about cells; about neighbours of one scenario at once.
  ///
  /// - Parameter cells: Any cells.
  /// - Returns: The results, in the same order.
  public func run(_ cells: [Cell]) -> [CellResult] {
    var results: [CellResult] = []
    while results.count < cells.count {
      let scenario = cells[results.count].scenario
      let asked = cells[results.count...].prefix { $0.scenario == scenario }
      let answers = implementation.answers(to: scenario, at: asked.map(\.look))
      for (index, cell) in asked.enumerated() {
        let missing = ReplayError("\(answers.count) answers are given to \(asked.count) looks")
        let answer = answers.count == asked.count ? answers[index] : .failure(missing)
        results.append(CellResult(cell, answer))
      }
    }
    return results
  }
}

/// A cell with what an implementation answered.
///
/// ```swift
/// let result = Runner().run(file.cells)[0]
/// print(result.cell.id, result.verdict, result.predicted?.deleted ?? [])
/// ```
public struct CellResult: Sendable {
  /// The cell.
  public let cell: Cell
  /// What has come of the steps; nil where they could not be done.
  public let predicted: Outcome?
  /// How that compares with what is stated.
  public let verdict: Verdict
  /// Why the steps could not be done, with the place.
  public let error: ReplayError?

  init(_ cell: Cell, _ answer: Answer) {
    self.cell = cell
    switch answer {
    case .success(let outcome):
      predicted = outcome
      verdict = Verdict(outcome, cell.observations)
      error = nil
    case .failure(let failure):
      predicted = nil
      verdict = .error
      error = failure.at(cell.location)
    }
  }
}

extension CellResult {
  private var framework: Framework { .named(cell.scenario.framework) }

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
      return "recorded: \(before) (\(recorded.location ?? cell.location)); now: \(now)"
    }
    let stated = cell.observations.map { observation in
      let reason = observation.deviation.map { "; known to differ: \($0)" } ?? ""
      let words = observation.expectation.words(requested: predicted.requested, under: framework)
      return "\(words) "
        + "(\(observation.evidence.rawValue), \(observation.location ?? cell.location))\(reason)"
    }
    let hidden = cell.observations.flatMap { $0.expectation.hiddenDifferences(from: predicted) }
    let parts = [(["predicted: \(outcomeWords)"] + hidden).joined(separator: "; ")]
    return (parts + stated.map { "stated: \($0)" }).joined(separator: " — ")
  }
}

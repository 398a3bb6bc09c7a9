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
  /// What is asked.
  private enum Asked {
    case implementation(any Implementation)
    case releases(ReleaseRange)
  }

  private let asked: Asked

  /// The releases that are asked about; nil where something else is asked.
  var range: ReleaseRange? { if case .releases(let range) = asked { range } else { nil } }

  /// Makes a runner.
  ///
  /// - Parameter implementation: What is asked; nothing that is stated is told to it.
  public init(_ implementation: any Implementation = ObjectGraphEngine()) {
    asked = .implementation(implementation)
  }

  /// Makes a runner that asks this package's engine about releases.
  ///
  /// What is stated is compared with the releases that its source names, or with those that were out
  /// when it was published: it matches where one of them does so.
  ///
  /// - Parameter range: The releases; what is predicted is so for the newest of them.
  public init(on range: ReleaseRange) { asked = .releases(range) }

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
    switch asked {
    case .implementation(let implementation):
      return neighbours(among: cells).flatMap { cells in
        let answers = implementation.answers(to: cells[0].scenario, at: cells.map(\.look))
        return cells.enumerated().map { CellResult($1, answers.answer($0, of: cells.count)) }
      }
    case .releases(let range):
      var releases = ComparedReleases(range)
      return neighbours(among: cells).flatMap { releases.results(of: $0) }
    }
  }

  /// The cells that stand beside each other and have one scenario.
  private func neighbours(among cells: [Cell]) -> [[Cell]] {
    var groups: [[Cell]] = []
    for cell in cells {
      if let last = groups.last?.first, last.scenario == cell.scenario {
        groups[groups.count - 1].append(cell)
      } else {
        groups.append([cell])
      }
    }
    return groups
  }
}

extension [Answer] {
  /// The answer to one of some looks, to each of which there must be one.
  func answer(_ look: Int, of count: Int) -> Answer {
    self.count == count
      ? self[look]
      : .failure(ReplayError("\(self.count) answers are given to \(count) looks"))
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
  /// What is stated, beside what is predicted for the releases that it may speak of.
  public let compared: [ComparedObservation]
  /// Whether nobody knows which of several outcomes it is on the release that is asked for.
  public let isUncertain: Bool

  init(_ cell: Cell, _ answer: Answer) {
    let outcome = try? answer.get()
    self.init(
      cell, answer, isUncertain: false,
      comparing: outcome.map { outcome in
        cell.observations.map { ComparedObservation($0, outcome) }
      } ?? [])
  }

  init(_ cell: Cell, _ answer: Answer, isUncertain: Bool, comparing compared: [ComparedObservation])
  {
    self.cell = cell
    self.isUncertain = isUncertain
    switch answer {
    case .success(let outcome):
      predicted = outcome
      self.compared = compared
      verdict = Verdict(compared)
      error = nil
    case .failure(let failure):
      predicted = nil
      self.compared = []
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

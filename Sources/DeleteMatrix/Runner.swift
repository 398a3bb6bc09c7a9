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
  /// The releases that are asked for; nil where none is.
  let range: ReleaseRange?

  /// Makes a runner.
  ///
  /// - Parameter implementation: What is asked; nothing that is stated is told to it.
  public init(_ implementation: any Implementation = ObjectGraphEngine()) {
    self.implementation = implementation
    range = nil
  }

  /// Makes a runner that asks this package's engine about releases.
  ///
  /// What is stated is compared with the release that its source names, or with those that were out
  /// when it was published: it matches where one of them does so.
  ///
  /// - Parameter range: The releases; what is predicted is so for the newest of them.
  public init(on range: ReleaseRange) {
    implementation = ObjectGraphEngine()
    self.range = range
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
      let asked = Array(cells[results.count...].prefix { $0.scenario == scenario })
      var replies = Replies(to: scenario, at: asked.map(\.look))
      for (index, cell) in asked.enumerated() {
        guard let range else {
          results.append(CellResult(cell, replies.answer(index, of: implementation)))
          continue
        }
        results.append(CellResult(cell, on: range) { replies.answer(index, as: $0) })
      }
    }
    return results
  }
}

/// What implementations answer to one scenario, each of them asked once.
private struct Replies {
  let scenario: Scenario
  let looks: [Look]
  private var known: [Framework?: [Answer]] = [:]

  init(to scenario: Scenario, at looks: [Look]) {
    self.scenario = scenario
    self.looks = looks
  }

  /// What the engine answers, as a release does.
  mutating func answer(_ look: Int, as description: Framework) -> Answer {
    let relevant = scenario.relevant(description)
    return answer(look, of: ObjectGraphEngine(as: relevant), known: relevant)
  }

  mutating func answer(
    _ look: Int, of implementation: any Implementation, known key: Framework? = nil
  ) -> Answer {
    let answers = known[key] ?? implementation.answers(to: scenario, at: looks)
    known[key] = answers
    return answers.count == looks.count
      ? answers[look]
      : .failure(ReplayError("\(answers.count) answers are given to \(looks.count) looks"))
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
    self.init(cell, answer, isUncertain: false) { outcome in
      cell.observations.map { ComparedObservation($0, outcome) }
    }
  }

  /// Compares what each source states with the releases that it may speak of.
  init(_ cell: Cell, on range: ReleaseRange, _ answer: (Framework) -> Answer) {
    let (releases, name) = (range.releases, cell.scenario.framework)
    func outcomes(on era: Release.Era) -> [Outcome] {
      releases.descriptions(of: name, on: era).compactMap { try? answer($0).get() }
    }
    let now = releases.descriptions(of: name, on: range.newest)
    let predicted = answer(now[0])
    let isUncertain = now.contains { answer($0) != predicted }
    self.init(cell, predicted, isUncertain: isUncertain) { _ in
      cell.observations.map { observation in
        ComparedObservation(
          observation,
          on: releases.eras(meantBy: observation.source).map { ($0, outcomes(on: $0)) })
      }
    }
  }

  private init(
    _ cell: Cell, _ answer: Answer, isUncertain: Bool,
    comparing compare: (Outcome) -> [ComparedObservation]
  ) {
    self.cell = cell
    self.isUncertain = isUncertain
    switch answer {
    case .success(let outcome):
      predicted = outcome
      compared = compare(outcome)
      verdict = Verdict(compared)
      error = nil
    case .failure(let failure):
      predicted = nil
      compared = []
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

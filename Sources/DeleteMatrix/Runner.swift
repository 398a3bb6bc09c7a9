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
    var descriptions = range.map { KnownDescriptions($0.releases) }
    while results.count < cells.count {
      let scenario = cells[results.count].scenario
      let asked = Array(cells[results.count...].prefix { $0.scenario == scenario })
      guard let range else {
        let answers = implementation.answers(to: scenario, at: asked.map(\.look))
        for (index, cell) in asked.enumerated() {
          results.append(CellResult(cell, answers.answer(index, of: asked.count)))
        }
        continue
      }
      var replies = Replies(to: scenario, at: asked.map(\.look))
      for (index, cell) in asked.enumerated() {
        results.append(CellResult(cell, on: range, index, &replies, &descriptions))
      }
    }
    return results
  }
}

extension [Answer] {
  /// The answer to one of some looks, to each of which there must be one.
  fileprivate func answer(_ look: Int, of count: Int) -> Answer {
    self.count == count
      ? self[look]
      : .failure(ReplayError("\(self.count) answers are given to \(count) looks"))
  }
}

/// What the engine answers to one scenario, asked once for all releases on which it comes to the same.
private struct Replies {
  let scenario: Scenario
  let looks: [Look]
  private let irrelevant: [Framework.Condition]
  private var known: [Framework: [Answer]] = [:]

  init(to scenario: Scenario, at looks: [Look]) {
    self.scenario = scenario
    self.looks = looks
    irrelevant = scenario.irrelevantConditions
  }

  /// What may come of it where one of some descriptions holds: each once, what is presumed first.
  mutating func answers(_ look: Int, as descriptions: [Framework]) -> [Answer] {
    var asked: [Framework] = []
    for description in descriptions {
      var relevant = description
      for condition in irrelevant { relevant.behaviours[condition] = nil }
      if !asked.contains(relevant) { asked.append(relevant) }
    }
    return asked.map { description in
      let answers =
        known[description] ?? ObjectGraphEngine(as: description).answers(to: scenario, at: looks)
      known[description] = answers
      return answers.answer(look, of: looks.count)
    }
  }
}

/// What is described of each release, worked out once.
private struct KnownDescriptions {
  private let releases: Releases
  private var known: [Framework.Name: [Release.Era: [Framework]]] = [:]

  init(_ releases: Releases) { self.releases = releases }

  mutating func descriptions(of name: Framework.Name, on era: Release.Era) -> [Framework] {
    if let found = known[name]?[era] { return found }
    let found = releases.descriptions(of: name, on: era)
    known[name, default: [:]][era] = found
    return found
  }

  /// The releases that a source may speak of, those together on which all is described alike.
  mutating func groups(
    of name: Framework.Name, meantBy source: Source?
  ) -> [(descriptions: [Framework], eras: [Release.Era])] {
    var groups: [(descriptions: [Framework], eras: [Release.Era])] = []
    for era in releases.eras(meantBy: source) {
      let found = descriptions(of: name, on: era)
      if let last = groups.indices.last, groups[last].descriptions == found {
        groups[last].eras.append(era)
      } else {
        groups.append((found, [era]))
      }
    }
    return groups
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
  fileprivate init(
    _ cell: Cell, on range: ReleaseRange, _ look: Int, _ replies: inout Replies,
    _ descriptions: inout KnownDescriptions?
  ) {
    let name = cell.scenario.framework
    let now = replies.answers(
      look, as: descriptions?.descriptions(of: name, on: range.newest) ?? [.named(name)])
    var compared: [ComparedObservation] = []
    for observation in cell.observations {
      var eras: [(Release.Era, [Outcome])] = []
      for group in descriptions?.groups(of: name, meantBy: observation.source) ?? [] {
        let outcomes = replies.answers(look, as: group.descriptions).compactMap { try? $0.get() }
        eras += group.eras.map { ($0, outcomes) }
      }
      compared.append(ComparedObservation(observation, on: eras))
    }
    self.init(cell, now[0], isUncertain: Set(now).count > 1) { _ in compared }
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

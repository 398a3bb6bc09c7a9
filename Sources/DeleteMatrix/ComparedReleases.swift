import ObjectGraph
import Scenarios

/// Compares what is stated with what the engine predicts for releases: what each of them does is worked
/// out once, and all that come to the same for a scenario are one replay of it.
struct ComparedReleases {
  private let range: ReleaseRange
  private var described: [Framework.Name: [Release.Era: [Framework]]] = [:]
  private var meant: [Source?: [Release.Era]] = [:]

  init(_ range: ReleaseRange) { self.range = range }

  /// What is predicted for cells of one scenario on the newest release, and what of that is stated for
  /// others.
  mutating func results(of cells: [Cell]) -> [CellResult] {
    guard let scenario = cells.first?.scenario else { return [] }
    var replays = Replays(of: scenario, at: cells.map(\.look))
    return cells.enumerated().map { look, cell in
      let now = answers(look, of: &replays, on: range.newest)
      let compared = cell.observations.map { observation in
        ComparedObservation(
          observation,
          on: eras(meantBy: observation.source).map { era in
            (era, answers(look, of: &replays, on: era).compactMap { try? $0.get() })
          })
      }
      return CellResult(
        cell, now[0], isUncertain: now.contains { $0 != now[0] }, comparing: compared)
    }
  }

  private mutating func answers(
    _ look: Int, of replays: inout Replays, on era: Release.Era
  ) -> [Answer] {
    let name = replays.scenario.framework
    return replays.answers(look, on: era) {
      if let found = described[name]?[era] { return found }
      let found = range.releases.descriptions(of: name, on: era)
      described[name, default: [:]][era] = found
      return found
    }
  }

  private mutating func eras(meantBy source: Source?) -> [Release.Era] {
    if let found = meant[source] { return found }
    let found = range.releases.eras(meantBy: source)
    meant[source] = found
    return found
  }
}

/// What the engine answers to one scenario, as releases do.
private struct Replays {
  let scenario: Scenario
  private let looks: [Look]
  private let irrelevant: [Framework.Condition]
  /// The descriptions without what is irrelevant, each once, and what is answered by each.
  private var answered: [(description: Framework, answers: [Answer])] = []
  /// Which of them may hold on a release, what is presumed first.
  private var possible: [Release.Era: [Int]] = [:]

  init(of scenario: Scenario, at looks: [Look]) {
    self.scenario = scenario
    self.looks = looks
    irrelevant = scenario.irrelevantConditions
  }

  /// What may come of it on a release: each once, what is presumed first.
  mutating func answers(
    _ look: Int, on era: Release.Era, descriptions: () -> [Framework]
  ) -> [Answer] {
    if possible[era] == nil {
      var found: [Int] = []
      for description in descriptions() {
        let number = number(of: description)
        if !found.contains(number) { found.append(number) }
      }
      possible[era] = found
    }
    return possible[era, default: []].map { answered[$0].answers.answer(look, of: looks.count) }
  }

  private mutating func number(of description: Framework) -> Int {
    var description = description
    for condition in irrelevant { description.behaviours[condition] = nil }
    if let known = answered.firstIndex(where: { $0.description == description }) { return known }
    let answers = ObjectGraphEngine(as: description).answers(to: scenario, at: looks)
    answered.append((description, answers))
    return answered.count - 1
  }
}

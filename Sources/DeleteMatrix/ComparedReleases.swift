import ObjectGraph
import Scenarios

/// Compares what is stated with what the engine predicts for releases: what each of them does is worked
/// out once, and all that come to the same for a scenario are one replay of it.
struct ComparedReleases {
  private let range: ReleaseRange
  private var described: [Framework.Name: [Release.Era: [Framework]]] = [:]

  init(_ range: ReleaseRange) { self.range = range }

  /// What is predicted for cells of one scenario on the newest release, and what of that is stated for
  /// others.
  mutating func results(of cells: [Cell]) -> [CellResult] {
    guard let scenario = cells.first?.scenario else { return [] }
    let name = scenario.framework
    var replays = Replays(of: scenario, at: cells.map(\.look))
    return cells.enumerated().map { look, cell in
      let now = replays.answers(look, as: descriptions(of: name, on: range.newest))
      let compared = cell.observations.map { observation in
        ComparedObservation(
          observation,
          on: range.releases.eras(meantBy: observation.source).map { era in
            let answers = replays.answers(look, as: descriptions(of: name, on: era))
            return (era, answers.compactMap { try? $0.get() })
          })
      }
      return CellResult(cell, now[0], isUncertain: Set(now).count > 1, comparing: compared)
    }
  }

  private mutating func descriptions(
    of name: Framework.Name, on era: Release.Era
  ) -> [Framework] {
    if let found = described[name]?[era] { return found }
    let found = range.releases.descriptions(of: name, on: era)
    described[name, default: [:]][era] = found
    return found
  }
}

/// What the engine answers to one scenario, as releases do.
private struct Replays {
  private let scenario: Scenario
  private let looks: [Look]
  private let irrelevant: [Framework.Condition]
  /// The descriptions without what is irrelevant, each once.
  private var relevant: [[Framework]: [Framework]] = [:]
  private var answered: [Framework: [Answer]] = [:]

  init(of scenario: Scenario, at looks: [Look]) {
    self.scenario = scenario
    self.looks = looks
    irrelevant = scenario.irrelevantConditions
  }

  /// What may come of it where one of some descriptions holds: each once, what is presumed first.
  mutating func answers(_ look: Int, as descriptions: [Framework]) -> [Answer] {
    relevant(descriptions).map { description in
      if answered[description] == nil {
        answered[description] = ObjectGraphEngine(as: description)
          .answers(to: scenario, at: looks)
      }
      return answered[description, default: []].answer(look, of: looks.count)
    }
  }

  private mutating func relevant(_ descriptions: [Framework]) -> [Framework] {
    if let found = relevant[descriptions] { return found }
    var found: [Framework] = []
    for var description in descriptions {
      for condition in irrelevant { description.behaviours[condition] = nil }
      if !found.contains(description) { found.append(description) }
    }
    relevant[descriptions] = found
    return found
  }
}

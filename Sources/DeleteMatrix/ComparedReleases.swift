import ObjectGraph
import Scenarios
import SourceText

/// Compares what is stated with what the engine predicts for releases.
struct ComparedReleases {
  private var described: DescribedReleases
  private var meant: [Source?: [Release.Era]] = [:]
  /// The model that was asked about last, as descriptions of its framework have it.
  private var resolved: Scenario.ResolvedModel?
  private var schemas: [Framework: Result<Schema, SchemaError>] = [:]

  init(_ releases: Releases) { described = DescribedReleases(releases) }

  /// Predicts the cells of a trial on the releases that are asked for, and compares those that sources
  /// name with what they state.
  mutating func results(of trial: Trial, on range: ReleaseRange) -> [CellResult] {
    let (scenario, cells) = (trial.scenario, trial.cells)
    let unknown = cells.compactMap { unknownRelease(namedBy: $0) }.first
    if let unknown {
      let failure = ReplayError("the \"os\" of a source: \(unknown)")
      return cells.map { CellResult($0, .failure(failure)) }
    }
    let looks = cells.map(\.look)
    if resolved !== scenario.resolved { (resolved, schemas) = (scenario.resolved, [:]) }
    // What each description comes to, once for all scenarios of a model.
    var schemas = self.schemas
    var replays = ReleaseReplays(of: scenario.framework, without: scenario.irrelevantConditions) {
      description in
      let known = schemas[description]
      let schema =
        known ?? Result { () throws(SchemaError) in try scenario.schema(as: description) }
      if known == nil { schemas[description] = schema }
      return ObjectGraphEngine().answers(to: scenario, at: looks, in: schema)
    }
    let results = cells.enumerated().map { look, cell in
      result(of: cell, at: look, on: range, &replays)
    }
    self.schemas = schemas
    return results
  }

  private mutating func result(
    of cell: Cell, at look: Int, on range: ReleaseRange, _ replays: inout ReleaseReplays<[Answer]>
  ) -> CellResult {
    let framework = cell.scenario.framework
    let answer = { (answers: [Answer]) in
      answers.indices.contains(look)
        ? answers[look] : Answer.failure(ReplayError("there is no answer to a look"))
    }
    let releases = replays.results(on: range, &described, answer).map { part in
      let unknown =
        part.results.count < 2
        ? [] : Set(part.range.eras.flatMap { replays.unknown(on: $0, &described, answer) })
      return ReleaseAnswers(range: part.range, answers: part.results, unknown: unknown)
    }
    // Most releases have the same results, which are looked at once.
    var possible: [[Int]: ComparedObservation.Possible] = [:]
    var predictions: [Release.Era: ComparedObservation.Prediction] = [:]
    let compared = cell.observations.map { observation in
      ComparedObservation(
        observation,
        on: eras(meantBy: observation, of: cell, on: range).map { era in
          if let known = predictions[era] { return known }
          let places = replays.places(on: era, &described)
          let outcomes =
            possible[places]
            ?? ComparedObservation.Possible(
              replays.results(on: era, &described, answer).compactMap { try? $0.get() })
          possible[places] = outcomes
          let unknown = places.count < 2 ? [] : replays.unknown(on: era, &described, answer)
          let prediction = ComparedObservation.Prediction(
            era: era, outcomes: outcomes,
            disputed: described.releases.disputed(unknown, of: framework, on: era))
          predictions[era] = prediction
          return prediction
        })
    }
    // A record of releases that nobody asks for says nothing.
    return CellResult(
      cell, on: releases,
      comparing: compared.filter { $0.observation.evidence != .recorded || !$0.eras.isEmpty })
  }

  /// Why nothing can be held to what a source of a cell names; nil where all of it is described.
  private func unknownRelease(namedBy cell: Cell) -> ReleaseError? {
    for release in cell.observations.compactMap(\.source).flatMap(\.environment.releases) {
      do throws(ReleaseError) { try described.releases.checkIsNotNewer(release) } catch {
        return error
      }
    }
    return nil
  }

  private mutating func eras(
    meantBy observation: Observation, of cell: Cell, on range: ReleaseRange
  ) -> [Release.Era] {
    if observation.evidence == .recorded {
      if let system = observation.system { return range.eras.filter(system.contains) }
      let others = cell.observations.compactMap(\.system)
      return range.eras.filter { era in !others.contains { $0.contains(era) } }
    }
    let source = observation.source
    if let found = meant[source] { return found }
    let found = described.releases.eras(meantBy: source)
    meant[source] = found
    return found
  }
}

extension Releases {
  /// Those of some conditions of which sources disagree about a release.
  fileprivate func disputed(
    _ conditions: Set<Framework.Condition>, of name: Framework.Name, on era: Release.Era
  ) -> Set<Framework.Condition> {
    conditions.filter { behaviour($0, of: name)?.isDisputed(on: era) == true }
  }
}

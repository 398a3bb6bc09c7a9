import ObjectGraph
import Scenarios
import SourceText

/// Compares what is stated with what the engine predicts for releases.
struct ComparedReleases {
  private var described: DescribedReleases
  private var meant: [Source?: [Release.Era]] = [:]

  init(_ releases: Releases) { described = DescribedReleases(releases) }

  /// What is predicted for cells of one scenario on the releases that are asked for, and what of that
  /// is stated for those that sources speak of.
  mutating func results(of cells: [Cell], on range: ReleaseRange) -> [CellResult] {
    guard let scenario = cells.first?.scenario else { return [] }
    let looks = cells.map(\.look)
    var replays = ReleaseReplays(of: scenario.framework, without: scenario.irrelevantConditions) {
      ObjectGraphEngine(as: $0).answers(to: scenario, at: looks)
    }
    return cells.enumerated().map { look, cell in
      let releases = replays.results(on: range, &described) {
        $0.answer(look, of: looks.count)
      }.map { ReleaseAnswers(range: $0.range, answers: $0.results) }
      let compared = cell.observations.map { observation in
        ComparedObservation(
          observation,
          on: eras(meantBy: observation, of: cell, on: range).map { era in
            let answers = replays.results(on: era, &described) {
              $0.answer(look, of: looks.count)
            }
            return (era, answers.compactMap { try? $0.get() })
          })
      }
      // A record of releases that nobody asks for says nothing.
      return CellResult(
        cell, on: releases,
        comparing: compared.filter { $0.observation.evidence != .recorded || !$0.eras.isEmpty })
    }
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

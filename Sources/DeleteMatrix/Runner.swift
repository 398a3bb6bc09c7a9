import ObjectGraph
import Scenarios
import SourceText

/// Asks an implementation about cells, and compares what it answers with what is stated.
///
/// ```swift
/// let results = Runner(ForgetfulStore()).run(file.trial)
/// for result in results where result.verdict.isFailure { print(result.cell.id) }
/// ```
public struct Runner: Sendable {
  /// The implementation or the releases that cells are run against.
  private enum Asked {
    case implementation(any Implementation)
    case releases(ReleaseRange)
    case ownReleases(Releases)
  }

  private let asked: Asked

  /// Makes a runner.
  ///
  /// - Parameter implementation: The implementation to run; it doesn't see the stated outcomes.
  public init(_ implementation: any Implementation = ObjectGraphEngine()) {
    asked = .implementation(implementation)
  }

  /// Makes a runner that asks this package's engine about releases.
  ///
  /// What is stated is compared with the releases that its source names, or with those that were out
  /// when it was published: it matches where one of them does so. What was recorded is compared with
  /// those that are asked about: it matches where all of them do so.
  ///
  /// - Parameter range: The releases, whichever a scenario names itself; what is predicted is so for
  ///   the newest of them. Nil for the engine as it is described without a release.
  public init(on range: ReleaseRange?) {
    asked = range.map { .releases($0) } ?? .implementation(ObjectGraphEngine())
  }

  /// Makes a runner that asks this package's engine about the releases that each scenario names, or
  /// about the newest where it names none.
  ///
  /// - Parameter releases: What is described. Nil for the engine as it is described without a release.
  public init(in releases: Releases?) {
    asked = releases.map { .ownReleases($0) } ?? .implementation(ObjectGraphEngine())
  }

  /// The releases that the cells are run on, without duplicates.
  ///
  /// Empty if the runner was made with an implementation. A range that names a release without a
  /// description is left out.
  func ranges(of cells: some Sequence<Cell>) -> [ReleaseRange] {
    switch asked {
    case .implementation: return []
    case .releases(let range): return [range]
    case .ownReleases(let releases):
      var systems: [ReleaseSpan?] = []
      for cell in cells where !systems.contains(cell.scenario.system) {
        systems.append(cell.scenario.system)
      }
      let ranges = (systems.isEmpty ? [nil] : systems).compactMap { try? releases.range(of: $0) }
      return ranges.eachOnce
    }
  }

  /// Asks about one cell.
  ///
  /// - Parameter cell: A cell of a pairing or a scenario.
  /// - Returns: The answer and the verdict.
  public func run(_ cell: Cell) -> CellResult { run(Trial(cell.scenario, [cell]))[0] }

  /// Asks about the cells of one scenario at once.
  ///
  /// - Parameter trial: The scenario and its cells.
  /// - Returns: The results, in the order of the cells.
  public func run(_ trial: Trial) -> [CellResult] { run([trial]) }

  /// Asks about one trial after the other.
  ///
  /// - Parameter trials: Any trials.
  /// - Returns: The results, in the order of the trials and of their cells.
  public func run(_ trials: [Trial]) -> [CellResult] {
    switch asked {
    case .implementation(let implementation):
      return trials.flatMap { trial in
        let answers = implementation.answers(to: trial.scenario, at: trial.cells.map(\.look))
        return trial.cells.enumerated().map {
          CellResult($1, answers.answer($0, of: trial.cells.count))
        }
      }
    case .releases(let range):
      return trials.flatMap { $0.results(on: range) }
    case .ownReleases(let described):
      return trials.flatMap { trial in
        do throws(ReleaseError) {
          let range = try described.range(of: trial.scenario.system)
          return trial.results(on: range)
        } catch {
          let failure = ReplayError("the system of the scenario: \(error)")
          return trial.cells.map { CellResult($0, .failure(failure)) }
        }
      }
    }
  }
}

extension Trial {
  /// Predicts the cells on the releases that are asked for, and compares those that sources name with
  /// what they state.
  fileprivate func results(on asked: ReleaseRange) -> [CellResult] {
    let range = introduction.map(asked.since) ?? asked
    let looks = cells.map(\.look)
    var made: [Circumstances: Predictions<[Answer]>] = [:]
    func predictions(in circumstances: Circumstances) -> Predictions<[Answer]> {
      let scenario = scenario.stating(circumstances)
      if let known = made[scenario.circumstances] { return known }
      let predictions = Predictions(of: scenario, in: range.releases) {
        ObjectGraphEngine(as: $0).answers(to: scenario, at: looks)
      }
      made[scenario.circumstances] = predictions
      return predictions
    }
    return cells.enumerated().map { look, cell in
      func predicted(
        on eras: [Release.Era], in circumstances: Circumstances = Circumstances()
      ) -> [Prediction<Answer>] {
        predictions(in: circumstances).predictions(on: eras) { $0.answer(look, of: looks.count) }
      }
      let compared = cell.observations.map { observation in
        let stated = observation.circumstances(of: scenario.framework)
        return ComparedObservation(
          observation, on: predicted(on: cell.eras(meantBy: observation, on: range), in: stated),
          in: scenario.stating(stated).circumstances,
          besides: cell.observations.filter {
            $0.evidence == .recorded && $0.system == observation.system
          }.map(\.state))
      }
      // A record of releases that nobody asks for says nothing.
      return CellResult(
        cell, on: predicted(on: range.eras),
        comparing: compared.filter { $0.observation.evidence != .recorded || !$0.eras.isEmpty })
    }
  }
}

extension Observation {
  package func circumstances(of framework: Framework.Name) -> Circumstances {
    Circumstances(stating: source?.environment.store ?? "", of: framework)
  }
}

extension Cell {
  fileprivate func eras(meantBy observation: Observation, on range: ReleaseRange) -> [Release.Era] {
    guard observation.evidence == .recorded else {
      return range.releases.eras(meantBy: observation.source)
    }
    if let system = observation.system { return range.eras.filter(system.contains) }
    let others = observations.compactMap(\.system)
    return range.eras.filter { era in !others.contains { $0.contains(era) } }
  }
}

extension Releases {
  /// The releases that a scenario names, or else the newest.
  fileprivate func range(of system: ReleaseSpan?) throws(ReleaseError) -> ReleaseRange {
    guard let system else { return ReleaseRange(newestIn: self) }
    return try ReleaseRange(system, in: self)
  }
}

extension [ReleaseRange] {
  /// The distinct ranges; the same releases can be named in several ways.
  var eachOnce: [ReleaseRange] {
    reduce(into: []) { found, range in
      if !found.contains(range) { found.append(range) }
    }
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

import ObjectGraph
import Scenarios
import SourceText

/// The results of replaying a suite, or the part of it that was asked for.
///
/// ```swift
/// let run = MatrixRun(suite, by: Runner(ForgetfulStore()))
/// for line in run.failures { print(line) }
/// ```
public struct MatrixRun: Sendable {
  package struct Section: Sendable {
    package let name: String
    package let title: String
    package let framework: Framework.Name
    /// The model that the pairing is of, where there are several; nil for any other.
    package fileprivate(set) var model: String?
    /// The names of a pairing's two sides; nil for a scenario.
    package var sides: [String]?
    /// The results, in the order of the cells; never empty.
    package fileprivate(set) var results: [CellResult] = []
  }

  /// The framework whose pairings were asked for; nil for all.
  public let framework: Framework.Name?
  /// The pairings and then the scenarios of which at least one cell was run.
  package let sections: [Section]
  package let summary: Summary
  /// The problems of the run as a whole; empty if only a part was run.
  ///
  /// These are counts that differ from the pinned ones, and recorded pairings that are missing.
  public let pinProblems: [String]
  /// The releases of which something is predicted, each time as they were asked for; empty where
  /// nothing was asked of releases.
  public let ranges: [ReleaseRange]
  /// The same of other frameworks' pairings, which are shown where they differ, and judged alike.
  public var others: [MatrixRun] = []

  /// Replays the cells of a suite.
  ///
  /// - Parameters:
  ///   - suite: The pairings and scenarios.
  ///   - framework: Whose pairings; nil for all.
  ///   - scenarioFramework: Whose scenarios; nil for all.
  ///   - includesScenarios: Whether scenarios are replayed at all.
  ///   - includesBatchDeletes: Whether the batch deletes of pairings are replayed of which nothing is
  ///     stated.
  ///   - pattern: Which cells; nil for all.
  ///   - runner: What is asked, and of which releases; nil for this engine and, where the suite
  ///     describes releases, those that a scenario names or else the newest.
  ///   - problems: What is known to be wrong with the whole.
  public init(
    _ suite: MatrixSuite, framework: Framework.Name? = nil,
    scenarioFramework: Framework.Name? = nil, includesScenarios: Bool = true,
    includesBatchDeletes: Bool = false,
    only pattern: CellPattern? = nil,
    by runner: Runner? = nil, problems: [String] = []
  ) {
    let runner = runner ?? Runner(in: suite.releases)
    let pairings = suite.pairings.filter { framework == nil || $0.framework == framework }.map {
      (
        Section(
          name: $0.name, title: $0.title, framework: $0.framework, sides: $0.sides.map(\.title)),
        $0.trials(fitting: pattern, withBatchDeletes: includesBatchDeletes)
      )
    }
    let scenarios = suite.scenarios.filter {
      includesScenarios && (scenarioFramework == nil || $0.scenario.framework == scenarioFramework)
    }.map { file in
      (
        Section(name: file.name, title: file.title, framework: file.scenario.framework),
        [file.trial.fitting(pattern)].compactMap(\.self)
      )
    }
    let asked = (pairings + scenarios).filter { _, trials in !trials.isEmpty }
    // All at once: the releases are then described once.
    var results = runner.run(asked.flatMap { _, trials in trials })[...]
    sections = asked.map { section, trials in
      var section = section
      let count = trials.reduce(0) { $0 + $1.cells.count }
      section.results = Array(results.prefix(count))
      results = results.dropFirst(count)
      return section
    }
    ranges = runner.ranges(of: sections.lazy.flatMap(\.results).map(\.cell))
    self.framework = framework
    summary = Summary(sections.lazy.flatMap(\.results))
    let frameworks = framework.map { [$0] } ?? Framework.Name.allCases
    pinProblems = problems + (pattern == nil ? frameworks.flatMap(suite.pinProblems) : [])
  }

  /// Joins the runs of several models, whose pairings may have the same names.
  package init(joining runs: [(model: String, run: MatrixRun)]) {
    let frameworks = Set(runs.map(\.run.framework))
    framework = frameworks.count == 1 ? frameworks.first ?? nil : nil
    sections = runs.flatMap { model, run in
      run.sections.map {
        var section = $0
        section.model = model
        return section
      }
    }
    summary = Summary(sections.lazy.flatMap(\.results))
    pinProblems = runs.flatMap(\.run.pinProblems)
    ranges = runs.flatMap(\.run.ranges).eachOnce
    others = runs.flatMap(\.run.others)
  }

  /// The results of all sections, in their order; none is copied, and to count them takes O(*n*).
  public var results: some BidirectionalCollection<CellResult> { sections.lazy.flatMap(\.results) }

  /// Whether the run has failed: a failing verdict, no cell at all, or a count that is not the
  /// pinned one.
  public var isFailure: Bool { !failures.isEmpty }

  /// The releases that all cells were asked about; nil where they are not the same.
  public var range: ReleaseRange? { ranges.count == 1 ? ranges[0] : nil }

  /// The cells that were observed on one of the releases that each was asked about.
  public var observedThere: [CellResult] {
    results.filter { result in
      let eras = result.eras
      return result.compared.contains {
        $0.observation.evidence == .observed
          && $0.observation.source?.environment.releases.contains {
            eras.contains($0.era)
          } == true
      }
    }
  }

  /// The reasons that the run is a failure, a line each, with locations.
  public var failures: [String] {
    let cells = results.filter(\.verdict.isFailure).map { result in
      "\(result.cell.location): error: \(result.verdict.words) in \(result.cell.id): "
        + result.account
    }
    let own = (cells + pinProblems).map(\.singleLine)
    // That another framework has nothing here is told by the pinned counts, if by anything.
    return own + (sections.isEmpty ? ["no cell was run"] : [])
      + others.flatMap { $0.sections.isEmpty ? $0.pinProblems : $0.failures }
  }
}

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
  /// The results of one pairing or scenario.
  public struct Section: Sendable {
    /// The pairing's or scenario's name.
    public let name: String
    /// What it shows, in words.
    public let title: String
    /// The framework whose behaviour was replayed.
    public let framework: Framework.Name
    /// What the two sides of a pairing are called; nil for a scenario.
    public let sides: [String]?
    /// The results, in the order of the cells; never empty.
    public let results: [CellResult]
  }

  /// The framework whose pairings were asked for; nil for all.
  public let framework: Framework.Name?
  /// The pairings and then the scenarios of which at least one cell was run.
  public let sections: [Section]
  /// The results, counted.
  public let summary: Summary
  /// What is wrong with the run as a whole: how the counts differ from the pinned ones, or which
  /// recorded pairings are gone; empty where only a part was run.
  public let pinProblems: [String]
  /// The releases that were asked for, nil for none: what is predicted is so for the newest.
  public let range: ReleaseRange?
  /// The same of other frameworks' pairings, which are shown where they differ, and judged alike.
  public var others: [MatrixRun] = []

  /// Replays the cells of a suite.
  ///
  /// - Parameters:
  ///   - suite: The pairings and scenarios.
  ///   - framework: Whose pairings; nil for all.
  ///   - scenarioFramework: Whose scenarios; nil for all.
  ///   - includesScenarios: Whether scenarios are replayed at all.
  ///   - pattern: Which cells; nil for all.
  ///   - runner: What is asked, and of which releases; nil for this engine and, where the suite
  ///     describes releases, the newest.
  ///   - problems: What is known to be wrong with the whole.
  public init(
    _ suite: MatrixSuite, framework: Framework.Name? = nil,
    scenarioFramework: Framework.Name? = nil, includesScenarios: Bool = true,
    only pattern: CellPattern? = nil,
    by runner: Runner? = nil, problems: [String] = []
  ) {
    let runner =
      runner ?? suite.releases.map { Runner(on: ReleaseRange(from: nil, in: $0)) } ?? Runner()
    let pairings = suite.pairings.filter { framework == nil || $0.framework == framework }.map {
      pairing in
      (
        pairing.name, pairing.title, pairing.framework, Optional(pairing.sides.map(\.title)),
        pairing.cells
      )
    }
    let scenarios = suite.scenarios.filter {
      includesScenarios && (scenarioFramework == nil || $0.scenario.framework == scenarioFramework)
    }.map { file in
      (file.name, file.title, file.scenario.framework, [String]?.none, file.cells)
    }
    var sections: [Section] = []
    for (name, title, sectionFramework, sides, cells) in pairings + scenarios {
      let chosen = cells.filter { pattern?.matches($0) ?? true }
      if chosen.isEmpty { continue }
      sections.append(
        Section(
          name: name, title: title, framework: sectionFramework, sides: sides,
          results: runner.run(chosen)))
    }
    self.sections = sections
    range = runner.range
    self.framework = framework
    summary = Summary(sections.lazy.flatMap(\.results))
    let frameworks = framework.map { [$0] } ?? Framework.Name.allCases
    pinProblems = problems + (pattern == nil ? frameworks.flatMap(suite.pinProblems) : [])
  }

  /// The results of all sections, in their order; none is copied, and to count them takes O(*n*).
  public var results: some BidirectionalCollection<CellResult> { sections.lazy.flatMap(\.results) }

  /// Whether the run has failed: a failing verdict, no cell at all, or a count that is not the
  /// pinned one.
  public var isFailure: Bool { !failures.isEmpty }

  /// The cells that somebody observed on the newest release that was asked for.
  public var observedOnNewest: [CellResult] {
    guard let newest = range?.newest else { return [] }
    return results.filter { result in
      result.compared.contains {
        $0.observation.evidence == .observed
          && $0.observation.source?.environment.releases.contains { $0.era == newest } == true
      }
    }
  }

  /// One line for each thing that makes the run a failure, with its place.
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

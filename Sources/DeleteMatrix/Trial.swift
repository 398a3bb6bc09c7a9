import ObjectGraph
import Scenarios

/// A scenario with the cells that look at it: they are asked about at once, from the file to the table.
///
/// ```swift
/// let results = Runner(ForgetfulStore()).run(file.trial)
/// ```
public struct Trial: Sendable {
  /// The stored graph and the steps.
  public let scenario: Scenario
  /// The cells, in the order of their steps; each is about this scenario.
  public let cells: [Cell]
  /// The first release that it can happen on; nil for any.
  let introduction: Release.Era?

  package init(_ scenario: Scenario, _ cells: [Cell], from introduction: Release.Era? = nil) {
    self.scenario = scenario
    self.cells = cells
    self.introduction = introduction
  }

  /// The trial with the cells that a pattern means; nil where it means none.
  func fitting(_ pattern: CellPattern?) -> Trial? {
    with { pattern?.matches($0) ?? true }
  }

  /// The trial with the cells of some ids; nil where it has none of them.
  package func with(_ ids: Set<String>) -> Trial? { with { ids.contains($0.id) } }

  private func with(_ isMeant: (Cell) -> Bool) -> Trial? {
    let meant = cells.filter(isMeant)
    return meant.isEmpty ? nil : Trial(scenario, meant, from: introduction)
  }
}

extension ScenarioFile {
  /// The scenario with a cell for each step after which something is stated, or else after which the
  /// store is changed.
  public var trial: Trial {
    let lastRead = observations.keys.filter { number in
      observations[number, default: []].contains { $0.state.reading != nil }
    }.max()
    return Trial(
      scenario,
      looks.map { number in
        let stated = (observations[number] ?? []).map { observation in
          observation.stating { $0.isReadLater = lastRead.map { $0 > number } == true }
        }
        let step = scenario.steps.indices.contains(number - 1) ? scenario.steps[number - 1] : nil
        return Cell(
          id: "\(name)/step-\(number)", group: name, after: number, of: scenario,
          observations: stated, location: step?.location ?? location)
      })
  }
}

extension MatrixSuite {
  /// The trials of one framework: the pairings' first, then the scenarios'.
  ///
  /// - Parameters:
  ///   - framework: Which framework; nil for all.
  ///   - pattern: Which cells; nil for all.
  ///   - includesBatchDeletes: Whether those of batch deletes are among them of which nothing is
  ///     stated.
  /// - Returns: The trials with a cell at least, in the order of the files and of the places in them.
  public func trials(
    of framework: Framework.Name?, only pattern: CellPattern? = nil,
    withBatchDeletes includesBatchDeletes: Bool = false
  ) -> [Trial] {
    pairings.filter { framework == nil || $0.framework == framework }.flatMap {
      $0.trials(fitting: pattern, withBatchDeletes: includesBatchDeletes)
    }
      + scenarios.filter { framework == nil || $0.scenario.framework == framework }.compactMap {
        $0.trial.fitting(pattern)
      }
  }

  /// The cells of the same trials.
  public func cells(
    of framework: Framework.Name?, only pattern: CellPattern? = nil,
    withBatchDeletes includesBatchDeletes: Bool = false
  ) -> [Cell] {
    trials(of: framework, only: pattern, withBatchDeletes: includesBatchDeletes).flatMap(\.cells)
  }
}

import ObjectGraph
import Scenarios
import SourceText

/// A cell with what the engine predicts for it.
public struct CellResult: Sendable {
  /// The cell.
  public let cell: Cell
  /// What the engine predicts; nil where the steps could not be done.
  public let predicted: Outcome?
  /// How the prediction compares with what is stated.
  public let verdict: Verdict
  /// Why the steps could not be done, with the place.
  public let error: ReplayError?
}

/// Replays cells, one by one, and compares.
public struct Runner: Sendable {
  private let engine: Engine

  /// Makes a runner with this package's own engine.
  public init() {
    engine = Engine()
  }

  /// Makes a runner with another engine, to test the harness.
  package init(engine: Engine) {
    self.engine = engine
  }

  /// Replays one cell.
  ///
  /// - Parameter cell: A cell of a pairing or a scenario.
  /// - Returns: The prediction and the verdict.
  public func run(_ cell: Cell) -> CellResult { run(cell, schema: nil).result }

  /// Replays a scenario to its end.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and what is done to it.
  ///   - location: Where the scenario is written.
  /// - Returns: What has come of it.
  /// - Throws: A ``ReplayError`` where the graph cannot be built or a step cannot be done.
  public func outcome(
    of scenario: Scenario, at location: Location
  ) throws(ReplayError) -> Outcome {
    try engine.outcome(of: scenario, at: location)
  }

  /// Replays one cell, and says which schema it has: that of its neighbour, where that is the same.
  private func run(_ cell: Cell, schema: Schema?) -> (result: CellResult, schema: Schema?) {
    do {
      var replay = try Replay(cell.scenario, schema: schema, engine: engine, at: cell.location)
      for step in cell.scenario.steps { try replay.perform(step) }
      let outcome = try replay.outcome(
        fetching: cell.observations.flatMap(\.expectation.fetched))
      let result = CellResult(
        cell: cell, predicted: outcome, verdict: Verdict(outcome, cell.observations), error: nil)
      return (result, replay.schema)
    } catch {
      let error =
        error as? ReplayError ?? ReplayError(location: cell.location, message: "\(error)")
      return (CellResult(cell: cell, predicted: nil, verdict: .error, error: error), nil)
    }
  }

  /// Replays cells.
  ///
  /// - Parameter cells: Any cells.
  /// - Returns: The results, in the same order.
  public func run(_ cells: [Cell]) -> [CellResult] {
    var results: [CellResult] = []
    var schema: Schema?
    var neighbour: Scenario?
    for cell in cells {
      let isAlike =
        cell.scenario.framework == neighbour?.framework
        && cell.scenario.entities == neighbour?.entities
      let run = run(cell, schema: isAlike ? schema : nil)
      results.append(run.result)
      schema = run.schema
      neighbour = cell.scenario
    }
    return results
  }
}

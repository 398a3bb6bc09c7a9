import ObjectGraph

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
  public func run(_ cell: Cell) -> CellResult {
    do {
      var replay = try Replay(cell.scenario, engine: engine, at: cell.location)
      for step in cell.scenario.steps { try replay.perform(step) }
      let outcome = try replay.outcome(
        fetching: cell.observations.flatMap(\.expectation.fetched))
      return CellResult(
        cell: cell, predicted: outcome, verdict: Verdict(outcome, cell.observations), error: nil)
    } catch {
      let error =
        error as? ReplayError ?? ReplayError(location: cell.location, message: "\(error)")
      return CellResult(cell: cell, predicted: nil, verdict: .error, error: error)
    }
  }

  /// Replays cells.
  ///
  /// - Parameter cells: Any cells.
  /// - Returns: The results, in the same order.
  public func run(_ cells: [Cell]) -> [CellResult] { cells.map(run) }
}

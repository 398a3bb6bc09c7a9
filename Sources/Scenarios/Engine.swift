import ObjectGraph
import SourceText

/// What the harness puts to the test: how a schema is resolved, which denials refuse a delete, and
/// what is left of a graph.
///
/// The harness itself is tested by engines that are wrong on purpose.
package struct Engine: Sendable {
  /// Resolves entities as a framework does.
  package var schema: @Sendable (Framework.Name, [Entity]) throws(SchemaError) -> Schema
  /// Says which denials refuse a delete; nil for those of the plan.
  package var denials: (@Sendable (DeletePlan) -> [Denial])?
  /// What the app's lists show.
  package var pending: @Sendable (Context) throws(GraphError) -> Graph

  package init(
    schema: @escaping @Sendable (Framework.Name, [Entity]) throws(SchemaError) -> Schema = {
      (name, entities) throws(SchemaError) in try Schema(.named(name), entities: entities)
    },
    denials: (@Sendable (DeletePlan) -> [Denial])? = nil,
    pending: @escaping @Sendable (Context) throws(GraphError) -> Graph = { $0.pending() }
  ) {
    self.schema = schema
    self.denials = denials
    self.pending = pending
  }
}

extension Engine {
  /// Replays a scenario to its end.
  ///
  /// - Parameters:
  ///   - scenario: The stored graph and what is done to it.
  ///   - location: Where the scenario is written.
  /// - Returns: What has come of it.
  /// - Throws: A ``ReplayError`` where the graph cannot be built or a step cannot be done.
  package func outcome(
    of scenario: Scenario, at location: Location
  ) throws(ReplayError) -> Outcome {
    do {
      var replay = try Replay(scenario, engine: self, at: location)
      for step in scenario.steps { try replay.perform(step) }
      return try replay.outcome(fetching: [])
    } catch {
      throw error as? ReplayError ?? ReplayError(location: location, message: "\(error)")
    }
  }
}

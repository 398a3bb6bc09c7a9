import Scenarios

/// The smallest object graph and delete that show a hazard, and what the engine made of them.
public struct Witness: Sendable {
  /// The objects, their links and the delete; its model has only the entities that matter.
  public let scenario: Scenario
  /// What came of replaying the scenario.
  public let outcome: Outcome
  /// The id of the bundled cell that shows the same with two plain entities, where there is one.
  public let cell: String?

  package init(scenario: Scenario, outcome: Outcome, cell: String?) {
    self.scenario = scenario
    self.outcome = outcome
    self.cell = cell
  }
}

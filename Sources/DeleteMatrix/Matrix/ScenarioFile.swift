import ObjectGraph

/// A scenario written out in full, with what is stated after any of its steps.
public struct ScenarioFile: Sendable {
  /// The scenario's name.
  public let name: String
  /// What it shows, in words.
  public let title: String
  /// The graph and all steps.
  public let scenario: Scenario
  /// Where the observations were published.
  public let sources: [Source]
  /// What is stated, by the index of the step after which it is.
  let observations: [Int: [Observation]]
  /// Where the scenario is written.
  public let location: Location

  /// One cell for each step after which something is stated.
  public var cells: [Cell] {
    observations.keys.sorted().map { index in
      Cell(
        id: "\(name)/\(Cell.Operation.steps(index + 1).idSuffix)", group: name, rules: [],
        operation: .steps(index + 1),
        scenario: Scenario(
          framework: scenario.framework, entities: scenario.entities, objects: scenario.objects,
          links: scenario.links, values: scenario.values, steps: Array(scenario.steps[...index])),
        observations: observations[index] ?? [], isDerived: false,
        location: scenario.steps[index].location)
    }
  }
}

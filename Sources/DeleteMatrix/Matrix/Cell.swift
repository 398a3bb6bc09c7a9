import ObjectGraph
import Scenarios
import SourceText

/// One thing that is done to one model, and what is stated about its outcome.
public struct Cell: Sendable {
  /// What is done.
  public enum Operation: Hashable, Sendable {
    /// Objects that are linked as the fixture has it are deleted.
    case delete([String])
    /// Objects without any links are deleted.
    case deleteUnlinked([String])
    /// An element is removed from a to-many.
    case remove(NamedLink)
    /// The steps of a scenario are done, up to the one of this number, from 1.
    case steps(Int)
  }

  /// `PAIRING/RULE+RULE/delete-X1`, `…/unlinked/delete-X1`, `…/remove-X1.relationship-Y1`, or
  /// `SCENARIO/step-N`.
  public let id: String
  /// The pairing's or the scenario's name.
  public let group: String
  /// The rules of both sides, nil for a side without a relationship; empty for a scenario.
  public let rules: [DeleteRule?]
  /// What is done.
  public let operation: Operation
  /// The graph and the steps, up to the one that the cell is about.
  public let scenario: Scenario
  /// What is stated about the outcome; several may disagree.
  public let observations: [Observation]
  /// Whether the cell's outcome is not observed but follows from the mirrored row.
  public let isDerived: Bool
  /// Where the cell is written.
  public let location: Location

  /// Whether the cell is a step of a scenario rather than an operation of a pairing.
  package var isOfScenario: Bool {
    if case .steps = operation { true } else { false }
  }
}

extension ScenarioFile {
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

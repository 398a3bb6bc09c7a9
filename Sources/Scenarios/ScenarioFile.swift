import SourceText

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
  package let observations: [Int: [Observation]]
  /// Where the scenario is written.
  public let location: Location
}

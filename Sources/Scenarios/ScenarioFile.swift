import SourceText

/// A scenario written out in full, with what is stated after any of its steps.
///
/// ```swift
/// let file = ScenarioFile(
///   name: "deny-keeps-the-list", title: "A list that holds items is not deleted",
///   scenario: scenario,
///   observations: [2: [Observation(.documented, ObservedState(effect: .denied))]])
/// ```
public struct ScenarioFile: Sendable {
  /// The scenario's name.
  public let name: String
  /// A description of what the scenario shows.
  public let title: String
  /// The graph and all steps.
  public let scenario: Scenario
  /// The publications of the observations.
  public let sources: [Source]
  /// The observations, by the number of steps after which they apply, 1 or more.
  ///
  /// The list is empty for a step that is looked at without an observation.
  public let observations: [Int: [Observation]]
  /// The location where the scenario is written.
  public let location: Location
  /// The location where its releases are written; nil where none are named.
  package var systemLocation: Location?

  /// States a scenario, and what should come of it.
  ///
  /// Observations are kept after the scenario's own steps only: a file has no place for others.
  ///
  /// - Parameters:
  ///   - name: The scenario's name, by which its cells go.
  ///   - title: What it shows, in words.
  ///   - scenario: The graph and all steps.
  ///   - sources: Where the observations were published.
  ///   - observations: What is stated, by the number of steps after which it is, 1 or more.
  ///   - location: Where it is written; nil for one that was made in code.
  public init(
    name: String, title: String, scenario: Scenario, sources: [Source] = [],
    observations: [Int: [Observation]], at location: Location? = nil
  ) {
    self.name = name
    self.title = title
    self.scenario = scenario
    self.sources = sources
    self.observations = observations.filter { (1..<scenario.steps.count + 1).contains($0.key) }
    self.location = location ?? .start(of: name)
  }

  /// A scenario that shows something, looked at after each step that changes the store.
  package init(showing title: String, named name: String, _ scenario: Scenario) {
    self.init(
      name: name, title: title, scenario: scenario,
      observations: Dictionary(uniqueKeysWithValues: scenario.changes.map { ($0, []) }))
  }

  /// The numbers of steps after which it is looked at: where something is stated, or else where the
  /// store changes, to show what happens.
  package var looks: [Int] {
    if !observations.isEmpty { return observations.keys.sorted() }
    let changes = scenario.changes
    return changes.isEmpty ? [scenario.steps.count] : changes
  }
}

extension Scenario {
  /// The numbers of the steps that change the store, from 1 on.
  fileprivate var changes: [Int] {
    steps.indices.compactMap { index in
      switch steps[index].action {
      case .save, .batchDelete: index + 1
      default: nil
      }
    }
  }
}

extension ScenarioFile: Equatable {
  /// Whether both state the same, wherever it is written.
  public static func == (one: ScenarioFile, other: ScenarioFile) -> Bool {
    one.name == other.name && one.title == other.title && one.scenario == other.scenario
      && one.sources == other.sources && one.observations == other.observations
  }
}

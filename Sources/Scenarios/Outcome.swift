import ObjectGraph

/// What became of a scenario's objects, as the engine predicts it; every list is sorted.
public struct Outcome: Hashable, Sendable {
  /// A deny rule that refuses the save.
  public struct Denial: Hashable, Sendable {
    /// The object that would be deleted.
    public let object: String
    /// The relationship of it whose rule is deny.
    public let relationship: String
    /// What that holds which is not itself being deleted.
    public let blockers: [String]
  }

  /// A survivor that is no longer valid.
  public struct Violation: Hashable, Sendable {
    /// The invalid object.
    public let object: String
    /// The relationship that makes it invalid.
    public let relationship: String
    /// What is wrong, with Core Data's number for it.
    public let kind: ObjectGraph.Violation.Kind
  }

  /// One thing that refuses the save.
  public struct Refusal: Hashable, Sendable {
    /// Core Data's number for it.
    public let code: ErrorCode
    /// The object that cannot be saved or deleted.
    public let object: String
    /// What stands in the way and how to remove it.
    public let explanation: String
  }

  /// The objects that are gone from the pending state, which is what a list shows.
  public let deleted: [String]
  /// The objects that remain in the pending state.
  public let kept: [String]
  /// What else comes of it.
  public let effect: Effect
  /// References that survivors held at the start and no longer hold.
  public let nullified: [NamedLink]
  /// References of survivors that lead to a deleted object.
  public let dangling: [NamedLink]
  /// Every deny rule that refuses the save.
  public let denials: [Denial]
  /// References of deny rules that refuse nothing, because what they hold goes as well.
  public let forgiven: [NamedLink]
  /// Every survivor that is no longer valid.
  public let violations: [Violation]
  /// The objects that a fetch from the store finds.
  public let stored: [String]
  /// Core Data's number for what refuses the save; nil where nothing does.
  public let error: ErrorCode?
  /// Everything that refuses the save.
  public let refusals: [Refusal]
  /// New objects that a stored one took over, having the same unique value: new, stored.
  public let merged: [[String]]
  /// What every relationship of the survivors holds.
  public let references: Set<NamedReferences>
  /// The survivors' values.
  public let values: Set<NamedValue>
  /// What the fetches find that were asked for.
  public let fetched: [NamedFetch]
  /// The objects whose deletion was asked for.
  public let requested: [String]
  /// The cascades that the deletes followed: why each other object goes.
  public let cascaded: [NamedLink]
}

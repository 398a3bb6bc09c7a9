import ObjectGraph
import Scenarios

extension InstanceEffects {
  /// What a cascade takes along that did not go already.
  public struct Step: Hashable, Sendable {
    /// How many cascades lead there: 1 for what the object itself takes along.
    public let level: Int
    /// The object that takes others along.
    public let source: String
    /// The relationship by which it does.
    public let relationship: String
    /// What goes for that reason, in the order of the graph.
    public let taken: [String]
  }

  /// A reference of an object that stays to one that goes.
  public struct Lost: Hashable, Sendable {
    /// The reference.
    public let link: NamedLink
    /// The relationship that leads back and by whose rule this happens, as `Entity.relationship`;
    /// nil where there is none.
    public let inverse: String?
    /// The rule of that relationship; nil where there is none.
    public let rule: DeleteRule?
  }

  /// A deny rule that refuses the delete.
  public struct Denial: Hashable, Sendable {
    /// The object that would go.
    public let object: String
    /// The relationship of it whose rule is deny.
    public let relationship: String
    /// The same as `Entity.relationship`.
    public let rule: String
    /// What that holds and what does not go as well, in the order of the graph.
    public let blockers: [String]
  }

  /// An object that stays and would be invalid.
  public struct Violation: Hashable, Sendable {
    /// The object.
    public let object: String
    /// The relationship that would hold too few or too many.
    public let relationship: String
    /// The same as `Entity.relationship`.
    public let property: String
    /// What is wrong with it.
    public let kind: ObjectGraph.Violation.Kind
    /// What it loses, in the order of the graph; empty where it was invalid before.
    public let lost: [String]
  }
}

import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

/// The ordered steps of one delete: everything that deleting an object of an entity can do, whatever the
/// objects and links around it.
///
/// Each step happens in some graph, and nothing else happens in any, as long as no relationship holds
/// more objects than it may. A step belongs to one operation, so a batch delete has no step of an ordinary
/// delete that it does not take.
///
/// ```swift
/// let model = try Model(at: "App.xcdatamodeld")
/// let list = try #require(model.schema.entity("List"))
/// let deleted = DeleteStory(of: list, in: model).alsoDeleted  // ["Item"]
/// ```
public struct DeleteStory: Sendable {
  /// The way in which objects are deleted.
  public enum Operation: String, CaseIterable, Hashable, Sendable {
    /// A delete of an object, with the save that follows.
    case delete
    /// A delete of rows in the store.
    case batchDelete
  }

  /// The operation.
  public let operation: Operation
  /// The entity.
  public let entity: EntityID
  /// The kinds that the requested object can be: the entity and its subentities, without abstract ones.
  ///
  /// Where there is none, no object of the entity can exist, and there are no steps.
  public let requested: [EntityID]
  /// The steps, in the order of ``Step/Kind`` for a delete; in a batch delete, what makes it fail comes first.
  public let steps: [Step]
  /// The releases on one of which, at least, crashes happen; nil for the framework as it is described.
  public let range: ReleaseRange?
  package let names: KindNames
  /// Whether the identifiers of the deleted rows are merged into contexts, so that no object there is stale.
  package let isMerged: Bool

  /// Computes what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the model's schema.
  ///   - model: The model.
  ///   - range: The releases; nil for the newest, as the frameworks are described without one.
  ///   - operation: The operation.
  public init(
    of entity: EntityID, in model: Model, on range: ReleaseRange? = nil,
    by operation: Operation = .delete
  ) {
    self = StoryBuilder(of: model, on: range).story(of: entity, by: operation)
  }

  /// Computes what a delete can do.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - schema: The schema.
  ///   - range: The releases; nil for the newest, as the frameworks are described without one.
  ///   - operation: The operation.
  public init(
    of entity: EntityID, in schema: Schema, on range: ReleaseRange? = nil,
    by operation: Operation = .delete
  ) {
    self = StoryBuilder(schema, on: range).story(of: entity, by: operation)
  }

  init(
    _ operation: Operation, of entity: EntityID, requested: [EntityID], steps: [Step],
    on range: ReleaseRange?, naming names: KindNames, isMerged: Bool = false
  ) {
    self.operation = operation
    self.entity = entity
    self.requested = requested
    self.steps = steps
    self.range = range
    self.names = names
    self.isMerged = isMerged
  }
}

extension DeleteStory {
  /// An effect that a delete can have, by one relationship.
  public struct Step: Hashable, Sendable {
    /// The effect.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      /// A cascade deletes more objects.
      case alsoDeleted
      /// A survivor, which stays valid, loses its reference to a deleted object.
      case unlinked
      /// A deny rule makes the save fail.
      case blocked
      /// A survivor loses a reference that it requires, which makes the save fail.
      case madeInvalid
      /// A survivor keeps a reference to a deleted object.
      case leftDangling
      /// A one-to-one relationship to a survivor crashes, on one of the releases at least.
      case crashes
      /// A cascade crashes, on one of the releases at least, because what it deletes requires the object
      /// from which it is reached.
      case crashesByCascade
      /// A link whose inverse is mandatory makes the store refuse the whole batch delete (134050).
      case failed
      /// A survivor is left with too little after a batch delete, which validates nothing.
      case leftInvalid
      /// An ordinary delete would crash here, and a batch delete would not.
      case avoidsCrash

      /// Whether a deleted object holds the reference, and not a survivor.
      var isOfDeletedObject: Bool {
        [.alsoDeleted, .blocked, .crashes, .crashesByCascade, .failed, .avoidsCrash].contains(self)
      }
    }

    /// The reason to believe that a step happens.
    package enum Basis: String, Hashable, Sendable {
      /// Observed, or derived from observations.
      case observed
      case predicted
    }

    /// The effect.
    public let kind: Kind
    /// The reference: a cascade, the reference of a survivor, or else that of a deleted object to a survivor.
    public let relationship: RelationshipID
    /// The relationship whose delete rule causes it; nil for a reference without an inverse.
    public let cause: RelationshipID?
    /// The kinds of the objects that hold the reference.
    public let sources: [EntityID]
    /// The kinds of the objects that it leads to.
    public let destinations: [EntityID]
    /// The kinds of the requested object, where it is the deleted object of a reference.
    public internal(set) var requested: [EntityID] = []
    /// The kinds of objects deleted by cascade, where one is the deleted object of a reference.
    public internal(set) var cascaded: [EntityID] = []
    /// The least number of cascades that lead there: 1 for what the requested object deletes, 0 for all that
    /// is no cascade.
    public internal(set) var level = 0
    /// The destinations of a cascade that are deleted at an earlier level already.
    public internal(set) var again: [EntityID] = []
    /// Whether objects that a cascade deletes can delete more by the same relationship, and so on.
    public internal(set) var repeats = false
    /// Whether only some of the objects that could hold the reference do so, by their kind.
    public internal(set) var isConditional = false
    /// Whether it happens only where a survivor holds an object by the very relationship that deletes it, or is
    /// of a kind that the delete reaches by cascade.
    public internal(set) var needsSharing = false
    /// The reason to believe it.
    package internal(set) var basis = Basis.observed

    /// The kinds of the deleted objects, in the order of declaration.
    public var deleted: [EntityID] { (requested + cascaded).sortedWithoutRepeats() }

    /// The kinds of the survivors; empty for a cascade.
    public var survivors: [EntityID] {
      if requested.isEmpty && cascaded.isEmpty { return [] }
      return kind.isOfDeletedObject ? destinations : sources
    }
  }

  /// The steps of some kinds, in their order.
  public func steps(_ kinds: Step.Kind...) -> [Step] {
    steps.filter { kinds.contains($0.kind) }
  }

  package var schema: Schema { names.schema }
}

/// Names, which can be compared between two versions of a model.
extension DeleteStory {
  /// The entities whose objects are also deleted; those that the requested object can be only if more of
  /// them are.
  public var alsoDeleted: [String] {
    Set(steps(.alsoDeleted).flatMap(\.destinations)).sorted()
      .map { schema.declaration(of: $0).name }
  }

  /// The relationships that can make the save fail, as `Entity.relationship`.
  public var refusing: [String] { qualifiedNames(steps(.blocked, .madeInvalid)) }

  /// The relationships that are left with a reference to a deleted object.
  public var dangling: [String] { qualifiedNames(steps(.leftDangling)) }

  /// The relationships that can make it crash.
  public var crashing: [String] { qualifiedNames(steps(.crashes, .crashesByCascade)) }

  /// The relationships that make a batch delete fail.
  public var failing: [String] { qualifiedNames(steps(.failed)) }

  private func qualifiedNames(_ steps: [Step]) -> [String] {
    steps.map { schema.qualifiedName(of: $0.relationship) }
  }
}

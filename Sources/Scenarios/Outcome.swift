import ObjectGraph

/// What becomes of a delete besides the objects: the label of an outcome.
///
/// Where several hold at once, the label is the first of: crash, denied, validationFailed,
/// trapOnRead, ok.
///
/// ```swift
/// let isRefused = outcome.effect == .denied || outcome.effect == .validationFailed
/// ```
public enum Effect: String, CaseIterable, Hashable, Sendable {
  /// Nothing else.
  case ok
  /// A survivor's reference leads to a deleted object: reading through it traps.
  case trapOnRead
  /// The save is refused because a survivor became invalid, or the store refuses a batch delete.
  case validationFailed
  /// The save, or a batch delete, is refused by a deny rule.
  case denied
  /// The delete itself crashes.
  case crash

  /// Labels what a delete came to.
  ///
  /// What batch deletes leave dangling is told apart: they pass by the objects, and so by what makes
  /// a delete of one crash.
  package init(
    denied: [RelationshipID], isInvalid: Bool, dangling: [RelationshipID],
    danglingByBatch: [RelationshipID] = [], cascaded: [RelationshipID], in schema: Schema
  ) {
    if (denied + dangling).contains(where: schema.crashesWhereLeft)
      || cascaded.contains(where: schema.crashesWhereTaken)
    {
      self = .crash
    } else if !denied.isEmpty {
      self = .denied
    } else if isInvalid {
      self = .validationFailed
    } else {
      self = dangling.isEmpty && danglingByBatch.isEmpty ? .ok : .trapOnRead
    }
  }
}

/// What became of a scenario's objects by some step; every list is sorted.
///
/// A batch delete that is refused, and a read, are done with at once: only the outcome after their own
/// step says so.
///
/// A crash stays: once a step has crashed, or a delete that was processed or saved, it is the effect
/// of all later outcomes. Only a rollback takes it back, and not where a save came after it. A delete
/// that is merely asked for has not crashed yet: what it would come to can still be changed.
///
/// ```swift
/// var outcome = Outcome(deleted: ["L"], kept: ["I"], effect: .denied)
/// outcome.denials = [Outcome.Denial(object: "L", relationship: "items", blockers: ["I"])]
/// ```
public struct Outcome: Hashable, Sendable {
  /// A deny rule that refuses the save.
  public struct Denial: Hashable, Sendable {
    /// The object that would be deleted.
    public let object: String
    /// The relationship of it whose rule is deny.
    public let relationship: String
    /// What that holds which is not itself being deleted.
    public let blockers: [String]

    /// States a denial.
    ///
    /// - Parameters:
    ///   - object: The object that would be deleted.
    ///   - relationship: The relationship of it whose rule is deny.
    ///   - blockers: What that holds which is not itself being deleted.
    public init(object: String, relationship: String, blockers: [String]) {
      self.object = object
      self.relationship = relationship
      self.blockers = blockers.sorted()
    }
  }

  /// A survivor that is no longer valid.
  public struct Violation: Hashable, Sendable {
    /// The invalid object.
    public let object: String
    /// The relationship that makes it invalid.
    public let relationship: String
    /// What is wrong, with Core Data's number for it.
    public let kind: ObjectGraph.Violation.Kind

    /// States a violation.
    public init(object: String, relationship: String, kind: ObjectGraph.Violation.Kind) {
      self.object = object
      self.relationship = relationship
      self.kind = kind
    }
  }

  /// What reading from an object comes to.
  public enum Reading: String, CaseIterable, Hashable, Sendable {
    /// The process traps.
    case trap
    /// There is nothing: nil, zero, or a relationship that holds no object.
    case empty
    /// There is a value, or an object.
    case readable
  }

  /// One thing that refuses the save.
  public struct Refusal: Hashable, Sendable {
    /// Core Data's number for it.
    public let code: ErrorCode
    /// The object that cannot be saved or deleted.
    public let object: String
    /// What stands in the way and how to remove it.
    public let explanation: String

    /// States a refusal.
    public init(code: ErrorCode, object: String, explanation: String) {
      self.code = code
      self.object = object
      self.explanation = explanation
    }
  }

  /// The objects that are gone from the pending state, which is what a list shows.
  public var deleted: [String]
  /// The objects that remain in the pending state.
  public var kept: [String]
  /// What else comes of it.
  public var effect: Effect
  /// References that survivors held at the start and no longer hold.
  public var nullified: [NamedLink] = []
  /// References of survivors that lead to a deleted object.
  public var dangling: [NamedLink] = []
  /// Every deny rule that refuses the save.
  public var denials: [Denial] = []
  /// References of deny rules that refuse nothing, because what they hold goes as well.
  public var forgiven: [NamedLink] = []
  /// Every survivor that is no longer valid.
  public var violations: [Violation] = []
  /// The objects that a fetch from the store finds.
  public var stored: [String] = []
  /// Core Data's number for what refuses the save; nil where nothing does.
  public var error: ErrorCode?
  /// Everything that refuses the save.
  public var refusals: [Refusal] = []
  /// Objects whose rows a batch delete took: contexts have them in memory until they are merged.
  public var stale: [String] = []
  /// The objects of which `isDeleted` is true: their deletes are asked for, or have cascaded, and are
  /// not saved.
  public var isDeleted: [String] = []
  /// What the last step read; nil where it read nothing.
  public var reading: Reading?
  /// New objects that a stored one took over, having the same unique value: new, stored.
  public var merged: [[String]] = []
  /// What every relationship of the survivors holds.
  public var references: Set<NamedReferences> = []
  /// The survivors' values.
  public var values: Set<NamedValue> = []
  /// What the fetches find that were asked for.
  public var fetched: [FetchedObjects] = []
  /// The objects whose deletion was asked for.
  public var requested: [String] = []
  /// The cascades that the deletes followed: why each other object goes.
  public var cascaded: [NamedLink] = []

  /// States an outcome, of which everything else is empty at first.
  public init(deleted: [String], kept: [String], effect: Effect) {
    self.deleted = deleted.sorted()
    self.kept = kept.sorted()
    self.effect = effect
  }

  /// Whether the same becomes of the same objects and references as in another outcome, and the same
  /// is read.
  ///
  /// - Parameter other: What came of the same steps under other rules, or another framework.
  /// - Returns: False where an object, a reference, what refuses the save, or what is read differs.
  package func comesToTheSame(as other: Outcome) -> Bool {
    effect == other.effect && deleted == other.deleted && nullified == other.nullified
      && dangling == other.dangling && denials == other.denials && violations == other.violations
      && merged == other.merged && isDeleted == other.isDeleted && reading == other.reading
  }
}

/// A link for which the store refuses a batch delete: a row that would go is held by a mandatory
/// relationship that the rule nullify would have to empty.
public struct BatchFailure: Hashable, Comparable, Sendable {
  /// How many objects stand at either end, in the abbreviations of the framework's message.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The relationship of the row is a to-one, whatever its inverse is.
    case toOne = "OTO"
    /// It is a to-many, and its inverse a to-one.
    case toMany = "OTM"
    /// Both are to-many.
    case manyToMany = "MTM"

    init(_ relationship: Relationship, inverse: Relationship) {
      switch (relationship.isToMany, inverse.isToMany) {
      case (false, _): self = .toOne
      case (true, false): self = .toMany
      case (true, true): self = .manyToMany
      }
    }

    /// The word before it, misspelt as the framework has it.
    fileprivate var mandatory: String { self == .toMany ? "manadatory" : "mandatory" }
  }

  /// The row that would go, its relationship whose rule is ``DeleteRule/nullify``, and what that
  /// holds.
  public let link: Link
  /// What kind of relationship it is.
  public let kind: Kind

  /// Core Data's number for it.
  public var code: ErrorCode { .saveConflicts }

  /// The text of the framework's error.
  ///
  /// Field reports have it with OTO and MTM (NR-001, NR-005, NR-007, SD-015); OTM is from
  /// collected messages. No source tells whether an inherited relationship is named by the entity
  /// that declares it, as here.
  ///
  /// - Parameter schema: The schema of the objects.
  /// - Returns: One line, with the relationship as `Entity/relationship`.
  public func message(in schema: Schema) -> String {
    "Constraint trigger violation: Batch delete failed due to \(reason(in: schema))"
  }

  /// What that is due to.
  private func reason(in schema: Schema) -> String {
    "\(kind.mandatory) \(kind.rawValue) nullify inverse on "
      + schema.declaration(of: schema.source(of: link.relationship)).name
      + "/\(schema.declaration(of: link.relationship).name)"
  }

  /// Which link stands in the way, and what the framework's error calls it.
  ///
  /// - Parameters:
  ///   - schema: The schema of the objects.
  ///   - name: What to call an object.
  /// - Returns: One line.
  public func explanation(in schema: Schema, naming name: (ObjectID) -> String) -> String {
    let reference = "\(name(link.source)).\(schema.declaration(of: link.relationship).name)"
    return "\(reference) holds \(name(link.destination)): \(reason(in: schema))"
  }

  /// Orders by row, relationship, and what that holds.
  public static func < (one: BatchFailure, other: BatchFailure) -> Bool { one.link < other.link }
}

/// What a batch delete would do to the rows of a store: computed from a graph, changing nothing.
///
/// All lists are sorted. What a refused request would have done is told all the same.
public struct BatchPlan: Hashable, Sendable {
  /// The rows that were asked for and are stored, each once.
  public let requested: [ObjectID]
  /// Every row that goes: the least set with all of `requested` and, with each row in it, what its
  /// cascade relationships hold.
  public let deleted: [ObjectID]
  /// Every cascade between two rows that go.
  public let cascaded: [Link]
  /// References that surviving rows lose.
  public let nullified: [Link]
  /// References of surviving rows that still lead to a row that is gone.
  public let dangling: [Link]
  /// Every deny rule that refuses the request: a prediction, as Apple says only that deny and batch
  /// deletes are not compatible (CD-066).
  public let denials: [Denial]
  /// References of deny rules that refuse nothing, because what they hold goes as well.
  public let forgiven: [Link]
  /// Survivors that hold too few or too many afterwards, of which nothing tells: rows are not validated.
  public let violations: [Violation]
  /// Every link for which the store refuses the request.
  public let failures: [BatchFailure]

  init(_ plan: DeletePlan, failures: [BatchFailure]) {
    requested = plan.requested
    deleted = plan.deleted
    cascaded = plan.cascaded
    nullified = plan.nullified
    dangling = plan.dangling
    denials = plan.denials
    forgiven = plan.forgiven
    violations = plan.violations
    self.failures = failures
  }

  /// What refuses the request, so that nothing is deleted; nil where nothing does.
  public var refusal: BatchDeleteRefusal? {
    denials.isEmpty && failures.isEmpty
      ? nil : BatchDeleteRefusal(denials: denials, failures: failures)
  }
}

/// Why a batch delete was refused: everything that stands in its way, at once.
public struct BatchDeleteRefusal: Error, Hashable, Sendable {
  /// Every deny rule that holds what would stay, sorted.
  public let denials: [Denial]
  /// Every link with a mandatory inverse, sorted.
  public let failures: [BatchFailure]

  /// The number of the first of them; that of a denial is a prediction.
  public var code: ErrorCode { denials.isEmpty ? .saveConflicts : .deniedDelete }
}

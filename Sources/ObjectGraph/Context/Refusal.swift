/// The reasons why a save, a delete or a batch delete changed nothing, all at once.
public struct Refusal: Error, Hashable, Sendable {
  /// A reason.
  public enum Problem: Hashable, Sendable {
    /// A deny rule refuses the deletion of an object.
    case denied(Denial)
    /// A changed object has too few or too many objects in a relationship.
    case invalid(Violation)
    /// A changed object has no value for a mandatory attribute.
    case missingValue(ObjectID, AttributeID)
    /// A link leads to an object that is being deleted, and was made since the last save, or the framework
    /// refuses it.
    case danglingLink(Link)
    /// Two objects have the same value of a unique attribute.
    case notUnique(ObjectID, AttributeID, other: ObjectID)
    /// A batch delete would have to empty the mandatory inverse of a link.
    case mandatoryInverse(Link)

    /// Core Data's number for it.
    public var code: ErrorCode {
      switch self {
      case .denied: .deniedDelete
      case .invalid(let violation): violation.kind.code
      case .missingValue: .missingMandatoryProperty
      case .danglingLink: .objectValidation
      case .notUnique: .constraintValidation
      case .mandatoryInverse: .saveConflicts
      }
    }

    /// The object that cannot be saved or deleted.
    public var object: ObjectID {
      switch self {
      case .denied(let denial): denial.object
      case .invalid(let violation): violation.object
      case .missingValue(let object, _), .notUnique(let object, _, _): object
      case .danglingLink(let link), .mandatoryInverse(let link): link.source
      }
    }
  }

  /// The reasons, denials first, each kind sorted by object and property; never empty.
  public let problems: [Problem]
  /// The number of the only problem, or ``ErrorCode/multipleErrors``; for a batch delete, the number
  /// of the first problem, which is a prediction for a denial.
  public let code: ErrorCode

  init(_ problems: [Problem], code: ErrorCode? = nil) {
    precondition(!problems.isEmpty, "a refusal without a problem")
    self.problems = problems
    self.code = code ?? (problems.count == 1 ? problems[0].code : .multipleErrors)
  }
}

/// One thing that stands in the way of a save.
public enum SaveProblem: Hashable, Sendable {
  /// A deny rule refuses the deletion of an object.
  case denied(Denial)
  /// A changed object has too few or too many objects in a relationship.
  case invalid(Violation)
  /// A changed object has no value for a mandatory attribute.
  case missingValue(ObjectID, AttributeID)
  /// A link that was made since the last save leads to an object that is being deleted.
  case danglingLink(Link)
  /// Two objects have the same value of a unique attribute.
  case notUnique(ObjectID, AttributeID, other: ObjectID)

  /// Core Data's number for it.
  public var code: ErrorCode {
    switch self {
    case .denied: .deniedDelete
    case .invalid(let violation): violation.kind.code
    case .missingValue: .missingMandatoryProperty
    case .danglingLink: .objectValidation
    case .notUnique: .constraintValidation
    }
  }

  /// The object that cannot be saved or deleted.
  public var object: ObjectID {
    switch self {
    case .denied(let denial): denial.object
    case .invalid(let violation): violation.object
    case .missingValue(let object, _), .notUnique(let object, _, _): object
    case .danglingLink(let link): link.source
    }
  }

  /// What stands in the way and how to remove it, in one sentence or two.
  ///
  /// - Parameters:
  ///   - schema: The schema of the objects.
  ///   - name: What to call an object.
  /// - Returns: One line.
  public func explanation(in schema: Schema, naming name: (ObjectID) -> String) -> String {
    let object = name(object)
    switch self {
    case .denied(let denial):
      return DenialWords(
        object, schema.declaration(of: denial.relationship).name,
        blockers: denial.blockers.map(name).joined(separator: ", "),
        isOne: denial.blockers.count == 1
      ).explanation
    case .invalid(let violation):
      let property = schema.declaration(of: violation.relationship).name
      return ViolationWords(object, property, violation.kind).explanation
    case .missingValue(_, let attribute):
      return "\(object).\(schema.declaration(of: attribute).name) has no value, but is mandatory. "
        + "Give it one."
    case .danglingLink(let link):
      let property = schema.declaration(of: link.relationship).name
      return "\(object).\(property) was just given \(name(link.destination)), which is being "
        + "deleted. Take it out again."
    case .notUnique(_, let attribute, let other):
      return "\(object).\(schema.declaration(of: attribute).name) has the same value as that of "
        + "\(name(other)), but is unique. Change one of them."
    }
  }
}

/// Why a save was refused: everything that stands in its way, at once.
public struct SaveRefusal: Error, Hashable, Sendable {
  /// All problems, denials first, each kind sorted by object and property; never empty.
  public let problems: [SaveProblem]

  /// The number of the only problem, or ``ErrorCode/multipleErrors``.
  public var code: ErrorCode {
    problems.count == 1 ? problems[0].code : .multipleErrors
  }
}

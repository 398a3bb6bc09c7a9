import ObjectGraph

/// The words for a deny rule that refuses a delete.
package struct DenialWords {
  private let object: String
  private let reference: String
  private let blockers: String
  private let isOne: Bool

  /// Names a denial.
  ///
  /// - Parameters:
  ///   - object: What cannot be deleted.
  ///   - relationship: The relationship of it whose rule is deny.
  ///   - blockers: What that holds, as the reader wants it listed.
  ///   - isOne: Whether that is one object.
  package init(_ object: String, _ relationship: String, blockers: String, isOne: Bool) {
    self.object = object
    reference = "\(object).\(relationship)"
    self.blockers = blockers
    self.isOne = isOne
  }

  private var them: String { isOne ? "it" : "them" }

  /// In a table: `home.items holds milk and eggs`.
  package var brief: String { "\(reference) holds \(blockers)" }

  /// In a step of an explanation.
  package var step: String {
    "\(reference) is deny and still holds \(blockers): the save fails. "
      + "Delete \(blockers) too, or remove \(them) first."
  }

  /// In an error.
  package var explanation: String {
    "\(object) cannot be deleted: \(reference) is deny and holds \(blockers). "
      + "Delete \(blockers) too, or remove \(them) first."
  }

  /// In a dry run, with the relationship as the model has it.
  package func finding(declaredAs property: String) -> String {
    "\(reference) still holds \(blockers) (\(ErrorCode.deniedDelete.rawValue); deny, \(property))"
  }

  /// The ways out.
  package var lift: String {
    Self.lift(deleting: isOne ? blockers : "them", orTo: "remove \(them) from \(reference)")
  }

  /// The same where something else than taking them out may be what empties the relationship.
  package static func lift(deleting blockers: String, orTo emptyIt: String) -> String {
    "delete \(blockers) first or together with it, \(emptyIt), or change the rule"
  }
}

package struct ViolationWords {
  private let object: String
  private let relationship: String
  private let reference: String
  private let kind: Violation.Kind

  /// Names a violation.
  package init(_ object: String, _ relationship: String, _ kind: Violation.Kind) {
    self.object = object
    self.relationship = relationship
    reference = "\(object).\(relationship)"
    self.kind = kind
  }

  private var code: String { "(\(kind.code.rawValue))" }

  /// In a table: `urgent.items holds 0, at least 1 (1580)`.
  package var brief: String {
    switch kind {
    case .missing: "\(reference) is empty \(code)"
    case .tooFew(let count, let minimum): "\(reference) holds \(count), at least \(minimum) \(code)"
    case .tooMany(let count, let maximum): "\(reference) holds \(count), at most \(maximum) \(code)"
    }
  }

  /// In a step of an explanation.
  package var step: String { "\(brief): the save fails." }

  /// In an error.
  package var explanation: String {
    switch kind {
    case .missing:
      "\(reference) is empty, but mandatory. Assign an object, or delete \(object) too."
    case .tooFew(let count, let minimum):
      "\(reference) holds \(count) of at least \(minimum). Add some, or delete \(object) too."
    case .tooMany(let count, let maximum):
      "\(reference) holds \(count) of at most \(maximum). Remove some."
    }
  }

  /// In a dry run, with what the delete takes from it, as the reader wants it listed; nil where it
  /// was invalid before.
  package func finding(without lost: String?) -> String {
    let (be, hold) = lost == nil ? ("is", "holds") : ("would be", "would hold")
    let without = lost.map { " without \($0)" } ?? ""
    switch kind {
    case .missing: return "\(reference) \(be) empty\(without), but is mandatory \(code)"
    case .tooFew(let count, let minimum):
      return "\(reference) \(hold) \(count)\(without), but needs \(minimum) \(code)"
    case .tooMany(let count, let maximum):
      return "\(reference) \(hold) \(count)\(without), but may hold \(maximum) \(code)"
    }
  }

  /// The ways out, with the relationship as the model has it.
  package func lift(declaredAs property: String) -> String {
    let change =
      switch kind {
      case .missing: "give it another \(relationship)"
      case .tooFew: "add another object to its \(relationship)"
      case .tooMany: "remove an object from its \(relationship)"
      }
    return "delete \(object) first or together with it, \(change), or \(kind.remedy(for: property))"
  }
}

extension Violation.Kind {
  /// The change of the model that allows it.
  package func remedy(for property: String) -> String {
    switch self {
    case .missing: "make \(property) optional"
    case .tooFew: "lower the minimum of \(property)"
    case .tooMany: "raise the maximum of \(property)"
    }
  }
}

extension Refusal.Problem {
  /// Explains what blocks the save or delete, and how to remove it, in one or two sentences.
  ///
  /// - Parameters:
  ///   - schema: The schema of the objects.
  ///   - name: The name to use for an object.
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
      return "the save fails: \(object).\(property) points at \(name(link.destination)), which is "
        + "being deleted"
    case .notUnique(_, let attribute, let other):
      return "\(object).\(schema.declaration(of: attribute).name) has the same value as that of "
        + "\(name(other)), but is unique. Change one of them."
    case .mandatoryInverse(let link):
      let property = schema.declaration(of: link.relationship).name
      let entity = schema.declaration(of: schema.source(of: link.relationship)).name
      let inverse = schema.inverse(of: link.relationship).map {
        schema.qualifiedName(of: $0.relationship)
      }
      return "\(object).\(property) holds \(name(link.destination)), whose inverse"
        + "\(inverse.map { " \($0)" } ?? "") is mandatory "
        + "('\(schema.trigger(of: link.relationship)) nullify inverse on \(entity)/\(property)')"
    }
  }
}

extension Schema {
  /// Names the constraint trigger that refuses a batch delete, as the framework's error does.
  ///
  /// Field reports have OTO and MTM (NR-001, NR-005, NR-007, SD-015); OTM, with its spelling, is from
  /// collected messages. No source tells whether an inherited relationship is named by the entity
  /// that declares it, as here.
  fileprivate func trigger(of relationship: RelationshipID) -> String {
    if !declaration(of: relationship).isToMany { return "mandatory OTO" }
    return cardinality(of: relationship) == .manyToMany ? "mandatory MTM" : "manadatory OTM"
  }
}

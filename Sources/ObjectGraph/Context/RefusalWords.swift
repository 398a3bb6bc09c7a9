/// What a deny rule refuses, in the words of everyone who speaks of it.
package struct DenialWords {
  private let object: String
  /// `object.relationship`.
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
    "\(reference) is deny and still holds \(blockers): the save is refused. "
      + "Delete \(blockers) too, or take \(them) out first."
  }

  /// In an error.
  package var explanation: String {
    "\(object) cannot be deleted: \(reference) is deny and holds \(blockers). "
      + "Delete \(blockers) too, or take \(them) out first."
  }

  /// In a dry run, with the relationship as the model has it.
  package func finding(declaredAs property: String) -> String {
    "\(reference) still holds \(blockers) (\(ErrorCode.deniedDelete.rawValue); deny, \(property))"
  }

  /// What can be done about it.
  package var lift: String {
    Self.lift(deleting: isOne ? blockers : "them", orTo: "take \(them) out of \(reference)")
  }

  /// The same where something else than taking them out may be what empties the relationship.
  package static func lift(deleting blockers: String, orTo emptyIt: String) -> String {
    "delete \(blockers) first or with it, \(emptyIt), or change the rule"
  }
}

/// What makes an object invalid, in the words of everyone who speaks of it.
package struct ViolationWords {
  private let object: String
  private let relationship: String
  /// `object.relationship`.
  private let reference: String
  private let kind: Violation.Kind

  /// Names a violation.
  ///
  /// - Parameters:
  ///   - object: What is invalid.
  ///   - relationship: The relationship that makes it so.
  ///   - kind: What is wrong with it.
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
  package var step: String { "\(brief): the save is refused." }

  /// In an error.
  package var explanation: String {
    switch kind {
    case .missing:
      "\(reference) is empty, but mandatory. Assign an object, or delete \(object) too."
    case .tooFew(let count, let minimum):
      "\(reference) holds \(count) of at least \(minimum). Add some, or delete \(object) too."
    case .tooMany(let count, let maximum):
      "\(reference) holds \(count) of at most \(maximum). Take some out."
    }
  }

  /// In a dry run, with what the delete takes from it, as the reader wants it listed; nil where it
  /// was invalid before.
  package func finding(without lost: String?) -> String {
    let (be, hold) = lost == nil ? ("is", "holds") : ("would be", "would hold")
    let without = lost.map { " without \($0)" } ?? ""
    switch kind {
    case .missing: return "\(reference) \(be) empty\(without), and must not be \(code)"
    case .tooFew(let count, let minimum):
      return "\(reference) \(hold) \(count)\(without), and needs \(minimum) \(code)"
    case .tooMany(let count, let maximum):
      return "\(reference) \(hold) \(count)\(without), and has room for \(maximum) \(code)"
    }
  }

  /// What can be done about it, with the relationship as the model has it.
  package func lift(declaredAs property: String) -> String {
    let change =
      switch kind {
      case .missing: "give it another \(relationship)"
      case .tooFew: "put something else in its \(relationship)"
      case .tooMany: "take something out of its \(relationship)"
      }
    return "delete \(object) first or with it, \(change), or \(kind.remedy(for: property))"
  }
}

extension Violation.Kind {
  /// What change of the model allows it.
  package func remedy(for property: String) -> String {
    switch self {
    case .missing: "make \(property) optional"
    case .tooFew: "lower the minimum of \(property)"
    case .tooMany: "raise the maximum of \(property)"
    }
  }
}

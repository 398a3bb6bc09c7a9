import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// What deleting each of some objects does, by name.
struct InstancesReport {
  let effects: [InstanceEffects]
  /// The name of the entity whose objects they are.
  let entity: String
  let model: Model

  /// How many objects have a section of their own; of more there is a table.
  static let mostSections = 20
  /// How many names stand in a sentence, and sentences in a section.
  static let mostNames = 10
  static let mostSentences = 20

  /// Some names as a person would list them, without the many that nobody would read.
  func listed(_ names: [String]) -> String {
    let left = names.count - Self.mostNames
    return left > 1 ? (names.prefix(Self.mostNames) + ["\(left) more"]).listed() : names.listed()
  }

  /// A step with what goes: `milk and eggs (cascade, groceries.items)`.
  func words(_ step: InstanceEffects.Step) -> String {
    "\(listed(step.taken)) (cascade, \(step.source).\(step.relationship))"
  }

  func loss(_ lost: InstanceEffects.Lost) -> String {
    "\(lost.link.source).\(lost.link.relationship) loses \(lost.link.destination)\(by(lost))"
  }

  private func by(_ lost: InstanceEffects.Lost) -> String {
    guard let rule = lost.rule, let inverse = lost.inverse else { return "" }
    return " (\(rule.rawValue), \(inverse))"
  }

  func denial(_ denial: InstanceEffects.Denial) -> String {
    "\(denial.object).\(denial.relationship) still holds \(listed(denial.blockers)) "
      + "(\(ErrorCode.deniedDelete.rawValue); deny, \(denial.rule))"
  }

  func lift(_ denial: InstanceEffects.Denial) -> String {
    let isOne = denial.blockers.count == 1
    return "delete \(isOne ? denial.blockers[0] : "them") first or with it, "
      + "take \(isOne ? "it" : "them") out of \(denial.object).\(denial.relationship), "
      + "or change the rule"
  }

  func violation(_ violation: InstanceEffects.Violation) -> String {
    let reference = "\(violation.object).\(violation.relationship)"
    let code = violation.kind.code.rawValue
    let lost = violation.lost.isEmpty ? "" : " without \(listed(violation.lost))"
    let (be, hold) = violation.lost.isEmpty ? ("is", "holds") : ("would be", "would hold")
    switch violation.kind {
    case .missing: return "\(reference) \(be) empty\(lost), and must not be (\(code))"
    case .tooFew(let count, let minimum):
      return "\(reference) \(hold) \(count)\(lost), and needs \(minimum) (\(code))"
    case .tooMany(let count, let maximum):
      return "\(reference) \(hold) \(count)\(lost), and has room for \(maximum) (\(code))"
    }
  }

  func lift(_ violation: InstanceEffects.Violation) -> String {
    let object = violation.object
    switch violation.kind {
    case .missing:
      return "delete \(object) first or with it, give it another \(violation.relationship), "
        + "or make \(violation.property) optional"
    case .tooFew:
      return "delete \(object) first or with it, put something else in its "
        + "\(violation.relationship), or lower the minimum of \(violation.property)"
    case .tooMany:
      return "delete \(object) first or with it, take something out of its "
        + "\(violation.relationship), or raise the maximum of \(violation.property)"
    }
  }

  func dangling(_ left: InstanceEffects.Lost) -> String {
    let reason = left.inverse.map { "its inverse \($0) is noAction" } ?? "it has no inverse"
    return "\(left.link.source).\(left.link.relationship) still leads to "
      + "\(left.link.destination), because \(reason): \(model.schema.framework.danglingWords)"
  }
}

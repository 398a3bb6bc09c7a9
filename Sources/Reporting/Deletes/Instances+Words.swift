import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension InstancesReport {
  /// Some names as a person would list them, without the many that nobody would read.
  func listed(_ names: [String]) -> String {
    let most = 10
    let left = names.count - most
    return left > 1 ? (names.prefix(most) + ["\(left) more"]).listed() : names.listed()
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
    words(denial).finding(declaredAs: denial.rule)
  }

  func lift(_ denial: InstanceEffects.Denial) -> String { words(denial).lift }

  private func words(_ denial: InstanceEffects.Denial) -> DenialWords {
    DenialWords(
      denial.object, denial.relationship, blockers: listed(denial.blockers),
      isOne: denial.blockers.count == 1)
  }

  func violation(_ violation: InstanceEffects.Violation) -> String {
    words(violation).finding(without: violation.lost.isEmpty ? nil : listed(violation.lost))
  }

  func lift(_ violation: InstanceEffects.Violation) -> String {
    words(violation).lift(declaredAs: violation.property)
  }

  private func words(_ violation: InstanceEffects.Violation) -> ViolationWords {
    ViolationWords(violation.object, violation.relationship, violation.kind)
  }

  /// A one-to-one link that was observed to crash, and where.
  func crash(_ link: NamedLink, in effects: InstanceEffects) -> String {
    "\(link), one-to-one" + remark(.oneToOneLeft, in: effects)
  }

  /// A cascade that crashes because of what it takes along, and where.
  func crashingCascade(_ link: NamedLink, in effects: InstanceEffects) -> String {
    "\(link), which must have it" + remark(.mandatoryBackReference, in: effects)
  }

  /// What is not the same on all releases, a sentence each.
  func releaseSentences(_ effects: InstanceEffects) -> [String] {
    [
      (effects.crashes, "one-to-one: ", Framework.Condition.oneToOneLeft),
      (effects.crashingCascades, "takes what must have it: ", .mandatoryBackReference),
    ].compactMap { links, title, condition in
      links.isEmpty
        ? nil : effects.range?.exception(from: condition, model.framework).map { title + $0 }
    }
  }

  private func remark(_ condition: Framework.Condition, in effects: InstanceEffects) -> String {
    effects.range?.exception(from: condition, model.framework).map { " (\($0))" } ?? ""
  }

  func dangling(_ left: InstanceEffects.Lost) -> String {
    return "\(left.link.source).\(left.link.relationship) still leads to "
      + "\(left.link.destination), because \(danglingReason(left.inverse)): "
      + model.schema.framework.danglingWords
  }
}

/// The reason why a reference is left dangling.
func danglingReason(_ inverse: String?) -> String {
  inverse.map { "its inverse \($0) is noAction" } ?? "it has no inverse"
}

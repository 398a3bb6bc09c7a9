import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension InstancesReport {
  /// Returns some names as a readable list, which is shortened if there are too many.
  func listed(_ names: [String]) -> String {
    let most = 10
    let left = names.count - most
    return left > 1 ? (names.prefix(most) + ["\(left) more"]).listed() : names.listed()
  }

  func sentence(_ step: InstanceEffects.Step) -> String {
    let reference = "\(step.object).\(step.relationship)"
    switch step.kind {
    case .alsoDeleted: return "\(listed(step.others)) (cascade, \(reference))"
    case .unlinked:
      let cause = step.cause.map { " (\(step.rule?.rawValue ?? ""), \($0))" } ?? ""
      return "\(reference) loses \(listed(step.others))\(cause)"
    case .blocked:
      return "\(denial(step).finding(declaredAs: step.qualifiedName)): \(lift(step))"
    case .madeInvalid:
      let lost = step.others.isEmpty ? nil : listed(step.others)
      return "\(violation(step).finding(without: lost)): \(lift(step))"
    case .leftDangling:
      return "\(reference) still points at \(listed(step.others)), because "
        + "\(danglingReason(step.cause)): "
        + model.schema.framework.danglingWords(on: effects.first?.range)
    case .crashes: return "\(reference) → \(listed(step.others)), one-to-one\(remark(step))"
    case .crashesByCascade:
      return "\(reference) → \(listed(step.others)), which requires it\(remark(step))"
    case .failed, .leftInvalid, .avoidsCrash:
      preconditionFailure("objects are deleted one by one")
    }
  }

  /// A remedy for what makes the save fail.
  func lift(_ step: InstanceEffects.Step) -> String {
    step.kind == .blocked
      ? denial(step).lift : violation(step).lift(declaredAs: step.qualifiedName)
  }

  private func denial(_ step: InstanceEffects.Step) -> DenialWords {
    DenialWords(
      step.object, step.relationship, blockers: listed(step.others),
      isOne: step.others.count == 1)
  }

  private func violation(_ step: InstanceEffects.Step) -> ViolationWords {
    ViolationWords(step.object, step.relationship, step.violation ?? .missing)
  }

  /// Differences between releases, a sentence each.
  func releaseSentences(_ effects: InstanceEffects) -> [String] {
    [
      (DeleteStory.Step.Kind.crashes, "one-to-one: "),
      (.crashesByCascade, "cascades to objects that require their parent: "),
    ].compactMap { kind, title in
      effects.steps(kind).isEmpty
        ? nil : effects.range?.exception(from: kind.crash, model.framework).map { title + $0 }
    }
  }

  private func remark(_ step: InstanceEffects.Step) -> String {
    effects.first?.range?.exception(from: step.kind.crash, model.framework).map { " (\($0))" } ?? ""
  }
}

/// The reason why a reference is left dangling.
func danglingReason(_ inverse: String?) -> String {
  inverse.map { "its inverse \($0) is noAction" } ?? "it has no inverse"
}

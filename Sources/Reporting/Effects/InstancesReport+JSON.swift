import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension InstancesReport {
  /// Every object with everything that is known of its delete.
  var json: JSONText {
    var members: [(String, JSONText)] = [("model", .string(model.name))]
    if let version = model.version { members.append(("version", .string(version))) }
    return .object(
      members + [
        ("framework", .string(model.framework.rawValue)), ("entity", .string(entity)),
        ("objects", .array(effects.map(json))),
      ])
  }

  private func json(_ effects: InstanceEffects) -> JSONText {
    .object([
      ("object", .string(effects.object)), ("entity", .string(effects.entity)),
      ("deleted", strings(effects.deleted)), ("goes", .array(effects.steps.map(json))),
      ("loses", .array(effects.losses.map(json))),
      ("refuses", .array(effects.denials.map(json) + effects.violations.map(json))),
      ("dangling", .array(effects.dangling.map(json))),
      (
        "crashes",
        .array(effects.crashes.map { strings([$0.source, $0.relationship, $0.destination]) })
      ),
      ("kept", .integer(effects.keptCount)),
    ])
  }

  private func json(_ step: InstanceEffects.Step) -> JSONText {
    .object([
      ("level", .integer(step.level)), ("object", .string(step.source)),
      ("relationship", .string(step.relationship)), ("taken", strings(step.taken)),
    ])
  }

  private func json(_ lost: InstanceEffects.Lost) -> JSONText {
    .object([
      ("object", .string(lost.link.source)), ("relationship", .string(lost.link.relationship)),
      ("deleted", .string(lost.link.destination)),
      ("by", lost.inverse.map { .string($0) } ?? .null),
      ("rule", lost.rule.map { .string($0.rawValue) } ?? .null),
    ])
  }

  private func json(_ denial: InstanceEffects.Denial) -> JSONText {
    .object([
      ("reason", "denied"), ("code", .integer(ErrorCode.deniedDelete.rawValue)),
      ("object", .string(denial.object)), ("relationship", .string(denial.relationship)),
      ("blockers", strings(denial.blockers)), ("lift", .string(lift(denial))),
    ])
  }

  private func json(_ violation: InstanceEffects.Violation) -> JSONText {
    var members: [(String, JSONText)] = [
      ("reason", "invalid"), ("code", .integer(violation.kind.code.rawValue)),
      ("object", .string(violation.object)), ("relationship", .string(violation.relationship)),
      ("lost", strings(violation.lost)),
    ]
    switch violation.kind {
    case .missing: break
    case .tooFew(let count, let limit), .tooMany(let count, let limit):
      members += [("count", .integer(count)), ("limit", .integer(limit))]
    }
    return .object(members + [("lift", .string(lift(violation)))])
  }

  private func strings(_ names: [String]) -> JSONText { .array(names.map { .string($0) }) }
}

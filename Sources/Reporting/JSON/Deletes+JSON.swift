import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Model {
  /// What every answer about an entity begins with.
  fileprivate func json(of entity: String) -> [(String, JSONText)] {
    json + [("entity", .string(entity))]
  }

  fileprivate var json: [(String, JSONText)] {
    [("model", .string(place))] + (version.map { [("version", .string($0))] } ?? []) + [
      ("framework", .string(framework.rawValue))
    ]
  }
}

extension EntitiesReport {
  /// Each entity with what its delete does, in a line.
  package var members: [(String, JSONText)] {
    model.json + [
      (
        "entities",
        .array(
          stories.map {
            .object([("entity", .string($0.name)), ("verdict", .string($0.verdict))])
          })
      )
    ]
  }
}

extension EntityReport {
  /// Everything that a delete can do, as data, with the sentences for what refuses it.
  package var members: [(String, JSONText)] {
    model.json(of: story.name) + [
      ("kinds", names(story.requested)), ("verdict", .string(story.verdict)),
      ("cascades", json(story.steps(.alsoDeleted))), ("loses", json(story.steps(.unlinked))),
      ("refuses", json(story.steps(.blocked, .madeInvalid))),
      ("dangling", json(story.steps(.leftDangling))), ("crashes", json(story.steps(.crashes))),
      ("batch", batchMembers),
      ("crashingCascades", json(story.steps(.crashesByCascade))),
      ("releases", .strings(story.releaseSentences)),
      (
        "calls",
        .array(
          calls.map { call in
            .object([
              ("file", .string(call.location.file)), ("line", .integer(call.location.line)),
              ("column", .integer(call.location.column)), ("kind", .string(call.kind.rawValue)),
              ("function", .nullable(call.function)),
            ])
          })
      ),
    ]
  }

  private var batchMembers: JSONText {
    let predicted = Set(batch.steps.filter { $0.basis == .predicted }.map(\.kind))
    let words: [(DeleteStory.Step.Kind, String)] = [
      (.blocked, "deny"), (.leftDangling, "noAction"), (.avoidsCrash, "crash"),
    ]
    return .object([
      ("verdict", batch.requested.isEmpty ? .null : .string(batch.verdict)),
      ("fails", json(batch.steps(.failed))), ("leavesInvalid", json(batch.steps(.leftInvalid))),
      ("predicted", .strings(words.filter { predicted.contains($0.0) }.map(\.1))),
    ])
  }

  private func json(_ steps: [DeleteStory.Step]) -> JSONText {
    .array(steps.map { .object(members(of: $0)) })
  }

  private func members(of step: DeleteStory.Step) -> [(String, JSONText)] {
    let declaration = model.schema.declaration(of: step.relationship)
    let reference: [(String, JSONText)] = [
      ("entity", .string(story.name(model.schema.source(of: step.relationship)))),
      ("relationship", .string(declaration.name)),
    ]
    switch step.kind {
    case .crashesByCascade, .avoidsCrash: return reference
    case .alsoDeleted:
      return [("level", .integer(step.level))] + reference + [
        ("toMany", .bool(declaration.isToMany)),
        ("sources", names(step.sources)), ("destinations", names(step.destinations)),
        ("again", names(step.again)), ("repeats", .bool(step.repeats)),
      ]
    case .unlinked, .leftDangling, .crashes, .failed, .leftInvalid:
      return reference + deleted(by: step)
    case .blocked, .madeInvalid:
      return [
        ("reason", .string(step.kind == .blocked ? "denied" : "invalid")),
        ("code", .integer(story.code(of: step).rawValue)),
      ] + reference + deleted(by: step) + [("lift", .string(story.lift(step)))]
    }
  }

  private func deleted(by step: DeleteStory.Step) -> [(String, JSONText)] {
    [
      ("survivors", names(step.survivors)), ("requested", names(step.requested)),
      ("taken", names(step.cascaded)), ("by", .nullable(step.cause.map(story.qualified))),
      (
        "rule",
        .nullable(step.cause.map { model.schema.declaration(of: $0).deleteRule.rawValue })
      ), ("shared", .bool(step.needsSharing)),
    ]
  }

  private func names(_ kinds: [EntityID]) -> JSONText {
    .array(kinds.map { .string(story.name($0)) })
  }
}

extension InstancesReport {
  /// Every object with everything that is known of its delete.
  package var members: [(String, JSONText)] {
    model.json(of: entity) + [("objects", .array(effects.map(json)))]
  }

  private func json(_ effects: InstanceEffects) -> JSONText {
    .object([
      ("object", .string(effects.object)), ("entity", .string(effects.entity)),
      ("deleted", strings(effects.deleted)), ("cascades", .array(effects.steps.map(json))),
      ("loses", .array(effects.losses.map(json))),
      ("refuses", .array(effects.denials.map(json) + effects.violations.map(json))),
      ("dangling", .array(effects.dangling.map(json))),
      (
        "crashes",
        .array(effects.crashes.map { JSONText($0) })
      ), ("crashingCascades", .array(effects.crashingCascades.map { JSONText($0) })),
      ("releases", strings(releaseSentences(effects))),
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
      ("by", .nullable(lost.inverse)),
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

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
          entities.map {
            .object([("entity", .string($0.entity)), ("verdict", .string($0.verdict))])
          })
      )
    ]
  }
}

extension EntityReport {
  /// Everything that a delete can do, as data, with the sentences for what refuses it.
  package var members: [(String, JSONText)] {
    model.json(of: words.entity) + [
      ("kinds", names(effects.kinds)), ("verdict", .string(words.verdict)),
      ("goes", .array(effects.cascades.map(json))),
      ("loses", .array(effects.losses.map { .object(json($0)) })),
      ("refuses", .array(refusals)),
      ("dangling", .array(effects.dangling.map { .object(json($0)) })),
      ("crashes", .array(effects.crashes.map { .object(json($0)) })),
      ("batch", batch),
      (
        "crashingCascades",
        .array(effects.crashingCascades.map { .object(property($0)) })
      ),
      ("releases", .strings(words.releaseSentences)),
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

  private var batch: JSONText {
    .object([
      ("verdict", .nullable(words.batchVerdict)),
      ("fails", .array(effects.batch.failures.map { .object(json($0)) })),
      ("leavesInvalid", .array(effects.batch.invalidations.map { .object(json($0)) })),
      ("predicted", .strings(effects.batch.predictions.map(\.rawValue))),
    ])
  }

  private var refusals: [JSONText] {
    effects.denials.map {
      .object(refusal("denied", .deniedDelete) + json($0) + [("lift", .string(words.lift($0)))])
    }
      + effects.invalidations.map {
        .object(refusal("invalid", words.code($0)) + json($0) + [("lift", .string(words.lift($0)))])
      }
  }

  private func refusal(_ reason: String, _ code: ErrorCode) -> [(String, JSONText)] {
    [("reason", .string(reason)), ("code", .integer(code.rawValue))]
  }

  private func json(_ cascade: EntityEffects.Cascade) -> JSONText {
    .object(
      [("level", .integer(cascade.level))] + property(cascade.relationship) + [
        ("toMany", .bool(model.schema.declaration(of: cascade.relationship).isToMany)),
        ("sources", names(cascade.sources)), ("destinations", names(cascade.destinations)),
        ("again", names(cascade.again)), ("repeats", .bool(cascade.repeats)),
      ])
  }

  private func json(_ survivors: EntityEffects.Survivors) -> [(String, JSONText)] {
    property(survivors.relationship) + [
      ("survivors", names(survivors.kinds)),
      ("requested", names(survivors.deleted.requested)),
      ("taken", names(survivors.deleted.taken)),
      ("by", survivors.inverse.map { .string(words.qualified($0)) } ?? .null),
      (
        "rule",
        survivors.inverse.map {
          .string(model.schema.declaration(of: $0).deleteRule.rawValue)
        } ?? .null
      ), ("shared", .bool(words.isShared(survivors))),
    ]
  }

  private func json(_ blockers: EntityEffects.Blockers) -> [(String, JSONText)] {
    property(blockers.relationship) + [
      ("survivors", names(blockers.kinds)),
      ("requested", names(blockers.deleted.requested)),
      ("taken", names(blockers.deleted.taken)),
      ("by", .string(words.qualified(blockers.relationship))),
      ("rule", .string(model.schema.declaration(of: blockers.relationship).deleteRule.rawValue)),
      ("shared", .bool(words.isShared(blockers))),
    ]
  }

  private func property(_ relationship: RelationshipID) -> [(String, JSONText)] {
    [
      ("entity", .string(words.name(model.schema.source(of: relationship)))),
      ("relationship", .string(model.schema.declaration(of: relationship).name)),
    ]
  }

  private func names(_ kinds: [EntityID]) -> JSONText {
    .array(kinds.map { .string(words.name($0)) })
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
      ("deleted", strings(effects.deleted)), ("goes", .array(effects.steps.map(json))),
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

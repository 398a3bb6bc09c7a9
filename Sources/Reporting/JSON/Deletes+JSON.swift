import CompiledOnce
import DeleteCalls
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Model {
  /// Returns the members that begin every answer about an entity.
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
            .object([("entity", .string($0.name)), ("verdict", .string(model.verdict(of: $0)))])
          })
      )
    ]
  }
}

extension EntityReport {
  /// Everything that a delete can do, as data, with the sentences for what refuses it.
  package var members: [(String, JSONText)] {
    model.json(of: story.name) + [
      ("kinds", names(story.requested)), ("verdict", .string(model.verdict(of: story))),
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
      (
        "unresolved",
        .array(
          unresolved.map {
            .object([
              ("file", .string($0.file)), ("line", .integer($0.line)),
              ("column", .integer($0.column)),
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
    func steps(_ kinds: DeleteStory.Step.Kind...) -> JSONText {
      .array(effects.steps.filter { kinds.contains($0.kind) }.map(json))
    }
    return .object([
      ("object", .string(effects.object)), ("entity", .string(effects.entity)),
      ("deleted", .strings(effects.deleted)), ("cascades", steps(.alsoDeleted)),
      ("loses", steps(.unlinked)), ("refuses", steps(.blocked, .madeInvalid)),
      ("dangling", steps(.leftDangling)), ("crashes", steps(.crashes)),
      ("crashingCascades", steps(.crashesByCascade)),
      ("releases", .strings(releaseSentences(effects))), ("kept", .integer(effects.keptCount)),
    ])
  }

  private func json(_ step: InstanceEffects.Step) -> JSONText {
    let reference: [(String, JSONText)] = [
      ("object", .string(step.object)), ("relationship", .string(step.relationship)),
    ]
    let others = JSONText.strings(step.others)
    let members: [(String, JSONText)]
    switch step.kind {
    case .alsoDeleted:
      members = [("level", .integer(step.level))] + reference + [("taken", others)]
    case .unlinked, .leftDangling:
      members =
        reference + [
          ("deleted", .nullable(step.others.first)), ("by", .nullable(step.cause)),
          ("rule", .nullable(step.rule?.rawValue)),
        ]
    case .blocked:
      members =
        [("reason", "denied"), ("code", .integer(ErrorCode.deniedDelete.rawValue))] + reference
        + [("blockers", others), ("lift", .string(lift(step)))]
    case .madeInvalid:
      let kind = step.violation ?? .missing
      var counts: [(String, JSONText)] = []
      switch kind {
      case .missing: break
      case .tooFew(let count, let limit), .tooMany(let count, let limit):
        counts = [("count", .integer(count)), ("limit", .integer(limit))]
      }
      members =
        [("reason", "invalid"), ("code", .integer(kind.code.rawValue))] + reference
        + [("lost", others)] + counts + [("lift", .string(lift(step)))]
    case .crashes, .crashesByCascade, .failed, .leftInvalid, .avoidsCrash:
      return .strings([step.object, step.relationship] + step.others)
    }
    return .object(members)
  }
}

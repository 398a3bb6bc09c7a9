import ModelDeletes
import ModelFiles
import ObjectGraph
import SourceText

extension EffectsWords {
  /// Everything that a delete can do, as data, with the sentences for what refuses it.
  func json(of model: Model) -> JSONText {
    var members: [(String, JSONText)] = [("model", .string(model.name))]
    if let version = model.version { members.append(("version", .string(version))) }
    return .object(
      members + [
        ("framework", .string(model.framework.rawValue)), ("entity", .string(entity)),
        ("kinds", names(effects.kinds)), ("goes", .array(effects.cascades.map(json))),
        ("loses", .array(effects.losses.map { .object(json($0)) })),
        ("refuses", .array(refusals)),
        ("dangling", .array(effects.dangling.map { .object(json($0)) })),
        ("crashes", .array(effects.crashes.map { .object(json($0)) })),
      ])
  }

  private var refusals: [JSONText] {
    effects.denials.map {
      .object(refusal("denied", .deniedDelete) + json($0) + [("lift", .string(lift($0)))])
    }
      + effects.invalidations.map {
        .object(refusal("invalid", code($0)) + json($0) + [("lift", .string(lift($0)))])
      }
  }

  private func refusal(_ reason: String, _ code: ErrorCode) -> [(String, JSONText)] {
    [("reason", .string(reason)), ("code", .integer(code.rawValue))]
  }

  private func json(_ cascade: EntityEffects.Cascade) -> JSONText {
    .object(
      [("level", .integer(cascade.level))] + property(cascade.relationship) + [
        ("toMany", .bool(schema.declaration(of: cascade.relationship).isToMany)),
        ("sources", names(cascade.sources)), ("destinations", names(cascade.destinations)),
        ("again", names(cascade.again)), ("repeats", .bool(cascade.repeats)),
      ])
  }

  private func json(_ survivors: EntityEffects.Survivors) -> [(String, JSONText)] {
    property(survivors.relationship) + [
      ("survivors", names(survivors.kinds)),
      ("requested", names(survivors.deleted.requested)),
      ("taken", names(survivors.deleted.taken)),
      ("by", survivors.inverse.map { .string(qualified($0)) } ?? .null),
      (
        "rule",
        survivors.inverse.map {
          .string(schema.declaration(of: $0).deleteRule.rawValue)
        } ?? .null
      ),
    ]
  }

  private func json(_ blockers: EntityEffects.Blockers) -> [(String, JSONText)] {
    property(blockers.relationship) + [
      ("survivors", names(blockers.kinds)),
      ("requested", names(blockers.deleted.requested)),
      ("taken", names(blockers.deleted.taken)),
      ("by", .string(qualified(blockers.relationship))),
      ("rule", .string(schema.declaration(of: blockers.relationship).deleteRule.rawValue)),
    ]
  }

  private func property(_ relationship: RelationshipID) -> [(String, JSONText)] {
    [
      ("entity", .string(name(schema.source(of: relationship)))),
      ("relationship", .string(schema.declaration(of: relationship).name)),
    ]
  }

  private func names(_ kinds: [EntityID]) -> JSONText { .array(kinds.map { .string(name($0)) }) }
}

import ObjectGraph
import Scenarios

/// An implementation that is wrong on purpose: the right one, asked about another scenario, or with
/// another answer.
struct WrongEngine: Implementation {
  var asking: @Sendable (Scenario) -> Scenario = { $0 }
  var answering: @Sendable (Outcome, Scenario) -> Outcome = { outcome, _ in outcome }

  func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
    ObjectGraphEngine().answers(to: asking(scenario), at: looks).map { answer in
      answer.map { answering($0, scenario) }
    }
  }

  /// Asks about the same objects in a model with other relationships.
  static func changing(
    _ change: @escaping @Sendable (inout Relationship, RelationshipID, Schema) -> Void
  ) -> WrongEngine {
    WrongEngine(asking: { scenario in
      guard let schema = try? scenario.schema else { return scenario }
      let entities = scenario.entities.map { entity in
        var entity = entity
        for index in entity.relationships.indices {
          guard let id = schema.entity(entity.name),
            let relationship = schema.relationship(entity.relationships[index].name, of: id)
          else { continue }
          change(&entity.relationships[index], relationship, schema)
        }
        return entity
      }
      return scenario.with(entities: entities)
    })
  }

  /// Takes away dangling references that the right engine leaves.
  static func sweeping(_ isSwept: @escaping @Sendable (NamedLink, Scenario) -> Bool) -> WrongEngine
  {
    WrongEngine(answering: { outcome, scenario in
      var outcome = outcome
      let swept = outcome.dangling.filter { isSwept($0, scenario) }
      outcome.dangling.removeAll { swept.contains($0) }
      outcome.nullified = (outcome.nullified + swept).sorted()
      outcome.references = Set(
        outcome.references.map { held in
          NamedReferences(
            held.object, held.relationship,
            held.destinations.filter {
              !swept.contains(NamedLink(held.object, held.relationship, $0))
            })
        })
      return outcome.labelledAgain(in: scenario)
    })
  }

  /// Judges denials in another way.
  static func judging(_ judge: @escaping @Sendable (Outcome) -> [Outcome.Denial]) -> WrongEngine {
    WrongEngine(answering: { outcome, scenario in
      var outcome = outcome
      outcome.denials = judge(outcome)
      return outcome.labelledAgain(in: scenario)
    })
  }
}

extension Outcome {
  /// The outcome with the label that its denials, violations and dangling references demand.
  fileprivate func labelledAgain(in scenario: Scenario) -> Outcome {
    guard let schema = try? scenario.schema else { return self }
    func relationship(_ name: String, of object: String) -> RelationshipID? {
      schema.entity(scenario.entity(of: object)).flatMap { schema.relationship(name, of: $0) }
    }
    var outcome = self
    // What is refused is refused for these reasons only.
    outcome.refusals = []
    outcome.error = denials.isEmpty ? nil : denials.count > 1 ? .multipleErrors : .deniedDelete
    outcome.effect = Effect(
      denied: denials.compactMap { relationship($0.relationship, of: $0.object) },
      isInvalid: !violations.isEmpty,
      dangling: dangling.compactMap { relationship($0.relationship, of: $0.source) },
      cascaded: cascaded.compactMap { relationship($0.relationship, of: $0.source) }, in: schema)
    return outcome
  }
}

extension Scenario {
  /// The entity of a stored object; empty where there is none of that name.
  func entity(of object: String) -> String { objects.first { $0.name == object }?.entity ?? "" }

  func with(entities: [Entity]? = nil, links: [NamedLink]? = nil) -> Scenario {
    Scenario(
      framework: framework, entities: entities ?? self.entities, objects: objects,
      links: links ?? self.links, values: values, steps: steps)
  }
}

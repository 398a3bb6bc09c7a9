import ObjectGraph
import Scenarios

/// An implementation that is wrong on purpose: the right one with another answer.
struct WrongEngine: Implementation {
  var answering: @Sendable (Outcome, Scenario) -> Outcome = { outcome, _ in outcome }

  func answers(to scenario: Scenario, at looks: [Look]) -> [Answer] {
    ObjectGraphEngine().answers(to: scenario, at: looks).map { answer in
      answer.map { answering($0, scenario) }
    }
  }

  /// Takes away dangling references that the right engine leaves.
  static func sweeping(_ isSwept: @escaping @Sendable (NamedLink, Scenario) -> Bool) -> WrongEngine
  {
    WrongEngine(answering: { outcome, scenario in
      var outcome = outcome
      let swept = outcome.dangling.filter { isSwept($0, scenario) }
      outcome.dangling.removeAll { swept.contains($0) }
      outcome.nullified = (outcome.nullified + swept).sorted()
      outcome.references = outcome.references.map { held in
        NamedReferences(
          held.object, held.relationship,
          held.destinations.filter {
            !swept.contains(NamedLink(held.object, held.relationship, $0))
          })
      }
      return outcome.labelledAgain(in: scenario)
    })
  }

  /// Judges denials in another way.
  static func judging(_ judge: @escaping @Sendable (Outcome) -> [ObservedState.Refusal])
    -> WrongEngine
  {
    WrongEngine(answering: { outcome, scenario in
      var outcome = outcome
      outcome.refusals = judge(outcome) + outcome.violations
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
    outcome.refusals = denials + violations
    outcome.error = denials.isEmpty ? nil : denials.count > 1 ? .multipleErrors : .deniedDelete
    outcome.effect = Effect(
      denied: denials.compactMap { relationship($0.relationship ?? "", of: $0.object ?? "") },
      isInvalid: !violations.isEmpty,
      dangling: dangling.compactMap { relationship($0.relationship, of: $0.source) },
      cascaded: cascaded.compactMap { relationship($0.relationship, of: $0.source) }, in: schema)
    return outcome
  }
}

extension Scenario {
  /// The entity of a stored object; empty where there is none of that name.
  func entity(of object: String) -> String { objects.first { $0.name == object }?.entity ?? "" }
}

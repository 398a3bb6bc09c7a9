import ObjectGraph
import Scenarios

/// Some objects on both sides of a relationship, all linked, of which one is deleted.
struct ComparisonTrial {
  /// The entity of the object that is deleted.
  let deleted: String
  let entity: String
  let relationship: String
  let scenario: Scenario

  /// Whether the graph can be stored before the delete.
  let isValid: Bool

  /// Fails where there can be no such graph.
  init?(
    _ relationship: RelationshipID, of kind: EntityID?, in named: NamedSchema,
    _ shape: PairFixture.Shape, _ side: ModelComparison.Side
  ) {
    guard let fixture = PairFixture(relationship, in: named, shape, of: kind) else { return nil }
    let object = side == .source ? fixture.sources[0] : fixture.destinations[0]
    deleted = object.entity
    entity = named.name(of: named.schema.source(of: relationship))
    self.relationship = named.name(of: relationship)
    isValid = fixture.isValid
    scenario = Scenario(
      framework: named.schema.framework.name, entities: fixture.entities,
      objects: fixture.objects, links: fixture.links,
      steps: [Scenario.Step(.delete([object.name])), Scenario.Step(.save)])
  }

  /// What the delete comes to.
  var outcome: Outcome {
    get throws(ReplayError) {
      try ObjectGraphEngine().outcome(of: scenario)
    }
  }
}

extension Outcome {
  /// Whether nothing is deleted but what was asked for, and nothing goes wrong.
  var takesOnlyItself: Bool { effect == .ok && deleted == requested }
}

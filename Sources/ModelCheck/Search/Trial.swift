import ObjectGraph
import Scenarios
import SourceText

/// A few objects, their links, and the one that is deleted.
struct Trial: Hashable, Sendable {
  /// Where a relationship demands more objects, its delete is not tried: no known model demands as
  /// many, and a file may state any number.
  static let mostDemanded = 63

  struct Link: Hashable, Sendable {
    let source: Int
    let relationship: RelationshipID
    let destination: Int

    init(_ source: Int, _ relationship: RelationshipID, _ destination: Int) {
      self.source = source
      self.relationship = relationship
      self.destination = destination
    }
  }

  /// The entity of each object, by its number.
  var kinds: [EntityID]
  var links: [Link]
  /// The number of the object that is deleted.
  var deleted: Int
}

/// What a trial came to.
struct TrialResult: Sendable {
  let plan: DeletePlan
  /// The identity of each object of the trial, by its number.
  let ids: [ObjectID]
  /// What the delete breaks in survivors.
  ///
  /// What one of them lacked before, because the graph is small, is no concern of the delete.
  let broken: [Violation]
  let effect: Effect

  init(plan: DeletePlan, ids: [ObjectID], in schema: Schema) {
    self.plan = plan
    self.ids = ids
    broken = plan.violations.filter { violation in
      plan.nullified.contains {
        $0.source == violation.object && $0.relationship == violation.relationship
      }
    }
    effect = Effect(
      denied: plan.denials.map(\.relationship), isInvalid: !broken.isEmpty,
      dangling: plan.dangling.map(\.relationship),
      cascaded: plan.cascaded.map(\.relationship), in: schema)
  }

  func isDeleted(_ object: Int) -> Bool { plan.deleted.contains(ids[object]) }

  /// Whether a survivor still refers to a deleted object.
  func dangles(_ source: Int, _ relationship: RelationshipID, _ destination: Int) -> Bool {
    plan.dangling.contains(Link(ids[source], relationship, ids[destination]))
  }

  /// Whether a deny rule of the object refuses the save.
  func isDenied(_ object: Int, _ relationship: RelationshipID) -> Bool {
    plan.denials.contains { $0.object == ids[object] && $0.relationship == relationship }
  }

  /// Whether the object is left with too little in a relationship.
  func lacks(_ object: Int, _ relationship: RelationshipID) -> Bool {
    broken.contains {
      guard $0.object == ids[object], $0.relationship == relationship else { return false }
      if case .tooMany = $0.kind { return false }
      return true
    }
  }
}

extension Trial {
  /// The trial as a scenario that anybody can replay: of the model, only what it needs.
  ///
  /// - Parameters:
  ///   - schema: The schema of the trial.
  ///   - mandatory: The relationships of which it matters what they must hold.
  ///   - location: Where the hazard is written.
  /// - Returns: The model's part, the objects, the links, the delete and a save.
  func scenario(
    in schema: Schema, mandatory: Set<RelationshipID>, at location: Location
  ) -> Scenario {
    let names = names(in: schema)
    return Scenario(
      framework: schema.framework.name,
      entities: schema.excerpt(for: kinds, linked: links.map(\.relationship), mandatory: mandatory),
      objects: zip(names, kinds).map { NamedObject($0, schema.declaration(of: $1).name) },
      links: links.map { link in
        NamedLink(
          names[link.source], schema.declaration(of: link.relationship).name,
          names[link.destination])
      },
      steps: [
        Scenario.Step(.delete([names[deleted]]), at: location), Scenario.Step(.save, at: location),
      ])
  }

  /// The entity and a number for each object: `Task1`.
  func names(in schema: Schema) -> [String] {
    kinds.indices.map { index in
      let number = kinds[...index].count { $0 == kinds[index] }
      return NamedObject(number: number, of: schema.declaration(of: kinds[index]).name).name
    }
  }
}

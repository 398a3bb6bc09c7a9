import ObjectGraph
import Scenarios

/// A few objects, their links, and the one that is deleted.
struct Trial: Hashable, Sendable {
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
      dangling: plan.dangling.map(\.relationship), in: schema)
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

/// Tries deletes on one schema.
struct TrialBench: ~Copyable {
  /// One graph for all trials: what earlier ones left has no links to what comes after it, and
  /// making a graph costs as much as the schema has relationships.
  private var graph: Graph

  init(_ schema: Schema) { graph = Graph(schema) }

  /// Builds the objects of a trial and plans its delete.
  ///
  /// - Parameter trial: Some objects of the schema.
  /// - Returns: What the delete would do; nil where such a graph cannot be: an object does not fit
  ///   into a relationship, or one link takes the place of another.
  mutating func result(of trial: Trial) -> TrialResult? {
    do throws(GraphError) {
      var ids: [ObjectID] = []
      for kind in trial.kinds { ids.append(try graph.insert(kind)) }
      for link in trial.links {
        try graph.link(ids[link.source], link.relationship, ids[link.destination])
      }
      for link in trial.links {
        let held = try graph.references(ids[link.source], link.relationship)
        if !held.contains(.object(ids[link.destination])) { return nil }
      }
      if try holdsTooMany(trial, ids) { return nil }
      return TrialResult(
        plan: try graph.plan(deleting: [ids[trial.deleted]]), ids: ids, in: graph.schema)
    } catch {
      return nil
    }
  }

  /// Whether an object holds more than a save would let it.
  private func holdsTooMany(_ trial: Trial, _ ids: [ObjectID]) throws(GraphError) -> Bool {
    let schema = graph.schema
    for (object, kind) in zip(ids, trial.kinds) {
      for relationship in schema.relationships(of: kind) {
        let most = schema.declaration(of: relationship).maxCount
        if most > 0, try graph.count(object, relationship) > most { return true }
      }
    }
    return false
  }
}

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

/// Tries deletes on one schema, one small graph after the other.
struct TrialBench: ~Copyable {
  private var graph: SmallGraph

  init(_ schema: Schema) { graph = SmallGraph(schema) }

  /// Builds the graph of a trial and plans its delete.
  ///
  /// - Parameter trial: Some objects of the schema, at most ``SmallGraph/capacity``.
  /// - Returns: What the delete would do; nil where such a graph cannot be: an object does not fit
  ///   into a relationship, one link takes the place of another, or there are too many.
  mutating func result(of trial: Trial) -> TrialResult? {
    graph.removeAll()
    do throws(GraphError) {
      for kind in trial.kinds { _ = try graph.insert(kind) }
      for link in trial.links {
        try graph.link(link.source, link.relationship, link.destination)
      }
      for link in trial.links {
        let held = try graph.references(link.source, link.relationship)
        if held & (1 << UInt64(link.destination)) == 0 { return nil }
      }
      if try holdsTooMany(trial) { return nil }
    } catch {
      return nil
    }
    let plan = graph.plan(deleting: 1 << UInt64(trial.deleted))
    return TrialResult(
      plan: plan, ids: trial.kinds.indices.map { graph.id(of: $0) }, in: graph.schema)
  }

  /// Whether an object holds more than a save would let it.
  private func holdsTooMany(_ trial: Trial) throws(GraphError) -> Bool {
    let schema = graph.schema
    for (object, kind) in trial.kinds.enumerated() {
      for relationship in schema.relationships(of: kind) {
        let most = schema.declaration(of: relationship).maxCount
        if most == 0 { continue }
        if try graph.references(object, relationship).nonzeroBitCount > most { return true }
      }
    }
    return false
  }
}

import ObjectGraph

/// Why a step could not be done, and where it is written.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
  /// Where the step, or the scenario, is written.
  public let location: Location
  /// What was wrong with it.
  public let message: String

  /// `file:line:column: error: message`.
  public var description: String { "\(location): error: \(message)" }
}

/// A scenario on its way through a context, step by step.
struct Replay {
  private let schema: Schema
  private var context: Context
  private let referencesAtStart: Set<NamedLink>
  /// The last save's plan where it was refused, otherwise what is pending.
  private var plan: DeletePlan
  private var history = History()
  /// The history up to the last save that was not refused: what a rollback returns to.
  private var savedHistory: History

  /// The objects by their names, and what was done to them.
  private struct History {
    var ids: [String: ObjectID] = [:]
    var names: [ObjectID: String] = [:]
    var requested: Set<String> = []
    /// What earlier saves did; a plan knows only what is pending.
    var cascaded: Set<NamedLink> = []
    var forgiven: Set<NamedLink> = []

    mutating func add(_ object: ObjectID, named name: String) {
      ids[name] = object
      names[object] = name
    }
  }

  /// Builds the stored graph of a scenario.
  init(_ scenario: Scenario, engine: Engine, at location: Location) throws {
    do {
      let schema = try Schema(
        engine.framework(scenario.framework), entities: scenario.entities)
      self.schema = schema
      var graph = Graph(schema)
      for object in scenario.objects {
        history.add(try graph.insert(object.entity), named: object.name)
      }
      for link in scenario.links {
        guard let source = history.ids[link.source],
          let destination = history.ids[link.destination]
        else {
          throw ReplayError(location: location, message: "'\(link)' links an unknown object")
        }
        try graph.link(source, link.relationship, destination)
      }
      context = Context(graph, planning: engine.plan)
      plan = try context.plan()
      referencesAtStart = Set(try Self.references(in: graph, schema, history.names).map(\.link))
      savedHistory = history
    } catch let error as ReplayError {
      throw error
    } catch {
      throw ReplayError(location: location, message: "\(error)")
    }
  }

  /// Does one step; a save that is refused is an outcome, not an error.
  mutating func perform(_ step: Scenario.Step) throws {
    do {
      try perform(step.action)
    } catch {
      throw ReplayError(location: step.location, message: "\(error)")
    }
  }

  private mutating func perform(_ action: Scenario.Action) throws {
    switch action {
    case .insert(let objects):
      for object in objects {
        let id = try context.edit { graph throws(GraphError) in try graph.insert(object.entity) }
        history.add(id, named: object.name)
      }
    case .link(let link):
      let (source, destination) = (try id(link.source), try id(link.destination))
      try context.edit { graph throws(GraphError) in
        try graph.link(source, link.relationship, destination)
      }
    case .unlink(let link):
      let (source, destination) = (try id(link.source), try id(link.destination))
      try context.edit { graph throws(GraphError) in
        _ = try graph.unlink(source, link.relationship, destination)
      }
    case .set(let name, let relationship, let values):
      let (source, destinations) = (try id(name), try values.map { try id($0) })
      try context.edit { graph throws(GraphError) in
        try graph.set(source, relationship, to: destinations)
      }
    case .delete(let objects):
      try context.delete(try objects.map { try id($0) })
      history.requested.formUnion(objects)
    case .save:
      plan = try context.plan()
      do {
        try context.save()
        history.cascaded.formUnion(plan.cascaded.map(named))
        history.forgiven.formUnion(plan.forgiven.map(named))
        savedHistory = history
        plan = try context.plan()
      } catch is SaveRefusal {
        // The plan that was refused says why.
      }
      return
    case .rollback:
      context.rollback()
      history = savedHistory
    }
    plan = try context.plan()
  }

  private func id(_ name: String) throws(UnknownObject) -> ObjectID {
    guard let id = history.ids[name] else {
      throw UnknownObject(name: name, known: history.ids.keys.sorted())
    }
    return id
  }

  private struct UnknownObject: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
      "no object is called '\(name)'\(name.suggestion(among: known))"
    }
  }
}

extension Replay {
  /// What has become of the objects by now.
  func outcome() throws(GraphError) -> Outcome {
    let pending = try context.pending()
    let references = try Self.references(in: pending, schema, history.names)
    let dangling = references.filter(\.isDangling)
    let present = Set(references.map(\.link))
    let gone = history.ids.filter { !pending.contains($0.value) }
    return Outcome(
      deleted: gone.keys.sorted(),
      kept: history.ids.keys.filter { gone[$0] == nil }.sorted(),
      effect: Effect(
        denied: plan.denials.map(\.relationship), isInvalid: !plan.violations.isEmpty,
        dangling: dangling.map(\.relationship), in: schema),
      nullified: referencesAtStart.filter { gone[$0.source] == nil && !present.contains($0) }
        .sorted(),
      dangling: dangling.map(\.link).sorted(),
      denials: plan.denials.map {
        Outcome.Denial(
          object: name($0.object), relationship: schema.declaration(of: $0.relationship).name,
          blockers: $0.blockers.map(name).sorted())
      }.sorted { ($0.object, $0.relationship) < ($1.object, $1.relationship) },
      forgiven: history.forgiven.union(plan.forgiven.map(named)).sorted(),
      violations: plan.violations.map {
        Outcome.Violation(
          object: name($0.object), relationship: schema.declaration(of: $0.relationship).name,
          kind: $0.kind)
      }.sorted { ($0.object, $0.relationship) < ($1.object, $1.relationship) },
      requested: history.requested.sorted(),
      cascaded: history.cascaded.union(plan.cascaded.map(named)).sorted())
  }

  private func name(_ id: ObjectID) -> String { history.names[id] ?? "(unnamed)" }

  private func named(_ link: Link) -> NamedLink {
    NamedLink(
      name(link.source), schema.declaration(of: link.relationship).name, name(link.destination))
  }

  /// Every reference between named objects that a reader of the graph can see.
  private static func references(
    in graph: Graph, _ schema: Schema, _ names: [ObjectID: String]
  ) throws(GraphError) -> [(link: NamedLink, relationship: RelationshipID, isDangling: Bool)] {
    var found: [(link: NamedLink, relationship: RelationshipID, isDangling: Bool)] = []
    for object in graph.objects {
      for relationship in schema.relationships(of: try graph.entity(of: object)) {
        for reference in try graph.references(object, relationship) {
          let link = NamedLink(
            names[object] ?? "(unnamed)", schema.declaration(of: relationship).name,
            names[reference.id] ?? "(unnamed)")
          found.append((link, relationship, reference == .deleted(reference.id)))
        }
      }
    }
    return found
  }
}

import ObjectGraph
import SourceText

/// Why a step could not be done, and where it is written.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
  /// Where the step, or the scenario, is written.
  public let location: Location
  /// What was wrong with it.
  public let message: String

  /// `file:line:column: error: message`.
  public var description: String { "\(location): error: \(message)" }

  package init(location: Location, message: String) {
    self.location = location
    self.message = message
  }
}

/// A scenario on its way through a context, step by step.
package struct Replay {
  package let schema: Schema
  package let engine: Engine
  package private(set) var context: Context
  /// What every object held before the first step.
  package private(set) var referencesAtStart: Set<NamedLink> = []
  package private(set) var history = History()
  /// The history up to the last save that was not refused: what a rollback returns to.
  private var savedHistory = History()

  /// The objects by their names, and what was done to them.
  package struct History {
    var ids: [String: ObjectID] = [:]
    var names: [ObjectID: String] = [:]
    var requested: Set<String> = []
    /// What earlier saves did; a plan knows only what is pending.
    var cascaded: Set<NamedLink> = []
    var forgiven: Set<NamedLink> = []

    func id(_ name: String) throws(UnknownObject) -> ObjectID {
      guard let id = ids[name] else {
        throw UnknownObject(name: name, known: ids.keys.sorted())
      }
      return id
    }

    mutating func add(_ object: ObjectID, named name: String) {
      ids[name] = object
      names[object] = name
    }
  }

  /// Builds the stored graph of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - schema: The schema of the scenario's entities, where somebody resolved it before.
  ///   - engine: What makes the schema and answers the questions.
  ///   - location: Where the scenario is written.
  /// - Throws: A ``ReplayError`` where the graph cannot be built.
  package init(
    _ scenario: Scenario, schema: Schema? = nil, engine: Engine, at location: Location
  ) throws {
    do {
      self.engine = engine
      self.schema = try schema ?? engine.schema(scenario.framework, scenario.entities)
      var graph = Graph(self.schema)
      for object in scenario.objects {
        history.add(try graph.insert(object.entity), named: object.name)
      }
      for link in scenario.links {
        try graph.link(
          try history.id(link.source), link.relationship, try history.id(link.destination))
      }
      for value in scenario.values {
        try graph.setValue(try history.id(value.object), value.attribute, to: value.value)
      }
      context = Context(graph, judging: engine.denials)
      referencesAtStart = Set(try references(in: graph).map(\.link))
      savedHistory = history
    } catch {
      throw ReplayError(location: location, message: "\(error)")
    }
  }

  /// Does one step; a save that is refused is an outcome, not an error.
  package mutating func perform(_ step: Scenario.Step) throws {
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
        history.add(try context.insert(object.entity), named: object.name)
      }
    case .link(let link):
      try context.link(try id(link.source), link.relationship, try id(link.destination))
    case .unlink(let link):
      try context.unlink(try id(link.source), link.relationship, try id(link.destination))
    case .set(let name, let relationship, let values):
      try context.set(try id(name), relationship, to: try values.map { try id($0) })
    case .setValue(let value):
      try context.setValue(try id(value.object), value.attribute, to: value.value)
    case .delete(let objects):
      try context.delete(try objects.map { try id($0) })
      history.requested.formUnion(objects)
    case .processPendingChanges:
      rememberPlan(context.plan())
      context.processPendingChanges()
    case .save:
      let plan = context.plan()
      do throws(SaveRefusal) {
        try context.save()
        rememberPlan(plan)
        savedHistory = history
      } catch {
        // The context still says what refuses the save.
      }
    case .rollback:
      context.rollback()
      history = savedHistory
    }
  }

  /// Keeps why objects go, which a saved context no longer knows.
  private mutating func rememberPlan(_ plan: DeletePlan) {
    history.cascaded.formUnion(plan.cascaded.map(named))
    history.forgiven.formUnion(plan.forgiven.map(named))
  }

  private func id(_ name: String) throws(UnknownObject) -> ObjectID { try history.id(name) }

  package struct UnknownObject: Error, CustomStringConvertible {
    package let name: String
    package let known: [String]

    package var description: String {
      "no object is called '\(name)'\(name.suggestion(among: known))"
    }
  }
}

extension Replay {
  package func name(_ id: ObjectID) -> String { history.names[id] ?? "(unnamed)" }

  package func named(_ link: Link) -> NamedLink {
    NamedLink(
      name(link.source), schema.declaration(of: link.relationship).name, name(link.destination))
  }

  /// Every reference that a reader of a graph can see.
  package func references(
    in graph: Graph
  ) throws(GraphError) -> [(link: NamedLink, relationship: RelationshipID, isDangling: Bool)] {
    var found: [(link: NamedLink, relationship: RelationshipID, isDangling: Bool)] = []
    for object in graph.objects {
      for relationship in schema.relationships(of: try graph.entity(of: object)) {
        for reference in try graph.references(object, relationship) {
          let link = named(Link(object, relationship, reference.id))
          found.append((link, relationship, reference == .deleted(reference.id)))
        }
      }
    }
    return found
  }
}

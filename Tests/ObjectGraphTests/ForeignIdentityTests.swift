import Testing

@testable import ObjectGraph

/// The numbers of another graph or schema are numbers that a caller can reach, and mean nothing here.
@Suite("Is what another graph or schema gave an error, and never a trap?")
struct ForeignIdentityTests {
  private let graph: Graph
  /// Objects of this graph, one of them deleted, and of another with more rows and more tables.
  private let objects: [ObjectID]
  private let entities: [EntityID]
  private let relationships: [RelationshipID]
  private let foreignPlan: DeletePlan

  init() throws {
    var graph = Graph(try .lists(items: .nullify))
    let own = try [graph.insert("List"), graph.insert("Item"), graph.insert("Item")]
    try graph.link(own[0], "items", own[1])
    try graph.delete([own[2]])
    self.graph = graph
    let schema = try Schema(
      .coreData,
      entities: (0..<4).map {
        Entity(
          "E\($0)", relationships: [.toOne("items", "E\($0)", deleteRule: .cascade)],
          attributes: [Attribute("name")])
      })
    var other = Graph(schema)
    let foreign = try (0..<4).flatMap { try other.insert(4, "E\($0)") }
    try other.link(foreign[0], "items", foreign[1])
    objects = own + [foreign[3], foreign[7], foreign[8], foreign[15]]
    entities = graph.schema.entities + schema.entities.suffix(2)
    relationships = graph.schema.relationships + schema.relationships.suffix(2)
    foreignPlan = try other.plan(deleting: [foreign[0]])
  }

  /// Expects a call to be refused unless all that it was given belongs here, and to do no harm.
  private func attempt(
    _ isOwn: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (inout Graph) throws(GraphError) -> Void
  ) {
    var copy = graph
    do throws(GraphError) {
      try call(&copy)
      #expect(isOwn, sourceLocation: sourceLocation)
    } catch {
      #expect(copy.objects == graph.objects, "\(error)", sourceLocation: sourceLocation)
    }
    #expect(copy.brokenInvariants() == [], sourceLocation: sourceLocation)
  }

  /// The same of a context.
  private func attemptInContext(
    _ isOwn: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (inout Context) throws(GraphError) -> Void
  ) {
    attempt(isOwn, sourceLocation: sourceLocation) { (graph) throws(GraphError) in
      var context = Context(graph)
      defer { graph = context.pending() }
      try call(&context)
    }
  }

  @Test("An object")
  func foreignObjects() {
    attempt(false) { (graph) throws(GraphError) in try graph.apply(foreignPlan) }
    for object in objects {
      let isThere = graph.contains(object)
      attempt(graph.objects.contains(object) || object == objects[2]) {
        (graph) throws(GraphError) in _ = try graph.entity(of: object)
      }
      attempt(isThere) { (graph) throws(GraphError) in
        _ = try graph.plan(deleting: [objects[0], object])
      }
      attempt(false) { (graph) throws(GraphError) in _ = try graph.value(object, "name") }
      attempt(false) { (graph) throws(GraphError) in try graph.setValue(object, "name", to: nil) }
      attempt(false) { (graph) throws(GraphError) in
        _ = try graph.relationship("name", of: object)
      }
      // What is gone may be asked for again.
      let isKnown = isThere || object == objects[2]
      attemptInContext(isKnown) { (context) throws(GraphError) in try context.delete(object) }
      attemptInContext(isKnown) { (context) throws(GraphError) in
        try context.delete([objects[0], object])
      }
      attemptInContext(false) { (context) throws(GraphError) in
        try context.setValue(object, "name", to: nil)
      }
      for other in objects {
        let areThere = isThere && graph.contains(other)
        attemptInContext(areThere) { (context) throws(GraphError) in
          try context.link(object, "items", other)
        }
        attemptInContext(areThere) { (context) throws(GraphError) in
          try context.set(object, "items", to: [other])
        }
        attemptInContext(isThere) { (context) throws(GraphError) in
          try context.unlink(object, "items", other)
        }
      }
    }
  }

  @Test("An entity")
  func foreignEntities() {
    for entity in entities {
      let isOwn = graph.schema.entities.contains(entity)
      attempt(isOwn) { (graph) throws(GraphError) in try graph.insert(entity) }
      attemptInContext(isOwn) { (context) throws(GraphError) in try context.insert(entity) }
      attempt(false) { (graph) throws(GraphError) in
        _ = try graph.objects(of: entity, sortedBy: "name", ascending: true)
      }
      #expect(isOwn || graph.objects(of: entity).isEmpty)
    }
  }

  @Test("A relationship, of any object")
  func foreignRelationships() {
    for relationship in relationships {
      let isOwn = graph.schema.relationships.contains(relationship)
      for object in objects {
        let fits = isOwn && graph.contains(object)
        attempt(fits) { (graph) throws(GraphError) in
          _ = try graph.references(object, relationship)
        }
        attempt(fits) { (graph) throws(GraphError) in _ = try graph.count(object, relationship) }
        attempt(fits) { (graph) throws(GraphError) in
          try graph.forEachReference(object, relationship) { _ in }
        }
        for other in objects {
          let fit = fits && graph.contains(other)
          attempt(fit) { (graph) throws(GraphError) in
            try graph.link(object, relationship, other)
          }
          attempt(fits) { (graph) throws(GraphError) in
            try graph.unlink(object, relationship, other)
          }
          attempt(fit) { (graph) throws(GraphError) in
            try graph.set(object, relationship, to: [other])
          }
          attemptInContext(fit) { (context) throws(GraphError) in
            try context.link(object, relationship, other)
          }
        }
      }
    }
  }
}

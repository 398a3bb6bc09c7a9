import Testing

@testable import ObjectGraph

/// The numbers of another graph or schema are numbers that a caller can reach, and mean nothing here.
@Suite("Is what another graph or schema gave an error, and never a trap?")
struct ForeignIdentityTests {
  private let graph: Graph
  /// Objects of this graph, the last of them deleted, and of another with more rows and tables.
  private let objects: [ObjectID]
  private let gone: ObjectID
  private let entities: [EntityID]
  private let relationships: [RelationshipID]

  init() throws {
    var graph = Graph(try .lists())
    let own = try [graph.insert("List"), graph.insert("Item"), graph.insert("Item")]
    try graph.link(own[0], "items", own[1])
    try graph.delete([own[2]])
    let schema = try Schema(
      .coreData, (0..<4).map { "E\($0): items E\($0) cascade, name" }.joined(separator: ";"))
    var other = Graph(schema)
    let foreign = try (0..<4).flatMap { try other.insert(4, "E\($0)") }
    try other.link(foreign[0], "items", foreign[1])
    objects = own + [foreign[3], foreign[7], foreign[8], foreign[15]]
    gone = own[2]
    entities = graph.schema.entities + schema.entities.suffix(2)
    relationships = graph.schema.relationships + schema.relationships.suffix(2)
    self.graph = graph
  }

  /// Expects a call to throw unless everything that it is given belongs here, and to do no harm.
  private func attempt(
    _ isOwn: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (inout Graph) throws -> Void
  ) {
    var copy = graph
    do {
      try call(&copy)
      #expect(isOwn, sourceLocation: sourceLocation)
    } catch {
      #expect(error is GraphError && !isOwn, "\(error)", sourceLocation: sourceLocation)
      #expect(copy.objects == graph.objects, "\(error)", sourceLocation: sourceLocation)
    }
    #expect(copy.brokenInvariants() == [], sourceLocation: sourceLocation)
  }

  /// The same for a context.
  private func attemptInContext(
    _ isOwn: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (inout Context) throws -> Void
  ) {
    attempt(isOwn, sourceLocation: sourceLocation) { graph in
      var context = Context(graph)
      defer { graph = context.pending() }
      try call(&context)
    }
  }

  @Test("Objects")
  func foreignObjects() {
    for object in objects {
      let isThere = graph.contains(object)
      let isKnown = isThere || object == gone
      attempt(isKnown) { _ = try $0.entity(of: object) }
      attempt(isThere) { _ = try $0.plan(deleting: [objects[0], object]) }
      attempt(isThere) { try $0.delete([objects[0], object]) }
      attempt(false) { _ = try $0.value(object, "name") }
      attempt(false) { try $0.setValue(object, "name", to: nil) }
      attempt(false) { _ = try $0.relationship("name", of: object) }
      // What is gone may be deleted again.
      attemptInContext(isKnown) { try $0.delete(object) }
      attemptInContext(isKnown) { try $0.delete([objects[0], object]) }
      attemptInContext(false) { try $0.setValue(object, "name", to: nil) }
    }
    let stranger = GraphError.unknownObject(objects[6])
    #expect(throws: stranger) { try graph.references(objects[6], "list") }
    #expect("\(stranger)" == "the object does not belong to this graph")
  }

  @Test("Entities")
  func foreignEntities() {
    for entity in entities {
      let isOwn = graph.schema.entities.contains(entity)
      attempt(isOwn) { try $0.insert(entity) }
      attemptInContext(isOwn) { try $0.insert(entity) }
      attempt(false) { _ = try $0.objects(of: entity, sortedBy: "name", ascending: true) }
      #expect(isOwn || graph.objects(of: entity).isEmpty)
    }
    var copy = graph
    #expect(throws: GraphError.unknownEntity("#2")) { try copy.insert(entities[2]) }
  }

  @Test("Relationships, of any objects")
  func foreignRelationships() {
    for relationship in relationships {
      for object in objects {
        // Of the two objects, each has one of the two relationships.
        let fits =
          graph.schema.relationships.contains(relationship) && graph.contains(object)
          && (object == objects[0]) == (relationship == relationships[0])
        attempt(fits) { _ = try $0.references(object, relationship) }
        attempt(fits) { _ = try $0.count(object, relationship) }
        for other in objects {
          let fit = fits && graph.contains(other) && object != other
          attempt(fit) { try $0.link(object, relationship, other) }
          attempt(fit) { try $0.set(object, relationship, to: [other]) }
          attemptInContext(fit) { try $0.link(object, relationship, other) }
          let areOwn = object == objects[0] && other == objects[1]
          attemptInContext(areOwn) { try $0.set(object, "items", to: [other]) }
          let canUnlink = fits && (graph.contains(other) || other == gone)
          attempt(canUnlink) { try $0.unlink(object, relationship, other) }
        }
      }
    }
    let foreign = relationships[2]
    #expect(throws: GraphError.unknownRelationship("#2", entity: "List")) {
      try graph.references(objects[0], foreign)
    }
  }
}

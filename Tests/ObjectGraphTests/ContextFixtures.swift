import Testing

@testable import ObjectGraph

/// All that can be read of a graph, values included: two equal ones show that nothing is lost.
struct Picture: Hashable {
  let snapshot: Snapshot
  let values: [[AttributeValue?]]

  init(_ graph: Graph) throws {
    snapshot = try Snapshot(graph)
    values = try graph.objects.map { object in
      try graph.schema.attributes(of: graph.entity(of: object)).map { attribute in
        try graph.value(object, graph.schema.declaration(of: attribute).name)
      }
    }
  }
}

extension Context {
  /// The refusal of a save that must be refused.
  mutating func refusal(sourceLocation: SourceLocation = #_sourceLocation) throws -> SaveRefusal {
    var attempt = self
    let refusal = try #require(throws: SaveRefusal.self, sourceLocation: sourceLocation) {
      try attempt.save()
    }
    self = attempt
    return refusal
  }
}

extension Schema {
  /// Finds an attribute that an entity must have.
  func required(_ entity: String, attribute: String) throws -> AttributeID {
    let entity = try required(entity)
    return try #require(self.attribute(attribute, of: entity))
  }
}

import ObjectGraph

/// Everything that can be read from a graph, to see whether anything of it changed.
struct Contents: Equatable {
  private struct Row: Equatable {
    let object: ObjectID
    let entity: EntityID
    /// What each relationship holds, in its order.
    let references: [[Reference]]
    let values: [AttributeValue?]
  }

  private let rows: [Row]

  init(of graph: Graph) throws(GraphError) {
    var rows: [Row] = []
    for object in graph.objects {
      let entity = try graph.entity(of: object)
      var references: [[Reference]] = []
      for relationship in graph.schema.relationships(of: entity) {
        references.append(try graph.references(object, relationship))
      }
      var values: [AttributeValue?] = []
      for attribute in graph.schema.attributes(of: entity) {
        values.append(
          try graph.value(object, graph.schema.declaration(of: attribute).name))
      }
      rows.append(Row(object: object, entity: entity, references: references, values: values))
    }
    self.rows = rows
  }
}

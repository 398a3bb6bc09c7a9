import ModelFiles
import ObjectGraph

/// A line of a diagram: a relationship and its inverse, or one without.
struct ModelEdge {
  let source: String
  let destination: String
  let relationship: RelationshipID
  let inverse: RelationshipID?

  /// The edges of a model, in the order of its relationships; the two of a pair are one edge.
  static func edges(of model: Model) -> [ModelEdge] {
    let schema = model.schema
    return schema.relationships.compactMap { relationship in
      let inverse = schema.inverse(of: relationship)?.relationship
      if let inverse, inverse < relationship { return nil }
      return ModelEdge(
        source: schema.declaration(of: schema.source(of: relationship)).name,
        destination: schema.declaration(of: schema.destination(of: relationship)).name,
        relationship: relationship, inverse: inverse)
    }
  }

  /// Whether something can go wrong with the references of either end.
  func isHazardous(in model: Model) -> Bool {
    [relationship, inverse].compactMap { $0 }.contains { !model.hazards($0).isEmpty }
  }
}

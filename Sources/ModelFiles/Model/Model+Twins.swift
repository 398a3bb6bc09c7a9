import CompiledOnce
import ObjectGraph

/// Two stores with one set of classes are two models that differ in some relationships only.
extension Model {
  /// A relationship that is not the same in two models.
  package struct Difference: Hashable, Sendable {
    package let entity: String
    package let relationship: String
    /// The relationship in the first model; nil if it has none of the name.
    package let first: Relationship?
    /// The relationship in the second model.
    package let second: Relationship?
  }

  /// Whether another model at another place has the same entities, and more of its relationships are
  /// the same than not.
  package func isTwin(of other: Model) -> Bool {
    guard framework == other.framework, place != other.place, entities.count > 1,
      Set(entities.map(\.name)) == Set(other.entities.map(\.name))
    else { return false }
    let differing = differences(from: other).count
    return relationships.contains { other.relationships[$0.key] == $0.value }
      && differing * 2 <= Set(relationships.keys).union(other.relationships.keys).count
  }

  /// The relationships that are not the same in another model, in the order of their names.
  package func differences(from other: Model) -> [Difference] {
    let (own, others) = (relationships, other.relationships)
    return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }
      .map { key in
        Difference(
          entity: key.entity, relationship: key.relationship, first: own[key], second: others[key])
      }
      .sorted { ($0.entity, $0.relationship) < ($1.entity, $1.relationship) }
  }

  private struct Key: Hashable {
    let entity: String
    let relationship: String
  }

  private var relationships: [Key: Relationship] {
    var all: [Key: Relationship] = [:]
    for entity in entities {
      for relationship in entity.relationships where relationship.id != nil {
        all[Key(entity: entity.name, relationship: relationship.name)] = relationship.declaration
      }
    }
    return all
  }
}

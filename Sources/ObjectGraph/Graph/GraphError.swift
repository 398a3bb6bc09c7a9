/// Why a graph would not do what it was asked; the graph is then unchanged.
public enum GraphError: Error, Hashable, Sendable {
  /// The object belongs to no row of this graph.
  case unknownObject(ObjectID)
  /// The object was deleted.
  case deletedObject(ObjectID)
  /// The schema has no entity of that name.
  case unknownEntity(String)
  /// Objects can only be of the entity's subentities.
  case abstractEntity(String)
  /// The entity neither declares nor inherits the relationship.
  case unknownRelationship(String, entity: String)
  /// The entity neither declares nor inherits the attribute.
  case unknownAttribute(String, entity: String)
  /// The relationship holds objects of another entity.
  case wrongDestination(relationship: String, expected: String, found: String)
  /// Several objects were given to a relationship that holds at most one.
  case tooManyForToOne(relationship: String, count: Int)
  /// The delete, or batch delete, is refused; nothing was deleted.
  case refused(Refusal)
  /// A batch delete of one entity's objects names an object of another.
  case wrongEntity(expected: String, found: String)
}

extension GraphError: CustomStringConvertible {
  /// A line with the problem found and what was expected.
  public var description: String {
    switch self {
    case .unknownObject: "the object does not belong to this graph"
    case .deletedObject: "the object was deleted"
    case .unknownEntity(let name): "the schema has no entity '\(name)'"
    case .abstractEntity(let name):
      "the entity '\(name)' is abstract; insert an object of one of its subentities"
    case .unknownRelationship(let name, let entity):
      "the entity \(entity) has no relationship '\(name)'"
    case .unknownAttribute(let name, let entity):
      "the entity \(entity) has no attribute '\(name)'"
    case .wrongDestination(let relationship, let expected, let found):
      "\(relationship) holds objects of \(expected), not of \(found)"
    case .tooManyForToOne(let relationship, let count):
      "\(relationship) holds at most one object, not \(count)"
    case .refused(let refusal): "the delete is refused (\(refusal.code.rawValue))"
    case .wrongEntity(let expected, let found):
      "a batch delete of \(expected) cannot name an object of \(found)"
    }
  }
}

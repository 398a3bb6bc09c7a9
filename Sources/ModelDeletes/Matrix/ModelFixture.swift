import DeleteMatrix
import ModelFiles
import ObjectGraph

/// A few objects on both sides of a relationship, linked as in the observation article.
struct ModelFixture {
  /// The entities of the objects.
  let kinds: [EntityID]
  let sides: [Pairing.Side]
  let objects: [NamedObject]
  let links: [NamedLink]

  /// More would make no readable table.
  private static let mostObjects = 50

  /// Makes the objects and links for a relationship.
  ///
  /// One-to-one: one object a side. One-to-many: one object on the side of the to-many, two on the
  /// other. Many-to-many: two on each, all linked. A to-many without an inverse leads from one
  /// object to two; a to-one without an inverse from two objects to one, because nothing says that
  /// only one may refer to it. Fails where no object can be on one of the sides.
  ///
  /// - Parameters:
  ///   - relationship: A relationship of the schema.
  ///   - schema: The schema.
  init?(_ relationship: RelationshipID, in schema: Schema) {
    let inverse = schema.inverse(of: relationship)?.relationship
    guard let ends = schema.linkableKinds(of: relationship) else { return nil }
    let isToMany = schema.declaration(of: relationship).isToMany
    let isBackToMany =
      inverse.map { schema.declaration(of: $0).isToMany } ?? !isToMany
    var naming = Naming(schema: schema)
    // As many as the other side must hold, so that the graph is one that can be stored.
    let least = [relationship, inverse].map { side in
      min(max(side.map { schema.declaration(of: $0).minCount } ?? 0, 2), Self.mostObjects)
    }
    let left = naming.objects(of: ends.source, count: isBackToMany ? least[1] : 1)
    let right = naming.objects(of: ends.destination, count: isToMany ? least[0] : 1)
    let name = schema.declaration(of: relationship).name
    let destination = schema.declaration(of: schema.destination(of: relationship)).name
    kinds = [ends.source, ends.destination]
    objects = left + right
    let links = left.flatMap { source in right.map { NamedLink(source.name, name, $0.name) } }
    self.links = links + Self.closingLinks(left[0], right[0], relationship, in: schema)
    sides = [
      Pairing.Side(
        entity: schema.declaration(of: schema.source(of: relationship)).name, relationship: name,
        object: left[0].name),
      Pairing.Side(
        entity: inverse.map { schema.declaration(of: schema.source(of: $0)).name } ?? destination,
        relationship: inverse.map { schema.declaration(of: $0).name }, object: right[0].name),
    ]
  }

  /// Objects that must refer to one of their own kind make a circle: no valid graph is without one.
  private static func closingLinks(
    _ left: NamedObject, _ right: NamedObject, _ relationship: RelationshipID, in schema: Schema
  ) -> [NamedLink] {
    guard let inverse = schema.inverse(of: relationship)?.relationship,
      let source = schema.entity(left.entity), let destination = schema.entity(right.entity)
    else { return [] }
    let (ahead, back) = (schema.declaration(of: relationship), schema.declaration(of: inverse))
    if ahead.isToMany && !back.isToMany && !back.isOptional
      && schema.canLink(source, relationship, source)
    {
      return [NamedLink(left.name, ahead.name, left.name)]
    }
    let isCircle = !ahead.isToMany && !back.isToMany && !(ahead.isOptional && back.isOptional)
    return isCircle && schema.canLink(destination, relationship, source)
      ? [NamedLink(right.name, ahead.name, left.name)] : []
  }

  /// Numbers the objects of each entity: `Task1`, `Task2`.
  private struct Naming {
    let schema: Schema
    var counts: [EntityID: Int] = [:]

    mutating func objects(of kind: EntityID, count: Int) -> [NamedObject] {
      let entity = schema.declaration(of: kind).name
      return (0..<count).map { _ in
        counts[kind, default: 0] += 1
        return NamedObject(number: counts[kind, default: 0], of: entity)
      }
    }
  }
}

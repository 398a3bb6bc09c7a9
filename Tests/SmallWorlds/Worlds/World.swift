import ObjectGraph

/// Some objects and what each relationship of each holds: what the eight sentences speak of, in
/// sets and loops.
package struct World {
  /// A relationship of one object.
  package struct Slot: Hashable {
    package let object: Int
    package let relationship: RelationshipID

    package init(object: Int, relationship: RelationshipID) {
      self.object = object
      self.relationship = relationship
    }
  }

  /// A reference from one object to another.
  package struct Link: Hashable {
    package let source: Int
    package let relationship: RelationshipID
    package let destination: Int

    package init(source: Int, relationship: RelationshipID, destination: Int) {
      self.source = source
      self.relationship = relationship
      self.destination = destination
    }
  }

  /// What all graphs of a schema with the same objects share, so that a copy costs little.
  private final class Frame: Sendable {
    let schema: Schema
    let kinds: [EntityID]
    let relationships: [RelationshipID]
    let rules: [DeleteRule]
    let bounds: [Bounds]
    let inverses: [RelationshipID?]
    let relationshipsOfKind: [[RelationshipID]]

    init(_ schema: Schema, _ kinds: [EntityID]) {
      self.schema = schema
      self.kinds = kinds
      relationships = schema.relationships
      rules = relationships.map { schema.declaration(of: $0).deleteRule }
      bounds = relationships.map { Bounds(schema.declaration(of: $0)) }
      inverses = relationships.map { schema.inverse(of: $0)?.relationship }
      relationshipsOfKind = schema.entities.map { schema.relationships(of: $0) }
    }
  }

  private let frame: Frame
  /// The objects that each relationship of each object holds: all objects of the first
  /// relationship, then all of the next.
  private var held: [ObjectSet]

  /// Makes objects without links.
  package init(_ schema: Schema, of kinds: [EntityID]) {
    frame = Frame(schema, kinds)
    held = Array(repeating: [], count: frame.relationships.count * kinds.count)
  }

  package var schema: Schema { frame.schema }
  /// The entity of each object.
  package var kinds: [EntityID] { frame.kinds }
  var allRelationships: [RelationshipID] { frame.relationships }

  /// The same objects and links under a schema with the same relationships.
  package func under(_ schema: Schema) -> World {
    var world = World(schema, of: kinds)
    world.held = held
    return world
  }

  package func relationships(of object: Int) -> [RelationshipID] {
    frame.relationshipsOfKind[kinds[object].index]
  }

  package func rule(_ relationship: RelationshipID) -> DeleteRule {
    frame.rules[relationship.index]
  }

  package func inverse(_ relationship: RelationshipID) -> RelationshipID? {
    frame.inverses[relationship.index]
  }

  func bounds(of relationship: RelationshipID) -> Bounds { frame.bounds[relationship.index] }

  package func objects(held relationship: RelationshipID, by object: Int) -> ObjectSet {
    held[relationship.index * kinds.count + object]
  }

  /// Links an object to another, and that one back where there is an inverse.
  package mutating func link(_ source: Int, _ relationship: RelationshipID, _ destination: Int) {
    held[relationship.index * kinds.count + source].insert(destination)
    guard let inverse = inverse(relationship) else { return }
    held[inverse.index * kinds.count + destination].insert(source)
  }

  /// What a delete that is carried out leaves; what the deleted objects held is of no account.
  func after(_ outcome: Outcome) -> World {
    var world = self
    for link in outcome.nullified {
      world.held[link.relationship.index * kinds.count + link.source].remove(link.destination)
    }
    return world
  }

  /// Every link, relationship by relationship.
  var links: [Link] {
    var links: [Link] = []
    for (place, destinations) in held.enumerated() where !destinations.isEmpty {
      let (relationship, source) = place.quotientAndRemainder(dividingBy: kinds.count)
      for destination in destinations {
        links.append(
          Link(
            source: source, relationship: allRelationships[relationship], destination: destination))
      }
    }
    return links
  }

  /// Every link of some objects.
  package func links(of objects: some Sequence<Int>) -> [Link] {
    objects.flatMap { object in
      relationships(of: object).flatMap { relationship in
        self.objects(held: relationship, by: object).map {
          Link(source: object, relationship: relationship, destination: $0)
        }
      }
    }
  }

  /// Whether every object holds as many as it must.
  package var isValid: Bool {
    kinds.indices.allSatisfy { object in
      relationships(of: object).allSatisfy { relationship in
        let count = objects(held: relationship, by: object).count
        return bounds(of: relationship).judgement(of: count) != .tooFew
      }
    }
  }
}

extension World {
  /// The schema and the links, for a message.
  package var text: String { "\(schema.text), objects \(kinds.map { kindName($0) }), \(linkText)" }

  private func kindName(_ kind: EntityID) -> String { schema.declaration(of: kind).name }

  private var linkText: String {
    links(of: kinds.indices)
      .map { "\($0.source).\(schema.declaration(of: $0.relationship).name)=\($0.destination)" }
      .joined(separator: " ")
  }
}

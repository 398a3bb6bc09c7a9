import CompiledOnce
import ObjectGraph
import Scenarios

/// A few objects on both sides of a relationship, all linked.
struct PairFixture {
  /// The maximum number of objects on a side that satisfy a minimum; with more, the table would be
  /// unreadable.
  static let mostObjects = 50

  /// The number of objects on each side, and how they are linked.
  struct Shape {
    let sources: Int
    let destinations: Int
    var closing = Closing.open
  }

  /// The way in which objects that must refer to an object of the same kind get one.
  enum Closing: CaseIterable {
    /// They need not.
    case open
    /// The first source holds itself.
    case loop
    /// The first destination holds itself.
    case anchor
    /// The first destination holds the first source.
    case cycle
    /// Every object holds every object.
    case complete
  }

  /// The part of the model that the objects and links need.
  let entities: [Entity]
  let sources: [NamedObject]
  let destinations: [NamedObject]
  let links: [NamedLink]
  private let framework: Framework

  var objects: [NamedObject] { sources + destinations }

  /// Makes the objects and links; fails where there can be no such graph.
  ///
  /// - Parameters:
  ///   - relationship: A relationship of the schema.
  ///   - named: The schema, with the names that its entities and relationships go by.
  ///   - shape: How many objects, and how they are linked.
  ///   - kind: The entity of the sources; nil for the first that there can be.
  init?(
    _ relationship: RelationshipID, in named: NamedSchema, _ shape: Shape, of kind: EntityID? = nil
  ) {
    let schema = named.schema
    guard let ends = schema.linkableKinds(of: relationship) else { return nil }
    let (source, destination) = (kind ?? ends.source, ends.destination)
    guard schema.canLink(source, relationship, destination) else { return nil }
    let inverse = schema.inverse(of: relationship)?.relationship
    let isToMany = schema.declaration(of: relationship).isToMany
    let isBackToMany = inverse.map { schema.declaration(of: $0).isToMany } ?? true
    if shape.destinations > 1 && !isToMany || shape.sources > 1 && !isBackToMany { return nil }
    let canBeClosed =
      switch shape.closing {
      case .open: true
      case .loop: isToMany && schema.canLink(source, relationship, source)
      case .anchor: isBackToMany && schema.canLink(destination, relationship, destination)
      case .cycle: schema.canLink(destination, relationship, source)
      case .complete:
        isToMany && isBackToMany && schema.canLink(destination, relationship, source)
          && schema.canLink(source, relationship, source)
          && schema.canLink(destination, relationship, destination)
      }
    if !canBeClosed { return nil }
    let names = (named.name(of: source), named.name(of: destination))
    let left = (1...shape.sources).map { NamedObject(number: $0, of: names.0) }
    let first = names.0 == names.1 ? shape.sources : 0
    let right = (1...shape.destinations).map { NamedObject(number: first + $0, of: names.1) }
    sources = left
    destinations = right
    links = Self.pairs(left, right, shape.closing).map { source, destination in
      NamedLink(source.name, named.name(of: relationship), destination.name)
    }
    entities = named.excerpt(for: [source, destination], linked: relationship)
    framework = schema.framework
  }

  private static func pairs(
    _ left: [NamedObject], _ right: [NamedObject], _ closing: Closing
  ) -> [(NamedObject, NamedObject)] {
    let pairs = left.flatMap { source in right.map { (source, $0) } }
    switch closing {
    case .open: return pairs
    case .loop: return pairs + [(left[0], left[0])]
    case .anchor: return pairs + [(right[0], right[0])]
    case .cycle: return pairs + [(right[0], left[0])]
    case .complete:
      let all = left + right
      return all.flatMap { source in all.map { (source, $0) } }
    }
  }

  /// Whether every object holds as many as it must, and no more than it may, before the delete.
  var isValid: Bool {
    guard let schema = try? Schema(framework, entities: entities) else { return false }
    return objects.allSatisfy { object in
      guard let entity = schema.entity(object.entity) else { return false }
      return schema.relationships(of: entity).allSatisfy { relationship in
        let name = schema.declaration(of: relationship).name
        let inverse = schema.inverse(of: relationship).map {
          schema.declaration(of: $0.relationship).name
        }
        let held = links.filter { $0.source == object.name && $0.relationship == name }
        let holding = links.filter { $0.destination == object.name && $0.relationship == inverse }
        let count = Set(held.map(\.destination) + holding.map(\.source)).count
        return schema.declaration(of: relationship).isSatisfied(by: count)
      }
    }
  }
}

/// A schema whose entities and relationships go by the names that a comparison uses.
struct NamedSchema {
  let schema: Schema
  private let entityNames: [EntityID: String]
  private let relationshipNames: [RelationshipID: String]

  init(_ schema: Schema) {
    self.schema = schema
    entityNames = [:]
    relationshipNames = [:]
  }

  /// The old schema, under the names that its entities and relationships have now.
  init(_ schema: Schema, in new: Schema, _ renaming: Renaming) {
    self.schema = schema
    var entityNames: [EntityID: String] = [:]
    for entity in schema.entities {
      let name = schema.declaration(of: entity).name
      // One that is gone must not be taken for one that is called so now.
      let isTaken = new.entity(name) != nil
      entityNames[entity] = renaming.entities[name] ?? (isTaken ? "\(name) (before)" : name)
    }
    self.entityNames = entityNames
    let names = renaming.relationships.mapValues { new.declaration(of: $0).name }
    // Of one entity, one that is gone must not be taken for one that is called so now.
    var taken: [EntityID: Set<String>] = [:]
    for (relationship, name) in names {
      taken[schema.source(of: relationship), default: []].insert(name)
    }
    relationshipNames = Dictionary(
      uniqueKeysWithValues: schema.relationships.map { relationship in
        let name = schema.declaration(of: relationship).name
        let isTaken = taken[schema.source(of: relationship)]?.contains(name) ?? false
        return (relationship, names[relationship] ?? (isTaken ? "\(name) (before)" : name))
      })
  }

  func name(of entity: EntityID) -> String {
    entityNames[entity] ?? schema.declaration(of: entity).name
  }

  func name(of relationship: RelationshipID) -> String {
    relationshipNames[relationship] ?? schema.declaration(of: relationship).name
  }

  /// The part of the model that some objects and links need.
  func excerpt(for kinds: [EntityID], linked: RelationshipID) -> [Entity] {
    schema.excerpt(for: kinds, linked: [linked]).map { entity in
      var entity = entity
      let id = schema.entity(entity.name)
      entity.name = renamed(entity.name)
      entity.parent = entity.parent.map(renamed)
      entity.relationships = entity.relationships.map { relationship in
        var relationship = relationship
        if case .named(let inverse) = relationship.inverse {
          relationship.inverse = .named(
            renamed(inverse, of: schema.entity(relationship.destination)))
        }
        relationship.name = renamed(relationship.name, of: id)
        relationship.destination = renamed(relationship.destination)
        return relationship
      }
      return entity
    }
  }

  private func renamed(_ entity: String) -> String {
    schema.entity(entity).map { name(of: $0) } ?? entity
  }

  private func renamed(_ relationship: String, of entity: EntityID?) -> String {
    entity.flatMap { schema.relationship(relationship, of: $0) }.map { name(of: $0) }
      ?? relationship
  }
}

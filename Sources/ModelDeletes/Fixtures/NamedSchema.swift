import ObjectGraph

/// A schema whose entities and relationships go by the names that a comparison uses.
struct NamedSchema {
  let schema: Schema
  private let entityNames: [EntityID: String]
  private let relationshipNames: [RelationshipID: String]

  /// The new schema, under its own names.
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

import CompiledOnce
import ModelFiles
import ObjectGraph

/// A mapping from the entities and relationships of an old model to those of a new one.
package struct Renaming {
  /// The new name of each old entity that is still there.
  package private(set) var entities: [String: String] = [:]
  /// The new relationship of each old one that is still there.
  package private(set) var relationships: [RelationshipID: RelationshipID] = [:]

  /// The new names of each old relationship that is still there.
  private(set) var newNames: [RelationshipID: (entity: String, relationship: String)] = [:]

  init(entities: [String: String], relationships: [RelationshipID: RelationshipID]) {
    self.entities = entities
    self.relationships = relationships
  }

  /// Follows renaming identifiers; without one, a name stays what it is, unless one relationship went and
  /// one came that does the same.
  init(from old: Model, to new: Model) {
    entities = Self.pairs(
      old.entities.map { ($0.name, $0.renamingIdentifier) },
      new.entities.map { ($0.name, $0.renamingIdentifier) })
    let successors = Dictionary(
      new.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var taken: Set<RelationshipID> = []
    for entity in old.entities {
      guard let successor = entities[entity.name].flatMap({ successors[$0] }) else { continue }
      let names = Self.pairs(
        entity.relationships.map { ($0.name, $0.renamingIdentifier) },
        successor.relationships.map { ($0.name, $0.renamingIdentifier) })
      let likely = likelyNames(of: entity, in: old, successor, in: new)
      for relationship in entity.relationships {
        // What is no longer its own may have moved up to its parent.
        guard let before = relationship.id,
          let id = new.schema.entity(successor.name),
          let after = new.schema.relationship(
            names[relationship.name] ?? likely[relationship.name] ?? relationship.name, of: id),
          // One that leads elsewhere is another relationship.
          entities[relationship.declaration.destination]
            == new.schema.declaration(of: after).destination,
          taken.insert(after).inserted
        else { continue }
        relationships[before] = after
        newNames[before] = (
          new.schema.declaration(of: new.schema.source(of: after)).name,
          new.schema.declaration(of: after).name
        )
      }
    }
  }

  /// The new names of relationships that are gone from an entity, where one alone came that differs in
  /// nothing else.
  private func likelyNames(
    of entity: ModelEntity, in old: Model, _ successor: ModelEntity, in new: Model
  ) -> [String: String] {
    func alone(
      _ entity: ModelEntity, in model: Model, without other: ModelEntity, in others: Model,
      naming: (String) -> String?
    ) -> [Relationship: String] {
      guard let known = others.schema.entity(other.name) else { return [:] }
      let found = entity.relationships.compactMap { relationship -> (Relationship, String)? in
        guard let id = relationship.id,
          others.schema.relationship(relationship.name, of: known) == nil
        else { return nil }
        var shape = relationship.declaration
        shape.name = ""
        shape.destination = naming(shape.destination) ?? ""
        let inverse = model.schema.inverse(of: id)
          .map { model.schema.declaration(of: $0.relationship).name }
        // The inverse may have another name, too.
        let isKept = inverse.map { name in
          others.schema.entity(shape.destination).flatMap {
            others.schema.relationship(name, of: $0)
          }
            != nil
        }
        shape.inverse = inverse.map { .named(isKept == true ? $0 : "") } ?? .oneWay
        return (shape, relationship.name)
      }
      return found.grouped { $0.0 }.compactMapValues { $0.count == 1 ? $0[0].1 : nil }
    }
    let came = alone(successor, in: new, without: entity, in: old) { $0 }
    let gone = alone(entity, in: old, without: successor, in: new) { entities[$0] }
    return Dictionary(
      uniqueKeysWithValues: gone.compactMap { shape, name in came[shape].map { (name, $0) } })
  }

  /// The new name of each old one: what has its identifier, which is the name where none is stated,
  /// or what says that it was called so; of the others, what is still called so.
  private static func pairs(
    _ old: [(name: String, identifier: String?)], _ new: [(name: String, identifier: String?)]
  ) -> [String: String] {
    typealias Candidate = (name: String, identifier: String?)
    let byIdentifier = new.grouped { $0.identifier ?? $0.name }
    let byName = new.grouped(by: \.name)
    var pairs: [String: String] = [:]
    var taken: Set<String> = []
    func pair(_ candidates: (_ name: String, _ identifier: String) -> [Candidate]?) {
      for (name, identifier) in old where pairs[name] == nil {
        let found = candidates(name, identifier ?? name)?.first { !taken.contains($0.name) }
        guard let successor = found?.name else { continue }
        taken.insert(successor)
        pairs[name] = successor
      }
    }
    pair { name, key in byIdentifier[key]?.filter { key != name || key != $0.name } }
    pair { name, _ in byIdentifier[name]?.filter { $0.name != name } }
    pair { name, _ in byName[name] }
    return pairs
  }
}

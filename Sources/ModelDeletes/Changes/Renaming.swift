import ModelFiles
import ObjectGraph

/// Which entities and relationships of an old model are which of a new one.
struct Renaming {
  /// The new name of each old entity that is still there.
  private(set) var entities: [String: String] = [:]
  /// The new relationship of each old one that is still there.
  private(set) var relationships: [RelationshipID: RelationshipID] = [:]

  init(entities: [String: String], relationships: [RelationshipID: RelationshipID]) {
    self.entities = entities
    self.relationships = relationships
  }

  /// Follows renaming identifiers; without one, a name stays what it is.
  init(from old: Model, to new: Model) {
    entities = Self.pairs(
      old.entities.map { ($0.name, $0.renamingIdentifier) },
      new.entities.map { ($0.name, $0.renamingIdentifier) })
    for entity in old.entities {
      guard let name = entities[entity.name],
        let successor = new.entities.first(where: { $0.name == name })
      else { continue }
      let names = Self.pairs(
        entity.relationships.map { ($0.name, $0.renamingIdentifier) },
        successor.relationships.map { ($0.name, $0.renamingIdentifier) })
      for relationship in entity.relationships {
        // What is no longer its own may have moved up to its parent.
        guard let before = relationship.id,
          let id = new.schema.entity(successor.name),
          let after = new.schema.relationship(
            names[relationship.name] ?? relationship.name, of: id),
          !relationships.values.contains(after),
          // One that leads elsewhere is another relationship.
          entities[relationship.declaration.destination]
            == new.schema.declaration(of: after).destination
        else { continue }
        relationships[before] = after
      }
    }
  }

  /// The new name of each old one: what has its identifier, which is the name where none is stated,
  /// or what says that it was called so; of the others, what is still called so.
  private static func pairs(
    _ old: [(name: String, identifier: String?)], _ new: [(name: String, identifier: String?)]
  ) -> [String: String] {
    var pairs: [String: String] = [:]
    var taken: Set<String> = []
    func pair(_ isSame: (_ old: String, _ oldKey: String, _ new: String, _ newKey: String) -> Bool)
    {
      for (name, identifier) in old where pairs[name] == nil {
        let successor = new.first {
          !taken.contains($0.name)
            && isSame(name, identifier ?? name, $0.name, $0.identifier ?? $0.name)
        }
        guard let successor else { continue }
        taken.insert(successor.name)
        pairs[name] = successor.name
      }
    }
    pair { old, oldKey, new, newKey in oldKey == newKey && (oldKey != old || newKey != new) }
    pair { old, _, new, newKey in old == newKey && newKey != new }
    pair { old, _, new, _ in old == new }
    return pairs
  }
}

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
        guard let before = old.id(of: relationship, in: entity),
          let name = names[relationship.name],
          let stated = successor.relationships.first(where: { $0.name == name }),
          let after = new.id(of: stated, in: successor),
          // One that leads elsewhere is another relationship.
          entities[relationship.destination] == stated.destination
        else { continue }
        relationships[before] = after
      }
    }
  }

  /// The new name of each old one: what says that it was called so, or is still called so.
  private static func pairs(
    _ old: [(name: String, identifier: String?)], _ new: [(name: String, identifier: String?)]
  ) -> [String: String] {
    var pairs: [String: String] = [:]
    var taken: Set<String> = []
    for (name, identifier) in old {
      let successor =
        new.first { $0.identifier != nil && ($0.identifier == name || $0.identifier == identifier) }
        ?? new.first { $0.name == name }
      guard let successor, taken.insert(successor.name).inserted else { continue }
      pairs[name] = successor.name
    }
    return pairs
  }
}

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

  /// Follows renaming identifiers; without one, a name stays what it is.
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
      for relationship in entity.relationships {
        // What is no longer its own may have moved up to its parent.
        guard let before = relationship.id,
          let id = new.schema.entity(successor.name),
          let after = new.schema.relationship(
            names[relationship.name] ?? relationship.name, of: id),
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

import ModelFiles
import ObjectGraph
import SwiftSource

/// The to-one relationships without an inverse, whose objects cannot know what else holds them.
extension AppCode {
  /// Whether a to-one relationship deletes an object that cannot know what else holds it.
  func cascadesBlindly(_ use: RelationshipUse) -> Bool {
    isBlind(use) && declaration(use)?.deleteRule == .cascade
  }

  /// Whether a relationship is a to-one whose object cannot know what else holds it.
  func isBlind(_ use: RelationshipUse) -> Bool {
    guard let id = relationships[use.entity][use.name] else { return false }
    let schema = models[entities[use.entity].model].schema
    return !schema.declaration(of: id).isToMany && schema.inverse(of: id) == nil
  }

  /// The names of all such relationships, that one included, that can hold objects of what one leads to.
  func blindRelationships(around use: RelationshipUse) -> Set<String> {
    guard let id = relationships[use.entity][use.name] else { return [] }
    let schema = models[entities[use.entity].model].schema
    let held = schema.kinds(of: schema.destination(of: id))
    return Set(
      schema.relationships.filter { other in
        !schema.declaration(of: other).isToMany && schema.inverse(of: other) == nil
          && held.contains { schema.kinds(of: schema.destination(of: other)).contains($0) }
      }.map(schema.qualifiedName))
  }

  /// The names of the entities that have such a relationship.
  var entitiesThatCascadeBlindly: Set<String> {
    names(
      of: entities.indices.filter { entity in
        relationships[entity].keys.contains {
          cascadesBlindly(RelationshipUse(entity: entity, name: $0, isOfNew: false))
        }
      })
  }

  /// The names of the relationships that cascade and know of no other owner.
  var relationshipsThatCascadeBlindly: Set<String> {
    Set(
      entities.indices.flatMap { entity in
        relationships[entity].keys.filter {
          cascadesBlindly(RelationshipUse(entity: entity, name: $0, isOfNew: false))
        }
      })
  }

  /// Returns the names among those of some relationships that the code may set by other means than an assignment: by
  /// a text, a key path, a binding or an `inout` argument.
  func namesSetIndirectly(among names: Set<String>) -> Set<String> {
    var found: Set<String> = []
    let words = WordSet(names)
    for file in files.mentioning(names.sorted()) {
      let tokens = file.tokens
      tokens.forEachWord(in: 0..<tokens.count, readingTexts: true) { word, place in
        guard words.has(word, hash: WordSet.hash(of: word)) else { return }
        if tokens[place]?.name == nil || tokens.isIndirect(place) {
          found.insert(String(decoding: word, as: UTF8.self))
        }
      }
    }
    return found
  }
}

extension SwiftTokens {
  /// Whether a chain of members to a place is a key path, a binding or an `inout` argument.
  fileprivate func isIndirect(_ place: Int) -> Bool {
    var start = place
    while let before = self[start - 1], before.name != nil || [".", "?", "!"].contains(before.text)
    {
      start -= 1
    }
    return isMark(start - 1, "\\") || isMark(start - 1, "&") || self[start]?.name?.first == "$"
  }
}

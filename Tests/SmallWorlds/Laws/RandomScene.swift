import ObjectGraph

/// Large graphs at random.
package enum RandomScene {
  /// A scene of some thousand links.
  package static func make(seed: Int, objectCount: Int) throws -> Scene {
    var random = SplitMix64(seed: seed)
    var schemas = RandomSchema(seed: seed)
    var schema = try schemas.next().withSomeOrder(using: &random)
    while schema.entities.allSatisfy({ schema.declaration(of: $0).isAbstract }) {
      schema = try schemas.next().withSomeOrder(using: &random)
    }
    let concrete = schema.entities.filter { !schema.declaration(of: $0).isAbstract }
    let kinds = (0..<objectCount).compactMap { _ in random.pick(concrete) }
    var links: [World.Link] = []
    var filled: Set<World.Slot> = []
    for relationship in schema.relationships {
      for _ in 0..<objectCount {
        let link = World.Link(
          source: random.below(kinds.count), relationship: relationship,
          destination: random.below(kinds.count))
        if schema.takes(link, kinds, &filled) { links.append(link) }
      }
    }
    let requested = (0..<1 + random.below(4)).map { _ in random.below(kinds.count) }
    return Scene(schema, of: kinds, links: links, deleting: Array(Set(requested)).sorted())
  }
}

extension Schema {
  fileprivate func withSomeOrder(using random: inout SplitMix64) throws -> Schema {
    var entities = self.entities.map { declaration(of: $0) }
    for entity in entities.indices {
      for place in entities[entity].relationships.indices
      where entities[entity].relationships[place].isToMany && random.chance(30) {
        entities[entity].relationships[place].isOrdered = true
      }
    }
    return try Schema(framework, entities: entities)
  }

  /// Whether both ends fit, and no to-one is filled twice; then both are noted as filled.
  fileprivate func takes(
    _ link: World.Link, _ kinds: [EntityID], _ filled: inout Set<World.Slot>
  ) -> Bool {
    var slots = [World.Slot(object: link.source, relationship: link.relationship)]
    var ends = [(link.source, link.relationship, link.destination)]
    if let inverse = inverse(of: link.relationship)?.relationship {
      slots.append(World.Slot(object: link.destination, relationship: inverse))
      ends.append((link.destination, inverse, link.source))
    }
    let fits = ends.allSatisfy { source, relationship, destination in
      entity(kinds[source], isKindOf: self.source(of: relationship))
        && entity(kinds[destination], isKindOf: self.destination(of: relationship))
    }
    let toOnes = slots.filter { !declaration(of: $0.relationship).isToMany }
    guard fits && toOnes.allSatisfy({ !filled.contains($0) }) else { return false }
    filled.formUnion(toOnes)
    return true
  }
}

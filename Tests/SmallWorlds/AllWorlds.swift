import ObjectGraph

/// Every graph of a schema with a given number of objects of each entity.
package struct AllWorlds {
  private let empty: World
  /// For each relationship with its inverse, all ways of linking.
  private var choices: [[[World.Link]]] = []

  /// Fails where one relationship alone could be linked in more than some 500 ways.
  package init?(_ schema: Schema, objectsOfEach count: Int) {
    let kinds = schema.entities.filter { !schema.declaration(of: $0).isAbstract }
      .flatMap { Array(repeating: $0, count: count) }
    empty = World(schema, of: kinds)
    for relationship in schema.relationships {
      let inverse = schema.inverse(of: relationship)?.relationship
      if let inverse, inverse < relationship { continue }
      let pairs = linkable(relationship, inverse)
      if pairs.count > 9 { return nil }
      choices.append(waysOfLinking(relationship, inverse, pairs))
    }
  }

  /// How many graphs there are.
  package var count: Int { choices.reduce(1) { $0 * $1.count } }

  /// Calls a function with every graph.
  package func forEach(_ body: (World) -> Void) { visit(empty, 0, body) }

  private func visit(_ world: World, _ index: Int, _ body: (World) -> Void) {
    guard index < choices.count else { return body(world) }
    for links in choices[index] {
      var world = world
      for link in links { world.link(link.source, link.relationship, link.destination) }
      visit(world, index + 1, body)
    }
  }

  /// The objects that a relationship can lead from and to.
  private func linkable(
    _ relationship: RelationshipID, _ inverse: RelationshipID?
  ) -> [(Int, Int)] {
    let schema = empty.schema
    let held = inverse.map { schema.destination(of: $0) }
    let sources = empty.kinds.indices.filter { fits($0, relationship, held) }
    let destinations = empty.kinds.indices.filter { object in
      schema.entity(empty.kinds[object], isKindOf: schema.destination(of: relationship))
        && (inverse.map { fits(object, $0, nil) } ?? true)
    }
    return sources.flatMap { source in
      // Of a relationship that is its own inverse, either end stands for both.
      destinations.filter { inverse != relationship || source <= $0 }.map { (source, $0) }
    }
  }

  private func waysOfLinking(
    _ relationship: RelationshipID, _ inverse: RelationshipID?, _ pairs: [(Int, Int)]
  ) -> [[World.Link]] {
    var ways: [[World.Link]] = []
    for subset in 0..<(1 << pairs.count) {
      var links: Set<World.Link> = []
      for (number, pair) in pairs.enumerated() where subset & (1 << number) != 0 {
        links.insert(World.Link(source: pair.0, relationship: relationship, destination: pair.1))
        guard let inverse else { continue }
        links.insert(World.Link(source: pair.1, relationship: inverse, destination: pair.0))
      }
      if isPossible(links) { ways.append(Array(links)) }
    }
    return ways
  }

  private func fits(_ object: Int, _ relationship: RelationshipID, _ held: EntityID?) -> Bool {
    let schema = empty.schema
    return schema.entity(empty.kinds[object], isKindOf: schema.source(of: relationship))
      && (held.map { schema.entity(empty.kinds[object], isKindOf: $0) } ?? true)
  }

  /// Whether no object holds more than it may.
  private func isPossible(_ links: Set<World.Link>) -> Bool {
    let counts = Dictionary(grouping: links) {
      World.Slot(object: $0.source, relationship: $0.relationship)
    }
    return counts.allSatisfy { slot, held in
      let most = empty.schema.declaration(of: slot.relationship).maxCount
      return most == 0 || held.count <= most
    }
  }
}

import ObjectGraph

/// Every graph of a schema with a given number of objects of each entity.
package struct AllWorlds {
  let empty: World
  /// For each relationship with its inverse, all ways of linking.
  let ways: [WaysOfLinking]

  /// Fails where one relationship alone has more pairs of objects than asked for: with 9, it could
  /// be linked in some 500 ways.
  package init?(
    _ schema: Schema, objectsOfEach count: Int, atMostPairs most: Int = 9,
    heedingMaximum: Bool = true
  ) {
    let kinds = schema.entities.filter { !schema.declaration(of: $0).isAbstract }
      .flatMap { Array(repeating: $0, count: count) }
    let empty = World(schema, of: kinds)
    var ways: [WaysOfLinking] = []
    for relationship in schema.relationships {
      if let inverse = empty.inverse(relationship), inverse < relationship { continue }
      let pairs = empty.linkablePairs(of: relationship)
      if pairs.count > most { return nil }
      ways.append(
        WaysOfLinking(relationship, pairs, in: empty, heedingMaximum: heedingMaximum))
    }
    self.empty = empty
    self.ways = ways
  }

  /// How many graphs there are.
  package var count: Int { ways.reduce(1) { $0 * $1.masks.count } }

  /// Calls a function with every graph.
  package func forEach(_ body: (World) -> Void) { visit(empty, 0, body) }

  private func visit(_ world: World, _ index: Int, _ body: (World) -> Void) {
    guard index < ways.count else { return body(world) }
    for way in ways[index].masks.indices {
      var world = world
      ways[index].link(way, in: &world)
      visit(world, index + 1, body)
    }
  }
}

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

/// All ways in which one relationship and its inverse can link some objects.
struct WaysOfLinking {
  let relationship: RelationshipID
  /// The objects that can be linked: by a relationship that is its own inverse, in either order.
  let pairs: [(source: Int, destination: Int)]
  /// The pairs that are linked, a bit for each; ascending.
  let masks: [Int]

  init(
    _ relationship: RelationshipID, _ pairs: [(source: Int, destination: Int)], in empty: World,
    heedingMaximum: Bool
  ) {
    self.relationship = relationship
    self.pairs = pairs
    let sides = [relationship] + (empty.inverse(relationship).map { [$0] } ?? [])
    masks = (0..<(1 << pairs.count)).filter { mask in
      var world = empty
      Self.link(pairs, mask, relationship, in: &world)
      return sides.allSatisfy { side in
        let declaration = empty.schema.declaration(of: side)
        let isBound = !declaration.isToMany || heedingMaximum && declaration.maxCount > 0
        return !isBound
          || world.kinds.indices.allSatisfy {
            world.objects(held: side, by: $0).count <= declaration.maxCount
          }
      }
    }
  }

  func link(_ way: Int, in world: inout World) {
    Self.link(pairs, masks[way], relationship, in: &world)
  }

  private static func link(
    _ pairs: [(source: Int, destination: Int)], _ mask: Int, _ relationship: RelationshipID,
    in world: inout World
  ) {
    for (number, pair) in pairs.enumerated() where mask & (1 << number) != 0 {
      world.link(pair.source, relationship, pair.destination)
    }
  }
}

extension World {
  /// The objects that a relationship can lead from and to.
  func linkablePairs(of relationship: RelationshipID) -> [(source: Int, destination: Int)] {
    kinds.indices.flatMap { source in
      kinds.indices.filter { destination in
        // Of a relationship that is its own inverse, either end stands for both.
        canHold(source, relationship, destination)
          && (inverse(relationship) != relationship || source <= destination)
          && (inverse(relationship).map { canHold(destination, $0, source) } ?? true)
      }
      .map { (source, $0) }
    }
  }

  private func canHold(_ source: Int, _ relationship: RelationshipID, _ destination: Int) -> Bool {
    schema.entity(kinds[source], isKindOf: schema.source(of: relationship))
      && schema.entity(kinds[destination], isKindOf: schema.destination(of: relationship))
  }
}

import ObjectGraph

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

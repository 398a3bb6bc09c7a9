import ObjectGraph

/// The graphs of a schema up to symmetry: one of all those that are the same but for which object
/// of an entity is which.
///
/// They depend on where relationships lead and how many objects they hold, not on delete rules.
package struct WorldPatterns: Sendable {
  /// For each graph, which way of linking each relationship has, one graph after the other.
  private var ways: [Int32] = []
  private let width: Int
  /// How many graphs there are.
  package private(set) var count = 0
  /// How many graphs there would be if it mattered which object is which.
  package private(set) var countWithoutSymmetry = 0

  package init(_ worlds: AllWorlds) {
    width = worlds.ways.count
    let symmetries = Self.permutations(of: worlds.empty.kinds)
    let images = worlds.ways.map { ways in symmetries.map { ways.image(under: $0) } }
    add([], Array(symmetries.indices), images, worlds)
  }

  /// Extends a graph relationship by relationship, as long as no symmetry makes a lesser one of it;
  /// stabilizers are the symmetries that leave what is linked so far as it is.
  private mutating func add(
    _ chosen: [Int32], _ stabilizers: [Int], _ images: [[[Int32]]], _ worlds: AllWorlds
  ) {
    guard chosen.count < width else {
      ways += chosen
      count += 1
      // An orbit has as many graphs as there are symmetries for each that leaves the graph alone.
      let symmetryCount = images.first?.count ?? 1
      countWithoutSymmetry += symmetryCount / max(stabilizers.count, 1)
      return
    }
    for way in worlds.ways[chosen.count].masks.indices {
      var remaining: [Int] = []
      var isLeast = true
      for symmetry in stabilizers {
        let image = images[chosen.count][symmetry][way]
        if image < way {
          isLeast = false
          break
        }
        if image == way { remaining.append(symmetry) }
      }
      if isLeast { add(chosen + [Int32(way)], remaining, images, worlds) }
    }
  }

  /// The graph of a number, under a schema with the same relationships.
  package func world(_ number: Int, in worlds: AllWorlds) -> World {
    var world = worlds.empty
    for place in 0..<width {
      worlds.ways[place].link(Int(ways[number * width + place]), in: &world)
    }
    return world
  }

  /// All ways of taking objects for others of the same entity.
  private static func permutations(of kinds: [EntityID]) -> [[Int]] {
    guard !kinds.isEmpty else { return [[]] }
    var found: [[Int]] = []
    func extend(_ images: [Int]) {
      guard images.count < kinds.count else { return found.append(images) }
      for image in kinds.indices
      where kinds[image] == kinds[images.count] && !images.contains(image) {
        extend(images + [image])
      }
    }
    extend([])
    return found
  }
}

extension WaysOfLinking {
  /// Which way each way becomes where some objects are taken for others.
  fileprivate func image(under symmetry: [Int]) -> [Int32] {
    let pairImages = pairs.map { pair in
      let image = (symmetry[pair.source], symmetry[pair.destination])
      // Of a relationship that is its own inverse, each pair is there in one order only.
      return pairs.firstIndex { ($0.source, $0.destination) == image }
        ?? pairs.firstIndex { ($0.destination, $0.source) == image } ?? 0
    }
    let places = Dictionary(uniqueKeysWithValues: masks.enumerated().map { ($1, Int32($0)) })
    return masks.map { mask in
      var image = 0
      for (number, place) in pairImages.enumerated() where mask & (1 << number) != 0 {
        image |= 1 << place
      }
      return places[image] ?? 0
    }
  }
}

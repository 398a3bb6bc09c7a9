import ObjectGraph

/// Objects, links and a delete, with the numbers that they have in the tables.
struct DatabaseGraph {
  struct Link {
    let bond: Int
    let owner: Int
    let target: Int
  }

  /// Tells it from the other graphs that lie in the same tables.
  let number: Int
  /// The entity of each object.
  var kinds: [Int]
  var links: [Link]
  /// The objects that are deleted, in the order in which statements name them.
  var deleted: [Int]
  /// Whether neighbours in that order share a statement, where they share a table.
  var sharesStatements: Bool

  /// How many numbers there are for each graph.
  static let stride = 100

  func id(_ object: Int) -> Int { number * Self.stride + object + 1 }
}

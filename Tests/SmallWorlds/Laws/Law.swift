import ObjectGraph

/// Something that is true of every delete of every graph.
enum Law: String, CaseIterable, Sendable {
  /// The order of insertion, linking and asking changes nothing.
  case orderDoesNotMatter
  /// Deleting twice is deleting once.
  case twiceIsOnce
  /// A refused save leaves the store as it was, to the last reference.
  case refusedSaveChangesNothing
  /// After everything is unlinked, a delete takes one object, is refused by nothing and leaves
  /// nothing dangling.
  case unlinkedDeletesAreOK
  /// Applying a plan does what it says, and a save does the same.
  case planEqualsApply
  /// A rollback restores everything.
  case rollbackRestores

  /// How a law is broken.
  struct Breach: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Looks at the law; orders and other choices are random.
  ///
  /// False where it says nothing of the scene: where it speaks of what is refused, and nothing is.
  func holds(in scene: Scene, using random: inout SplitMix64) throws -> Bool {
    switch self {
    case .orderDoesNotMatter: try scene.lookAtOrder(using: &random)
    case .twiceIsOnce: try scene.lookAtTwiceIsOnce()
    case .refusedSaveChangesNothing: try scene.lookAtRefusal()
    case .unlinkedDeletesAreOK: try scene.lookWithoutLinks()
    case .planEqualsApply: try scene.lookAtPlan()
    case .rollbackRestores: try scene.lookAtRollback(using: &random)
    }
  }
}

/// A world as a graph, and what is to be deleted: what a law speaks of.
struct Scene {
  let schema: Schema
  /// The entity of each object.
  let kinds: [EntityID]
  let links: [World.Link]
  /// The objects to delete.
  let requested: [Int]

  init(_ world: World, deleting requested: ObjectSet) {
    schema = world.schema
    kinds = world.kinds
    links = world.links
    self.requested = Array(requested)
  }

  /// A graph with the objects of the scene, and what it calls each.
  struct Built {
    var graph: Graph
    let ids: [ObjectID]

    func ids(of objects: [Int]) -> [ObjectID] { objects.map { ids[$0] } }
  }

  func built() throws(GraphError) -> Built {
    try built(inserting: Array(kinds.indices), linking: links)
  }

  /// The same objects and links in some order.
  func built(
    inserting order: [Int], linking links: [World.Link]
  ) throws(GraphError) -> Built {
    var graph = Graph(schema)
    var ids = Array(repeating: ObjectID?.none, count: kinds.count)
    for object in order { ids[object] = try graph.insert(kinds[object]) }
    let all = ids.compactMap { $0 }
    for link in links {
      try graph.link(all[link.source], link.relationship, all[link.destination])
    }
    return Built(graph: graph, ids: all)
  }
}

/// All that the objects of a graph refer to, to see whether anything of it changed.
struct Contents: Equatable {
  private let objects: [ObjectID]
  /// What each relationship of each object holds, in its order.
  private let references: [[Reference]]

  init(of graph: Graph) throws(GraphError) {
    objects = graph.objects
    var references: [[Reference]] = []
    for object in objects {
      for relationship in graph.schema.relationships(of: try graph.entity(of: object)) {
        references.append(try graph.references(object, relationship))
      }
    }
    self.references = references
  }
}

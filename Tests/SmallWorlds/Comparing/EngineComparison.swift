import ObjectGraph

/// The engine under either framework's statement of a schema, to see where it and the definition
/// part.
package struct EngineComparison {
  /// The engine as Core Data states the schema, and as SwiftData does.
  private var engines: [ComparedEngine]
  /// How many deletes were compared, each under both frameworks.
  package private(set) var deleteCount = 0
  /// How many batch deletes were compared, each under both frameworks.
  package private(set) var batchDeleteCount = 0

  /// Both schemas have the same relationships, rules and inverses.
  package init(_ coreData: Schema, _ swiftData: Schema) {
    engines = [ComparedEngine(coreData), ComparedEngine(swiftData)]
  }

  /// Says how what the engine does differs from the definition, if it does, where each of some sets
  /// of objects is deleted by itself.
  package mutating func difference(
    of world: World, deleting requests: [ObjectSet]
  ) throws(GraphError) -> String? {
    let links = world.links
    for place in engines.indices { try engines[place].build(world, links) }
    for requested in requests {
      deleteCount += 1
      let outcome = world.outcome(deleting: requested, links)
      let after = outcome.isRefused ? world : world.after(outcome)
      for place in engines.indices {
        let found = try engines[place].difference(
          deleting: requested, in: world, links, outcome, after)
        if let found { return "deleting \(Array(requested)) in \(world.text): \(found)" }
      }
    }
    return nil
  }

  /// Says how a batch delete differs from its definition, if it does, where each of some sets of
  /// objects is asked for by itself; those of several entities cannot be.
  package mutating func difference(
    of world: World, batchDeleting requests: [ObjectSet]
  ) throws(GraphError) -> String? {
    let links = world.links
    for place in engines.indices { try engines[place].build(world, links) }
    for requested in requests where Set(requested.map { world.kinds[$0] }).count == 1 {
      batchDeleteCount += 1
      let outcome = world.outcome(batchDeleting: requested)
      let after = outcome.isRefused ? world : world.after(outcome)
      for place in engines.indices {
        let found = try engines[place].difference(
          batchDeleting: requested, in: world, links, outcome, after)
        if let found { return "batch-deleting \(Array(requested)) in \(world.text): \(found)" }
      }
    }
    return nil
  }
}

import ObjectGraph

/// The engine under either framework's statement of a schema, to see where it and the definition
/// part.
package struct EngineComparison: ~Copyable {
  private var coreData: ComparedGraph
  private var swiftData: ComparedGraph
  /// How many deletes were compared, each under both frameworks.
  package private(set) var deleteCount = 0

  /// Both schemas have the same relationships, rules and inverses.
  package init(_ coreData: Schema, _ swiftData: Schema) {
    self.coreData = ComparedGraph(coreData)
    self.swiftData = ComparedGraph(swiftData)
  }

  /// Says how what the engine does differs from the definition, if it does, where each of some sets
  /// of objects is deleted by itself.
  package mutating func difference(
    of world: World, deleting requests: [ObjectSet]
  ) throws(GraphError) -> String? {
    let links = world.links
    try coreData.build(world, links)
    try swiftData.build(world, links)
    for requested in requests {
      deleteCount += 1
      let outcome = world.outcome(deleting: requested, links)
      let expectation = ComparedGraph.Expectation(
        requested: requested, world: world, links: links,
        findings: Findings(outcome, requested), isDone: !outcome.isRefused,
        deleted: outcome.isRefused ? [] : outcome.deleted,
        after: outcome.isRefused ? world : world.after(outcome))
      if let difference = try coreData.difference(from: expectation) { return difference }
      if let difference = try swiftData.difference(from: expectation) { return difference }
    }
    return nil
  }
}

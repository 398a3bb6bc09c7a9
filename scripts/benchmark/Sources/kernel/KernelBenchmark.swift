import ObjectGraph
import Workloads

/// Runs the tiny scenarios through the public API of the small graph.
struct KernelBenchmark: ~Copyable {
  private var graph: SmallGraph
  private let source: EntityID
  private let destination: EntityID
  private let forward: RelationshipID
  private let inverse: RelationshipID

  init(_ work: Workload) throws {
    guard work.course == COURSE_SCENARIOS else { throw Mistake("only for tiny scenarios") }
    let sourceName = String(cString: work.forward.entity)
    let destinationName = String(cString: work.inverse.entity)
    let forwardName = String(cString: work.forward.name)
    let inverseName = String(cString: work.inverse.name)
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          sourceName,
          relationships: [.toMany(forwardName, destinationName, inverse: .named(inverseName))]),
        Entity(
          destinationName,
          relationships: [.toMany(inverseName, sourceName, inverse: .named(forwardName))]),
      ])
    guard let source = schema.entity(sourceName), let destination = schema.entity(destinationName),
      let forward = schema.relationship(forwardName, of: source),
      let inverse = schema.relationship(inverseName, of: destination)
    else { throw Mistake("the schema lacks what was declared") }
    graph = SmallGraph(schema)
    (self.source, self.destination) = (source, destination)
    (self.forward, self.inverse) = (forward, inverse)
  }

  mutating func run(_ work: Workload) throws -> Result {
    var result = Result()
    var difference = 0
    let start = now_ns()
    for i in 0..<Int(work.delete_count) {
      graph.removeAll()
      for object in 0..<Int(work.object_count) {
        _ = try graph.insert(object < work.source_count ? source : destination)
      }
      for link in 0..<Int(work.link_count) {
        try graph.link(
          Int(work.links[link].source), forward, Int(work.links[link].destination))
      }
      if !graph.delete(1 << work.deletes[i]) { throw Mistake("a delete was refused") }
      difference |= try inspect(work, &result)
    }
    result.delete_ns = now_ns() - start
    if difference != 0 { throw Mistake("the two ends count different links") }
    return result
  }

  /// Counts what is left, from both ends of the links; returns how many more the one end sees.
  private func inspect(_ work: Workload, _ result: inout Result) throws -> Int {
    var (ahead, back) = (0, 0)
    var living = graph.living
    while living != 0 {
      let object = living.trailingZeroBitCount
      living &= living - 1
      result.survivors += 1
      result.id_sum += UInt64(object)
      if object < work.source_count {
        ahead += try graph.references(object, forward).nonzeroBitCount
      } else {
        back += try graph.references(object, inverse).nonzeroBitCount
      }
    }
    result.links += UInt64(ahead)
    return ahead - back
  }
}

/// What must not happen: the engine does not do what it should.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

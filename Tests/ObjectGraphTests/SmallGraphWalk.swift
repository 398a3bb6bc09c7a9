import SmallWorlds

@testable import ObjectGraph

/// The small graph and the general one, told the same things in a random order.
///
/// A class because a small graph cannot be copied.
final class SmallGraphWalk: ComparedWalk {
  private(set) var seen: [String: Int] = [:]
  private var graph: Graph
  private var small: SmallGraph
  /// The general graph's objects; a place in the list is a number of the small graph.
  private var objects: [ObjectID] = []
  private let entities: [EntityID]
  private var random: SplitMix64

  init(seed: Int, size: Int) throws {
    random = SplitMix64(seed: seed)
    let reference = ReferenceSchema.random(using: &random)
    let schema = try Schema(reference.framework, entities: reference.entities)
    graph = Graph(schema)
    small = SmallGraph(schema)
    entities = schema.entities
    for _ in 0..<size { try insert() }
  }

  /// Does one thing to both, and says where they differ then.
  func step() throws -> String? {
    switch random.below(8) {
    case 0: try insert()
    case 1, 2, 3, 4: if let complaint = changeLink(isLinked: true) { return complaint }
    case 5: if let complaint = changeLink(isLinked: false) { return complaint }
    default: if let complaint = try delete() { return complaint }
    }
    return try difference()
  }

  private func insert() throws {
    let entity = entities[random.below(entities.count)]
    let (one, other) = (
      Self.caught { [self] () throws(GraphError) in objects.append(try graph.insert(entity)) },
      Self.caught { [self] () throws(GraphError) in _ = try small.insert(entity) }
    )
    if one != other { seen["different errors", default: 0] += 1 }
  }

  private func changeLink(isLinked: Bool) -> String? {
    guard !objects.isEmpty else { return nil }
    let relationships = graph.schema.relationships
    let relationship = relationships[random.below(relationships.count)]
    let (source, destination) = (random.below(objects.count), random.below(objects.count))
    let (one, other): (GraphError?, GraphError?)
    if isLinked {
      one = Self.caught { [self] () throws(GraphError) in
        try graph.link(objects[source], relationship, objects[destination])
      }
      other = Self.caught { [self] () throws(GraphError) in
        try small.link(source, relationship, destination)
      }
    } else {
      one = Self.caught { [self] () throws(GraphError) in
        try graph.unlink(objects[source], relationship, objects[destination])
      }
      other = Self.caught { [self] () throws(GraphError) in
        try small.unlink(source, relationship, destination)
      }
    }
    // Which of two objects is complained of first is nobody's concern.
    return (one == nil) == (other == nil) ? nil : "\(String(describing: (one, other)))"
  }

  private func delete() throws -> String? {
    let mask = (0..<1 + random.below(3)).reduce(UInt64(0)) { mask, _ in
      objects.isEmpty ? 0 : mask | 1 << random.below(objects.count)
    }
    let requested = objects.indices.filter { (mask & small.living) >> $0 & 1 != 0 }
    let plan = try graph.plan(deleting: requested.map { objects[$0] })
    if small.plan(deleting: mask) != plan {
      return "plans \(small.plan(deleting: mask)), expected \(plan)"
    }
    for (name, count) in [
      ("cascaded", plan.cascaded.count), ("nullified", plan.nullified.count),
      ("dangling", plan.dangling.count), ("denials", plan.denials.count),
      ("forgiven", plan.forgiven.count), ("violations", plan.violations.count),
    ] {
      seen[name, default: 0] += count
    }
    if small.delete(mask) == plan.isRefused { return "deleted, though \(plan)" }
    if !plan.isRefused { try graph.apply(plan) }
    return nil
  }

  private func difference() throws -> String? {
    guard small.count == objects.count else { return "\(small.count) of \(objects.count) objects" }
    for (number, object) in objects.enumerated() {
      let isLiving = small.living >> number & 1 != 0
      if isLiving != graph.contains(object) { return "object \(number) living: \(isLiving)" }
      if small.id(of: number) != object { return "object \(number) is \(object)" }
      guard isLiving else { continue }
      for relationship in graph.schema.relationships(of: try graph.entity(of: object)) {
        let held = try small.references(number, relationship)
        let expected = try graph.references(object, relationship).map(\.id)
        let found = objects.indices.filter { held >> $0 & 1 != 0 }.map { objects[$0] }
        if found.sorted() != expected.sorted() { return "\(number) holds \(found)" }
      }
    }
    return nil
  }

  private static func caught(_ body: () throws(GraphError) -> Void) -> GraphError? {
    do throws(GraphError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

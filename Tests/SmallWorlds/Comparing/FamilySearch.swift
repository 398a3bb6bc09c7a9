import ObjectGraph

/// What a search looked at.
package struct SearchCounts: Codable, Equatable, Sendable {
  /// Schemas up to symmetry.
  package var schemas = 0
  /// Declarations of them in either framework, of which all inverses were compared.
  package var declarations = 0
  /// Graphs up to symmetry.
  package var graphs = 0
  /// Graphs if it mattered which object is which.
  package var graphsWithoutSymmetry = 0
  /// Deletes of them, each planned and saved as both frameworks state the schema.
  package var deletes = 0
  /// Batch deletes of them, each planned and done as both frameworks state the schema.
  package var batchDeletes = 0
  /// How often a law said something, and it was so.
  package var laws = 0

  package init() {}

  package static func += (one: inout SearchCounts, other: SearchCounts) {
    one.schemas += other.schemas
    one.declarations += other.declarations
    one.graphs += other.graphs
    one.graphsWithoutSymmetry += other.graphsWithoutSymmetry
    one.deletes += other.deletes
    one.batchDeletes += other.batchDeletes
    one.laws += other.laws
  }
}

/// Goes through the schemas of a family, with all their graphs, and holds the engine to the
/// definitions.
package struct FamilySearch {
  /// What is looked at.
  package enum Aspect: Sendable {
    /// What the definition says, for every delete.
    case definition
    /// The laws, for a delete of one graph in so many; nil for as many as the family's size allows.
    case laws(everyGraphs: Int?)
  }

  /// A place where the engine and a definition part.
  package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
  }

  package let family: WorldFamily
  package let shapes: [SchemaShape]
  private let objectsOfEach: Int
  private var comparesAll = false
  /// The laws are looked at on one graph in so many, or on none.
  private var graphsForEachLaw: Int?
  /// The graphs of all shapes that differ only in their rules.
  private var patterns: [SchemaShape: WorldPatterns] = [:]
  package private(set) var counts = SearchCounts()

  /// With fewer objects than the family's own number a search is quicker.
  package init(
    _ family: WorldFamily, objectsOfEach: Int? = nil,
    lookingAt aspects: [Aspect] = [.definition, .laws(everyGraphs: nil)]
  ) {
    self.family = family
    self.objectsOfEach = objectsOfEach ?? family.objectsOfEach
    shapes = family.shapes
    for aspect in aspects {
      switch aspect {
      case .definition: comparesAll = true
      case .laws(let count): graphsForEachLaw = count ?? family.graphsForEachLaw
      }
    }
  }

  /// Looks at the schema of a number, as both frameworks state it.
  package mutating func search(_ number: Int) throws {
    counts.schemas += 1
    let schemas = try schemas(of: shapes[number])
    try search(schemas.coreData, schemas.swiftData, shapes[number], number)
  }

  /// Compares the inverses of every declaration, and finds one of each framework that means the
  /// shape.
  private mutating func schemas(
    of shape: SchemaShape
  ) throws -> (coreData: Schema, swiftData: Schema) {
    let meant = shape.meantInverses
    var found: [Framework.Name: Schema] = [:]
    for (framework, entities) in shape.declarations {
      counts.declarations += 1
      let schema = try Schema(framework, entities: entities)
      let expected = InverseDefinition.inverses(in: framework, of: entities)
      let inverses = schema.inverses
      if inverses != expected {
        throw Disagreement(description: "inverses of \(schema.text), not \(expected)")
      }
      if inverses == meant && found[framework.name] == nil { found[framework.name] = schema }
    }
    guard let coreData = found[.coreData], let swiftData = found[.swiftData] else {
      throw Disagreement(description: "no declaration means \(shape)")
    }
    return (coreData, swiftData)
  }

  private mutating func search(
    _ coreData: Schema, _ swiftData: Schema, _ shape: SchemaShape, _ number: Int
  ) throws {
    guard
      let worlds = AllWorlds(
        coreData, objectsOfEach: objectsOfEach, atMostPairs: 16, heedingMaximum: false)
    else { throw Disagreement(description: "too many pairs of objects in \(coreData.text)") }
    let patterns = patterns[shape.withoutRules] ?? WorldPatterns(worlds)
    self.patterns[shape.withoutRules] = patterns
    guard patterns.countWithoutSymmetry == worlds.count else {
      throw Disagreement(
        description:
          "\(patterns.countWithoutSymmetry) graphs up to symmetry, \(worlds.count) without it")
    }
    var comparison = EngineComparison(coreData, swiftData)
    let objectCount = worlds.empty.kinds.count
    let requests =
      family.deletesTogether
      ? ObjectSet.subsets(below: objectCount) : (0..<objectCount).map { [$0] }
    for pattern in 0..<patterns.count {
      let world = patterns.world(pattern, in: worlds)
      if comparesAll, let difference = try comparison.difference(of: world, deleting: requests) {
        throw Disagreement(description: difference)
      }
      if comparesAll,
        let difference = try comparison.difference(of: world, batchDeleting: requests)
      {
        throw Disagreement(description: difference)
      }
      if let graphsForEachLaw, (number &* 31 + pattern).isMultiple(of: graphsForEachLaw) {
        var random = SplitMix64(seed: number &* 31 &+ pattern)
        let schema = random.chance(50) ? coreData : swiftData
        try lookAtLaws(of: world.under(schema), deleting: requests, using: &random)
      }
    }
    counts.graphs += patterns.count
    counts.graphsWithoutSymmetry += patterns.countWithoutSymmetry
    counts.deletes += comparison.deleteCount
    counts.batchDeletes += comparison.batchDeleteCount
  }

  /// The laws hold of one delete.
  private mutating func lookAtLaws(
    of world: World, deleting requests: [ObjectSet], using random: inout SplitMix64
  ) throws {
    let requested = random.pick(requests) ?? []
    let scene = Scene(world, deleting: requested)
    for law in Law.allCases {
      do {
        if try law.holds(in: scene, using: &random) { counts.laws += 1 }
      } catch let breach as Law.Breach {
        throw Disagreement(
          description: "deleting \(scene.requested) in \(world.text): \(law): \(breach)")
      }
    }
  }
}

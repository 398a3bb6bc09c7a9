import ObjectGraph
import SmallWorlds
import SourceText
import Testing

@testable import ModelCheck

@Suite("Does the check find every hazard, and nothing else?")
struct EveryHazardTests {
  /// Few that have every hazard among them; more, and others, run where somebody asks for it.
  private static let schemaCount = asked("SCHEMAS") ?? 140
  private static let seed = asked("SEED") == nil ? 3 : 1

  @Test("A search through all graphs with two objects of each entity finds the same hazards")
  func exhaustive() {
    var schemas = RandomSchema(seed: Self.seed)
    var kindsFound: Set<CheckRule> = []
    var graphs = 0
    var searched = 0
    for _ in 0..<Self.schemaCount {
      let schema = schemas.next()
      guard let worlds = AllWorlds(schema, objectsOfEach: 2), worlds.count <= 1_000 else {
        continue
      }
      graphs += worlds.count
      searched += 1
      var definition = HazardDefinition(schema)
      worlds.forEach { world in
        for object in world.kinds.indices {
          definition.observe(world.outcome(deleting: object), of: object, in: world)
          definition.observe(world.outcome(batchDeleting: [object]))
        }
      }
      let pairs = schema.relationships.map { RelationshipPair($0, in: schema) }
      let hazards = Hazard.all(of: pairs, in: schema)
      let checked = Set(
        hazards.map {
          HazardDefinition.Key(
            rule: $0.rule, relationship: $0.pair.name)
        })
      #expect(checked.count == hazards.count, "one of each rule for a relationship")
      let missed = definition.found.subtracting(checked)
      #expect(missed.isEmpty, "\(missed) in \(schema.text)")
      for hazard in hazards {
        let place = Location(file: "Models.swift", line: 1, column: 1)
        #expect(throws: Never.self, "the proof replays") {
          try Witness(of: hazard, at: place, on: nil)
        }
        kindsFound.insert(hazard.rule)
        // Who else may hold an object is no matter of one delete: OrphanTests look at it.
        if hazard.rule == .nullifyLeavesOrphans { continue }
        let key = HazardDefinition.Key(
          rule: hazard.rule, relationship: hazard.pair.name)
        if definition.found.contains(key) { continue }
        // Three objects of one entity are more than the search has; so its proof is looked at.
        let most = hazard.trial.kinds.map { kind in hazard.trial.kinds.count { $0 == kind } }.max()
        var proof = HazardDefinition(schema)
        hazard.trial.show(to: &proof)
        #expect(most == 3 && proof.found.contains(key), "\(key) in \(schema.text)")
      }
    }
    #expect(kindsFound.count == 16, "\(kindsFound)")
    // The others have more graphs than there is time for.
    #expect(searched > Self.schemaCount / 2)
    print("\(searched) of \(Self.schemaCount) schemas, \(graphs) graphs")
  }
}

extension Trial {
  /// Lets a definition see every delete of the trial's graph.
  fileprivate func show(to definition: inout HazardDefinition) {
    var world = World(definition.schema, of: kinds)
    for link in links { world.link(link.source, link.relationship, link.destination) }
    for object in kinds.indices {
      definition.observe(world.outcome(deleting: object), of: object, in: world)
      definition.observe(world.outcome(batchDeleting: [object]))
    }
  }
}

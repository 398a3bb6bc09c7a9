import ModelDeletes
import ObjectGraph
import SmallWorlds
import Testing

@Suite("What does a batch delete of an entity do otherwise?")
struct BatchEffectsTests {
  private func pair(
    _ rule: DeleteRule = .nullify
  ) -> [Entity] {
    [
      Entity(
        "Trip",
        relationships: [
          .toMany(
            "stops", "Stop", isOptional: false, deleteRule: rule, inverse: .named("trip"))
        ]),
      Entity("Stop", relationships: [.toOne("trip", "Trip", inverse: .named("stops"))]),
    ]
  }

  @Test("What deny, noAction and a crash come to, nobody tried")
  func predictions() throws {
    func predictions(
      _ entities: [Entity], under framework: Framework = .coreData
    ) throws -> [DeleteStory.Step.Kind] {
      let schema = try Schema(framework, entities: entities)
      let story = try DeleteStory(
        of: #require(schema.entity("Trip")), in: schema, by: .batchDelete)
      return story.steps.filter { $0.basis == .predicted }.map(\.kind)
    }
    #expect(try predictions(pair(.cascade)) == [] && predictions(pair(.nullify)) == [])
    #expect(try predictions(pair(.deny)) == [.blocked])
    #expect(try predictions(pair(.noAction)) == [.leftDangling])
    let shared = [
      Entity(
        "Trip",
        relationships: [
          .toMany("stops", "Stop", deleteRule: .noAction, inverse: .named("trips"))
        ]),
      Entity("Stop", relationships: [.toMany("trips", "Trip", inverse: .named("stops"))]),
    ]
    #expect(try predictions(shared) == [])
    let alone = [
      Entity(
        "Trip", relationships: [.toOne("map", "Map", deleteRule: .deny, inverse: .named("trip"))]),
      Entity("Map", relationships: [.toOne("trip", "Trip")]),
    ]
    #expect(try predictions(alone, under: .swiftData) == [.blocked, .avoidsCrash])
  }

  /// A relationship that makes a batch delete fail, on what is asked for or on what goes with it.
  private struct Failing: Hashable {
    let relationship: RelationshipID
    let isRequested: Bool
  }

  @Test("In all graphs with two objects of each entity, it fails where its definition says so")
  func definition() {
    var options = ReferenceSchema.Options()
    options.entities = 1...2
    options.pairs = 2...3
    // The others never make it fail.
    options.rules = [.nullify, .nullify, .cascade]
    var schemas = RandomSchema(seed: 5, options)
    var searched = 0
    var found: [Bool: Int] = [:]
    for _ in 0..<(asked("SEED") == nil ? 90 : 400) {
      let schema = schemas.next()
      guard let worlds = AllWorlds(schema, objectsOfEach: 2), worlds.count <= 1_000 else {
        continue
      }
      searched += 1
      var seen: [EntityID: Set<Failing>] = [:]
      worlds.forEach { world in
        for object in world.kinds.indices {
          let failed = world.outcome(batchDeleting: [object]).failed.map {
            Failing(relationship: $0.relationship, isRequested: $0.source == object)
          }
          for entity in schema.entities where schema.entity(world.kinds[object], isKindOf: entity) {
            seen[entity, default: []].formUnion(failed)
          }
        }
      }
      for entity in schema.entities {
        let story = DeleteStory(of: entity, in: schema, by: .batchDelete)
        let said = story.steps(.failed).flatMap { failure in
          [(true, failure.requested), (false, failure.cascaded)]
            .filter { !$0.1.isEmpty }
            .map { Failing(relationship: failure.relationship, isRequested: $0.0) }
        }
        let failing = seen[entity] ?? []
        // What goes with an object of a tree has another parent only where there are three of them.
        #expect(
          failing.isSubset(of: said) && failing.isSuperset(of: said.filter(\.isRequested)),
          "\(entity) of \(schema.text)")
        for failure in failing { found[failure.isRequested, default: 0] += 1 }
      }
    }
    #expect(searched > 20, "\(searched)")
    #expect(found[true, default: 0] > 10 && found[false, default: 0] > 1, "\(found)")
  }
}

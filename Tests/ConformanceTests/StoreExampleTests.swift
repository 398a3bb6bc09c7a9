import DeleteConformance
import Testing

// The store of the article `HoldAStore` and its tests, as they stand there.

/// A store that keeps everything in arrays.
struct MyStore: ConformingStore {
  struct Refused: Error { let reasons: [StoreRefusal<Int>] }

  private let schema: Schema
  private var entities: [EntityID] = []
  private var held: [[RelationshipID: [Int]]] = []
  private var deleted: Set<Int> = []

  init(_ schema: Schema) { self.schema = schema }

  var objects: [Int] { entities.indices.filter { !deleted.contains($0) } }

  func destinations(of object: Int, _ relationship: String) throws -> [Int] {
    held[object][try id(relationship, of: object)] ?? []
  }

  mutating func insert(_ entity: String) throws -> Int {
    entities.append(try #require(schema.entity(entity)))
    held.append([:])
    return entities.count - 1
  }

  mutating func link(_ object: Int, _ relationship: String, to other: Int) throws {
    let id = try id(relationship, of: object)
    let inverse = schema.inverse(of: id)?.relationship
    if !schema.declaration(of: id).isToMany {
      for former in held[object][id] ?? [] { try unlink(object, relationship, from: former) }
    }
    if let inverse, !schema.declaration(of: inverse).isToMany {
      for former in held[other][inverse] ?? [] { try unlink(former, relationship, from: other) }
    }
    held[object][id, default: []].append(other)
    if let inverse { held[other][inverse, default: []].append(object) }
  }

  mutating func unlink(_ object: Int, _ relationship: String, from other: Int) throws {
    let id = try id(relationship, of: object)
    held[object][id]?.removeAll { $0 == other }
    if let inverse = schema.inverse(of: id)?.relationship {
      held[other][inverse]?.removeAll { $0 == object }
    }
  }

  mutating func delete(_ object: Int) throws {
    guard deleted.insert(object).inserted else { return }
    for id in schema.relationships(of: entities[object]) {
      for other in held[object][id] ?? [] {
        switch schema.declaration(of: id).deleteRule {
        case .cascade: try delete(other)
        case .nullify:
          if let inverse = schema.inverse(of: id)?.relationship {
            held[other][inverse]?.removeAll { $0 == object }
          }
        case .deny, .noAction: break
        }
      }
    }
  }

  mutating func save() throws {
    var reasons: [StoreRefusal<Int>] = []
    for object in deleted {
      for id in schema.relationships(of: entities[object]) {
        let side = schema.declaration(of: id)
        let blockers = (held[object][id] ?? []).filter { !deleted.contains($0) }
        if side.deleteRule == .deny && !blockers.isEmpty {
          reasons.append(StoreRefusal(.denied, object: object, relationship: side.name))
        }
      }
    }
    if !reasons.isEmpty { throw Refused(reasons: reasons) }
  }

  func refusals(in error: any Error) -> [StoreRefusal<Int>] {
    (error as? Refused)?.reasons ?? [StoreRefusal(.other)]
  }

  private func id(_ relationship: String, of object: Int) throws -> RelationshipID {
    try #require(schema.relationship(relationship, of: entities[object]))
  }
}

@Suite("Does the store of the article do what the matrices say?")
struct StoreExampleTests {
  @Test(arguments: try StoreCase.bundled(within: [.toMany, .cascade, .nullify, .deny]))
  func deletes(scenario: StoreCase) {
    #expect(scenario.differences { schema in MyStore(schema) } == [])
  }

  @Test("A to-one lets go of what it held, from whichever side it is linked")
  func replacing() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("List", relationships: [.toMany("items", "Item"), .toOne("cover", "Photo")]),
        Entity("Item", relationships: [.toOne("list", "List")]),
        Entity("Photo"),
      ])
    var store = MyStore(schema)
    let (home, work) = (try store.insert("List"), try store.insert("List"))
    let (milk, one, two) = (
      try store.insert("Item"), try store.insert("Photo"), try store.insert("Photo")
    )
    try store.link(home, "items", to: milk)
    try store.link(work, "items", to: milk)
    #expect(try store.destinations(of: milk, "list") == [work])
    #expect(try store.destinations(of: home, "items") == [])
    try store.link(milk, "list", to: home)
    #expect(try store.destinations(of: milk, "list") == [home])
    #expect(try store.destinations(of: work, "items") == [])
    try store.link(home, "cover", to: one)
    try store.link(home, "cover", to: two)
    #expect(try store.destinations(of: home, "cover") == [two])
  }

  @Test("A store that does nothing differs in each of them")
  func empty() {
    struct EmptyStore: ConformingStore {
      func insert(_ entity: String) throws -> Int { 0 }
      func link(_ object: Int, _ relationship: String, to destination: Int) throws {}
      func unlink(_ object: Int, _ relationship: String, from destination: Int) throws {}
      func delete(_ object: Int) throws {}
      func save() throws {}
      var objects: [Int] { [] }
      func destinations(of object: Int, _ relationship: String) throws -> [Int] { [] }
    }

    let scenarios = StoreCase.all(
      in: AdapterExampleTests.matrices, within: [.toMany, .cascade, .nullify])
    #expect(!scenarios.isEmpty)
    for scenario in scenarios { #expect(scenario.differences { _ in EmptyStore() } != []) }
  }
}

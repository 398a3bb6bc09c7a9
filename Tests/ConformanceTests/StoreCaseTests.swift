import DeleteConformance
import Testing

/// A store of somebody's own: plain dictionaries, and the rules as its author understands them.
struct DictionaryStore: ConformingStore {
  struct Refusal: Error { let reasons: [StoreRefusal<Int>] }
  struct Row {
    let entity: EntityID
    var held: [String: [Int]] = [:]
    var isDeleted = false
  }

  let schema: Schema
  /// What its author got wrong, for the tests of these tests.
  var forgetsNullify = false
  var refusesAll = false
  private var rows: [Int: Row] = [:]
  private var saved: [Int: Row] = [:]
  private var requested: Set<Int> = []

  init(_ schema: Schema, forgetsNullify: Bool = false, refusesAll: Bool = false) {
    self.schema = schema
    self.refusesAll = refusesAll
    self.forgetsNullify = forgetsNullify
  }

  mutating func insert(_ entity: String) throws -> Int {
    let id = rows.count
    rows[id] = Row(entity: try #require(schema.entity(entity)))
    return id
  }

  private func ends(_ object: Int, _ name: String) throws -> (RelationshipID, inverse: String?) {
    let entity = try #require(rows[object]).entity
    let id = try #require(schema.relationship(name, of: entity))
    return (id, schema.inverse(of: id).map { schema.declaration(of: $0.relationship).name })
  }

  mutating func link(_ object: Int, _ name: String, to other: Int) throws {
    let (id, inverse) = try ends(object, name)
    if !schema.declaration(of: id).isToMany {
      for old in try destinations(of: object, name) { try unlink(object, name, from: old) }
    }
    if let inverse {
      let back = try ends(other, inverse)
      if !schema.declaration(of: back.0).isToMany {
        for old in try destinations(of: other, inverse) { try unlink(other, inverse, from: old) }
      }
      if rows[other]?.held[inverse]?.contains(object) != true {
        rows[other]?.held[inverse, default: []].append(object)
      }
    }
    if rows[object]?.held[name]?.contains(other) != true {
      rows[object]?.held[name, default: []].append(other)
    }
  }

  mutating func unlink(_ object: Int, _ name: String, from other: Int) throws {
    rows[object]?.held[name]?.removeAll { $0 == other }
    if let inverse = try ends(object, name).inverse {
      rows[other]?.held[inverse]?.removeAll { $0 == object }
    }
  }

  mutating func delete(_ object: Int) throws {
    guard rows[object]?.isDeleted == false else { return }
    requested.insert(object)
    rows[object]?.isDeleted = true
    for id in schema.relationships(of: try #require(rows[object]).entity) {
      let relationship = schema.declaration(of: id)
      for other in rows[object]?.held[relationship.name] ?? [] {
        switch relationship.deleteRule {
        case .cascade: try delete(other)
        case .nullify where !forgetsNullify:
          if let inverse = try ends(object, relationship.name).inverse {
            rows[other]?.held[inverse]?.removeAll { $0 == object }
          }
        case .nullify, .deny, .noAction: break
        }
      }
    }
  }

  mutating func save() throws {
    if refusesAll { throw Refusal(reasons: []) }
    var reasons: [StoreRefusal<Int>] = []
    for (id, row) in rows {
      for relationship in schema.relationships(of: row.entity).map({ schema.declaration(of: $0) }) {
        let held = row.held[relationship.name] ?? []
        if row.isDeleted && relationship.deleteRule == .deny {
          if held.contains(where: { rows[$0]?.isDeleted == false }) {
            reasons.append(
              StoreRefusal(.denied, object: id, relationship: relationship.name))
          }
        }
        if !row.isDeleted && !relationship.isToMany && !relationship.isOptional && held.isEmpty,
          row.held != saved[id]?.held
        {
          reasons.append(StoreRefusal(.missing, object: id, relationship: relationship.name))
        }
      }
    }
    if !reasons.isEmpty { throw Refusal(reasons: reasons) }
    saved = rows
    requested = []
  }

  mutating func rollback() throws { rows = saved }

  var objects: [Int] { rows.filter { !$0.value.isDeleted }.keys.sorted() }

  func destinations(of object: Int, _ name: String) throws -> [Int] {
    rows[object]?.held[name] ?? []
  }

  func refusals(in error: any Error) -> [StoreRefusal<Int>] {
    (error as? Refusal)?.reasons ?? [StoreRefusal(.other)]
  }
}

@Suite("Is a store of somebody's own held to the matrices, as its author would?")
struct StoreCaseTests {
  static let capabilities: Set<Capability> = [
    .toMany, .oneToOne, .manyToMany, .oneWayToOne, .oneWayToMany, .selfRelationship, .cascade,
    .nullify, .deny, .noAction, .mandatory, .link, .insert, .severalSaves, .rollback, .pending,
  ]

  static let all = Result { try StoreCase.bundled(within: capabilities) }

  private func cases(_ name: String) throws -> [StoreCase] {
    try Self.all.get().filter { "\($0)".contains(name) }
  }

  @Test("Each scenario is a case", arguments: try all.get())
  func deletes(scenario: StoreCase) {
    #expect(scenario.differences { schema in DictionaryStore(schema) } == [])
  }

  @Test("All pairings of the article are among them, and what needs more is not")
  func choice() throws {
    #expect(try Self.all.get().filter { "\($0)".contains("/delete-") }.count >= 124)
    let few = StoreCase.all(
      in: try Bundled.suite.get(), within: [.toMany, .cascade, .nullify], only: "I-J")
    #expect(!few.isEmpty && few.allSatisfy { !$0.description.contains("deny") })
  }

  @Test("A store that saves nothing, or forgets a rule, differs, and says where")
  func wrong() throws {
    let refused = try cases("A-B/")
    #expect(refused.count >= 8)
    for each in refused {
      #expect(!each.differences { DictionaryStore($0, refusesAll: true) }.isEmpty, "\(each)")
    }
    let differences = try cases("Q-R/nullify+nullify/delete-Q1").flatMap { each in
      each.differences { DictionaryStore($0, forgetsNullify: true) }
    }
    #expect(
      differences.first
        == "Q-R/nullify+nullify/delete-Q1: seen: only Q1 goes; R1.testQ and R2.testQ cannot "
        + "be fulfilled; predicted: only Q1 goes")
  }
}

import BundledRun
import DeleteConformance
import Testing

/// A custom store made of this package's context, with mistakes that its author may have made.
struct ContextStore: ConformingStore {
  private struct TotalRefusal: Error {}

  private var context: Context
  private let refusesAll: Bool

  init(_ schema: Schema, forgetsNullify: Bool = false, refusesAll: Bool = false) throws {
    var entities = schema.entities.map { schema.declaration(of: $0) }
    for entity in entities.indices where forgetsNullify {
      for place in entities[entity].relationships.indices
      where entities[entity].relationships[place].deleteRule == .nullify {
        entities[entity].relationships[place].deleteRule = .noAction
      }
    }
    context = Context(Graph(try Schema(schema.framework, entities: entities)))
    self.refusesAll = refusesAll
  }

  mutating func insert(_ entity: String) throws -> ObjectID { try context.insert(entity) }

  mutating func link(_ object: ObjectID, _ name: String, to other: ObjectID) throws {
    try context.link(object, name, other)
  }

  mutating func unlink(_ object: ObjectID, _ name: String, from other: ObjectID) throws {
    try context.unlink(object, name, other)
  }

  mutating func delete(_ object: ObjectID) throws {
    try context.delete(object)
    context.processPendingChanges()
  }

  mutating func rollback() throws { context.rollback() }

  mutating func save() throws {
    if refusesAll { throw TotalRefusal() }
    try context.save()
  }

  var objects: [ObjectID] { context.pending().objects }

  func destinations(of object: ObjectID, _ name: String) throws -> [ObjectID] {
    try context.pending().references(object, name).map(\.id)
  }

  func refusals(in error: any Error) -> [StoreRefusal<ObjectID>] {
    let schema = context.stored.schema
    return (error as? Refusal)?.problems.map { problem in
      switch problem {
      case .denied(let denial):
        StoreRefusal(
          .denied, object: denial.object,
          relationship: schema.declaration(of: denial.relationship).name)
      case .invalid(let violation):
        StoreRefusal(
          .missing, object: violation.object,
          relationship: schema.declaration(of: violation.relationship).name)
      default: StoreRefusal(.other)
      }
    } ?? [StoreRefusal(.other)]
  }
}

@Suite("Is a custom store compared with the matrices?")
struct StoreCaseTests {
  static let capabilities: Set<Capability> = [
    .toMany, .oneToOne, .manyToMany, .oneWayToOne, .oneWayToMany, .selfRelationship, .cascade,
    .nullify, .deny, .noAction, .mandatory, .link, .insert, .severalSaves, .rollback, .pending,
  ]

  static let all = Result {
    StoreCase.all(in: try Bundled.suite.get(), within: capabilities)
  }

  private func cases(_ name: String) throws -> [StoreCase] {
    try Self.all.get().filter { "\($0)".contains(name) }
  }

  @Test("Each scenario is a case", arguments: try all.get())
  func deletes(scenario: StoreCase) {
    #expect(scenario.differences { try ContextStore($0) } == [])
  }

  @Test("All pairings of the article are among them, and what needs more is not")
  func choice() throws {
    #expect(try Self.all.get().filter { "\($0)".contains("/delete-") }.count >= 124)
    let few = try StoreCase.bundled(within: [.toMany, .cascade, .nullify], only: "I-J")
    #expect(!few.isEmpty && few.allSatisfy { !$0.description.contains("deny") })
  }

  @Test("A store that saves nothing, or forgets a rule, differs, and says where")
  func wrong() throws {
    let refused = try cases("A-B/")
    #expect(refused.count >= 8)
    for each in refused {
      #expect(!each.differences { try ContextStore($0, refusesAll: true) }.isEmpty, "\(each)")
    }
    let differences = try cases("Q-R/nullify+nullify/delete-Q1").flatMap { each in
      each.differences { try ContextStore($0, forgetsNullify: true) }
    }
    #expect(
      differences.first
        == "Q-R/nullify+nullify/delete-Q1: seen: deletes only Q1; R1.testQ and R2.testQ cannot "
        + "be fulfilled; predicted, as documented: deletes only Q1")
  }
}

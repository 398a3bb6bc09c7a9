import ModelDeletes
import ObjectGraph
import SmallWorlds
import Testing

@Suite("Does each effect happen in some graph, and nothing else in any?")
struct EffectsExactnessTests {
  /// How many graphs are tried for an entity at least, and at most where something is not seen yet.
  private static let trials = 8...300_000

  /// Enough in each batch for most kinds of statements to come up; all of them where somebody asks.
  private static let schemaCount = asked("SEED") == nil ? 9 : 50

  private static let batches = 0..<(asked("SEED") == nil ? 2 : 6)

  @Test("In made-up schemas, what is said is what is seen", arguments: batches)
  func exactness(batch: Int) throws {
    var random = SplitMix64(seed: batch)
    var options = ReferenceSchema.Options()
    options.pairs = 1...3
    options.ordered = 20
    // Twice as often as others, because only cascades lead anywhere.
    options.rules.append(.cascade)
    var schemas = RandomSchema(seed: batch, options)
    var kinds: [Statement.Kind: Int] = [:]
    for number in 0..<Self.schemaCount {
      let schema = schemas.next()
      for entity in schema.entities {
        let said = DeleteStory.statements(of: entity, in: schema)
        let seen = try seen(entity, schema, expecting: said, using: &random)
        let (missing, extra) = (said.subtracting(seen), seen.subtracting(said))
        #expect(
          missing.isEmpty && extra.isEmpty,
          "batch \(batch), schema \(number), \(entity): said only \(missing), seen only \(extra)")
        if !missing.isEmpty || !extra.isEmpty { return }
        for statement in said { kinds[statement.kind, default: 0] += 1 }
        let story = DeleteStory(of: entity, in: schema)
        let taken = Set(said.filter { $0.kind == .takes }.compactMap(\.other)).sorted()
        #expect(story.alsoDeleted == taken.map { schema.declaration(of: $0).name })
        for step in story.steps where step.kind != .alsoDeleted && step.kind != .crashesByCascade {
          // It happens to some of those that were asked for, and to nothing that goes with them.
          let isOfSome = Set(step.requested).isStrictSubset(of: story.requested)
          #expect(step.isConditional == (isOfSome && step.cascaded.isEmpty), "\(step)")
        }
      }
    }
    #expect(kinds.count >= 6, "most kinds of statements come up")
    if asked("SEED") != nil { print("\(Self.schemaCount) schemas") }
  }

  /// Everything that is seen in graphs with two objects of an entity, or with up to five: a chain
  /// that goes through three levels, and still has something that stays at its end, needs as many.
  private func seen(
    _ entity: EntityID, _ schema: Schema, expecting said: Set<Statement>,
    using random: inout SplitMix64
  ) throws -> Set<Statement> {
    var all: Set<Statement> = []
    for number in 0..<Self.trials.upperBound {
      let trial = try EffectsTrial(
        schema, objects: 2 + number % 4, density: [5, 12, 20, 35, 60][number % 5], using: &random)
      all.formUnion(try trial.statements(of: entity))
      if number >= Self.trials.lowerBound && all.atLeastLevels == said { break }
    }
    return all.atLeastLevels
  }
}

import ModelDeletes
import ObjectGraph
import Testing

@Suite("What can deleting one object of an entity do?")
struct EffectsTests {
  private func effects(
    _ name: String, _ entities: [Entity], _ framework: Framework = .coreData
  ) throws -> (EntityEffects, Schema) {
    let schema = try Schema(framework, entities: entities)
    return (EntityEffects(of: try #require(schema.entity(name)), in: schema), schema)
  }

  private func pair(
    _ rule: DeleteRule, _ back: DeleteRule, isToMany: Bool = false, maxCount: Int = 0
  ) -> [Entity] {
    let parent: Relationship =
      isToMany
      ? .toMany("lists", "List", maxCount: maxCount, deleteRule: back, inverse: .named("items"))
      : .toOne("list", "List", deleteRule: back, inverse: .named("items"))
    return [
      Entity(
        "List",
        relationships: [
          .toMany("items", "Item", deleteRule: rule, inverse: .named(isToMany ? "lists" : "list"))
        ]),
      Entity("Item", relationships: [parent]),
    ]
  }

  @Test(
    "A child's to-one back to the parent that took it leads to nothing that stays",
    arguments: DeleteRule.allCases)
  func wayBack(back: DeleteRule) throws {
    let (effects, schema) = try effects("List", pair(.cascade, back))
    #expect(effects.cascades.map { schema.qualifiedName(of: $0.relationship) } == ["List.items"])
    #expect(effects.cascades.map(\.level) == [1])
    #expect(effects.cascades.map(\.repeats) == [false])
    #expect(effects.denials.isEmpty && effects.losses.isEmpty && effects.dangling.isEmpty)
  }

  @Test("A to-many back may hold another parent, unless its greatest count is one")
  func severalParents() throws {
    let many = try effects("List", pair(.cascade, .deny, isToMany: true)).0
    #expect(many.denials.map(\.deleted.taken.count) == [1])
    #expect(many.denials.map(\.deleted.requested) == [[]])
    let one = try effects("List", pair(.cascade, .deny, isToMany: true, maxCount: 1)).0
    #expect(one.denials.isEmpty)
    let shared = try effects("List", pair(.cascade, .cascade, isToMany: true)).0
    #expect(shared.cascades.map(\.level) == [1, 2])
    #expect(shared.cascades.map(\.repeats) == [true, true])
    #expect(shared.cascades[1].again == shared.cascades[1].destinations)
  }

  @Test("What only a subentity has is told apart, and an abstract entity is its subentities")
  func kinds() throws {
    let entities = [
      Entity("Animal", isAbstract: true),
      Entity(
        "Dog", parent: "Animal",
        relationships: [.toMany("toys", "Toy", deleteRule: .cascade, inverse: .oneWay)]),
      Entity("Cat", parent: "Animal"), Entity("Toy"), Entity("Idea", isAbstract: true),
    ]
    let (animal, schema) = try effects("Animal", entities, .swiftData)
    #expect(animal.kinds.map { schema.declaration(of: $0).name } == ["Dog", "Cat"])
    #expect(animal.cascades.map(\.sources) == [[animal.kinds[0]]])
    let idea = try effects("Idea", entities, .swiftData).0
    #expect(idea.kinds.isEmpty && idea.cascades.isEmpty && idea.dangling.isEmpty)
    // Nothing can take the toys' reference away, because they have none.
    let toy = try effects("Toy", entities, .swiftData).0
    #expect(toy.dangling.map(\.kinds) == [[animal.kinds[0]]])
    #expect(toy.dangling.map(\.inverse) == [nil])
  }

  @Test("SwiftData was observed to crash on a one-to-one, Core Data was not")
  func crash() throws {
    let entities = [
      Entity(
        "A", relationships: [.toOne("b", "B", deleteRule: .deny, inverse: .named("a"))]),
      Entity("B", relationships: [.toOne("a", "A")]),
    ]
    let swiftData = try effects("A", entities, .swiftData).0
    #expect(swiftData.crashes.count == 1 && swiftData.denials.count == 1)
    var declared = entities
    declared[1].relationships[0].inverse = .named("b")
    #expect(try effects("A", declared).0.crashes.isEmpty)
  }
}

import ObjectGraph
import Testing

@testable import Scenarios

@Suite("Is everything that refuses a save or a batch delete explained?")
struct RefusalWordsTests {
  /// A graph of the zoo, with the name of each of its objects.
  private static func zoo() throws -> (graph: Graph, ids: [String: ObjectID]) {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          "Zoo",
          relationships: [
            .toMany("keepers", "Keeper", deleteRule: .deny, inverse: .oneWay),
            .toOne("star", "Animal", inverse: .oneWay),
          ]),
        Entity(
          "Keeper", relationships: [.toMany("animals", "Animal", inverse: .named("keeper"))]),
        Entity(
          "Animal",
          relationships: [
            .toOne("keeper", "Keeper", isOptional: false, inverse: .named("animals")),
            .toMany(
              "toys", "Toy", isOptional: false, minCount: 1, maxCount: 1, inverse: .oneWay),
          ],
          attributes: [Attribute("name", isOptional: false), Attribute("chip", isUnique: true)]),
        Entity("Toy"),
      ])
    var graph = Graph(schema)
    var ids: [String: ObjectID] = [:]
    for (name, entity) in [
      ("zoo", "Zoo"), ("ann", "Keeper"), ("bob", "Keeper"), ("rex", "Animal"), ("joe", "Animal"),
      ("ball", "Toy"), ("rope", "Toy"),
    ] { ids[name] = try graph.insert(entity) }
    return (graph, ids)
  }

  private static func texts(
    _ problems: [Refusal.Problem], _ schema: Schema, _ ids: [String: ObjectID]
  )
    -> [String]
  {
    problems.map { problem in
      problem.explanation(in: schema) { id in ids.first { $0.value == id }?.key ?? "?" }
    }
  }

  @Test("Every problem of a save")
  func save() throws {
    let (graph, ids) = try Self.zoo()
    func id(_ name: String) throws -> ObjectID { try #require(ids[name]) }
    var context = Context(graph)
    try context.set(id("zoo"), "keepers", to: [id("ann"), id("bob")])
    try context.setValue(id("rex"), "chip", to: .integer(1))
    try context.set(id("rex"), "toys", to: [id("ball"), id("rope")])
    try context.setValue(id("joe"), "chip", to: .integer(1))
    try context.delete(id("zoo"))
    #expect(
      Self.texts(context.problems(), graph.schema, ids) == [
        "zoo cannot be deleted: zoo.keepers is deny and holds ann, bob. "
          + "Delete ann, bob too, or remove them first.",
        "rex.keeper is empty, but mandatory. Assign an object, or delete rex too.",
        "rex.toys holds 2 of at most 1. Remove some.",
        "rex.name has no value, but is mandatory. Give it one.",
        "joe.keeper is empty, but mandatory. Assign an object, or delete joe too.",
        "joe.toys holds 0 of at least 1. Add some, or delete joe too.",
        "joe.name has no value, but is mandatory. Give it one.",
        "rex.chip has the same value as that of joe, but is unique. Change one of them.",
        "joe.chip has the same value as that of rex, but is unique. Change one of them.",
      ])
    context.rollback()
    try context.set(id("zoo"), "keepers", to: [id("ann"), id("bob")])
    try context.delete([id("zoo"), id("ann")])
    #expect(
      Self.texts(context.problems(), graph.schema, ids) == [
        "zoo cannot be deleted: zoo.keepers is deny and holds bob. "
          + "Delete bob too, or remove it first."
      ])
    context.rollback()
    try context.link(id("zoo"), "star", id("joe"))
    try context.delete(id("joe"))
    #expect(
      Self.texts(context.problems(), graph.schema, ids) == [
        "the save fails: zoo.star points at joe, which is being deleted"
      ])
  }

  @Test(
    "Every failure of a batch delete, spelt as Core Data spells it",
    arguments: [
      (true, true, "mandatory MTM"), (true, false, "manadatory OTM"),
      (false, true, "mandatory OTO"), (false, false, "mandatory OTO"),
    ])
  func batchDelete(isToMany: Bool, isInverseToMany: Bool, trigger: String) throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          "List",
          relationships: [
            isToMany
              ? .toMany("items", "Item", deleteRule: .nullify, inverse: .named("list"))
              : .toOne("items", "Item", deleteRule: .nullify, inverse: .named("list"))
          ]),
        Entity(
          "Item",
          relationships: [
            isInverseToMany
              ? .toMany("list", "List", isOptional: false, inverse: .named("items"))
              : .toOne("list", "List", isOptional: false, inverse: .named("items"))
          ]),
      ])
    var graph = Graph(schema)
    let ids = ["l": try graph.insert("List"), "i": try graph.insert("Item")]
    try graph.link(#require(ids["l"]), "items", #require(ids["i"]))
    let refusal = try #require(try graph.batchPlan("List").refusal)
    #expect(refusal.code.rawValue == 134_050)
    #expect(
      Self.texts(refusal.problems, schema, ids)
        == [
          "l.items holds i, whose inverse Item.list is mandatory ('\(trigger) nullify inverse on List/items')"
        ])
  }
}

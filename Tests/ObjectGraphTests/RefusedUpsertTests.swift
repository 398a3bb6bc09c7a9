import Testing

@testable import ObjectGraph

@Suite("Does an upsert leave a trace where its save is refused?")
struct RefusedUpsertTests {
  @Test("The stored object is not validated later on, when nobody takes it over any more")
  func forgottenChange() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity(
          "User", relationships: [.toOne("team", "Team", isOptional: false, inverse: .oneWay)],
          attributes: [Attribute("id", isUnique: true)]),
        Entity("Team", relationships: [.toMany("badges", "Badge", deleteRule: .deny)]),
        Entity("Badge"),
      ])
    var graph = Graph(schema)
    // Stored without the team that it must have: only a change would tell.
    let user = try graph.insert("User")
    try graph.setValue(user, "id", to: .integer(1))
    let (team, other) = (try graph.insert("Team"), try graph.insert("Team"))
    let badge = try graph.insert("Badge")
    try graph.link(team, "badges", badge)
    var context = Context(graph)
    let twin = try context.insert("User")
    try context.setValue(twin, "id", to: .integer(1))
    try context.link(twin, "team", other)
    try context.delete(team)
    #expect(try context.refusal().problems.contains { $0.code == .deniedDelete })

    try context.setValue(twin, "id", to: .integer(2))
    try context.unlink(team, "badges", badge)
    try context.save()
    #expect(context.stored.contains(user) && context.stored.contains(twin))
    #expect(try context.stored.held(user, "team") == [])
  }
}

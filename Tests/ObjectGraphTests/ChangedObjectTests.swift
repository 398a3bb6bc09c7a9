import Testing

@testable import ObjectGraph

@Suite("Which objects does a save validate?")
struct ChangedObjectTests {
  /// Teams of at least two, each with a mandatory and one-way sponsor; a captain must have a team.
  private let graph: Graph
  private let team: ObjectID
  private let players: [ObjectID]

  init() throws {
    var graph = Graph(
      try Schema(
        .coreData,
        entities: [
          Entity(
            "Team",
            relationships: [
              .toMany("players", "Player", minCount: 2, maxCount: 3, inverse: .named("team")),
              .toOne("sponsor", "Sponsor", isOptional: false),
            ]),
          Entity("Sponsor"),
          Entity(
            "Player",
            relationships: [
              .toOne("team", "Team", inverse: .named("players")),
              .toMany(
                "mates", "Player", minCount: 1, deleteRule: .deny, inverse: .named("mates")),
            ],
            attributes: [Attribute("name", isOptional: false)]),
          Entity(
            "Captain", parent: "Player", relationships: [.toOne("deputy", "Player")],
            attributes: [Attribute("band", isOptional: false)]),
        ]))
    team = try graph.insert("Team")
    players = try graph.insert(4, "Player")
    try graph.set(team, "players", to: Array(players.prefix(2)))
    self.graph = graph
  }

  @Test("One that did not change, however invalid")
  func unchanged() throws {
    var context = Context(graph)
    try context.insert("Sponsor")
    try context.save()
    try context.setValue(players[0], "name", to: .string("Ann"))
    try context.save()
    try context.unlink(team, "players", players[0])
    #expect(try context.refusal().problems.map(\.code.rawValue) == [1580, 1570])
    context.rollback()
    try context.setValue(players[1], "name", to: nil)
    #expect(try context.refusal().problems.map(\.code.rawValue) == [1570])
  }

  @Test("Not what a set leaves where it was, only what it takes in and lets go")
  func keptBySet() throws {
    var graph = graph
    try graph.link(team, "sponsor", graph.insert("Sponsor"))
    var context = Context(graph)
    try context.set(team, "players", to: [players[2], players[0]])
    #expect(try context.refusal().problems.map(\.object) == [players[1], players[2]])
    context.rollback()
    try context.set(team, "players", to: [players[1], players[0]])
    try context.save()
  }

  @Test("Not what is linked once more where it already was")
  func linkedAgain() throws {
    var context = Context(graph)
    try context.link(team, "players", players[0])
    try context.link(players[1], "team", team)
    try context.save()
    #expect(try Picture(context.stored) == Picture(graph))
  }

  @Test("Not who loses a mandatory reference that has no way back: it dangles")
  func oneWay() throws {
    var graph = graph
    let sponsor = try graph.insert("Sponsor")
    try graph.link(team, "sponsor", sponsor)
    var context = Context(graph)
    try context.link(team, "sponsor", sponsor)
    try context.delete([sponsor])
    try context.save()
    #expect(try context.stored.references(team, "sponsor") == [.deleted(sponsor)])
    // Whatever changes it now finds the reference there, if not what it leads to.
    try context.set(team, "players", to: [])
    for player in players.prefix(2) { try context.setValue(player, "name", to: .string("Ann")) }
    try context.save()
    #expect(try context.unlink(team, "sponsor", sponsor))
    #expect(try context.refusal().code == .missingMandatoryProperty)
  }

  @Test("Who is changed by a nullify rule: too few remain, but none is well")
  func counts() throws {
    var graph = graph
    try graph.link(team, "sponsor", graph.insert("Sponsor"))
    var context = Context(graph)
    try context.delete([players[0]])
    #expect(try context.refusal().problems.map(\.code) == [.lacksMinimumCount])
    try context.delete([players[1]])
    try context.save()
    #expect(try context.stored.held(team, "players") == [])
    for player in players.suffix(2) { try context.setValue(player, "name", to: .string("Bob")) }
    try context.set(team, "players", to: [players[2]])
    #expect(try context.refusal().problems.map(\.code) == [.lacksMinimumCount])
    try context.link(team, "players", players[3])
    try context.save()
  }

  @Test("A subentity's object by what it inherits and by what is its own")
  func inherited() throws {
    var context = Context(graph)
    let captain = try context.insert("Captain")
    try context.link(captain, "deputy", players[2])
    let name = try graph.schema.required("Player", attribute: "name")
    let band = try graph.schema.required("Captain", attribute: "band")
    let expected = [SaveProblem.missingValue(captain, name), .missingValue(captain, band)]
    #expect(try context.refusal().problems == expected)
    try context.setValue(captain, "name", to: .string("Cem"))
    try context.setValue(captain, "band", to: .string("red"))
    try context.save()
    try context.delete([players[2]])
    try context.save()
    #expect(try context.stored.references(captain, "deputy") == [.deleted(players[2])])
  }

  @Test("A relationship to the same entity denies between two, and is forgiven within one")
  func selfRelationship() throws {
    var graph = graph
    let captain = try graph.insert("Captain")
    try graph.link(captain, "mates", players[2])
    try graph.link(players[3], "mates", players[3])
    var context = Context(graph)
    try context.delete([players[3]])
    try context.save()
    try context.delete([captain])
    let mates = try graph.schema.required("Player", "mates")
    #expect(
      try context.refusal().problems
        == [.denied(Denial(object: captain, relationship: mates, blockers: [players[2]]))])
    try context.delete([players[2]])
    try context.save()
    #expect(context.stored.objects == [team] + players.prefix(2))
  }
}

import Testing

@testable import ObjectGraph

@Suite("Which survivors does a delete make invalid?")
struct ViolationTests {
  /// Teams whose members are bounded, and players who may have to have a team and a coach.
  private func team(
    members count: Int, minCount: Int = 0, maxCount: Int = 0, isOptional: Bool = true,
    needsTeam: Bool = false, needsCoach: Bool = false
  ) throws -> (graph: Graph, team: ObjectID, players: [ObjectID]) {
    var graph = Graph(
      try Schema(
        .swiftData,
        entities: [
          Entity(
            "Team",
            relationships: [
              .toMany(
                "members", "Player", isOptional: isOptional, minCount: minCount,
                maxCount: maxCount, inverse: .named("team"))
            ]),
          Entity(
            "Player",
            relationships: [
              .toOne("team", "Team", isOptional: !needsTeam),
              .toOne("coach", "Coach", isOptional: !needsCoach, inverse: .oneWay),
            ]),
          Entity("Coach"),
        ]))
    let team = try graph.insert("Team")
    let players = try graph.insert(count, "Player")
    for player in players { try graph.link(team, "members", player) }
    return (graph, team, players)
  }

  @Test("A mandatory to-one that nullify empties is missing: 1570")
  func missing() throws {
    let (graph, team, players) = try team(members: 2, needsTeam: true)
    let plan = try graph.plan(deleting: [team])
    let relationship = try graph.schema.required("Player", "team")
    #expect(
      plan.violations
        == players.map { Violation(object: $0, relationship: relationship, kind: .missing) })
    #expect(plan.violations.map(\.kind.code.rawValue) == [1570, 1570])
    #expect(try plan.nullified == players.map { try graph.reference($0, "team", team) })
    #expect(plan.isRefused && plan.denials == [])
  }

  @Test("Fewer than the minimum is too few: 1580, counted over all that go together")
  func tooFew() throws {
    let (graph, team, players) = try team(members: 4, minCount: 3)
    #expect(try !graph.plan(deleting: [players[0]]).isRefused)
    let plan = try graph.plan(deleting: [players[3], players[0]])
    let relationship = try graph.schema.required("Team", "members")
    #expect(
      plan.violations
        == [
          Violation(
            object: team, relationship: relationship, kind: .tooFew(count: 2, minimum: 3))
        ])
    #expect(plan.violations.map(\.kind.code.rawValue) == [1580])
  }

  @Test("An empty optional to-many is exempt from its minimum, a mandatory one is not")
  func emptyToMany() throws {
    for isOptional in [true, false] {
      let (graph, _, players) = try team(members: 2, minCount: 2, isOptional: isOptional)
      #expect(try graph.plan(deleting: [players[0]]).violations.count == 1)
      #expect(
        try graph.plan(deleting: players).violations.map(\.kind)
          == (isOptional ? [] : [.tooFew(count: 0, minimum: 2)]))
    }
  }

  @Test("More than the maximum is too many, though the delete made it fewer: 1590")
  func tooMany() throws {
    let (graph, team, players) = try team(members: 4, maxCount: 2)
    let plan = try graph.plan(deleting: [players[0]])
    let relationship = try graph.schema.required("Team", "members")
    #expect(
      plan.violations
        == [
          Violation(
            object: team, relationship: relationship, kind: .tooMany(count: 3, maximum: 2))
        ])
    #expect(plan.violations.map(\.kind.code.rawValue) == [1590])
    #expect(try !graph.plan(deleting: Array(players[..<2])).isRefused)
  }

  @Test("All that is wrong with a changed survivor counts, also what was wrong before")
  func everyRelationshipOfAChangedObject() throws {
    let (graph, team, players) = try team(members: 1, needsTeam: true, needsCoach: true)
    let relationships = try ["team", "coach"].map { try graph.schema.required("Player", $0) }
    #expect(
      try graph.plan(deleting: [team]).violations
        == relationships.map { Violation(object: players[0], relationship: $0, kind: .missing) })
  }

  @Test("What the delete does not change is not validated, valid or not")
  func unchangedSurvivors() throws {
    var (graph, _, _) = try team(members: 1, minCount: 2, needsTeam: true, needsCoach: true)
    let (coach, player) = (try graph.insert("Coach"), try graph.insert("Player"))
    try graph.link(player, "coach", coach)
    let plan = try graph.plan(deleting: [coach])
    #expect(!plan.isRefused)
    #expect(plan.dangling == [try graph.reference(player, "coach", coach)])
  }

  @Test("A reference that dangles is there, so nothing is missing")
  func danglingIsNotMissing() throws {
    var graph = Graph(try .lists(items: .noAction, isListOptional: false))
    let (list, item) = (try graph.insert("List"), try graph.insert("Item"))
    try graph.link(item, "list", list)
    #expect(try !graph.plan(deleting: [list]).isRefused)
  }

  @Test("A reference that dangled before still counts when its owner is validated")
  func oldDanglingReferencesCount() throws {
    var graph = Graph(
      try Schema(
        .swiftData,
        entities: [
          Entity(
            "Team",
            relationships: [
              .toMany("members", "Player", minCount: 2, inverse: .oneWay),
              .toMany("fans", "Fan", inverse: .named("team")),
            ]),
          Entity("Player"), Entity("Fan", relationships: [.toOne("team", "Team")]),
        ]))
    let (team, fan) = (try graph.insert("Team"), try graph.insert("Fan"))
    let players = try graph.insert(2, "Player")
    try graph.set(team, "members", to: players)
    try graph.link(team, "fans", fan)
    try graph.delete([players[0]])
    #expect(try !graph.plan(deleting: [fan]).isRefused)
    try graph.unlink(team, "members", players[0])
    #expect(
      try graph.plan(deleting: [fan]).violations.map(\.kind) == [.tooFew(count: 1, minimum: 2)])
  }

  @Test("Who goes as well is not validated")
  func doomedAreNotValidated() throws {
    let (graph, team, players) = try team(members: 2, minCount: 2, needsTeam: true)
    let plan = try graph.plan(deleting: [team] + players)
    #expect(plan.violations == [] && plan.nullified == [])
    #expect(
      try graph.plan(deleting: [team, players[0]]).violations.map(\.object) == [players[1]])
  }
}

import Testing

@testable import ObjectGraph

@Suite("What does SwiftData do with a new object that has the unique value of a stored one?")
struct UniqueUpsertTests {
  /// A user of two teams' first one, with two badges; a visit leads to a user and not back.
  private let graph: Graph
  private let teams: [ObjectID]
  private let badges: [ObjectID]
  private let user: ObjectID
  private let visit: ObjectID

  init() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity(
          "User",
          relationships: [
            .toOne("team", "Team", inverse: .named("users")),
            .toMany("badges", "Badge", inverse: .named("users")),
            .toOne("idol", "User", inverse: .oneWay),
            .toMany("pupils", "User", isOrdered: true, inverse: .named("tutors")),
            .toMany("tutors", "User"),
          ],
          attributes: [
            Attribute("id", isUnique: true), Attribute("name"), Attribute("mail", isUnique: true),
          ]),
        Entity("Guest", parent: "User", relationships: [.toOne("host", "Team", inverse: .oneWay)]),
        Entity("Member", parent: "User"),
        Entity("Team", relationships: [.toMany("users", "User")]),
        Entity("Badge", relationships: [.toMany("users", "User")]),
        Entity("Visit", relationships: [.toMany("who", "User", inverse: .oneWay)]),
      ])
    var graph = Graph(schema)
    teams = try graph.insert(2, "Team")
    badges = try graph.insert(3, "Badge")
    user = try graph.insert("Member")
    visit = try graph.insert("Visit")
    try graph.link(user, "team", teams[0])
    try graph.set(user, "badges", to: Array(badges.prefix(2)))
    try graph.setValue(user, "id", to: .integer(1))
    try graph.setValue(user, "name", to: .string("Ann"))
    self.graph = graph
  }

  private func insertTwin(
    _ entity: String = "Member", into context: inout Context
  ) throws -> ObjectID {
    let twin = try context.insert(entity)
    try context.setValue(twin, "id", to: .integer(1))
    return twin
  }

  @Test("The stored one takes over its values and links, and the new one is gone")
  func upsert() throws {
    var context = Context(graph)
    let twin = try insertTwin(into: &context)
    try context.setValue(twin, "name", to: .string("Anna"))
    try context.link(twin, "team", teams[1])
    try context.set(twin, "badges", to: [badges[1], badges[2]])
    try context.set(visit, "who", to: [twin, user])
    #expect(context.pending().contains(twin))
    #expect(try context.pending().value(user, "name") == .string("Ann"))
    try context.save()
    let stored = context.stored
    #expect(context.merged == [twin: user])
    #expect(!stored.contains(twin))
    #expect(try stored.value(user, "name") == .string("Anna"))
    #expect(try stored.held(teams[0], "users") == [])
    #expect(try stored.held(teams[1], "users") == [user])
    #expect(try stored.held(user, "badges") == [badges[1], badges[2]])
    #expect(try stored.held(badges[0], "users") == [])
    #expect(try stored.held(visit, "who") == [user])
    #expect(stored.brokenInvariants() == [])
    #expect(try Picture(context.pending()) == Picture(stored))
  }

  @Test("What the new one says nothing of stays")
  func untouched() throws {
    var context = Context(graph)
    let twin = try insertTwin(into: &context)
    try context.save()
    #expect(context.merged == [twin: user])
    #expect(try Picture(context.stored) == Picture(graph))
  }

  @Test("What led to itself, or to the stored one, leads the stored one to itself")
  func selfLinks() throws {
    for leadsToItself in [true, false] {
      var graph = graph
      let pupil = try graph.insert("Member")
      try graph.link(user, "tutors", pupil)
      try graph.link(user, "pupils", pupil)
      var context = Context(graph)
      let twin = try insertTwin(into: &context)
      try context.link(twin, "idol", leadsToItself ? twin : user)
      try context.link(twin, "pupils", leadsToItself ? twin : user)
      try context.save()
      let stored = context.stored
      #expect(try stored.held(user, "idol") == [user])
      #expect(try stored.held(user, "pupils") == [user])
      #expect(try stored.held(user, "tutors") == (leadsToItself ? [user] : [user, pupil]))
      #expect(stored.brokenInvariants() == [])
    }
  }

  @Test("An object of another entity cannot take over: the save is refused")
  func otherEntity() throws {
    var context = Context(graph)
    let guest = try insertTwin("Guest", into: &context)
    try context.link(guest, "host", teams[1])
    let id = try graph.schema.required("User", attribute: "id")
    #expect(try context.refusal().problems == [.notUnique(guest, id, other: user)])
    #expect(context.merged == [:])
    context.rollback()
    // A stored member has all that a user has.
    let plain = try insertTwin("User", into: &context)
    try context.save()
    #expect(context.merged == [plain: user])
  }

  @Test("A stored object that leads to its twin leads to itself, if the twin leads nowhere else")
  func ledToByItsTwin() throws {
    for leadsElsewhere in [false, true] {
      var context = Context(graph)
      let twin = try insertTwin(into: &context)
      let other = try context.insert("Guest")
      try context.link(user, "idol", twin)
      if leadsElsewhere { try context.link(twin, "idol", other) }
      try context.save()
      #expect(try context.stored.held(user, "idol") == [leadsElsewhere ? other : user])
    }
  }

  @Test("Two new objects with the same value refuse the save, with or without a stored one")
  func twoNewOnes() throws {
    for isStored in [true, false] {
      var context = Context(isStored ? graph : Graph(graph.schema))
      let twins = [try insertTwin(into: &context), try insertTwin(into: &context)]
      let refusal = try context.refusal()
      #expect(refusal.problems.map(\.object) == twins)
      #expect(refusal.problems.map(\.code) == [.constraintValidation, .constraintValidation])
      try context.setValue(twins[0], "id", to: .integer(2))
      try context.save()
      #expect(context.merged == (isStored ? [twins[1]: user] : [:]))
    }
  }

  @Test("A stored object with the value of another stored one refuses the save")
  func twoStoredOnes() throws {
    var context = Context(graph)
    let other = try context.insert("Member")
    try context.save()
    try context.setValue(other, "id", to: .integer(1))
    #expect(try context.refusal().problems.map(\.object) == [other])
  }

  @Test("Nothing is taken over by or from what is being deleted")
  func deletedTwins() throws {
    var context = Context(graph)
    let twin = try insertTwin(into: &context)
    try context.delete([user])
    try context.save()
    #expect(context.stored.contains(twin))
    let second = try insertTwin(into: &context)
    try context.setValue(second, "name", to: .string("Bob"))
    try context.delete([second])
    try context.save()
    #expect(context.merged == [:])
    #expect(try context.stored.value(twin, "name") == nil)
  }

  @Test("One that has the values of two stored ones refuses the save")
  func twoUniqueValues() throws {
    var graph = graph
    let other = try graph.insert("Member")
    try graph.setValue(other, "mail", to: .string("b@b"))
    var context = Context(graph)
    let twin = try insertTwin(into: &context)
    try context.setValue(twin, "mail", to: .string("b@b"))
    let mail = try graph.schema.required("User", attribute: "mail")
    #expect(try context.refusal().problems == [.notUnique(user, mail, other: other)])
    #expect(context.pending().contains(twin))
    #expect(try Picture(context.stored) == Picture(graph))
  }

  @Test("A reference that it was given to what is being deleted is not forgotten")
  func danglingLink() throws {
    var context = Context(graph)
    try context.link(user, "idol", user)
    try context.save()
    let idol = try context.insert("Member")
    let twin = try insertTwin(into: &context)
    try context.link(twin, "idol", idol)
    try context.delete([idol])
    let relationship = try graph.schema.required("User", "idol")
    #expect(try context.refusal().problems == [.danglingLink(Link(twin, relationship, idol))])
    try context.unlink(twin, "idol", idol)
    try context.save()
    #expect(try context.stored.held(user, "idol") == [user])
  }

  @Test("Where it stood between the stored one and another, the relationship declared last stands")
  func betweenTwo() throws {
    let next = Relationship.toOne("next", "Node", inverse: .named("previous"))
    let previous = Relationship.toOne("previous", "Node")
    for isPreviousLast in [true, false] {
      let relationships = isPreviousLast ? [next, previous] : [previous, next]
      let attributes = [Attribute("id", isUnique: true)]
      var graph = Graph(
        try Schema(
          .swiftData,
          entities: [Entity("Node", relationships: relationships, attributes: attributes)]))
      let nodes = try graph.insert(2, "Node")
      try graph.setValue(nodes[0], "id", to: .integer(1))
      var context = Context(graph)
      let twin = try context.insert("Node")
      try context.setValue(twin, "id", to: .integer(1))
      try context.link(twin, "next", nodes[0])
      try context.link(twin, "previous", nodes[1])
      try context.save()
      let stored = context.stored
      #expect(try stored.held(nodes[0], "previous") == [nodes[isPreviousLast ? 1 : 0]])
      #expect(try stored.held(nodes[0], "next") == (isPreviousLast ? [] : [nodes[0]]))
      #expect(try stored.held(nodes[1], "next") == (isPreviousLast ? [nodes[0]] : []))
      #expect(stored.brokenInvariants() == [])
    }
  }

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

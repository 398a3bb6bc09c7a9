import Testing

@testable import ObjectGraph

@Suite("Do both ends of an inverse stay true?")
struct GraphTests {
  @Test("A child of another parent is taken from the former one, assigned from either side")
  func movingAChild() throws {
    for isAssignedByItem in [true, false] {
      var graph = Graph(try .lists())
      let lists = try graph.insert(2, "List")
      let items = try graph.insert(3, "Item")
      for item in items { try graph.link(item, "list", lists[0]) }
      if isAssignedByItem {
        try graph.link(items[1], "list", lists[1])
      } else {
        try graph.link(lists[1], "items", items[1])
      }
      #expect(try graph.held(lists[0], "items") == [items[0], items[2]])
      #expect(try graph.held(lists[1], "items") == [items[1]])
      #expect(try graph.held(items[1], "list") == [lists[1]])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("One to one: a new pair leaves both former partners alone, assigned from either side")
  func oneToOneStealsBothWays() throws {
    for isAssignedByPerson in [true, false] {
      var graph = Graph(try .passports())
      let (ann, bob) = (try graph.insert("Person"), try graph.insert("Person"))
      let (one, two) = (try graph.insert("Passport"), try graph.insert("Passport"))
      try graph.link(ann, "passport", one)
      try graph.link(two, "owner", bob)
      if isAssignedByPerson {
        try graph.link(ann, "passport", two)
      } else {
        try graph.link(two, "owner", ann)
      }
      #expect(try graph.held(ann, "passport") == [two])
      #expect(try graph.held(two, "owner") == [ann])
      #expect(try graph.held(bob, "passport") == [])
      #expect(try graph.held(one, "owner") == [])
      #expect(graph.brokenInvariants() == [])
    }
  }

  @Test("Many to many: linking and unlinking show on both sides and steal nothing")
  func manyToMany() throws {
    var graph = Graph(try .tags())
    let articles = try graph.insert(3, "Article")
    let tags = try graph.insert(2, "Tag")
    for article in articles { try graph.set(article, "tags", to: tags) }
    #expect(try graph.held(tags[0], "articles") == articles)
    #expect(try graph.unlink(tags[0], "articles", articles[1]))
    #expect(try graph.held(tags[0], "articles") == [articles[0], articles[2]])
    #expect(try graph.held(articles[1], "tags") == [tags[1]])
    #expect(try graph.held(tags[1], "articles") == articles)
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Linking what is linked changes nothing, not even for a plan, from either side")
  func linkingTwiceIsLinkingOnce() throws {
    var graph = Graph(try .tags())
    let (article, tag) = (try graph.insert("Article"), try graph.insert("Tag"))
    try graph.link(article, "tags", tag)
    let plan = try graph.plan(deleting: [article])
    try graph.link(article, "tags", tag)
    try graph.link(tag, "articles", article)
    #expect(try graph.held(article, "tags") == [tag])
    try graph.apply(plan)
    #expect(try graph.held(tag, "articles") == [])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Friends are each other's friends, and one may be a friend of oneself, once")
  func friends() throws {
    var graph = Graph(try .people())
    let (ann, bob) = (try graph.insert("Person"), try graph.insert("Person"))
    try graph.link(ann, "friends", bob)
    try graph.link(bob, "friends", ann)
    try graph.link(ann, "friends", ann)
    #expect(try graph.held(ann, "friends") == [ann, bob])
    #expect(try graph.held(bob, "friends") == [ann])
    #expect(graph.brokenInvariants() == [])
    #expect(try graph.unlink(ann, "friends", ann))
    #expect(try graph.held(ann, "friends") == [bob])
    #expect(try !graph.unlink(ann, "friends", ann))
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A new marriage ends both former ones, also that with oneself")
  func spouses() throws {
    var graph = Graph(try .people())
    let people = try graph.insert(4, "Person")
    try graph.link(people[0], "spouse", people[1])
    try graph.link(people[2], "spouse", people[3])
    try graph.link(people[0], "spouse", people[3])
    #expect(try people.map { try graph.held($0, "spouse") } == [[people[3]], [], [], [people[0]]])
    try graph.link(people[0], "spouse", people[0])
    #expect(try people.map { try graph.held($0, "spouse") } == [[people[0]], [], [], []])
    #expect(graph.brokenInvariants() == [])
    try graph.link(people[1], "spouse", people[0])
    #expect(
      try people.map { try graph.held($0, "spouse") } == [[people[1]], [people[0]], [], []])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A node may be its own next one, until another takes its place")
  func ownSuccessor() throws {
    var graph = Graph(try .chain(next: .nullify))
    let (a, b) = (try graph.insert("Node"), try graph.insert("Node"))
    try graph.link(a, "next", a)
    #expect(try graph.held(a, "previous") == [a])
    try graph.link(b, "next", a)
    #expect(try graph.held(a, "previous") == [b])
    #expect(try graph.held(a, "next") == [])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Unlinking says whether the link was there, from both sides, and deletes nothing")
  func unlinkingSaysWhetherItWasThere() throws {
    var graph = Graph(try .lists(items: .cascade, list: .deny))
    let list = try graph.insert("List")
    let items = try graph.insert(2, "Item")
    for item in items { try graph.link(list, "items", item) }
    #expect(try graph.unlink(list, "items", items[0]))
    #expect(try !graph.unlink(list, "items", items[0]))
    #expect(try !graph.unlink(items[0], "list", list))
    #expect(try graph.unlink(items[1], "list", list))
    #expect(try !graph.unlink(list, "items", list))
    #expect(try graph.held(list, "items") == [])
    #expect(graph.objects == [list] + items)
    #expect(graph.brokenInvariants() == [])
  }

  @Test("Two relationships between the same entities do not touch each other")
  func severalRelationshipsAreIndependent() throws {
    var graph = Graph(
      try Schema(
        .swiftData,
        entities: [
          Entity(
            "Flight",
            relationships: [
              .toOne("from", "Airport", inverse: .named("departures")),
              .toOne("to", "Airport", inverse: .named("arrivals")),
            ]),
          Entity(
            "Airport",
            relationships: [.toMany("arrivals", "Flight"), .toMany("departures", "Flight")]),
        ]))
    let (flight, airport) = (try graph.insert("Flight"), try graph.insert("Airport"))
    try graph.link(flight, "from", airport)
    try graph.link(airport, "arrivals", flight)
    #expect(try graph.unlink(airport, "departures", flight))
    #expect(try graph.held(flight, "from") == [])
    #expect(try graph.held(flight, "to") == [airport])
    #expect(graph.brokenInvariants() == [])
  }

  @Test("A graph is a value: what is done to a copy does not show")
  func copiesShareNothing() throws {
    var graph = Graph(try .tags())
    let article = try graph.insert("Article")
    let tags = try graph.insert(3, "Tag")
    try graph.set(article, "tags", to: tags)
    let before = try Picture(graph)
    var copy = graph
    try copy.unlink(article, "tags", tags[1])
    try copy.delete([tags[0]])
    #expect(try Picture(graph) == before)
    #expect(try copy.held(article, "tags") == [tags[2]])
    #expect(graph.brokenInvariants() == [] && copy.brokenInvariants() == [])
  }
}

import Testing

@testable import ObjectGraph

@Suite("When does a deny rule refuse a delete?")
struct DenialTests {
  @Test("One denial names all that stands in the way, and what would dangle")
  func allBlockers() throws {
    var graph = Graph(try .lists(items: .deny))
    let list = try graph.insert("List")
    let items = try graph.insert(3, "Item")
    for item in items.reversed() { try graph.link(list, "items", item) }
    let plan = try graph.plan(deleting: [list])
    let relationship = try graph.schema.required("List", "items")
    #expect(plan.denials == [Denial(object: list, relationship: relationship, blockers: items)])
    #expect(plan.deleted == [list])
    #expect(try plan.dangling == items.map { try graph.reference($0, "list", list) })
    #expect(plan.nullified == [] && plan.violations == [] && plan.forgiven == [])
    #expect(plan.isRefused)
  }

  @Test("The rule speaks about deleting its source: the destination goes without asking it")
  func ruleSitsOnTheSource() throws {
    var graph = Graph(try .lists(items: .deny))
    let (list, item) = (try graph.insert("List"), try graph.insert("Item"))
    try graph.link(list, "items", item)
    #expect(try !graph.plan(deleting: [item]).isRefused)
  }

  @Test("Every relationship and every object that denies is reported at once")
  func severalDenials() throws {
    var graph = Graph(try .people(friends: .deny, spouse: .deny))
    let people = try graph.insert(4, "Person")
    try graph.link(people[1], "friends", people[3])
    try graph.link(people[1], "spouse", people[2])
    try graph.link(people[0], "friends", people[3])
    let friends = try graph.schema.required("Person", "friends")
    let spouse = try graph.schema.required("Person", "spouse")
    #expect(
      try graph.plan(deleting: [people[1], people[0]]).denials == [
        Denial(object: people[0], relationship: friends, blockers: [people[3]]),
        Denial(object: people[1], relationship: friends, blockers: [people[3]]),
        Denial(object: people[1], relationship: spouse, blockers: [people[2]]),
      ])
  }

  @Test("What goes as well does not block: asked for, or reached by a cascade")
  func doomedBlockersAreForgiven() throws {
    var graph = Graph(try .lists(items: .cascade, list: .deny))
    let list = try graph.insert("List")
    let items = try graph.insert(2, "Item")
    for item in items { try graph.link(list, "items", item) }
    #expect(try graph.plan(deleting: [items[0]]).denials.map(\.blockers) == [[list]])
    let references = try items.map { try graph.reference($0, "list", list) }
    for requested in [[list], [items[0], list]] {
      let plan = try graph.plan(deleting: requested)
      #expect(plan.denials == [])
      #expect(plan.forgiven == references)
      #expect(plan.deleted == [list] + items)
    }
  }

  @Test("Of several blockers, those that go are forgiven and the others still block")
  func someBlockersAreForgiven() throws {
    var graph = Graph(try .lists(items: .deny))
    let list = try graph.insert("List")
    let items = try graph.insert(4, "Item")
    for item in items { try graph.link(list, "items", item) }
    let plan = try graph.plan(deleting: [items[2], list, items[0]])
    #expect(plan.denials.map(\.blockers) == [[items[1], items[3]]])
    #expect(
      try plan.forgiven == [items[0], items[2]].map { try graph.reference(list, "items", $0) })
    #expect(try !graph.plan(deleting: items + [list]).isRefused)
  }

  @Test("An object does not block itself")
  func selfReference() throws {
    var graph = Graph(try .people(friends: .deny, spouse: .deny))
    let person = try graph.insert("Person")
    try graph.link(person, "friends", person)
    try graph.link(person, "spouse", person)
    let plan = try graph.plan(deleting: [person])
    #expect(!plan.isRefused)
    #expect(plan.forgiven.count == 2)
  }
}

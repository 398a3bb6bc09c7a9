import Testing

@testable import ObjectGraph

/// A story holds a graph to the same changes as a context; random histories try many more.
@Suite("Do both ends of an inverse stay true?")
struct GraphTests {
  private static let lists = "List: items* Item RULE ~list; Item: list List deny"
  private static let people = "Person: friends* Person ~friends, spouse Person ~spouse"
  private static let passports = "Person: passport Passport; Passport: owner Person"

  private static func list(_ name: String, _ steps: String, is expected: String) -> StoryCase {
    StoryCase(
      name, lists.replacing("RULE", with: "cascade"), "l m List, a b c Item", "l.items = a b c",
      steps, is: expected)
  }

  private static let moved = "l(items=a,c) m(items=b) a(list=l) b(list=m) c(list=l)"

  private static let links = [
    list(
      "7. A child leaves its former parent, assigned at its end", "b.list + m; stored; pending",
      is: "l(items=a,b,c) m a(list=l) b(list=l) c(list=l) | \(moved)"),
    list("7. And at the parent's", "m.items + b; pending", is: moved),
    list("7. A set takes children from their former parents", "m.items = b; pending", is: moved),
    list(
      "7. A set keeps what it names, once, and unlinks the others, whatever the rules",
      "l.items = b c b; pending; l.items =; pending; save",
      is: "l(items=b,c) m a b(list=l) c(list=l) | l m a b c | saved"),
    list(
      "7. Unlinking changes both ends, and nothing where there is no link",
      "l.items - b; b.list - l; m.items - a; c.list - l; pending",
      is: "l(items=a) m a(list=l) b c"),
    list(
      "Linking what is linked changes nothing", "l.items + b; b.list + l; plan; pending",
      is: " | l(items=a,b,c) m a(list=l) b(list=l) c(list=l)"),
    StoryCase(
      "7. A new pair leaves both former partners alone, from one end", passports,
      "a b Person, p q Passport", "a.passport = p; b.passport = q", "a.passport + q; pending",
      is: "a(passport=q) b p q(owner=a)"),
    StoryCase(
      "7. And from the other", passports, "a b Person, p q Passport",
      "a.passport = p; b.passport = q", "q.owner + a; pending", is: "a(passport=q) b p q(owner=a)"),
    StoryCase(
      "Friends are each other's friends, and one may be a friend of oneself, once",
      people, "a b c Person", "a.friends = a b c; b.friends = a",
      "pending; a.friends - a; pending; a.friends = c a; pending",
      in: .coreData,
      is: "a(friends=a,b,c) b(friends=a) c(friends=a) | a(friends=b,c) b(friends=a) c(friends=a) | "
        + "a(friends=a,c) b c(friends=a)"),
    StoryCase(
      "A new marriage ends both former ones, also that with oneself", people,
      "a b c d Person", "a.spouse = b; c.spouse = d",
      "a.spouse + d; pending; a.spouse + a; pending; b.spouse + a; pending",
      in: .coreData,
      is: "a(spouse=d) b c d(spouse=a) | a(spouse=a) b c d | a(spouse=b) b(spouse=a) c d"),
    StoryCase(
      "A node may be its own next one, until another takes its place",
      "Node: next Node, previous Node", "a b Node", "a.next = a", "stored; b.next + a; pending",
      is: "a(next=a previous=a) b | a(previous=b) b(next=a)"),
    StoryCase(
      "Two relationships between the same entities do not touch each other",
      "Flight: from Airport ~departures, to Airport ~arrivals; "
        + "Airport: arrivals* Flight, departures* Flight", "f Flight, x Airport",
      "f.from = x; f.to = x", "x.departures - f; pending", is: "f(to=x) x(arrivals=f)"),
  ]

  private static let dangling = [
    StoryCase(
      "A dangling reference stays in its place, and can be unlinked and replaced",
      "List: items* Item ~list ordered; Item: list List noAction", "l List, a b c d Item",
      "l.items = a b c d",
      "delete b; save; stored; l.items - b; l.items - b; pending; rollback; l.items = c a; pending",
      is: "saved | l(items=a,!b,c,d) a(list=l) c(list=l) d(list=l) | "
        + "l(items=a,c,d) a(list=l) c(list=l) d(list=l) | l(items=c,a) a(list=l) c(list=l) d"),
    StoryCase(
      "A to-one that leads to a deleted object takes another value, from either end",
      "List: items* Item noAction ~list; Item: list List", "l m List, a b c Item",
      "l.items = a b c", "delete l; save; a.list + m; m.items + b; c.list =; pending",
      is: "saved | m(items=a,b) a(list=m) b(list=m) c"),
  ]

  /// A story checks that what throws changes nothing.
  private static let errors = [
    list(
      "What a graph refuses",
      "l.items + m; l.items = a m; l.list + a; l.list =; l.list - a; a.list = l m; new x Shelf",
      is: "List.items holds objects of Item, not of List | "
        + "List.items holds objects of Item, not of List | "
        + "the entity List has no relationship 'list' | "
        + "the entity List has no relationship 'list' | "
        + "the entity List has no relationship 'list' | "
        + "Item.list holds at most one object, not 2 | the schema has no entity 'Shelf'"),
    list(
      "An object that was deleted",
      "a.list =; delete a; save; a.list + l; l.items + a; a.list - l; "
        + "l.items = b a; l.items - a",
      is: "saved | the object was deleted | the object was deleted | the object was deleted | "
        + "the object was deleted"),
    StoryCase(
      "An abstract entity", "Base abstract; File < Base", "", "", "new x Base; new y File; pending",
      is: "the entity 'Base' is abstract; insert an object of one of its subentities | y"),
    StoryCase(
      "An object that the inverse cannot hold, from both ends",
      "Owner: reports* Report ~owner; Document abstract: owner Owner; Report < Document; "
        + "Letter < Document", "o Owner, r Report, l Letter", "o.reports = r",
      "o.reports + l; l.owner + o; l.owner = o; pending",
      is: String(
        repeating: "Owner.reports holds objects of Report, not of Letter | ", count: 3)
        + "o(reports=r) r(owner=o) l"),
    StoryCase(
      "An object without the inverse, though the destination allows it",
      "Animal; Dog < Animal: walks* Walk ~animal; Walk: animal Animal", "a Animal, d Dog, w Walk",
      "", "w.animal + a; w.animal = a; w.animal + d; pending",
      is: "Walk.animal holds objects of Dog, not of Animal | "
        + "Walk.animal holds objects of Dog, not of Animal | a d(walks=w) w(animal=d)"),
  ]

  @Test(arguments: links + dangling + errors)
  func stories(_ story: StoryCase) throws { try story.expectAsTold() }

  @Test("A relationship to a parent entity holds objects of all its subentities")
  func subentities() throws {
    let story = try Story(
      Schema(
        "Folder: content* Base cascade; Base: folder Folder; File < Base; Link < Base; Other"),
      "f Folder, a File, x Other, b Link, c Base", "f.content = b a c")
    let graph = story.context.stored
    #expect(try story.text(of: graph) == "f(content=a,b,c) a(folder=f) b(folder=f) c(folder=f) x")
    #expect(
      try graph.objects(of: graph.schema.required("Base")).map(story.name) == ["a", "b", "c"])
    #expect(try graph.objects(of: graph.schema.required("Link")).map(story.name) == ["b"])
    #expect(try graph.entity(of: story["b"]) == graph.schema.required("Link"))
  }

  @Test("An order survives removals and additions that close gaps, in blocks with an index")
  func order() throws {
    var graph = Graph(try .lists(isOrdered: true))
    let list = try graph.insert("List")
    let inserted = try graph.insert(100, "Item")
    var expected = (0..<100).map { inserted[$0 * 37 % 100] }
    for item in expected { try graph.link(item, "list", list) }
    for step in 0..<97 {
      let item = expected.remove(at: step * 29 % expected.count)
      switch step % 3 {
      case 0: #expect(try graph.unlink(list, "items", item))
      case 1: #expect(try graph.unlink(item, "list", list))
      default: try graph.delete([item])
      }
      if step.isMultiple(of: 4) {
        let first = expected.removeFirst()
        expected.append(first)
        try graph.unlink(list, "items", first)
        try graph.link(list, "items", first)
      }
      if step.isMultiple(of: 4) { #expect(graph.brokenInvariants() == []) }
      #expect(try graph.held(list, "items") == expected)
    }
  }

  @Test("A graph is a value: what is done to a copy does not show")
  func copiesShareNothing() throws {
    var graph = Graph(try .lists())
    let list = try graph.insert("List")
    let items = try graph.insert(3, "Item")
    try graph.set(list, "items", to: items)
    let before = try Picture(graph)
    var copy = graph
    try copy.unlink(list, "items", items[1])
    try copy.delete([items[0]])
    #expect(try Picture(graph) == before)
    #expect(try copy.held(list, "items") == [items[2]])
  }
}

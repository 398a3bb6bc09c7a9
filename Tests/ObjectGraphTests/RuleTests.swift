import Testing

@testable import ObjectGraph

/// Examples of the sentences of `Sources/ObjectGraph/README.md`.
///
/// Every small graph, and long random histories, are compared with definitions of the same sentences.
@Suite("What does a delete do?")
struct RuleTests {
  private static let nodes = "Node: next Node cascade, previous Node"
  private static let people =
    "Person: friends* Person RULE ~friends, spouse Person RULE ~spouse"

  private static func lists(_ items: DeleteRule, _ list: DeleteRule = .nullify) -> String {
    "List: items* Item \(items) ~list; Item: list List \(list)"
  }

  private static let objects = "l List, a b Item"
  private static let links = "l.items = a b"

  private static let cascades = [
    StoryCase(
      "1. Cascade takes what it leads to, never what leads to it", nodes, "a b c d e Node",
      "a.next = b; b.next = c; c.next = d", "delete c; plan",
      is: "c d; cascades c.next=d; nullifies b.next=c"),
    StoryCase(
      "1. Cascade ends when it has gone round", nodes, "a b c Node",
      "a.next = b; b.next = c; c.next = a", "delete b; plan",
      is: "a b c; cascades a.next=b b.next=c c.next=a"),
    StoryCase(
      "1. A subentity's objects follow the rules that they inherit, too",
      "Base: note Note cascade; File < Base: copy Note cascade; Note", "f File, b Base, n m o Note",
      "f.note = n; f.copy = m; b.note = o", "delete f; plan; rollback; delete b; plan",
      is: "f n m; cascades f.note=n f.copy=m | b o; cascades b.note=o"),
  ]

  private static let denials = [
    StoryCase(
      "2. One denial names everything that its relationship holds", lists(.deny), objects, links,
      "delete l; plan", is: "l; denied l.items=a,b; leaves a.list=l b.list=l"),
    StoryCase(
      "2. The destination of a deny rule can be deleted", lists(.deny), objects, links,
      "delete a; plan", is: "a; nullifies l.items=a"),
    StoryCase(
      "2. Objects that are also deleted do not block: the others do", lists(.deny), objects, links,
      "delete b; delete l; plan",
      is: "l b; denied l.items=a; forgives l.items=b; leaves a.list=l"),
    StoryCase(
      "2. A cascade forgives as well", lists(.cascade, .deny), objects, links,
      "delete a; plan; rollback; delete l; plan",
      is: "a; denied a.list=l; leaves l.items=a | "
        + "l a b; cascades l.items=a l.items=b; forgives a.list=l b.list=l"),
    StoryCase(
      "2. Whichever comes first, the deny or a longer cascade to the same object",
      "A: x X deny ~, b B cascade ~; B: x X cascade ~; C: b B cascade ~, x X deny ~; X",
      "a A, b d B, c C, x y X", "a.x = x; a.b = b; b.x = x; c.x = y; c.b = d; d.x = y",
      "delete a c; plan",
      is: "a b d c x y; cascades a.b=b b.x=x d.x=y c.b=d; forgives a.x=x c.x=y"),
    StoryCase(
      "2. Every relationship and every object that denies is reported",
      people.replacing("RULE", with: "deny"), "a b c d Person",
      "b.friends = d; b.spouse = c; a.friends = d", "delete b a; plan",
      in: .coreData,
      is: "a b; denied a.friends=d b.friends=d b.spouse=c; "
        + "leaves c.spouse=b d.friends=a d.friends=b"),
    StoryCase(
      "2. An object does not block itself", people.replacing("RULE", with: "deny"),
      "a Person", "a.friends = a; a.spouse = a", "delete a; plan",
      in: .coreData, is: "a; forgives a.friends=a a.spouse=a"),
  ]

  private static let references = [
    StoryCase(
      "3. Nullify takes the object out of the inverse of every survivor",
      "Article: tags* Tag ~articles; Tag: articles* Article", "a b c Article, s t Tag",
      "a.tags = s t; b.tags = s t; c.tags = s t", "delete b t; plan",
      is: "b t; nullifies a.tags=t c.tags=t s.articles=b"),
    StoryCase(
      "3. A relationship that is its own inverse is emptied at the other end",
      people.replacing("RULE", with: "nullify"), "a b c Person", "a.friends = a b c; a.spouse = b",
      "delete a; plan", in: .coreData, is: "a; nullifies b.friends=a b.spouse=a c.friends=a"),
    StoryCase(
      "4. Without an inverse nothing is taken away: references dangle", "Node: next Node",
      "a b Node", "b.next = a", "delete a; plan", is: "a; leaves b.next=a"),
    StoryCase(
      "4. Two one-way relationships that face each other are no inverse",
      "A: bs* B; B: as* A", "a A, b B", "a.bs = b; b.as = a",
      "delete a; plan; delete b; plan", in: .coreData, is: "a; leaves b.as=a | a b"),
    StoryCase(
      "4. No action leaves what refers to the object", lists(.noAction), objects, links,
      "delete l; plan; delete a; plan", is: "l; leaves a.list=l b.list=l | l a; leaves b.list=l"),
  ]

  private static let team =
    "Team: members* Player 2...3 ~team; Player: team! Team, coach! Coach ~; Coach"

  private static let violations = [
    StoryCase(
      "5. A changed survivor is validated, also in what was wrong before", team,
      "t Team, p q Player", "t.members = p q", "delete t; plan",
      is: "t; nullifies p.team=t q.team=t; invalid p.team p.coach q.team q.coach"),
    StoryCase(
      "5. Counts are not enforced on an empty optional relationship", team, "t Team, p q Player",
      "t.members = p q", "delete p; plan; delete q; plan",
      is: "p; nullifies t.members=p; invalid t.members:1<2 | "
        + "p q; nullifies t.members=p t.members=q"),
    StoryCase(
      "5. They are on a mandatory one", team.replacing("members*", with: "members*!"),
      "t Team, p q Player", "t.members = p q", "delete p q; plan",
      is: "p q; nullifies t.members=p t.members=q; invalid t.members:0<2"),
    StoryCase(
      "5. More than the maximum is too many, though the delete made it fewer", team,
      "t Team, p q r s u Player", "t.members = p q r s u", "delete p; plan; delete q; plan",
      is: "p; nullifies t.members=p; invalid t.members:4>3 | "
        + "p q; nullifies t.members=p t.members=q"),
    StoryCase(
      "5. Survivors that the delete does not change are not validated", team,
      "t Team, p Player, c Coach", "t.members = p; p.coach = c", "delete c; plan",
      is: "c; leaves p.coach=c"),
    StoryCase(
      "5. A dangling reference is there, so nothing is missing",
      lists(.noAction).replacing("list List", with: "list! List"), objects, links,
      "delete l; plan", is: "l; leaves a.list=l b.list=l"),
    StoryCase(
      "5. A reference that dangled before counts when its owner is validated",
      "Team: members* Player 2... ~, fans* Fan ~team; Player; Fan: team Team",
      "t Team, p q Player, f g Fan", "t.members = p q; t.fans = f g",
      "delete p; save; delete f; plan; rollback; t.members - p; save",
      is: "saved | f; nullifies t.fans=f | 1580 t.members:1<2"),
    StoryCase(
      "5. Objects that are also deleted are not validated", team, "t Team, p q Player",
      "t.members = p q", "delete t p q; plan", is: "t p q"),
  ]

  @Test(arguments: cascades + denials + references + violations)
  func rules(_ rule: StoryCase) throws { try rule.expectAsTold() }

  @Test("A reference to an object deleted earlier does nothing", arguments: DeleteRule.allCases)
  func oldReferences(_ rule: DeleteRule) throws {
    try StoryCase(
      "\(rule)", Self.lists(rule, .noAction), Self.objects, Self.links,
      "delete a b; save; stored; delete l; plan; save; stored",
      is: "saved | l(items=!a,!b) | l | saved | "
    ).expectAsTold()
  }
}

@Suite("Is a delete carried out as a whole or not at all?")
struct PlanTests {
  @Test("Twice is once, and neither a change elsewhere nor a copy matters")
  func deleteAfterAnotherChange() throws {
    var graph = Graph(try .lists(.cascade))
    let lists = try graph.insert(2, "List")
    let copy = graph
    let plan = try graph.plan(deleting: [lists[0]])
    #expect(try graph.plan(deleting: [lists[0], lists[0]]) == plan, "twice is once")
    let item = try graph.insert("Item")
    try graph.link(item, "list", lists[1])
    #expect(try graph.delete([lists[0], lists[0]]) == plan)
    #expect(graph.objects == [lists[1], item])
    #expect(copy.objects == lists)
  }

  @Test("One that a deny rule refuses changes nothing, and says so")
  func refused() throws {
    var graph = Graph(try .lists(.deny))
    let (list, item) = (try graph.insert("List"), try graph.insert("Item"))
    try graph.link(list, "items", item)
    let plan = try graph.plan(deleting: [list])
    let error = GraphError.refused(try #require(plan.refusal))
    #expect(throws: error) { try graph.delete([list]) }
    #expect("\(error)" == "the delete is refused (1600)")
    #expect(graph.objects == [list, item])
  }

  @Test("More deletes than a short list holds, over several entities, are one delete")
  func largeDelete() throws {
    var graph = Graph(
      try Schema("Article: tags* Tag cascade ~articles; Tag: articles* Article"))
    let articles = try graph.insert(200, "Article")
    let tags = try graph.insert(300, "Tag")
    for (index, tag) in tags.enumerated() {
      try graph.link(tag, "articles", articles[index / 2])
      try graph.link(tag, "articles", articles[(index / 2 + 1) % 150])
    }
    let plan = try graph.plan(deleting: Array(articles[10..<140]))
    #expect(plan.deleted == Array(articles[10..<140]) + Array(tags[18..<280]))
    #expect(plan.nullified.count == 4)
    try graph.delete(plan.requested)
    #expect(graph.objects.count == 500 - plan.deleted.count)
    #expect(graph.brokenInvariants() == [])
  }
}

import Testing

@testable import ObjectGraph

@Suite("What does a batch delete do to the store, and what to a context?")
struct BatchDeleteTests {
  /// A project with two notes that share a tag, as in NR-001 and NR-003, and a note by itself.
  private static func project(
    _ name: String, tags: String = "tags* Tag nullify", notes: String = "notes*", _ steps: String,
    is expected: String
  ) -> StoryCase {
    StoryCase(
      name,
      "Project: notes*! Note cascade; Note: project Project ~notes, \(tags) ~notes; "
        + "Tag: \(notes) Note; Checklist < Note", "p Project, n Note, m Checklist, a Note, t Tag",
      "p.notes = n m; t.notes = n m", steps, is: expected)
  }

  private static let mandatory = "mandatory MTM nullify inverse on Note/tags"
  private static let all =
    "p(notes=n,m) n(project=p tags=t) m(project=p tags=t) a t(notes=n,m)"

  @Test(arguments: [
    project(
      "A mandatory inverse refuses it all, also of what a cascade takes; nothing changes",
      tags: "tags*! Tag nullify", notes: "notes*!",
      "batch Project; stored; stale; batch Note n; batch Note a; stored",
      is: "134050 n.tags holds t: \(mandatory), m.tags holds t: \(mandatory) | \(all) |  | "
        + "134050 n.project holds p: mandatory OTO nullify inverse on Note/project, "
        + "n.tags holds t: \(mandatory) | p(notes=n,m) n(project=p tags=t) m(project=p tags=t) "
        + "t(notes=n,m)"),
    project(
      "An optional inverse is emptied", "batch Project; stored; stale; plan",
      is: "a t | p n m | "),
    project(
      "A deny rule that holds a survivor refuses it", tags: "tags* Tag deny",
      "batch Project", is: "1600 n.tags=t, m.tags=t"),
    project(
      "Objects of subentities are deleted too, or not",
      "p.notes =; save; batch-only Note; stored; batch Note; stored",
      is: "saved | p m(tags=t) t(notes=m) | p t"),
    project(
      "What is pending is neither seen nor lost, and a rollback brings no row back",
      "new b Note; b.tags + t; a.tags + t; n.project =; delete t; batch Project; stored; pending; "
        + "stale; rollback; stored",
      is: "a t | a b | p n m | a t"),
    project(
      "Rows are stored objects of the entity: others are not found, or an error",
      "new s Tag; batch Tag s; stored; batch Tag t t; batch Tag t; pending; batch Tag m; "
        + "batch-only Note m; batch Tug",
      is: "\(all) | p(notes=n,m) n(project=p) m(project=p) a s | a batch delete of Tag cannot "
        + "name an object of Checklist | a batch delete of Note cannot name an object of "
        + "Checklist | the schema has no entity 'Tug'"),
    StoryCase(
      "A one-to-many relationship from the side of many is spelt as Core Data does",
      "List: items* Item ~list; Item: list! List ~items", "l List, a Item", "l.items = a",
      "batch List; batch Item; stored",
      in: .coreData, is: "134050 l.items holds a: manadatory OTM nullify inverse on List/items | l"),
  ])
  func stories(_ story: StoryCase) throws { try story.expectAsTold() }

  @Test("A failure has Core Data's words")
  func words() throws {
    var graph = Graph(try Schema("List: items* Item ~list; Item: list! List"))
    let (list, item) = (try graph.insert("List"), try graph.insert("Item"))
    try graph.link(list, "items", item)
    let failure = try #require(try graph.batchPlan("List").failures.first)
    #expect(
      failure.message(in: graph.schema)
        == "Constraint trigger violation: Batch delete failed due to manadatory OTM nullify "
        + "inverse on List/items")
    #expect(failure.code.rawValue == 134_050)
  }
}

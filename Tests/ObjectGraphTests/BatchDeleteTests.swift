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

  private static let all =
    "p(notes=n,m) n(project=p tags=t) m(project=p tags=t) a t(notes=n,m)"

  @Test(arguments: [
    project(
      "A mandatory inverse refuses it all, also of what a cascade takes; nothing changes",
      tags: "tags*! Tag nullify", notes: "notes*!",
      "batch Project; stored; stale; batch Note n; batch Note a; stored",
      is:
        "134050 n.tags=t, m.tags=t | \(all) |  | 134050 n.project=p, n.tags=t | p(notes=n,m) n(project=p tags=t) m(project=p tags=t) "
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
      "The side of many refuses the delete of the one, not the other way round",
      "List: items* Item ~list; Item: list! List ~items", "l List, a Item", "l.items = a",
      "batch List; batch Item; stored",
      in: .coreData, is: "134050 l.items=a | l"),
  ])
  func stories(_ story: StoryCase) throws { try story.expectAsTold() }
}

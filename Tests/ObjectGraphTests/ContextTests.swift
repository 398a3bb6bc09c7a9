import Testing

@testable import ObjectGraph

@Suite("What is pending, what is stored, and what does a save do?")
struct ContextTests {
  private static func lists(
    _ name: String, _ rule: DeleteRule, _ steps: String, is expected: String
  ) -> StoryCase {
    StoryCase(
      name, "List: items* Item \(rule) ~list; Item: list List", "l List, a b Item",
      "l.items = a b", steps, is: expected)
  }

  private static let all = "l(items=a,b) a(list=l) b(list=l)"

  private static let pending = [
    lists(
      "A delete is pending until the save", .nullify, "delete a; pending; stored; save; stored",
      is: "l(items=b) b(list=l) | \(all) | saved | l(items=b) b(list=l)"),
    lists(
      "Changes are pending until the save", .nullify, "new c Item; l.items = c b; pending; stored",
      is: "l(items=b,c) a b(list=l) c(list=l) | \(all)"),
    lists(
      "The rules see the links at the save, not at the delete", .deny,
      "delete l; l.items =; save; stored; new m List; delete m; a.list + m; save",
      is: "saved | a b | 1560: 1600 m.items=a, 1550 a.list=m"),
    lists(
      "Deletes before one save count together, in whatever order", .deny,
      "delete b; delete l; delete a; save; stored", is: "saved | "),
    lists(
      "What is inserted and deleted before a save leaves no trace", .nullify,
      "new c Item; l.items + c; delete c; pending; save; stored; l.items + c",
      is: "\(all) | saved | \(all) | the object was deleted"),
    lists(
      "Its deny rules count all the same", .deny,
      "new m List; m.items + a; delete m; save; l.items + a; save; stored",
      is: "1560: 1600 m.items=a, 1550 a.list=m | saved | \(all)"),
    lists(
      "A child taken out before pending changes are processed is saved", .cascade,
      "delete l; l.items - a; process; save; stored", is: "saved | a"),
    lists(
      "Afterwards it is deleted all the same, until a rollback", .cascade,
      "delete l; process; l.items - a; pending; rollback; pending; delete l; process; l.items - a; "
        + "save; stored", is: " | \(all) | saved | "),
    lists(
      "Processing stores nothing, and a second time changes nothing", .cascade,
      "delete l; process; process; stored; plan",
      is: "\(all) | l a b; cascades l.items=a l.items=b"),
    lists(
      "Deleting what is pending, cascaded, saved or never saved changes nothing", .cascade,
      "delete a a; plan; delete a; plan; delete l; process; delete b; save; new c Item; rollback; "
        + "delete l a c; plan; save",
      is: "a; nullifies l.items=a | a; nullifies l.items=a | saved |  | saved"),
    lists(
      "What cascades may still be deleted by name while nothing is processed", .cascade,
      "delete l; delete b; l.items - b; l.items - a; save; stored", is: "saved | a"),
    lists(
      "An object given up by a rollback stays unknown", .nullify,
      "new c Item; rollback; l.items + c; new d Item; l.items + d; save; stored; rollback",
      is: "the object was deleted | saved | l(items=a,b,d) a(list=l) b(list=l) d(list=l)"),
    StoryCase(
      "An order is that of what remains, through saves and rollbacks",
      "List: items* Item ordered ~list; Item: list List", "l List, a b c d e Item",
      "l.items = d a e c b",
      "delete e; l.items - d; pending; rollback; l.items - b; delete a c; save; stored",
      is: "l(items=a,c,b) a(list=l) b(list=l) c(list=l) d | saved | "
        + "l(items=d,e) b d(list=l) e(list=l)"),
  ]

  private static func notes(_ name: String, _ steps: String, is expected: String) -> StoryCase {
    StoryCase(
      name,
      "Folder: notes* Note deny ~folder; Author: notes* Note ~author; "
        + "Note: folder Folder ~notes, author! Author ~notes", "f Folder, w Author, a b Note",
      "f.notes = a b; w.notes = a b", steps, in: .coreData, is: expected)
  }

  /// A story holds every refused save to sentence 6: nothing changes, and it is refused again.
  private static let refused = [
    notes(
      "6. After the delete lists show the object gone, the store still has it",
      "delete f; pending; save; save",
      is: "w(notes=a,b) a(folder=!f author=w) b(folder=!f author=w) | "
        + "1600 f.notes=a,b | 1600 f.notes=a,b"),
    notes(
      "6. All problems are reported at once, denials first", "delete w; delete f; save",
      is: "1560: 1600 f.notes=a,b, 1570 a.author, 1570 b.author"),
    notes(
      "6. Way out: delete everything that blocks", "delete f; save; delete a; save; delete b; save",
      is: "1600 f.notes=a,b | 1600 f.notes=b | saved"),
    notes(
      "6. Way out: unlink what blocks, or assign it elsewhere",
      "delete f; f.notes - a; save; new g Folder; b.folder + g; save; stored",
      is: "1600 f.notes=b | saved | g(notes=b) w(notes=a,b) a(author=w) b(folder=g author=w)"),
    notes(
      "6. Way out: roll back, whatever was done since",
      "delete f; save; w.notes =; delete a; process; rollback; save; stored; delete a b; save",
      is: "1600 f.notes=a,b | saved | f(notes=a,b) w(notes=a,b) a(folder=f author=w) "
        + "b(folder=f author=w) | saved"),
    notes(
      "6. With one cause removed, the others have their own code",
      "delete f w; delete b; save; f.notes - a; save; new v Author; a.author + v; save; stored",
      is: "1560: 1600 f.notes=a, 1570 a.author | 1570 a.author | saved | v(notes=a) a(author=v)"),
    StoryCase(
      "6. After a failed save, what a cascade deleted stays pending",
      "List: items* Item cascade ~list, keys* Key deny ~list; Item: list List; Key: list List",
      "l List, a Item, k Key", "l.items = a; l.keys = k",
      "delete l; save; l.items - a; l.keys - k; save; stored",
      is: "1600 l.keys=k | saved | a k"),
  ]

  private static func team(_ name: String, _ steps: String, is expected: String) -> StoryCase {
    StoryCase(
      name,
      "Team: players* Player 2...3 ~team, sponsor! Sponsor; Sponsor; "
        + "Player: team Team ~players, mates* Player 1... deny ~mates, name!; "
        + "Captain < Player: deputy Player, band!", "t Team, x Sponsor, p q r s Player",
      "t.players = p q; t.sponsor = x", steps, in: .coreData, is: expected)
  }

  private static let validated = [
    team(
      "Objects that did not change are not validated, however invalid",
      "new y Sponsor; save; p.name : Ann; save; t.players - p; save; rollback; q.name :; save",
      is: "saved | saved | 1580 t.players:1<2 | 1570 q.name"),
    team(
      "A set changes what it adds and removes, not what it keeps",
      "t.players = r p; save; rollback; t.players = q p; save",
      is: "1560: 1570 q.name, 1570 r.name | saved"),
    team(
      "Linking what is linked changes nothing", "t.players + p; q.team + t; save", is: "saved"),
    team(
      "A mandatory one-way reference that dangles is there, until it is unlinked",
      "delete x; save; t.players =; p.name : Ann; q.name : Bob; save; t.sponsor - x; save",
      is: "saved | saved | 1570 t.sponsor"),
    team(
      "Too few remain after a nullify, but none are enough", "delete p; save; delete q; save",
      is: "1580 t.players:1<2 | saved"),
    team(
      "Too many", "t.players = p q r s; r.name : Ann; s.name : Bob; save",
      is: "1590 t.players:4>3"),
    team(
      "A subentity's object is validated by what it inherits and by what is its own",
      "new c Captain; save; c.name : Cem; c.band : red; c.deputy + r; save; delete r; save; stored",
      is: "1560: 1570 c.name, 1570 c.band | saved | saved | t(players=p,q sponsor=x) x p(team=t) "
        + "q(team=t) s c(deputy=!r name:Cem band:red)"),
    team(
      "A relationship to the same entity denies between two, and is forgiven within one",
      "r.mates + r; r.name : Ann; s.mates + p; s.name : Bob; p.name : Cem; save; delete r; save; "
        + "delete s; save", is: "saved | saved | 1600 s.mates=p"),
    team(
      "A new reference to what is being deleted, whichever came first",
      "delete x; new u Team; u.players = r s; r.name : Ann; s.name : Bob; u.sponsor + x; save",
      is: "1550 u.sponsor=x"),
  ]

  @Test(arguments: pending + refused + validated)
  func stories(_ story: StoryCase) throws { try story.expectAsTold() }

  @Test("Every code has Core Data's number and name")
  func codes() {
    #expect(
      ErrorCode.allCases.map { "\($0.rawValue) \($0.name)" } == [
        "1550 NSManagedObjectValidationError", "1551 NSManagedObjectConstraintValidationError",
        "1560 NSValidationMultipleErrorsError", "1570 NSValidationMissingMandatoryPropertyError",
        "1580 NSValidationRelationshipLacksMinimumCountError",
        "1590 NSValidationRelationshipExceedsMaximumCountError",
        "1600 NSValidationRelationshipDeniedDeleteError",
        "133000 NSManagedObjectReferentialIntegrityError",
        "134050 NSPersistentStoreSaveConflictsError",
      ])
  }
}

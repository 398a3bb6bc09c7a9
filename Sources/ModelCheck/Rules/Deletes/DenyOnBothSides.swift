import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `deny_on_both_sides`.
  public static let denyOnBothSides = CheckRule(
    "deny_on_both_sides", .warning,
    summary: "Both sides deny: while they are linked, deleting either can fail.",
    reason:
      "Each delete fails with 1600 as long as the other side stays; an in-memory store can ignore deny. "
      + "If one side holds a single object, as a child holds its parent, both are usually deleted in one "
      + "save, so this is a note.",
    fix: "Use nullify or cascade on one side, or unlink before the delete.",
    bad: .swiftData(
      """
      @Model class Author {
        @Relationship(deleteRule: .deny, inverse: \\Book.authors) var «books»: [Book] = []
      }
      @Model class Book { @Relationship(deleteRule: .deny) var authors: [Author] = [] }
      """),
    good: .swiftData(
      """
      @Model class Author {
        @Relationship(deleteRule: .deny, inverse: \\Book.authors) var books: [Book] = []
      }
      @Model class Book { var authors: [Author] = [] }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.declaration.deleteRule == .deny,
          it.schema.declaration(of: inverse).deleteRule == .deny,
          let other = bench.result(of: bench.sharing(it.relationship, deleting: 1)),
          other.isDenied(1, inverse)
        else { return nil }
        let hasOneParent = !it.declaration.isToMany || !it.schema.declaration(of: inverse).isToMany
        return bench.shown(
          bench.sharing(it.relationship, deleting: 0), with: [inverse], hasOneParent ? .note : nil
        ) {
          $0.effect == .denied && $0.isDenied(0, it.relationship)
        }
      },
      text: { it, hazard in
        FindingText(
          it.source == it.destination
            ? "deleting \(it.aSource) \(it.fails) while it is linked to another"
            : "deleting \(it.aSource) or \(it.aDestination) \(it.fails) while they are linked",
          it.inverse == it.relationship
            ? "\(it.name) is deny, and its own inverse"
            : "\(it.name) and \(it.inverseName) are both deny",
          "the save \(it.fails) with 1600"
            + (hazard.severity == .note
              ? ", unless both are deleted before it, as may be meant" : ""))
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.all)))
}

import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cascade_shared_children`.
  public static let cascadeSharedChildren = CheckRule(
    "cascade_shared_children", .warning,
    summary: "Cascade in a many-to-many relationship deletes what others still use.",
    reason: "A cascade deletes an object even if others still refer to it.",
    fix: "Use nullify, and delete unused objects in your code.",
    bad: .swiftData(
      """
      @Model class Note {
        @Relationship(deleteRule: .cascade, inverse: \\Tag.notes) var «tags»: [Tag] = []
      }
      @Model class Tag { var notes: [Note] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note {
        @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
      }
      @Model class Tag { var notes: [Note] = [] }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.declaration.deleteRule == .cascade,
          it.schema.declaration(of: inverse).deleteRule != .cascade,
          it.schema.declaration(of: inverse).isToMany, it.declaration.isToMany
        else { return nil }
        return bench.shown(
          bench.sharing(it.relationship, sources: 2, deleting: 0), with: [inverse]
        ) { $0.isDeleted(2) && !$0.isDeleted(1) && $0.denials.isEmpty }
      },
      text: { it, _ in
        FindingText(
          "deleting \(it.aSource) deletes every \(it.destination) in \(it.name), also those that "
            + "another \(it.source) still has")
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

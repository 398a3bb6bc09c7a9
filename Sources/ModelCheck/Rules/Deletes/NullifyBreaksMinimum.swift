import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `nullify_breaks_minimum`.
  public static let nullifyBreaksMinimum = CheckRule(
    "nullify_breaks_minimum", .warning,
    summary: "Nullify leaves a to-many with fewer objects than it must have.",
    reason: "The save fails with 1580 if an object that stays would keep too few others.",
    fix: "Lower the minimum, or delete the object that stays too.",
    bad: .swiftData(
      """
      @Model class Team { @Relationship(minimumModelCount: 2) var players: [Player]? = [] }
      @Model class Player { var «team»: Team? }
      """),
    good: .swiftData(
      """
      @Model class Team { @Relationship(minimumModelCount: 1) var players: [Player]? = [] }
      @Model class Player { var team: Team? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.hazards(of: inverse).contains(.becomesInvalid),
          it.schema.declaration(of: inverse).isToMany
        else { return nil }
        // As many as it needs, so that the graph is valid before the delete.
        let count = it.leastOfInverse
        if count > Trial.mostDemanded { return nil }
        return bench.shown(
          bench.sharing(it.relationship, sources: count, deleting: 0), with: [inverse]
        ) { $0.lacks(count, inverse) }
      },
      text: { it, _ in
        FindingText(
          "\(it.aSource) cannot be deleted where \(it.inverseName) would keep fewer than "
            + "\(it.leastOfInverse)", "\(it.name) is nullify", "the save fails with 1580",
          it.inverseMayBeEmpty ? "an empty \(it.inverseName) is valid: it is optional" : nil)
      },
      cell: { _ in nil },
      hooks: .excuses(.subject)))
}

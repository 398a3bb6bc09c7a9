import CompiledOnce
import ModelFiles
import ObjectGraph
import SourceText

extension CheckRule {
  /// `many_to_many_without_inverse`.
  public static let manyToManyWithoutInverse = CheckRule(
    "many_to_many_without_inverse", .error,
    summary: "Two to-many relationships point at each other, but are not inverses.",
    reason:
      "SwiftData infers no inverse for many-to-many, so each side keeps references to deleted "
      + "objects of the other.",
    fix: "Write @Relationship(inverse:) on one of the two.",
    bad: .swiftData(
      """
      @Model class Note { var «tags»: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    found: .byDelete(
      { it, bench in
        guard case .manyToMany(let others) = it.oneWay else { return nil }
        return bench.danglingOneWay(it, with: others)
      },
      text: { it, hazard in
        FindingText(
          "deleting \(it.aDestination) leaves \(it.name) pointing at it",
          "no inverse to \(hazard.otherNames.listed("or")): SwiftData infers none for many-to-many",
          it.danglingRead)
      },
      cell: { hazard in
        guard hazard.others.count == 1, let other = hazard.others.first else { return nil }
        // In the article's cell both sides are linked, so the other side's rule has its say, too.
        let (rule, back) = (
          hazard.pair.declaration.deleteRule,
          hazard.pair.schema.declaration(of: other).deleteRule
        )
        if back == .cascade || back == .deny { return nil }
        return "O-P/\(rule.rawValue)+\(back.rawValue)/delete-P1"
      },
      hooks: .excuses(.subject)),
    fixed: { $1.namingInverse(of: $0) })
}

import ModelFiles
import SourceText

extension CheckRule {
  /// `ambiguous_inverse`.
  public static let ambiguousInverse = CheckRule(
    ModelFinding.Rule.ambiguousInverse.rawValue, .error,
    summary: "Several relationships could be the inverse, so none is used.",
    reason:
      "SwiftData infers an inverse only if there is exactly one candidate. Without an inverse, "
      + "references are left dangling.",
    fix: "Write @Relationship(inverse:) on one side of each pair.",
    bad: .swiftData(
      """
      @Model class Airport {
        var «departures»: [Flight] = []
        var arrivals: [Flight] = []
      }
      @Model class Flight { var origin: Airport? }
      """),
    good: .swiftData(
      """
      @Model class Airport {
        @Relationship(inverse: \\Flight.origin) var departures: [Flight] = []
        @Relationship(inverse: \\Flight.destination) var arrivals: [Flight] = []
      }
      @Model class Flight {
        var origin: Airport?
        var destination: Airport?
      }
      """),
    found: .byDelete(
      { it, bench in
        guard case .ambiguous(let candidates) = it.oneWay else { return nil }
        return bench.danglingOneWay(it, with: candidates)
      },
      text: { it, hazard in
        FindingText(
          "deleting \(it.aDestination) leaves \(it.name) pointing at it",
          "no inverse is inferred, because it could be \(hazard.otherNames.listed("or"))",
          it.danglingRead)
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

import ModelFiles

extension CheckRule {
  /// `stale_baseline_entry`.
  public static let staleBaselineEntry = CheckRule(
    "stale_baseline_entry", .warning,
    summary: "A baseline silences something that is no longer found.",
    reason: "It would silence it again, should it come back.",
    fix: "Remove the entry.",
    bad: nil,
    good: nil,
    found: .bySuppression)
}

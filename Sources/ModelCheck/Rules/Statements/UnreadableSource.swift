import ModelFiles

extension CheckRule {
  /// `unreadable_source`.
  public static let unreadableSource = CheckRule(
    ModelFinding.Rule.unreadableSource.rawValue, .error,
    summary: "A part of the source could not be understood.",
    reason: "It is skipped.",
    fix: "Read the message; the source may not compile.",
    bad: .swiftData(
      """
      @Model class Note «{» var title = «"»
      """),
    good: .swiftData(
      """
      @Model class Note { var title = "" }
      """),
    found: .byReading)
}

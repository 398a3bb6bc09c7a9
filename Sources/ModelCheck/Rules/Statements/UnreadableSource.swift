import ModelFiles

extension CheckRule {
  /// `unreadable_source`.
  public static let unreadableSource = CheckRule(
    ModelFinding.Rule.unreadableSource.rawValue, .error,
    summary: "A part of the source could not be understood.",
    reason: "It is skipped; the rest was read.",
    fix: "Fix what the message names: the source may not compile, or its file may not be UTF-8.",
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

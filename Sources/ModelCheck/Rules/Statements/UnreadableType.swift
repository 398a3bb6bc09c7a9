import ModelFiles

extension CheckRule {
  /// `unreadable_type`.
  public static let unreadableType = CheckRule(
    ModelFinding.Rule.unreadableType.rawValue, .error,
    summary: "The type of a property could not be determined.",
    reason: "If it is a relationship, it is missing in all results.",
    fix: "State the type.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship var «tags» = makeTags() }
      @Model class Tag { var name = "" }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship var tags: [Tag] = [] }
      @Model class Tag { var note: Note? }
      """),
    found: .byReading)
}

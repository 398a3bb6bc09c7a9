import ModelFiles

extension CheckRule {
  /// `unreadable_argument`.
  public static let unreadableArgument = CheckRule(
    ModelFinding.Rule.unreadableArgument.rawValue, .error,
    summary: "An argument of a macro could not be understood.",
    reason: "It is skipped.",
    fix: "Write it as a literal where the macro is used.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship(«deleteRule»: standardRule) var tag: Tag? }
      @Model class Tag { var note: Note? }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(deleteRule: .nullify) var tag: Tag? }
      @Model class Tag { var note: Note? }
      """),
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `repeated_declaration`.
  public static let repeatedDeclaration = CheckRule(
    ModelFinding.Rule.repeatedDeclaration.rawValue, .error,
    summary: "A class is declared twice.",
    reason: "The first one counts.",
    fix: """
      Remove one of them. If they belong to different targets, name each target's path by itself, or \
      make them models of their own in .deleterules.json.
      """,
    bad: .swiftData(
      """
      @Model class Note { var title = "" }
      @Model «class» Note { var text = "" }
      """),
    good: .swiftData(
      """
      @Model class Note {
        var title = ""
        var text = ""
      }
      """),
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `conditional_declaration`.
  public static let conditionalDeclaration = CheckRule(
    ModelFinding.Rule.conditionalDeclaration.rawValue, .warning,
    summary: "A declaration depends on a condition, such as #if.",
    reason: "The active branch depends on the build; the message names the one that was used.",
    fix: "Read the message, and check the other branch by itself.",
    bad: .swiftData(
      """
      #if DEBUG
      @Model class Note { var log = "" }
      #else
      @Model «class» Note { var title = "" }
      #endif
      """),
    good: .swiftData(
      """
      @Model class Note {
        var title = ""
        var log = ""
      }
      """),
    found: .byReading)
}

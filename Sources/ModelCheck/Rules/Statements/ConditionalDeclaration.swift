import ModelFiles

extension CheckRule {
  /// `conditional_declaration`.
  public static let conditionalDeclaration = CheckRule(
    ModelFinding.Rule.conditionalDeclaration.rawValue, .warning,
    summary: "A declaration stands under a condition, such as #if.",
    reason: "Which branch holds depends on the build; what was taken is in the message.",
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

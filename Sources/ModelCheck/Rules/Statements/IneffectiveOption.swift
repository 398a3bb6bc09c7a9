import ModelFiles

extension CheckRule {
  /// `ineffective_option`.
  public static let ineffectiveOption = CheckRule(
    ModelFinding.Rule.ineffectiveOption.rawValue, .warning,
    summary: "An option of @Attribute is on a relationship, where it does nothing.",
    reason: """
      The options of @Attribute apply to attributes. In particular, .preserveValueOnDeletion on a \
      relationship was observed to keep nothing: the history of a deleted object holds attributes only.
      """,
    fix: "Remove the option. To keep a value after the delete, mark an attribute with it.",
    bad: .swiftData(
      """
      @Model class Member { @Attribute(.preserveValueOnDeletion) var «club»: Club? }
      @Model class Club { var members: [Member] = [] }
      """),
    good: .swiftData(
      """
      @Model class Member { @Attribute(.preserveValueOnDeletion) var code = ""; var club: Club? }
      @Model class Club { var members: [Member] = [] }
      """),
    found: .byReading)
}

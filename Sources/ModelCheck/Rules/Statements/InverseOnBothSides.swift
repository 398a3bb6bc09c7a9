import ModelFiles

extension CheckRule {
  /// `inverse_on_both_sides`.
  public static let inverseOnBothSides = CheckRule(
    ModelFinding.Rule.inverseOnBothSides.rawValue, .error,
    summary: "Both sides of a SwiftData relationship name the inverse.",
    reason: "The macros then refer to each other in a circle, and the source does not compile.",
    fix: "Keep inverse: on one side.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var «tags»: [Tag] = [] }
      @Model class Tag { @Relationship(inverse: \\Note.tags) var notes: [Note] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    found: .byReading)
}

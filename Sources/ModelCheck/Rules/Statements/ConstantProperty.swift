import ModelFiles

extension CheckRule {
  /// `constant_property`.
  public static let constantProperty = CheckRule(
    ModelFinding.Rule.constantProperty.rawValue, .warning,
    summary: "A property that refers to a model class is a constant.",
    reason: "SwiftData stores only variables, so this is not a relationship.",
    fix: "Write var instead of let.",
    bad: .swiftData(
      """
      @Model class Note { let «tags»: [Tag] }
      @Model class Tag { var name = "" }
      """),
    good: .swiftData(
      """
      @Model class Note { var tags: [Tag] = [] }
      @Model class Tag { var note: Note? }
      """),
    found: .byReading)
}

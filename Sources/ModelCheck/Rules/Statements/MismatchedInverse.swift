import ModelFiles

extension CheckRule {
  /// `mismatched_inverse`.
  public static let mismatchedInverse = CheckRule(
    ModelFinding.Rule.mismatchedInverse.rawValue, .error,
    summary: "The key path of an inverse starts at a type other than the destination.",
    reason: "The source does not compile; the destination's property of that name is used.",
    fix: "Start the key path at the destination.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship(«inverse»: \\Label.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      @Model class Label { var notes: [Note] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    found: .byReading)
}

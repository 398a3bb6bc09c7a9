import ModelFiles

extension CheckRule {
  /// `inverse_not_reciprocal`.
  public static let inverseNotReciprocal = CheckRule(
    ModelFinding.Rule.inverseNotReciprocal.rawValue, .error,
    summary: "The stated inverse is not there, or does not lead back.",
    reason: "The relationship is read as having no inverse.",
    fix: "Name the relationship that leads back; in Core Data, on both sides.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.note) var «tags»: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(inverse: \\Tag.notes) var tags: [Tag] = [] }
      @Model class Tag { var notes: [Note] = [] }
      """),
    causes: [.missingInverseLeavesDangling, .manyToManyWithoutInverse, .ambiguousInverse],
    found: .byReading)
}

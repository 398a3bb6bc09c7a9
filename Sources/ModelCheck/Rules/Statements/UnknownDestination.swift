import ModelFiles

extension CheckRule {
  /// `unknown_destination`.
  public static let unknownDestination = CheckRule(
    ModelFinding.Rule.unknownDestination.rawValue, .error,
    summary: "The destination of a relationship is not an entity of the model.",
    reason: "The relationship is missing in all results.",
    fix: "Correct the name, add the entity, or add the path of its file.",
    bad: .swiftData(
      """
      @Model class Note { @Relationship(deleteRule: .cascade) var «tags»: [Tag] = [] }
      """),
    good: .swiftData(
      """
      @Model class Note { @Relationship(deleteRule: .cascade) var tags: [Tag] = [] }
      @Model class Tag { var note: Note? }
      """),
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `unknown_destination`.
  public static let unknownDestination = CheckRule(
    ModelFinding.Rule.unknownDestination.rawValue, .error,
    summary: "The destination of a relationship is no entity of the model.",
    reason: "The relationship is left out of everything that is said about the model.",
    fix: "Correct the name, add the entity, or give the path of its file, too.",
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

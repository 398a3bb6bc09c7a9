import ModelFiles

extension CheckRule {
  /// `duplicate_entity`.
  public static let duplicateEntity = CheckRule(
    ModelFinding.Rule.duplicateEntity.rawValue, .error,
    summary: "Two entities have one name.",
    reason: "The second is left out.",
    fix: "Rename one of them, or read one of the two models.",
    bad: .coreData(
      """
        <entity name="Album"/>
        «<entity» name="Album"/>
      """),
    good: .coreData(
      """
        <entity name="Album"/>
        <entity name="Photo"/>
      """),
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `unknown_parent`.
  public static let unknownParent = CheckRule(
    ModelFinding.Rule.unknownParent.rawValue, .error,
    summary: "The parent of an entity is not in the model.",
    reason: "The entity is treated as one without a parent, so inherited properties are missing.",
    fix: "Correct the name, or add the entity or its file.",
    bad: .coreData(
      """
        «<entity» name="Album" parentEntity="Collection"/>
      """),
    good: .coreData(
      """
        <entity name="Album" parentEntity="Collection"/>
        <entity name="Collection"/>
      """),
    found: .byReading)
}

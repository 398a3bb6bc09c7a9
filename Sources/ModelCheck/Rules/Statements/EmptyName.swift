import ModelFiles

extension CheckRule {
  /// `empty_name`.
  public static let emptyName = CheckRule(
    ModelFinding.Rule.emptyName.rawValue, .error,
    summary: "Something has no name.",
    reason: "It is left out.",
    fix: "Give it a name.",
    bad: .coreData(
      """
        «<entity» name=""/>
      """),
    good: .coreData(
      """
        <entity name="Album"/>
      """),
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `inheritance_cycle`.
  public static let inheritanceCycle = CheckRule(
    ModelFinding.Rule.inheritanceCycle.rawValue, .error,
    summary: "Entities inherit from each other in a circle.",
    reason: "One of them is treated as an entity without a parent.",
    fix: "Break the circle.",
    bad: .coreData(
      """
        «<entity» name="Album" parentEntity="Collection"/>
        <entity name="Collection" parentEntity="Album"/>
      """),
    good: .coreData(
      """
        <entity name="Album" parentEntity="Collection"/>
        <entity name="Collection"/>
      """),
    found: .byReading)
}

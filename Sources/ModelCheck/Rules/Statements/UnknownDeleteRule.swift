import ModelFiles

extension CheckRule {
  /// `unknown_delete_rule`.
  public static let unknownDeleteRule = CheckRule(
    ModelFinding.Rule.unknownDeleteRule.rawValue, .error,
    summary: "The framework has no such delete rule.",
    reason: "What it was taken for is a guess.",
    fix:
      "Write Nullify, Cascade, Deny or No Action; in SwiftData .nullify, .cascade, .deny or "
      + ".noAction.",
    bad: .coreData(
      """
        <entity name="Album">
          «<relationship» name="photos" optional="YES" toMany="YES" deletionRule="Delete"
            destinationEntity="Photo"/>
        </entity>
        <entity name="Photo"/>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <relationship name="photos" optional="YES" toMany="YES" deletionRule="Cascade"
            destinationEntity="Photo"/>
        </entity>
        <entity name="Photo"/>
      """),
    causes: [.noActionLeavesDangling, .oneToOneCrash],
    found: .byReading)
}

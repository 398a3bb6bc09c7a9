import ModelFiles

extension CheckRule {
  /// `missing_delete_rule`.
  public static let missingDeleteRule = CheckRule(
    ModelFinding.Rule.missingDeleteRule.rawValue, .warning,
    summary: "A Core Data relationship states no delete rule.",
    reason: "Xcode saves a model without a rule as No Action, which leaves dangling references.",
    fix: "Choose a rule in the model editor; most relationships use nullify.",
    bad: .coreData(
      """
        <entity name="Album">
          «<relationship» name="photos" optional="YES" toMany="YES" destinationEntity="Photo"
            inverseName="album" inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
        </entity>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <relationship name="photos" optional="YES" toMany="YES" deletionRule="Nullify"
            destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
        </entity>
      """),
    causes: [.noActionLeavesDangling, .oneToOneCrash],
    found: .byReading)
}

import ModelFiles

extension CheckRule {
  /// `impossible_counts`.
  public static let impossibleCounts = CheckRule(
    ModelFinding.Rule.impossibleCounts.rawValue, .error,
    summary:
      "The least and the greatest number of objects contradict each other, or are no numbers.",
    reason: "The relationship is read as unbounded.",
    fix: "Correct the counts.",
    bad: .coreData(
      """
        <entity name="Album">
          «<relationship» name="photos" optional="YES" toMany="YES" minCount="3" maxCount="2"
            deletionRule="Nullify" destinationEntity="Album"/>
        </entity>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <relationship name="photos" optional="YES" toMany="YES" minCount="2" maxCount="3"
            deletionRule="Nullify" destinationEntity="Album"/>
        </entity>
      """),
    found: .byReading)
}

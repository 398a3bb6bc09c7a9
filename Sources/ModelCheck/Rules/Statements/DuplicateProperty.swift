import ModelFiles

extension CheckRule {
  /// `duplicate_property`.
  public static let duplicateProperty = CheckRule(
    ModelFinding.Rule.duplicateProperty.rawValue, .error,
    summary: "Two properties of an entity, or of it and an ancestor, have one name.",
    reason: "The second is left out.",
    fix: "Rename one of them.",
    bad: .coreData(
      """
        <entity name="Album">
          <attribute name="title" optional="YES" attributeType="String"/>
          «<attribute» name="title" optional="YES" attributeType="String"/>
        </entity>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <attribute name="title" optional="YES" attributeType="String"/>
          <attribute name="subtitle" optional="YES" attributeType="String"/>
        </entity>
      """),
    found: .byReading)
}

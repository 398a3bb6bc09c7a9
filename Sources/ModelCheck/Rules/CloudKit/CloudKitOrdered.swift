import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cloudkit_ordered`.
  public static let cloudKitOrdered = CheckRule(
    "cloudkit_ordered", .error, for: .cloudKit,
    summary: "CloudKit does not support ordered relationships.",
    reason:
      "\(CloudKitRefusal.ordered.reason) Apple's list of unsupported features does not mention "
      + "ordered relationships.",
    fix: "Keep the order in an attribute of the objects, and sort by it.",
    bad: .coreData(
      """
        <entity name="Album">
          «<relationship» name="photos" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Cascade" destinationEntity="Photo" inverseName="album"
            inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
        </entity>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <relationship name="photos" optional="YES" toMany="YES" deletionRule="Cascade"
            destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <attribute name="position" attributeType="Integer 32" defaultValueString="0"/>
          <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify"
            destinationEntity="Album" inverseName="photos" inverseEntity="Album"/>
        </entity>
      """),
    found: .byRelationship(
      { $0.declaration.isOrdered },
      text: {
        FindingText(
          "\($0.name) is ordered, which CloudKit does not support", CloudKitRefusal.ordered.note)
      }))
}

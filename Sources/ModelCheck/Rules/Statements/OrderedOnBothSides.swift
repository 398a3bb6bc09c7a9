import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `ordered_on_both_sides`.
  public static let orderedOnBothSides = CheckRule(
    "ordered_on_both_sides", .note,
    summary: "A relationship and its inverse are both ordered.",
    reason:
      "According to one report, the model compiler rejects this pair, and Core Data crashes "
      + "during a delete if the model is built in code. Apps ship with this kind of pair, so this "
      + "may apply to some releases only.",
    fix: "Make one of the two unordered, unless you have tested the delete.",
    bad: .coreData(
      """
        <entity name="Album">
          «<relationship» name="photos" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Nullify" destinationEntity="Photo" inverseName="albums"
            inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <relationship name="albums" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Nullify" destinationEntity="Album" inverseName="photos"
            inverseEntity="Album"/>
        </entity>
      """),
    good: .coreData(
      """
        <entity name="Album">
          <relationship name="photos" optional="YES" toMany="YES" ordered="YES"
            deletionRule="Nullify" destinationEntity="Photo" inverseName="albums"
            inverseEntity="Photo"/>
        </entity>
        <entity name="Photo">
          <relationship name="albums" optional="YES" toMany="YES"
            deletionRule="Nullify" destinationEntity="Album" inverseName="photos"
            inverseEntity="Album"/>
        </entity>
      """),
    found: .byRelationship(
      { it in
        guard let inverse = it.inverse, it.relationship <= inverse else { return false }
        return it.declaration.isOrdered && it.schema.declaration(of: inverse).isOrdered
      },
      // Shipping apps have such pairs, so this is a note.
      text: {
        FindingText(
          "\($0.name) and its inverse \($0.inverseName) are both ordered",
          "in one report, Core Data crashes when an object of such a pair is deleted: try it")
      }))
}

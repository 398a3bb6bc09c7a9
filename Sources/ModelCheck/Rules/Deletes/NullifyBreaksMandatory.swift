import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `nullify_breaks_mandatory`.
  public static let nullifyBreaksMandatory = CheckRule(
    "nullify_breaks_mandatory", .warning,
    summary: "Nullify empties a mandatory to-one, so the save fails.",
    reason:
      "The other object stays and has lost one that it requires. In SwiftData, a cascade to such an object "
      + "stops an app on iOS 18, so make the inverse optional first. The save fails with 1570, and so does "
      + "every later one until the other object is deleted or gets a new one. For a one-to-one "
      + "child that its parent requires and cascades to, this is a note, unless the code deletes the child "
      + "without its parent.",
    fix:
      "Make the inverse optional, and use cascade if the other object belongs to the deleted one. "
      + "Use deny if the object "
      + "must not be deleted while the other one exists.",
    bad: .swiftData(
      """
      @Model class List { @Relationship(inverse: \\Item.list) var «items»: [Item]? = [] }
      @Model class Item { var list: List }
      """),
    good: .swiftData(
      """
      @Model class List {
        @Relationship(deleteRule: .cascade, inverse: \\Item.list) var items: [Item]? = []
      }
      @Model class Item { var list: List? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.hazards(of: inverse).contains(.becomesInvalid),
          !it.schema.declaration(of: inverse).isToMany
        else { return nil }
        // A part that its whole must have, and takes along, is not meant to go by itself.
        let isPart =
          !it.declaration.isToMany && it.schema.declaration(of: inverse).deleteRule == .cascade
        return bench.shown(
          bench.sharing(it.relationship, deleting: 0), with: [inverse], isPart ? .note : nil
        ) {
          $0.lacks(1, inverse)
        }
      },
      text: { it, _ in
        FindingText(
          "\(it.aSource) that has \(it.aDestination) cannot be deleted",
          "\(it.name) is nullify, but \(it.inverseName) is mandatory", "the save fails with 1570")
      },
      cell: { _ in nil },
      hooks: .excuses(.subject)))
}

import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `no_action_leaves_dangling`.
  public static let noActionLeavesDangling = CheckRule(
    "no_action_leaves_dangling", .error,
    summary: "No Action leaves the other side with a reference to the deleted object.",
    reason:
      "The inverse is not cleared. In SwiftData, reading the reference crashes; Core Data can't "
      + "fulfill the fault. A batch delete has the same effect and does not call a "
      + "prepareForDeletion that would clear it.",
    fix:
      "Use nullify, or cascade if the inverse is mandatory, or remove the object from the inverse "
      + "before every delete.",
    bad: .swiftData(
      """
      @Model class Album { @Relationship(deleteRule: .noAction) var «photos»: [Photo] = [] }
      @Model class Photo { var album: Album? }
      """),
    good: .swiftData(
      """
      @Model class Album { @Relationship(deleteRule: .nullify) var photos: [Photo] = [] }
      @Model class Photo { var album: Album? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.hazards(of: inverse).contains(.dangles) else {
          return nil
        }
        return bench.shown(
          bench.sharing(it.relationship, deleting: 0), with: [inverse], it.danglingSeverity
        ) { $0.effect == .trapOnRead && $0.dangles(1, inverse, 0) }
      },
      text: { it, _ in
        FindingText(
          "deleting \(it.aSource) leaves \(it.inverseName) pointing at it",
          "\(it.name) is \(it.declaration.deleteRule)", it.danglingRead)
      },
      cell: \.cellDeletingSource,
      hooks: .excuses(.subject)))
}

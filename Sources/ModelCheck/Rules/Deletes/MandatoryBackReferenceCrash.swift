import ModelFiles
import ObjectGraph
import Scenarios

extension CheckRule {
  /// `mandatory_back_reference_crash`.
  public static let mandatoryBackReferenceCrash = CheckRule(
    "mandatory_back_reference_crash", .error,
    summary: "A cascade to objects that require their parent is a fatal error on some systems.",
    reason:
      "In SwiftData on iOS 18 and macOS 15, a cascade to an object whose reference to its parent "
      + "is mandatory stops the app with a fatal error (\"appropriate default value is not "
      + "configured\", FB18455306). iOS 26 and macOS 26 accept it; iOS 17 is untested. If the "
      + "relationship is empty, the delete works everywhere.",
    fix: "Make the reference to the parent optional.",
    bad: .swiftData(
      """
      @Model class Record { @Relationship(deleteRule: .cascade, inverse: \\Photo.record) var «photos»: [Photo] = [] }
      @Model class Photo { var record: Record }
      """),
    good: .swiftData(
      """
      @Model class Record { @Relationship(deleteRule: .cascade, inverse: \\Photo.record) var photos: [Photo] = [] }
      @Model class Photo { var record: Record? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.schema.crashesWhereTaken(it.relationship) else {
          return nil
        }
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse]) {
          $0.effect == .crash
        }
      },
      text: { it, _ in
        FindingText(
          "deleting \(it.aSource) with \(it.aDestination) can stop with a fatal error",
          "\(it.name) is cascade, and \(it.inverseName) is mandatory")
      },
      cell: { _ in nil },
      hooks: .excuses(.subject)),
    behaviour: .mandatoryBackReference)
}

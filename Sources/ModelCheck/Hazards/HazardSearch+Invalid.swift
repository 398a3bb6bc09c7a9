import ModelFiles
import ObjectGraph

extension HazardSearch {
  /// More are not tried: no known model demands as many, and a file may state any number.
  private static let mostDemanded = 63

  /// The survivor loses what it must have.
  mutating func findInvalid(_ relationship: RelationshipID) {
    guard let inverse = inverse(relationship) else { return }
    guard declaration(inverse).isToMany else {
      note(
        .nullifyBreaksMandatory, of: relationship, with: [inverse], .warning,
        sharing(relationship, deleting: 0)
      ) { $0.lacks(1, inverse) }
      return
    }
    // As many as it needs, so that the graph is valid before the delete.
    let count = max(declaration(inverse).minCount, 1)
    if count > Self.mostDemanded { return }
    note(
      .nullifyBreaksMinimum, of: relationship, with: [inverse], .warning,
      sharing(relationship, sources: count, deleting: 0)
    ) { $0.lacks(count, inverse) }
  }
}

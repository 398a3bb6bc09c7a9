import ObjectGraph

extension HazardSearch {
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
    // As many as it needs, so that the graph is valid before the delete, if there is room for them.
    let count = min(max(declaration(inverse).minCount, 1), SmallGraph.capacity - 1)
    note(
      .nullifyBreaksMinimum, of: relationship, with: [inverse], .warning,
      sharing(relationship, sources: count, deleting: 0)
    ) { $0.lacks(count, inverse) }
  }
}

import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `cascade_both_sides`.
  public static let cascadeBothSides = CheckRule(
    "cascade_both_sides", .warning,
    summary: "Both sides cascade: all connected objects are deleted at once.",
    reason: "The delete continues from each object that it reaches, in both directions.",
    fix: "Keep cascade on the owning side, and use nullify on the other.",
    bad: .swiftData(
      """
      @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
      @Model class Item { @Relationship(deleteRule: .cascade) var «list»: List? }
      """),
    good: .swiftData(
      """
      @Model class List { @Relationship(deleteRule: .cascade) var items: [Item] = [] }
      @Model class Item { var list: List? }
      """),
    found: .byDelete(
      { it, bench in
        guard let inverse = it.inverse, it.declaration.deleteRule == .cascade else { return nil }
        let (ahead, back) = (it.declaration, it.schema.declaration(of: inverse))
        // One finding is enough for both sides: at the child's, or else at the first.
        let isHere = ahead.isToMany == back.isToMany ? it.relationship <= inverse : back.isToMany
        guard back.deleteRule == .cascade, isHere else { return nil }
        if back.isToMany {
          // Where one side may hold one object only, the other connects more of them.
          for side in ahead.isToMany ? [it.relationship, inverse] : [it.relationship] {
            let shown = bench.shown(
              bench.sharing(side, sources: 2, deleting: 0), with: [inverse]
            ) { $0.isDeleted(1) && $0.isDeleted(2) }
            if let shown { return shown }
          }
          return nil
        }
        if it.relationship != inverse, let chain = bench.chain(it) {
          return bench.shown(chain, with: [inverse]) { $0.isDeleted(0) && $0.isDeleted(2) }
        }
        // Two objects that live and die together are often meant.
        return bench.shown(bench.sharing(it.relationship, deleting: 0), with: [inverse], .note) {
          $0.isDeleted(1)
        }
      },
      text: { it, hazard in
        FindingText(
          hazard.severity == .note
            ? "deleting \(it.aSource) or \(it.aDestination) deletes the other"
            : "deleting one \(it.source) deletes everything that is connected with it",
          "\(it.name) and \(it.inverseName) are both cascade")
      },
      cell: { hazard in
        // A chain of three one-to-one objects is more than the article's pair.
        let isOneToOne =
          hazard.pair.schema.cardinality(of: hazard.pair.relationship) == .oneToOne
        return isOneToOne && hazard.trial.kinds.count == 3 ? nil : hazard.cellDeletingSource
      },
      hooks: .excuses(.all)))
}

extension TrialBench {
  /// Three objects in a row, the middle one deleted; nil where no object can be in the middle.
  fileprivate mutating func chain(_ subject: RelationshipPair) -> Trial? {
    let (schema, relationship) = (subject.schema, subject.relationship)
    guard let ends = ends(of: relationship) else { return nil }
    for middle in schema.kinds(of: schema.source(of: relationship))
    where schema.entity(middle, isKindOf: schema.destination(of: relationship)) {
      let trial = Trial(
        kinds: [ends.source, middle, ends.destination],
        links: [Trial.Link(0, relationship, 1), Trial.Link(1, relationship, 2)], deleted: 1)
      if result(of: trial) != nil { return trial }
    }
    return nil
  }
}

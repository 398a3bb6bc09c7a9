import DeleteCalls
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `shared_target`.
  public static let sharedTarget = CheckRule(
    "shared_target", .warning,
    summary: "The code gives one object to several owners, and each deletes it with itself.",
    reason:
      "A cascade does not ask who else holds the object, and a to-one without an inverse cannot know. "
      + "After the first delete, the others refer to something that is gone.",
    fix:
      "Use nullify, and delete unused objects in code; or create a new object for each.",
    bad: .swiftData(
      """
      @Model class Entry {
        @Relationship(deleteRule: .cascade) var «kind»: Kind?
        init(kind: Kind?) { self.kind = kind }
      }
      @Model class Kind { var name = "" }
      func again(_ entry: Entry, _ context: ModelContext) {
        context.insert(Entry(kind: entry.kind))
      }
      """),
    good: .swiftData(
      """
      @Model class Entry {
        @Relationship(deleteRule: .nullify, inverse: \\Kind.entries) var kind: Kind?
        init(kind: Kind?) { self.kind = kind }
      }
      @Model class Kind { var entries: [Entry] = [] }
      func again(_ entry: Entry, _ context: ModelContext) {
        context.insert(Entry(kind: entry.kind))
      }
      """),
    found: .byCall { it, bench in
      guard it.call.kind == .share, let relationship = it.relationship,
        let shown = bench.shown(
          bench.sharing(relationship, sources: 2, deleting: 0), with: [],
          where: { $0.isDeleted(2) && !$0.isDeleted(1) })
      else { return nil }
      let pair = RelationshipPair(relationship, in: it.schema)
      return CallMatch(
        FindingText(
          "deleting \(pair.aSource) also deletes its \(pair.destination), which another "
            + "\(pair.source) can still have",
          "\(pair.name) is cascade and has no inverse"),
        path: [relationship],
        proof: CallProof(
          scenario: shown.trial.scenario(
            in: it.schema, mandatory: [], at: it.call.location),
          effect: shown.result.effect),
        isAtCause: true)
    })
}

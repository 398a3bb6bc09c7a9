import CompiledOnce
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension CheckRule {
  /// `deny_blocks_cascade`.
  public static let denyBlocksCascade = CheckRule(
    "deny_blocks_cascade", .warning,
    summary: "A cascade reaches objects that a deny rule protects.",
    reason:
      "A deny rule is checked for every deleted object, not only for the requested one, and one "
      + "protected object makes the whole save fail; an in-memory store can ignore deny. If the "
      + "relationship with deny may be empty, this is usually intended, so it is a note. If it must hold "
      + "an object, as every Task here needs an Invoice, no Project with a Task can be deleted in a store "
      + "that enforces deny.",
    fix: "Delete or unlink the blocking objects first, or change one of the two rules.",
    bad: .swiftData(
      """
      @Model class Project { @Relationship(deleteRule: .cascade) var «tasks»: [Task] = [] }
      @Model class Task {
        var project: Project?
        @Relationship(deleteRule: .deny, minimumModelCount: 1) var invoices: [Invoice] = []
      }
      @Model class Invoice { var task: Task? }
      """),
    good: .swiftData(
      """
      @Model class Project { @Relationship(deleteRule: .cascade) var tasks: [Task] = [] }
      @Model class Task {
        var project: Project?
        var invoices: [Invoice] = []
      }
      @Model class Invoice { var task: Task? }
      """),
    found: .byDelete(
      { it, bench in
        guard it.declaration.deleteRule == .cascade else { return nil }
        var trials: [RelationshipID: Trial] = [:]
        for kind in it.schema.kinds(heldBy: it.relationship) {
          for deny in it.schema.relationships(of: kind)
          where it.schema.declaration(of: deny).deleteRule == .deny && trials[deny] == nil {
            trials[deny] = bench.denies(it.relationship, kind, deny)
          }
        }
        let blocking = trials.keys.sorted()
        guard let first = blocking.first else { return nil }
        let isAlwaysDenied = blocking.contains { it.schema.declaration(of: $0).isNeverEmpty }
        return bench.shown(trials[first], with: blocking, isAlwaysDenied ? nil : .note) { _ in true
        }
      },
      text: { it, hazard in
        FindingText(
          "deleting \(it.aSource) \(it.fails) with 1600 where \(hazard.otherNames.listed("or")) holds an "
            + "object that stays",
          "\(it.name) is cascade, and \(hazard.otherNames.listed("or")) is deny")
      },
      cell: { hazard in
        hazard.others.first == hazard.pair.inverse ? hazard.cellDeletingSource : nil
      },
      // What refuses is the rule of each of the others.
      hooks: .excuses(.others)))
}

extension Relationship {
  /// Whether no saved object has it empty.
  fileprivate var isNeverEmpty: Bool { !isOptional && (!isToMany || minCount > 0) }
}

extension TrialBench {
  /// The trial in which deleting an object takes one of a kind by a cascade, which a deny rule of
  /// that one refuses.
  fileprivate mutating func denies(
    _ cascade: RelationshipID, _ kind: EntityID, _ deny: RelationshipID
  ) -> Trial? {
    guard let ends = ends(of: cascade), let blocked = self.ends(of: deny) else { return nil }
    let trial = Trial(
      kinds: [ends.source, kind, blocked.destination],
      links: [Trial.Link(0, cascade, 1), Trial.Link(1, deny, 2)], deleted: 0)
    guard let result = result(of: trial), result.effect == .denied, result.isDenied(1, deny) else {
      return nil
    }
    return trial
  }
}

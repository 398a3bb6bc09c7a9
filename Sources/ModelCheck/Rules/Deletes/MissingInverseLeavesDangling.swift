import CompiledOnce
import ModelFiles
import ObjectGraph

extension CheckRule {
  /// `missing_inverse_leaves_dangling`.
  public static let missingInverseLeavesDangling = CheckRule(
    "missing_inverse_leaves_dangling", .error,
    summary:
      "A relationship without an inverse keeps its reference when its destination is deleted.",
    reason:
      "Without an inverse, the deleted object does not know which objects refer to it, so no rule "
      + "can clear the reference. If the relationship cascades, its destination is usually "
      + "deleted with its source. This is a note then, or a warning if the code deletes the destination alone. "
      + "In SwiftData, a test of 2026 saw the save fail instead, probably because the deleted object has a "
      + "mandatory attribute.",
    fix:
      "Declare its inverse, and use nullify on that inverse, or cascade if the reference is not optional.",
    bad: .swiftData(
      """
      @Model class Task { var «tag»: Tag? }
      @Model class Tag { var name = "" }
      """),
    good: .swiftData(
      """
      @Model class Task { var tag: Tag? }
      @Model class Tag { var tasks: [Task] = [] }
      """),
    found: .byDelete(
      { it, bench in
        guard case .some(.plain) = it.oneWay else { return nil }
        // A part is mostly deleted with what it belongs to.
        return bench.danglingOneWay(it, it.isCascade ? .note : it.danglingSeverity)
      },
      text: { it, _ in
        FindingText(
          "deleting \(it.aDestination) \(it.isCascade ? "by itself " : "")leaves \(it.name) pointing "
            + "at it", "\(it.name) has no inverse\(it.reasonForNoInverse)", it.danglingRead)
      },
      cell: { hazard in
        let pairing = hazard.pair.declaration.isToMany ? ("K-L", "L1") : ("A-B", "B1")
        return
          "\(pairing.0)/\(hazard.pair.declaration.deleteRule.rawValue)+-/delete-\(pairing.1)"
      },
      hooks: .excuses(.subject)),
    fixed: { $1.namingInverse(of: $0) })
}

extension RelationshipPair {
  fileprivate var isCascade: Bool { declaration.deleteRule == .cascade }

  /// Why a framework that infers inverses does not take the one that is there.
  fileprivate var reasonForNoInverse: String {
    if schema.framework.infersInverseFor.isEmpty { return "" }
    let open = schema.openInverses(of: relationship)
    let mandatory = ([relationship] + open).first {
      let declaration = schema.declaration(of: $0)
      return !declaration.isToMany && !declaration.isOptional
    }
    guard let mandatory, !open.isEmpty else { return "" }
    let name = schema.qualifiedName(of: mandatory)
    return " (none is inferred because \(name) is mandatory)"
  }
}

import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension TwinModels {
  /// The differences of the two models, and what deletes do differently, one fact a line.
  package var lines: [String] {
    let (first, second) = (pair.old.place, pair.new.place)
    let report = ChangesReport(ProjectChanges(comparing: pair))
    let deletes = pair.changes.changes.compactMap { change -> String? in
      guard change.before != nil, change.after != nil else { return nil }
      let words = report.words(change, pair)
      return
        "deleting \(change.deleted.withArticle) that \(change.entity).\(change.relationship) links: "
        + "\(words[0]) in \(first), \(words[1]) in \(second)"
    }
    return ["\(first) and \(second) have the same entities, but not the same relationships"]
      + differences.map { $0.words(in: first, second) } + deletes
  }
}

extension Model.Difference {
  fileprivate func words(in first: String, _ second: String) -> String {
    let name = "\(entity).\(relationship)"
    guard let one = self.first else { return "\(name) is in \(second) only" }
    guard let other = self.second else { return "\(name) is in \(first) only" }
    let parts = zip(one.facts, other.facts).filter { $0 != $1 }
    return
      "\(name) \(parts.map(\.0).listed("and")) in \(first), \(parts.map(\.1).listed("and")) in "
      + "\(second)"
  }
}

extension Relationship {
  /// The facts about it in which two models can differ, always in the same order.
  fileprivate var facts: [String] {
    let inverse =
      switch self.inverse {
      case .named(let name): "has the inverse \(name)"
      case .unstated, .oneWay: "has no stated inverse"
      }
    return [
      "is \(deleteRule.rawValue)", isToMany ? "is to-many" : "is to-one",
      isOptional ? "is optional" : "is not optional", isOrdered ? "is ordered" : "is not ordered",
      "points to \(destination)", "has at least \(minCount)",
      maxCount == 0 ? "has no greatest number" : "has at most \(maxCount)", inverse,
    ]
  }
}

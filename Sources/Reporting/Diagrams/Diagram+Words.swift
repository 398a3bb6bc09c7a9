import CompiledOnce
import ObjectGraph
import SourceText

extension Diagram.Pair.End {
  /// `photos * cascade`: the name, how many it holds, and the rule.
  var label: String { "\(name) \(terms)" }

  fileprivate var name: String { relationship.name.inPicture }

  fileprivate var terms: String { "\(amount) \(rule)" }

  private var amount: String {
    guard case .declared(let before) = before, before.amount != relationship.amount else {
      return relationship.amount
    }
    return "\(before.amount) → \(relationship.amount)"
  }

  /// The rule, and what it was before where that is another.
  var rule: String {
    let rule = relationship.deleteRule.rawValue
    switch before {
    case .declared(let before) where before.deleteRule != relationship.deleteRule:
      return "\(before.deleteRule.rawValue) → \(rule)"
    case .absent: return "\(rule) (new)"
    case .declared, .same, nil: return rule
    }
  }

  var warnings: [String] {
    hazards.map { hazard in
      switch hazard {
      case .crashes: "can crash"
      case .dangles: "can dangle"
      case .becomesInvalid: "save can fail"
      }
    }
  }
}

extension Diagram.Edge {
  /// The text at the line if it is drawn downwards, line by line.
  var labels: [String] {
    switch line {
    case .parent: return ["is a"]
    case .relationships(let count):
      return ["\(count) \(count == 1 ? "relationship" : "relationships")"]
    case .reference(let name, let meaning): return labels(name, meaning)
    case .link:
      guard let told, told.reference.meaning != .holds else { return earlierLabels }
      return labels(told.reference.name, told.reference.meaning)
    case .relationship(let pair):
      func lines(_ arrow: String, _ end: Diagram.Pair.End) -> [String] {
        let whole = "\(arrow) \(end.label)"
        let warnings = end.warnings.map { "⚠ \($0)" }
        // Long labels side by side would make a picture wide.
        return (whole.count <= 22 ? [whole] : ["\(arrow) \(end.name)", end.terms]) + warnings
      }
      var labels = lines(pair.isOwnInverse ? "↕" : "↓", pair.ahead)
      if let back = pair.back {
        if !pair.isOwnInverse { labels += lines("↑", back) }
      } else {
        labels.append("no inverse")
      }
      return labels + [pair.remark, pair.change?.rawValue].compactMap(\.self)
    }
  }
}

extension Diagram.Edge {
  /// The text at a link before the delete.
  var earlierLabels: [String] {
    guard case .link(let ahead, let back) = line else { return labels }
    return [ahead.name.inPicture] + (back.map { [$0.name.inPicture] } ?? [])
  }

  private func labels(_ name: String, _ meaning: Diagram.Meaning) -> [String] {
    [name.inPicture] + (meaning.word.isEmpty ? [] : [meaning.word])
  }
}

extension Diagram {
  /// Returns the text under the name, if the kind of node isn't obvious.
  func word(of node: Node) -> String? {
    switch node.role {
    case .entity: nil
    case .abstractEntity: "abstract"
    case .outside: "in another group"
    case .cluster: nil
    case .wouldGo: nodes.contains { $0.role == .crashes } ? "not deleted" : "blocked"
    case .crashes: "crashes"
    case .goes: requested.contains(node) ? "is deleted" : "deleted"
    case .stays: hasAnother(of: node) ? "another one stays" : "stays"
    case .new: "new"
    case .gone: "removed"
    case .rest: "not drawn"
    }
  }

  /// Whether an object of the same entity is deleted, or would be.
  private func hasAnother(of node: Node) -> Bool {
    subject == .delete && nodes.contains { $0.name == node.name && $0 != node }
  }
}

extension String {
  /// The name, shortened to the length that a picture has room for.
  var inPicture: String {
    let (text, most) = (singleLine, 40)
    return text.count > most ? text.prefix(most - 1) + "…" : text
  }
}

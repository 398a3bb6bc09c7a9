import CompiledOnce
import ObjectGraph
import SourceText

extension Diagram {
  /// The picture for Graphviz.
  ///
  /// A relationship's line names those of both ends, how many objects they hold, and their rules;
  /// what can dangle or become invalid is red. Of a delete, cascades are bold, what refuses red, what
  /// dangles dashed red, and lost references grey.
  var dot: String {
    let (graph, node, edge) =
      switch subject {
      case .model: ("ranksep=1.2", ", style=rounded", "dir=both, ")
      case .delete, .objects: ("ranksep=1", "", "")
      }
    var lines = [
      "digraph \(title.singleLine.dot) {",
      "  graph [rankdir=LR, \(graph), fontname=Helvetica];",
      "  node [shape=box\(node), fontname=Helvetica];",
      "  edge [\(edge)fontname=Helvetica, fontsize=10];",
    ]
    switch subject {
    case .model: lines += dotEntities
    case .delete, .objects:
      lines += nodes.enumerated().map { "  n\($0) [\(dotAttributes(of: $1, $0))];" }
    }
    let numbers = numbers
    lines += edges.map { "  \(dot($0, numbers));" }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private var dotEntities: [String] {
    let alone = alone
    var lines = nodes.filter { !alone.contains($0) }.map { node in
      let style = node.role.dotStyle.map { " [\($0)]" } ?? ""
      return "  \(node.name.singleLine.dot)\(style);"
    }
    // One after the other they would only make the picture long.
    if !alone.isEmpty {
      let label = (["without relationships:"] + alone.map(\.name.singleLine))
        .joined(separator: "\n").dot
      lines.append("  \"\" [shape=note, style=solid, fontsize=10, label=\(label)];")
    }
    return lines
  }

  private func dotAttributes(of node: Node, _ index: Int) -> String {
    let word = word(of: node).map { "\n(\($0))" } ?? ""
    var styles = ["rounded"]
    if requested.contains(node) { styles.append("bold") }
    let isGrey = node.role == .goes
    if isGrey { styles.append("filled") }
    let more =
      isGrey
      ? ", fillcolor=lightgrey" : node.role == .crashes ? ", color=red, fontcolor=red" : ""
    let style = styles.count == 1 ? styles[0] : "\"\(styles.joined(separator: ","))\""
    let label = "\(node.name.singleLine)\(word)".dot
    return "label=\(label), style=\(style)\(more)"
  }

  private func dot(_ edge: Edge, _ numbers: [Node: Int]) -> String {
    let ends = "\(edge.source.name.singleLine.dot) -> \(edge.destination.name.singleLine.dot)"
    switch edge.line {
    case .parent: return "\(ends) [dir=forward, arrowhead=empty, style=dotted]"
    case .relationships(let count): return "\(ends) [label=\"\(count)\"]"
    case .relationship(let pair):
      var label = pair.ahead.label + " →"
      var attributes = ["arrowhead=\(pair.ahead.relationship.dotArrow)"]
      if let back = pair.back {
        if !pair.isOwnInverse { label += "\n← \(back.label)" }
        attributes.append("arrowtail=\(back.relationship.dotArrow)")
      } else {
        attributes += ["arrowtail=none", "style=dashed"]
      }
      for word in [pair.remark, pair.change?.rawValue].compactMap(\.self) { label += "\n\(word)" }
      attributes.append("label=\(label.dot)")
      if let color = pair.dotColor { attributes.append("color=\(color), fontcolor=\(color)") }
      return "\(ends) [\(attributes.joined(separator: ", "))]"
    case .link:
      guard let (reference, isBack) = edge.told else { return ends }
      let (source, destination) = (numbers[edge.source] ?? 0, numbers[edge.destination] ?? 0)
      let label = "label=\(edge.labels.joined(separator: "\n").dot)"
      let direction = isBack ? ", dir=back" : ""
      return "n\(source) -> n\(destination) [\(reference.meaning.dotStyle)\(direction), \(label)]"
    case .reference(let name, let meaning):
      let source = numbers[edge.source] ?? 0
      let destination = numbers[edge.destination] ?? 0
      // What stays is drawn at the right, though its references lead to the left.
      let isTurned = edge.isTurned
      let ends = isTurned ? "n\(destination) -> n\(source)" : "n\(source) -> n\(destination)"
      var attributes = [meaning.dotStyle]
      if isTurned { attributes.append("dir=back") }
      // What leads back should not push the picture about.
      if !isTurned && destination <= source { attributes.append("constraint=false") }
      attributes.append("label=\("\(name.singleLine)\n\(meaning.word)".dot)")
      return "\(ends) [\(attributes.joined(separator: ", "))]"
    }
  }
}

extension Diagram.Pair {
  /// The colour of a change, or else of a risk; nil for the usual one.
  fileprivate var dotColor: String? {
    switch change {
    case .worse: "red"
    case .better: "green4"
    case .review, .new: "blue"
    case .gone: nil
    case nil: isHazardous ? "red" : nil
    }
  }
}

extension Diagram.Meaning {
  fileprivate var dotStyle: String {
    switch self {
    case .cascade: "style=bold"
    case .denied, .broken: "color=red, fontcolor=red"
    case .dangling: "style=dashed, color=red, fontcolor=red"
    case .lost, .ended: "color=grey50, fontcolor=grey40"
    case .holds, .new: "style=solid"
    }
  }
}

extension Diagram.Node.Role {
  fileprivate var dotStyle: String? {
    switch self {
    case .outside: "style=\"rounded,dashed\""
    case .new: "style=\"rounded,bold\""
    case .gone: "style=\"rounded,dotted\""
    case .entity, .abstractEntity, .cluster, .goes, .stays, .wouldGo, .crashes, .rest: nil
    }
  }
}

extension Relationship {
  fileprivate var dotArrow: String {
    isToMany ? "crowodot" : (isOptional ? "teeodot" : "teetee")
  }
}

extension String {
  /// The text in quotes, as Graphviz wants it; a line break stays one.
  var dot: String {
    let text = escaped { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\\": "\\\\"
      case "\"": "\\\""
      // Graphviz knows the entities of HTML in any text that it shows.
      case "&": "&amp;"
      default: scalar.isCommand ? " " : nil
      }
    }
    return "\"\(text)\""
  }
}

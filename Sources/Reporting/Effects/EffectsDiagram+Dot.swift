import SourceText

extension EffectsDiagram {
  /// The picture for Graphviz: cascades bold, what refuses red, what dangles dashed red, lost
  /// references grey.
  var dot: String {
    var lines = [
      "digraph \(title.singleLine.dot) {",
      "  graph [rankdir=LR, ranksep=1, fontname=Helvetica];",
      "  node [shape=box, fontname=Helvetica];",
      "  edge [fontname=Helvetica, fontsize=10];",
    ]
    let numbers = numbers
    for (index, node) in nodes.enumerated() {
      let label = node.name.singleLine + (node.stays ? "\n(stays)" : "")
      let style =
        isRequested(index)
        ? "style=\"rounded,filled,bold\", fillcolor=lightgrey"
        : node.stays ? "style=\"rounded,dashed\"" : "style=rounded"
      lines.append("  n\(index) [label=\(label.dot), \(style)];")
    }
    for edge in edges {
      let source = numbers[edge.source] ?? 0
      let destination = numbers[edge.destination] ?? 0
      // What stays is drawn at the right, though its references lead to the left.
      let isTurned = edge.source.stays
      let ends = isTurned ? "n\(destination) -> n\(source)" : "n\(source) -> n\(destination)"
      var attributes = [edge.meaning.dotStyle]
      if isTurned { attributes.append("dir=back") }
      // What leads back should not push the picture about.
      if !isTurned && destination <= source { attributes.append("constraint=false") }
      let label = "\(edge.label.singleLine)\n\(edge.meaning.word)"
      attributes.append("label=\(label.dot)")
      lines.append("  \(ends) [\(attributes.joined(separator: ", "))];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }
}

extension EffectsDiagram.Meaning {
  fileprivate var dotStyle: String {
    switch self {
    case .cascade: "style=bold"
    case .denied, .broken: "color=red, fontcolor=red"
    case .dangling: "style=dashed, color=red, fontcolor=red"
    case .lost: "color=grey50, fontcolor=grey40"
    }
  }
}

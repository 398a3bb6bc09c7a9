import ModelFiles
import ObjectGraph

extension Model {
  /// A diagram for Graphviz: each end of a line names the relationship that leads there, how many
  /// it holds, and its rule; what can dangle or become invalid is red.
  var dot: String {
    var lines = [
      "digraph \(title.dot) {", "  graph [rankdir=LR, fontname=Helvetica];",
      "  node [shape=box, style=rounded, fontname=Helvetica];",
      "  edge [dir=both, fontname=Helvetica, fontsize=10, labeldistance=2.2];",
    ]
    for entity in entities {
      let style = entity.isAbstract ? " [style=\"rounded,dashed\"]" : ""
      lines.append("  \(entity.name.dot)\(style);")
    }
    for entity in entities {
      if let parent = entity.parent, schema.entity(parent) != nil {
        lines.append(
          "  \(entity.name.dot) -> \(parent.dot) [dir=forward, arrowhead=empty, style=dotted];")
      }
    }
    for edge in ModelEdge.edges(of: self) { lines.append("  \(dot(edge));") }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func dot(_ edge: ModelEdge) -> String {
    let ahead = schema.declaration(of: edge.relationship)
    var attributes = [
      "headlabel=\(label(ahead).dot)", "arrowhead=\(ahead.arrow)",
    ]
    if let inverse = edge.inverse {
      let back = schema.declaration(of: inverse)
      if inverse != edge.relationship { attributes.append("taillabel=\(label(back).dot)") }
      attributes.append("arrowtail=\(back.arrow)")
    } else {
      attributes += ["arrowtail=none", "style=dashed"]
    }
    if edge.isHazardous(in: schema) { attributes.append("color=red, fontcolor=red") }
    return "\(edge.source.dot) -> \(edge.destination.dot) [\(attributes.joined(separator: ", "))]"
  }

  private func label(_ relationship: Relationship) -> String {
    "\(relationship.name)\n\(relationship.deleteRule.rawValue)"
  }
}

extension Relationship {
  fileprivate var arrow: String {
    isToMany ? "crowodot" : (isOptional ? "teeodot" : "teetee")
  }
}

extension String {
  /// The text in quotes, as Graphviz wants it; a line break stays one.
  fileprivate var dot: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).singleLineText.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    return "\"\(lines.joined(separator: "\\n"))\""
  }
}

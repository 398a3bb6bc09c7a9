import ModelFiles
import ObjectGraph
import SourceText

extension Model {
  /// A diagram for Graphviz: each line names the relationships of both ends, how many objects they
  /// hold, and their rules; what can dangle or become invalid is red.
  var dot: String {
    var lines = [
      "digraph \(title.singleLine.dot) {",
      "  graph [rankdir=LR, ranksep=1.2, fontname=Helvetica];",
      "  node [shape=box, style=rounded, fontname=Helvetica];",
      "  edge [dir=both, fontname=Helvetica, fontsize=10];",
    ]
    let linked = linkedEntities
    for entity in entities where linked.contains(entity.name) {
      let style = entity.isAbstract ? " [style=\"rounded,dashed\"]" : ""
      lines.append("  \(entity.name.singleLine.dot)\(style);")
    }
    // One after the other they would only make the picture long.
    let alone = entities.map(\.name.singleLine).filter { !linked.contains($0) }
    if !alone.isEmpty {
      let label = (["without relationships:"] + alone).joined(separator: "\n").dot
      lines.append("  \"\" [shape=note, style=solid, fontsize=10, label=\(label)];")
    }
    for entity in entities {
      if let parent = entity.parent, schema.entity(parent) != nil {
        lines.append(
          "  \(entity.name.singleLine.dot) -> \(parent.singleLine.dot) [dir=forward, arrowhead=empty, style=dotted];"
        )
      }
    }
    for edge in ModelEdge.edges(of: self) { lines.append("  \(dot(edge));") }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// The entities that an edge, or a line to a parent, leads from or to.
  private var linkedEntities: Set<String> {
    var linked: Set<String> = []
    for edge in ModelEdge.edges(of: self) { linked.formUnion([edge.source, edge.destination]) }
    for entity in entities {
      if let parent = entity.parent, schema.entity(parent) != nil {
        linked.formUnion([entity.name, parent])
      }
    }
    return linked
  }

  private func dot(_ edge: ModelEdge) -> String {
    let ahead = schema.declaration(of: edge.relationship)
    var label = "\(ahead.name.singleLine) \(ahead.amount) \(ahead.deleteRule.rawValue) →"
    var attributes = ["arrowhead=\(ahead.arrow)"]
    if let inverse = edge.inverse {
      let back = schema.declaration(of: inverse)
      if inverse != edge.relationship {
        label += "\n← \(back.name.singleLine) \(back.amount) \(back.deleteRule.rawValue)"
      }
      attributes.append("arrowtail=\(back.arrow)")
    } else {
      attributes += ["arrowtail=none", "style=dashed"]
    }
    attributes.append("label=\(label.dot)")
    if edge.isHazardous(in: self) { attributes.append("color=red, fontcolor=red") }
    return
      "\(edge.source.singleLine.dot) -> \(edge.destination.singleLine.dot) [\(attributes.joined(separator: ", "))]"
  }
}

extension Relationship {
  fileprivate var arrow: String {
    isToMany ? "crowodot" : (isOptional ? "teeodot" : "teetee")
  }
}

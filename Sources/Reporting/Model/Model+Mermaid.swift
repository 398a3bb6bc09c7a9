import ModelFiles
import ObjectGraph

extension Model {
  /// An entity relationship diagram; a dotted line has no inverse, and ⚠ marks what can dangle or
  /// become invalid.
  var mermaid: String {
    var lines = ["erDiagram"]
    for entity in entities { lines.append("  \(entity.name.mermaid)") }
    for entity in entities {
      if let parent = entity.parent, schema.entity(parent) != nil {
        lines.append("  \(parent.mermaid) ||..|| \(entity.name.mermaid) : \"is a\"")
      }
    }
    for edge in ModelEdge.edges(of: self) { lines.append("  \(mermaid(edge))") }
    return "%% \(title.mermaidText)\n" + lines.joined(separator: "\n") + "\n"
  }

  private func mermaid(_ edge: ModelEdge) -> String {
    let ahead = schema.declaration(of: edge.relationship)
    let back = edge.inverse.map { schema.declaration(of: $0) }
    // How many sources an object has is stated by the inverse only.
    let left = back.map { $0.isToMany ? "}o" : ($0.isOptional ? "|o" : "||") } ?? "}o"
    let right = ahead.isToMany ? "o{" : (ahead.isOptional ? "o|" : "||")
    let line = edge.inverse == nil ? ".." : "--"
    var label = "\(ahead.name) \(ahead.deleteRule.rawValue)"
    if let back, edge.inverse != edge.relationship {
      label += " / \(back.name) \(back.deleteRule.rawValue)"
    }
    if edge.isHazardous(in: self) { label += " ⚠" }
    return "\(edge.source.mermaid) \(left)\(line)\(right) \(edge.destination.mermaid) : "
      + "\"\(label.mermaidText)\""
  }
}

extension String {
  /// The name of an entity, always in quotes: many a plain word means something in a diagram.
  fileprivate var mermaid: String { "\"\(mermaidText)\"" }
}

extension EffectsDiagram {
  /// The picture as a flowchart: cascades bold, what refuses red, what dangles dashed red, lost
  /// references grey.
  var mermaid: String {
    var lines = ["%% \(title.mermaidText)", "flowchart LR"]
    let numbers = numbers
    for (index, node) in nodes.enumerated() {
      let label = node.stays ? "\(node.name) (stays)" : node.name
      lines.append("  n\(index)[\"\(label.flowchartText)\"]")
    }
    for edge in edges {
      let source = numbers[edge.source] ?? 0
      let destination = numbers[edge.destination] ?? 0
      let label = "\(edge.label) \(edge.meaning.word)".flowchartText
      lines.append("  n\(source) \(edge.meaning.arrow)|\"\(label)\"| n\(destination)")
    }
    for meaning in Meaning.allCases {
      guard let style = meaning.mermaidStyle else { continue }
      let places = edges.indices.filter { edges[$0].meaning == meaning }.map(String.init)
      if !places.isEmpty { lines.append("  linkStyle \(places.joined(separator: ",")) \(style)") }
    }
    let requested = nodes.indices.filter { isRequested($0) }
    let staying = nodes.indices.filter { nodes[$0].stays }
    if !requested.isEmpty {
      lines += ["  classDef asked stroke-width:3px", line(requested, "asked")]
    }
    if !staying.isEmpty {
      lines += ["  classDef stays stroke-dasharray:4 3", line(staying, "stays")]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ nodes: [Int], _ style: String) -> String {
    "  class \(nodes.map { "n\($0)" }.joined(separator: ",")) \(style)"
  }
}

extension EffectsDiagram.Meaning {
  fileprivate var arrow: String {
    switch self {
    case .cascade: "==>"
    case .denied, .broken, .lost: "-->"
    case .dangling: "-.->"
    }
  }

  fileprivate var mermaidStyle: String? {
    switch self {
    case .cascade: nil
    case .denied, .broken, .dangling: "stroke:red,color:red"
    case .lost: "stroke:grey,color:grey"
    }
  }
}

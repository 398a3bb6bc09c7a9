import CompiledOnce
import ObjectGraph
import SourceText

extension Diagram {
  /// The picture for Mermaid.
  ///
  /// Of a model, an entity relationship diagram: a dotted line has no inverse, and ⚠ marks what can
  /// dangle or become invalid. Of a delete, a flowchart: cascades bold, what refuses red, what
  /// dangles dashed red, lost references grey; what is deleted is struck out.
  var mermaid: String {
    let lines =
      switch subject {
      case .model: ["erDiagram"] + nodes.map { "  \($0.name.mermaid)" } + edges.map(relation)
      case .delete, .objects: ["flowchart LR"] + flowchart
      }
    return "%% \(title.mermaidText)\n" + lines.joined(separator: "\n") + "\n"
  }

  private func relation(_ edge: Edge) -> String {
    let (source, destination) = (edge.source.name.mermaid, edge.destination.name.mermaid)
    guard case .relationship(let pair) = edge.line else {
      return "  \(destination) ||..|| \(source) : \"is a\""
    }
    // How many sources an object has is stated by the inverse only.
    let (ahead, back) = (pair.ahead.relationship, pair.back?.relationship)
    let left = back.map { $0.isToMany ? "}o" : ($0.isOptional ? "|o" : "||") } ?? "}o"
    let right = ahead.isToMany ? "o{" : (ahead.isOptional ? "o|" : "||")
    let line = back == nil ? ".." : "--"
    var label = "\(ahead.name) \(pair.ahead.rule)"
    if let end = pair.back, !pair.isOwnInverse {
      label += " / \(end.relationship.name) \(end.rule)"
    }
    if back == nil { label += ", no inverse" }
    for word in [pair.remark, pair.change?.rawValue].compactMap(\.self) { label += ", \(word)" }
    if pair.isHazardous { label += " ⚠" }
    return "  \(source) \(left)\(line)\(right) \(destination) : \"\(label.mermaidText)\""
  }

  private var flowchart: [String] {
    var lines: [String] = []
    for (index, node) in nodes.enumerated() {
      let label = "\(node.name)\(word(of: node).map { " (\($0))" } ?? "")"
      lines.append("  n\(index)[\"\(label.flowchartText)\"]")
    }
    let numbers = numbers
    var places: [Meaning: [String]] = [:]
    for (index, edge) in edges.enumerated() {
      guard let (name, meaning, isBack) = edge.arrow else { continue }
      let ends = [edge.source, edge.destination].map { numbers[$0] ?? 0 }
      let (source, destination) = (ends[isBack ? 1 : 0], ends[isBack ? 0 : 1])
      let label = [name, meaning.word].filter { !$0.isEmpty }.joined(separator: " ").flowchartText
      lines.append("  n\(source) \(meaning.mermaidArrow)|\"\(label)\"| n\(destination)")
      places.add("\(index)", to: meaning)
    }
    for meaning in Meaning.allCases {
      guard let style = meaning.mermaidStyle, let places = places[meaning] else { continue }
      lines.append("  linkStyle \(places.joined(separator: ",")) \(style)")
    }
    func style(_ nodes: some Sequence<Int>, _ name: String, _ definition: String) {
      let names = nodes.map { "n\($0)" }.joined(separator: ",")
      if !names.isEmpty {
        lines += ["  classDef \(name) \(definition)", "  class \(names) \(name)"]
      }
    }
    style(nodes.indices.filter { requested.contains(nodes[$0]) }, "asked", "stroke-width:3px")
    style(
      nodes.indices.filter { nodes[$0].role == .goes }, "deleted",
      "fill:#e3e7eb,color:#1b1f24,text-decoration:line-through")
    style(nodes.indices.filter { nodes[$0].role == .crashes }, "crashes", "stroke:red,color:red")
    return lines
  }
}

extension Diagram.Edge {
  /// The reference that a flowchart's arrow shows, its effect, and whether it points back.
  fileprivate var arrow: (name: String, meaning: Diagram.Meaning, isBack: Bool)? {
    if case .reference(let name, let meaning) = line { return (name, meaning, false) }
    return told.map { ($0.reference.name, $0.reference.meaning, $0.isBack) }
  }
}

extension Diagram.Meaning {
  fileprivate var mermaidArrow: String {
    switch self {
    case .cascade: "==>"
    case .denied, .broken, .lost, .holds, .ended, .new: "-->"
    case .dangling: "-.->"
    }
  }

  fileprivate var mermaidStyle: String? {
    switch self {
    case .cascade, .holds, .new: nil
    case .denied, .broken, .dangling: "stroke:red,color:red"
    case .lost, .ended: "stroke:grey,color:grey"
    }
  }
}

extension String {
  /// The name of an entity, always in quotes: many a plain word means something in a diagram.
  fileprivate var mermaid: String { "\"\(mermaidText)\"" }

  /// The text on one line, without what would end a quoted text of a diagram or be a directive.
  var mermaidText: String {
    escaped { scalar in
      switch scalar {
      case "\\", "%": "/"
      case "\"": "'"
      default: scalar.isCommand ? " " : nil
      }
    }
  }

  /// The text of a flowchart, which takes more for markup than other diagrams do.
  fileprivate var flowchartText: String {
    mermaidText.escaped { scalar in
      switch scalar {
      case "#": "#35;"
      case "<": "#lt;"
      case ">": "#gt;"
      case "&": "#amp;"
      case "`": "'"
      default: nil
      }
    }
  }
}

import CompiledOnce

extension Diagram {
  /// Returns the same picture with at most `most` boxes; the last boxes are combined into one.
  func folded(to most: Int) -> Diagram {
    if nodes.count <= most { return self }
    let kept = Set(nodes.prefix(most - 1))
    let rest = Node(name: "\(nodes.count - kept.count) more", role: .rest)
    var folded = Diagram(
      subject, title: title, nodes: nodes.prefix(most - 1).filter { steps[$0] == 0 },
      requested: Array(requested.intersection(kept)))
    var drawn: Set<[String]> = []
    for edge in edges {
      let ends = [edge.source, edge.destination].map { kept.contains($0) ? $0 : rest }
      if ends == [rest, rest] { continue }
      guard ends.contains(rest) else {
        folded.add(edge)
        continue
      }
      guard case .reference(_, let meaning) = edge.line,
        drawn.insert([ends[0].name, ends[1].name, meaning.rawValue]).inserted
      else { continue }
      folded.add(
        Edge(
          source: ends[0], destination: ends[1], line: .reference("…", meaning), step: edge.step))
    }
    return folded
  }
}

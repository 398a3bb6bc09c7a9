import CompiledOnce
import PictureLayout

extension Diagram {
  /// A model in parts that can be read: what is linked closely stands together, and what that is linked
  /// to elsewhere stands around it.
  struct Clusters {
    /// The links between the parts; nil if there is only one part.
    let overview: Diagram?
    let parts: [Part]
    /// The entities that no line leads to or from.
    let alone: [Node]
  }

  struct Part {
    /// After the entity that is linked to most.
    let name: String
    let count: Int
    let diagram: Diagram
  }

  /// Divides the picture of a model into parts.
  func clusters(of most: Int) -> Clusters {
    let alone = Set(alone)
    let linked = nodes.filter { !alone.contains($0) }
    let numbers = Dictionary(
      zip(linked, linked.indices), uniquingKeysWith: { first, _ in first })
    let ends = edges.map { (numbers[$0.source] ?? 0, numbers[$0.destination] ?? 0) }
    let groups =
      linked.count <= most
      ? [Array(linked.indices)]
      : LayoutGraph.clusters(of: ends, count: linked.count, atMost: most)
    var degrees = [Int](repeating: 0, count: linked.count)
    for (one, other) in ends {
      degrees[one] += 1
      degrees[other] += 1
    }
    var groupOf = [Int](repeating: 0, count: linked.count)
    for (group, members) in groups.enumerated() {
      for member in members { groupOf[member] = group }
    }
    var lines = [[Int]](repeating: [], count: groups.count)
    for (line, (one, other)) in ends.enumerated() {
      lines[groupOf[one]].append(line)
      if groupOf[other] != groupOf[one] { lines[groupOf[other]].append(line) }
    }
    var parts: [Part] = []
    for (group, members) in groups.enumerated() where !members.isEmpty {
      var diagram = Diagram(subject, title: title, nodes: members.map { linked[$0] })
      for line in lines[group] {
        let (edge, (one, other)) = (edges[line], ends[line])
        let nodes = [(edge.source, one), (edge.destination, other)].map { node, number in
          groupOf[number] == group ? node : Node(name: node.name, role: .outside)
        }
        diagram.add(
          Edge(source: nodes[0], destination: nodes[1], line: edge.line, step: edge.step))
      }
      let middle = members.max { (degrees[$0], -$0) < (degrees[$1], -$1) } ?? members[0]
      parts.append(Part(name: linked[middle].name, count: members.count, diagram: diagram))
    }
    return Clusters(
      overview: parts.count < 2
        ? nil : overview(of: parts, ends.map { (groupOf[$0], groupOf[$1]) }),
      parts: parts, alone: nodes.filter(alone.contains))
  }

  /// The pictures of each entity and everything that a line links it to.
  var surroundings: [Diagram] {
    let numbers = numbers
    var around = nodes.map { node in
      Diagram(subject, title: "\(title): around \(node.name)", nodes: [node], requested: [node])
    }
    for edge in edges {
      let (source, destination) = (numbers[edge.source], numbers[edge.destination])
      for number in Set([source, destination].compactMap(\.self)) { around[number].add(edge) }
    }
    return around
  }

  private func overview(of parts: [Part], _ links: [(Int, Int)]) -> Diagram {
    let nodes = parts.map { part in
      Node(
        name: part.count == 1 ? part.name : "\(part.name) and \(part.count - 1) more",
        role: .cluster)
    }
    var overview = Diagram(subject, title: "\(title): its parts", nodes: nodes)
    var counts: [[Int]: Int] = [:]
    var order: [[Int]] = []
    for (one, other) in links where one != other {
      let pair = [one, other].sorted()
      if counts[pair] == nil { order.append(pair) }
      counts[pair, default: 0] += 1
    }
    for pair in order {
      overview.add(
        Edge(
          source: nodes[pair[0]], destination: nodes[pair[1]],
          line: .relationships(counts[pair] ?? 0)))
    }
    return overview
  }
}

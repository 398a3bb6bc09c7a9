/// What a delete does as a picture: what goes at the left, what stays at the right.
struct EffectsDiagram {
  /// What a line says.
  enum Meaning: CaseIterable {
    case cascade, denied, dangling, lost, broken
  }

  /// Something that goes, or stays; an entity may do both.
  struct Node: Hashable {
    let name: String
    let stays: Bool
  }

  /// A reference; it leads from its owner, whichever of the two stays.
  struct Edge {
    let source: Node
    let destination: Node
    let label: String
    let meaning: Meaning
  }

  let title: String
  /// Those without which nothing is asked for, then the others as the edges name them.
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private var seen: Set<Node> = []
  /// How many nodes are asked for.
  private let requestedCount: Int

  init(title: String, requested: [String]) {
    self.title = title
    requestedCount = requested.count
    for name in requested { add(Node(name: name, stays: false)) }
  }

  private mutating func add(_ node: Node) {
    if seen.insert(node).inserted { nodes.append(node) }
  }

  mutating func add(_ edge: Edge) {
    add(edge.source)
    add(edge.destination)
    edges.append(edge)
  }

  /// Whether a node is what is asked for.
  func isRequested(_ index: Int) -> Bool { index < requestedCount }

  /// The number of each node.
  var numbers: [Node: Int] {
    Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
  }
}

extension EffectsDiagram.Meaning {
  /// What the line says of the relationship by its side.
  var word: String {
    switch self {
    case .cascade: "cascade"
    case .denied: "denied"
    case .dangling: "dangles"
    case .lost: "is cleared"
    case .broken: "would be missing"
    }
  }
}

import ObjectGraph

/// A picture, laid out once for every format that draws it: boxes, and lines between them.
struct Diagram {
  enum Subject {
    /// The entities of a model and their relationships.
    case model
    /// A delete: what goes at the left, what stays at the right.
    case delete
  }

  struct Node: Hashable {
    enum Role {
      case entity, abstractEntity
      /// What is deleted or not; an entity may be both.
      case goes, stays
    }

    let name: String
    let role: Role
  }

  struct Edge {
    enum Line {
      case relationship(Pair)
      /// From an entity to its parent.
      case parent
      /// What a delete does to a reference, which leads from its owner, whichever of the two stays.
      case reference(String, Meaning)
    }

    let source: Node
    let destination: Node
    let line: Line
  }

  /// A relationship and what leads back.
  struct Pair {
    let ahead: Relationship
    let back: Relationship?
    /// Whether both are one.
    let isOwnInverse: Bool
    /// Whether something can go wrong with the references of either.
    let isHazardous: Bool
  }

  /// What a delete does to a reference.
  enum Meaning: CaseIterable {
    case cascade, denied, dangling, lost, broken

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

  let subject: Subject
  let title: String
  /// Those that are asked for first, then the others as the edges name them.
  private(set) var nodes: [Node]
  private(set) var edges: [Edge] = []
  /// How many of the nodes are asked for.
  let requestedCount: Int
  private var known: Set<Node>

  init(_ subject: Subject, title: String, nodes: [Node], requestedCount: Int = 0) {
    self.subject = subject
    self.title = title
    self.nodes = nodes
    self.requestedCount = requestedCount
    known = Set(nodes)
  }

  mutating func add(_ edge: Edge) {
    for node in [edge.source, edge.destination] where known.insert(node).inserted {
      nodes.append(node)
    }
    edges.append(edge)
  }

  /// The number of each node.
  var numbers: [Node: Int] {
    Dictionary(zip(nodes, nodes.indices), uniquingKeysWith: { first, _ in first })
  }
}

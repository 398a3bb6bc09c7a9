import CompiledOnce
import ObjectGraph

/// A picture, made once for every format that draws it: boxes, and lines between them.
struct Diagram {
  enum Subject {
    case model
    /// The effects that a delete can have, by entity: first deleted objects, then survivors.
    case delete
    /// The effects of a delete on objects and their references.
    case objects
  }

  struct Node: Hashable {
    enum Role: String {
      case entity, abstractEntity
      /// Entities that are drawn elsewhere: many together, or one beside those that it is linked to.
      case cluster, outside
      /// The deleted objects and the survivors, and those that would be deleted if the delete did
      /// not fail. An entity may be both deleted and kept.
      case goes, stays, wouldGo
      /// The objects whose delete ends the program.
      case crashes
      /// The objects that are new, or that no longer exist.
      case new, gone
      /// The nodes that there is no room for.
      case rest
    }

    let name: String
    let role: Role
  }

  struct Edge {
    enum Line {
      case relationship(Pair)
      case parent
      /// The effect of a delete on a reference, which points from its owner whichever of the two
      /// survives.
      case reference(String, Meaning)
      /// So many relationships between entities that are drawn elsewhere.
      case relationships(Int)
      /// A reference between two objects, and the one that leads back.
      case link(ahead: Reference, back: Reference?)
    }

    /// A reference by its relationship, and what becomes of it.
    struct Reference {
      let name: String
      let meaning: Meaning
    }

    let source: Node
    let destination: Node
    let line: Line
    /// The step of the delete by which it is so.
    var step = 0

    /// Whether the destination stands first: an entity before what inherits from it, and what goes
    /// before what stays.
    var isTurned: Bool {
      switch line {
      case .relationship, .relationships, .link: false
      case .parent: true
      case .reference: source.role == .stays && destination.role != .stays
      }
    }
  }

  /// A relationship and what leads back, the owner's first: the one that takes the other along, or
  /// else the one to many.
  struct Pair {
    struct End {
      let relationship: Relationship
      /// The problems that can occur with its references.
      let hazards: [Schema.Hazard]
      /// The earlier declaration, if versions are compared.
      var before: Before?
    }

    /// The declaration of a relationship in another version.
    enum Before {
      case same
      case absent
      case declared(Relationship)
    }

    let ahead: End
    let back: End?
    let isOwnInverse: Bool
    var change: Change?
    /// A note on earlier differences that the ends don't show.
    var remark: String?

    var isHazardous: Bool { !ahead.hazards.isEmpty || back?.hazards.isEmpty == false }
  }

  /// The change to a drawn element, compared with another version of the model.
  enum Change: String {
    case worse, better, review, new, gone
  }

  /// The effect of a delete on a reference, the most important effects first.
  enum Meaning: String, CaseIterable {
    case denied, broken, dangling, cascade, lost
    /// It was not there before; nothing; it is gone with the object that held it.
    case new, holds, ended

    var word: String {
      switch self {
      case .cascade: "cascade"
      case .denied: "denied"
      case .dangling: "dangling"
      case .lost: "unlinked"
      case .broken: "would be missing"
      case .holds: ""
      case .ended: "deleted"
      case .new: "new"
      }
    }
  }

  let subject: Subject
  let title: String
  /// The nodes: the requested ones first, then the others in the order of the edges.
  private(set) var nodes: [Node]
  private(set) var edges: [Edge] = []
  let requested: Set<Node>
  private(set) var steps: [Node: Int]

  init(_ subject: Subject, title: String, nodes: [Node], requested: [Node] = []) {
    self.subject = subject
    self.title = title
    self.nodes = nodes
    self.requested = Set(requested)
    steps = Dictionary(nodes.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ edge: Edge) {
    for node in [edge.source, edge.destination] where steps[node] == nil {
      steps[node] = edge.step
      nodes.append(node)
    }
    edges.append(edge)
  }

  var numbers: [Node: Int] {
    Dictionary(zip(nodes, nodes.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The nodes that no line leads to or from.
  var alone: [Node] {
    let linked = Set(edges.flatMap { [$0.source, $0.destination] })
    return nodes.filter { !linked.contains($0) }
  }
}

extension Diagram.Edge {
  /// The reference of a link whose effect is more important, and whether it is the one pointing
  /// back; nil for any other line.
  var told: (reference: Reference, isBack: Bool)? {
    guard case .link(let ahead, let back) = line else { return nil }
    let order = Diagram.Meaning.allCases
    func rank(_ reference: Reference) -> Int { order.firstIndex(of: reference.meaning) ?? 0 }
    guard let back, rank(back) < rank(ahead) else { return (ahead, false) }
    return (back, true)
  }
}

extension Diagram.Pair {
  /// Puts two ends in order.
  ///
  /// - Parameters:
  ///   - one: A relationship.
  ///   - other: Its inverse, which may be itself; nil for none.
  ///   - isOwnInverse: Whether it is itself.
  /// - Returns: The pair, and whether the other end is the owner's.
  static func ordered(
    _ one: End, _ other: End?, isOwnInverse: Bool
  ) -> (pair: Self, isSwapped: Bool) {
    guard let other, !isOwnInverse, other.weight(before: one) > one.weight(before: other) else {
      return (Self(ahead: one, back: other, isOwnInverse: isOwnInverse), false)
    }
    return (Self(ahead: other, back: one, isOwnInverse: isOwnInverse), true)
  }
}

extension Diagram.Pair.End {
  /// Returns the rank of this end as the owner's: 2 for cascade, 1 for a to-many whose other end
  /// is to-one, otherwise 0.
  fileprivate func weight(before other: Self) -> Int {
    if relationship.deleteRule == .cascade { return 2 }
    return relationship.isToMany && !other.relationship.isToMany ? 1 : 0
  }
}

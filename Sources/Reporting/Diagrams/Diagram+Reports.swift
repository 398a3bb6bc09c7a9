import CompiledOnce
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Model {
  /// Entities, who inherits from whom, and relationships; the two of a pair are one line.
  func diagram(on range: ReleaseRange?) -> Diagram {
    let schema = schema.crashing(on: range)
    var diagram = Diagram(
      .model, title: title,
      nodes: entities.map {
        Diagram.Node(name: $0.name, role: $0.isAbstract ? .abstractEntity : .entity)
      })
    let nodes = Dictionary(
      diagram.nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func add(_ source: String, _ destination: String, _ line: Diagram.Edge.Line) {
      guard let source = nodes[source], let destination = nodes[destination] else { return }
      diagram.add(Diagram.Edge(source: source, destination: destination, line: line))
    }
    for entity in entities {
      if let parent = entity.parent, schema.entity(parent) != nil {
        add(entity.name, parent, .parent)
      }
    }
    for relationship in schema.relationships {
      let inverse = schema.inverse(of: relationship)?.relationship
      if let inverse, inverse < relationship { continue }
      let (pair, isSwapped) = schema.pair(relationship, inverse)
      let ends = [schema.source(of: relationship), schema.destination(of: relationship)].map {
        schema.declaration(of: $0).name
      }
      add(ends[isSwapped ? 1 : 0], ends[isSwapped ? 0 : 1], .relationship(pair))
    }
    return diagram
  }
}

extension Schema {
  /// A relationship and its inverse as one line, the owner's end first; and whether that is the inverse.
  func pair(
    _ relationship: RelationshipID, _ inverse: RelationshipID?
  ) -> (pair: Diagram.Pair, isSwapped: Bool) {
    func end(_ relationship: RelationshipID) -> Diagram.Pair.End {
      Diagram.Pair.End(
        relationship: declaration(of: relationship), hazards: hazards(of: relationship))
    }
    return Diagram.Pair.ordered(
      end(relationship), inverse.map(end), isOwnInverse: inverse == relationship)
  }
}

extension EntityReport {
  /// What a delete can do, kind by kind.
  var diagram: Diagram { diagram(of: steps) }

  /// What some steps of a delete do, kind by kind.
  func diagram(of steps: [DeleteStep]) -> Diagram {
    // What may be refused, or crash, is not struck out.
    let isRefused = steps.contains { [.refuses, .crashes].contains($0.kind) && !$0.isShared }
    let going: Diagram.Node.Role = isRefused ? .wouldGo : .goes
    let requested = effects.kinds.map { Diagram.Node(name: words.name($0), role: going) }
    var diagram = Diagram(
      .delete, title: "Deleting \(words.entity.withArticle) (\(model.title))", nodes: requested,
      requested: requested)
    for (number, reference) in steps.enumerated().flatMap({ number, step in
      step.references.map { (number, $0) }
    }) {
      let label = model.schema.declaration(of: reference.relationship).name
      let staying = reference.meaning.staying
      for source in reference.sources {
        for destination in reference.destinations {
          diagram.add(
            Diagram.Edge(
              source: Diagram.Node(
                name: words.name(source), role: staying == .source ? .stays : going),
              destination: Diagram.Node(
                name: words.name(destination), role: staying == .destination ? .stays : going),
              line: .reference(label, reference.meaning), step: number))
        }
      }
    }
    return diagram
  }
}

extension Diagram.Meaning {
  fileprivate enum End { case source, destination }

  /// The end of such a reference that stays, though the other goes; nil where both go.
  fileprivate var staying: End? {
    switch self {
    case .dangling, .lost, .broken: .source
    case .denied: .destination
    case .cascade, .holds, .ended, .new: nil
    }
  }
}

extension InstancesReport {
  /// What deleting the first of the objects does, object by object.
  var diagram: Diagram {
    let isRefused = effects.prefix(1).contains { effects in
      effects.isRefused || !effects.crashes.isEmpty || !effects.crashingCascades.isEmpty
    }
    let going: Diagram.Node.Role = isRefused ? .wouldGo : .goes
    let requested = effects.prefix(1).map { Diagram.Node(name: $0.object, role: going) }
    var diagram = Diagram(
      .delete, title: "Deleting \(requested.first?.name ?? "") (\(model.title))", nodes: requested,
      requested: requested)
    guard let effects = effects.first else { return diagram }
    let gone = Set(effects.deleted)
    func node(_ name: String) -> Diagram.Node {
      Diagram.Node(name: name, role: gone.contains(name) ? going : .stays)
    }
    func add(
      _ source: String, _ label: String, _ destination: String, _ meaning: Diagram.Meaning
    ) {
      diagram.add(
        Diagram.Edge(
          source: node(source), destination: node(destination), line: .reference(label, meaning)))
    }
    for step in effects.steps {
      for taken in step.taken { add(step.source, step.relationship, taken, .cascade) }
    }
    for denial in effects.denials {
      for blocker in denial.blockers { add(denial.object, denial.relationship, blocker, .denied) }
    }
    for left in effects.dangling {
      add(left.link.source, left.link.relationship, left.link.destination, .dangling)
    }
    for broken in effects.violations {
      for lost in broken.lost { add(broken.object, broken.relationship, lost, .broken) }
    }
    for lost in effects.losses {
      add(lost.link.source, lost.link.relationship, lost.link.destination, .lost)
    }
    return diagram
  }
}

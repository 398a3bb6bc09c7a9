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
      let isHazardous = [relationship, inverse].compactMap { $0 }
        .contains { !schema.hazards(of: $0).isEmpty }
      add(
        schema.declaration(of: schema.source(of: relationship)).name,
        schema.declaration(of: schema.destination(of: relationship)).name,
        .relationship(
          Diagram.Pair(
            ahead: schema.declaration(of: relationship),
            back: inverse.map { schema.declaration(of: $0) },
            isOwnInverse: inverse == relationship, isHazardous: isHazardous)))
    }
    return diagram
  }
}

extension EntityReport {
  /// What a delete can do, kind by kind.
  var diagram: Diagram {
    let schema = model.schema
    var diagram = Diagram(
      .delete, title: "Deleting \(words.entity.withArticle) (\(model.title))",
      nodes: effects.kinds.map { Diagram.Node(name: words.name($0), role: .goes) },
      requestedCount: effects.kinds.count)
    func add(
      _ relationship: RelationshipID, _ sources: [EntityID], _ destinations: [EntityID],
      _ meaning: Diagram.Meaning
    ) {
      let label = schema.declaration(of: relationship).name
      let sourceStays = meaning == .dangling || meaning == .lost || meaning == .broken
      for source in sources {
        for destination in destinations {
          diagram.add(
            Diagram.Edge(
              source: Diagram.Node(name: words.name(source), role: sourceStays ? .stays : .goes),
              destination: Diagram.Node(
                name: words.name(destination), role: meaning == .denied ? .stays : .goes),
              line: .reference(label, meaning)))
        }
      }
    }
    for cascade in effects.cascades {
      add(cascade.relationship, cascade.sources, cascade.destinations, .cascade)
    }
    for denial in effects.denials {
      add(denial.relationship, denial.deleted.kinds, denial.kinds, .denied)
    }
    for broken in effects.invalidations {
      add(broken.relationship, broken.kinds, broken.deleted.kinds, .broken)
    }
    for left in effects.dangling {
      add(left.relationship, left.kinds, left.deleted.kinds, .dangling)
    }
    for loss in effects.losses { add(loss.relationship, loss.kinds, loss.deleted.kinds, .lost) }
    return diagram
  }
}

extension InstancesReport {
  /// What deleting the first of the objects does, object by object.
  var diagram: Diagram {
    let requested = effects.prefix(1).map(\.object)
    var diagram = Diagram(
      .delete, title: "Deleting \(requested.first ?? "") (\(model.title))",
      nodes: requested.map { Diagram.Node(name: $0, role: .goes) },
      requestedCount: requested.count)
    guard let effects = effects.first else { return diagram }
    let gone = Set(effects.deleted)
    func node(_ name: String) -> Diagram.Node {
      Diagram.Node(name: name, role: gone.contains(name) ? .goes : .stays)
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

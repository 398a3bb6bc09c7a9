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
  var diagram: Diagram { diagram(of: story.lines) }

  /// What some lines of a delete's story do, kind by kind.
  func diagram(of lines: [StoryLine]) -> Diagram {
    // What may be refused, or crash, is not struck out.
    let isRefused = lines.contains {
      [.refuses, .crashes].contains($0.kind) && !$0.needsSharing
    }
    let going: Diagram.Node.Role = isRefused ? .wouldGo : .goes
    let requested = story.requested.map { Diagram.Node(name: story.name($0), role: going) }
    var diagram = Diagram(
      .delete, title: "Deleting \(story.name.withArticle) (\(model.title))", nodes: requested,
      requested: requested)
    for (number, step) in lines.enumerated().flatMap({ number, line in
      line.steps.map { (number, $0) }
    }) {
      guard let (relationship, meaning) = model.schema.edge(of: step) else { continue }
      let staying = meaning.staying
      let (sources, destinations) =
        relationship == step.relationship
        ? (step.sources, step.destinations) : (step.destinations, step.sources)
      for source in sources {
        for destination in destinations {
          diagram.add(
            Diagram.Edge(
              source: Diagram.Node(
                name: story.name(source), role: staying == .source ? .stays : going),
              destination: Diagram.Node(
                name: story.name(destination), role: staying == .destination ? .stays : going),
              line: .reference(model.schema.declaration(of: relationship).name, meaning),
              step: number))
        }
      }
    }
    return diagram
  }
}

extension Schema {
  /// The reference that a step is drawn as, which may be the inverse; nil for none.
  fileprivate func edge(
    of step: DeleteStory.Step
  ) -> (relationship: RelationshipID, meaning: Diagram.Meaning)? {
    switch step.kind {
    case .alsoDeleted: (step.relationship, .cascade)
    case .unlinked: (step.relationship, .lost)
    case .blocked: (step.relationship, .denied)
    case .leftDangling: (step.relationship, .dangling)
    case .madeInvalid, .leftInvalid: (step.relationship, .broken)
    case .failed: inverse(of: step.relationship).map { ($0.relationship, .broken) }
    case .crashes, .crashesByCascade, .avoidsCrash: nil
    }
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

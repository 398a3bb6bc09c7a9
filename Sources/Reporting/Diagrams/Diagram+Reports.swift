import CompiledOnce
import ModelCheck
import ModelDeletes
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

extension Model {
  /// Entities, who inherits from whom, and relationships; the two of a pair are one line.
  func diagram(on range: ReleaseRange?) -> Diagram {
    let crashing = crashing(on: range)
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
      let (pair, isSwapped) = crashing.pair(relationship, inverse)
      let ends = [schema.source(of: relationship), schema.destination(of: relationship)].map {
        schema.declaration(of: $0).name
      }
      add(ends[isSwapped ? 1 : 0], ends[isSwapped ? 0 : 1], .relationship(pair))
    }
    return diagram
  }
}

extension CrashingSchema {
  /// A relationship and its inverse as one line, the owner's end first; and whether that is the inverse.
  func pair(
    _ relationship: RelationshipID, _ inverse: RelationshipID?
  ) -> (pair: Diagram.Pair, isSwapped: Bool) {
    func end(_ relationship: RelationshipID) -> Diagram.Pair.End {
      Diagram.Pair.End(
        relationship: schema.declaration(of: relationship), hazards: hazards(of: relationship))
    }
    return Diagram.Pair.ordered(
      end(relationship), inverse.map(end), isOwnInverse: inverse == relationship)
  }
}

extension EntityReport {
  /// The effects that a delete can have, kind by kind.
  var diagram: Diagram { diagram(of: story.lines) }

  /// The effects of some lines of a delete's story, kind by kind.
  func diagram(of lines: [StoryLine]) -> Diagram {
    // What may be refused, or crash, is not struck out.
    let kinds = lines.filter { !$0.needsSharing }.map(\.kind)
    let crashes = kinds.contains(.crashes)
    let going: Diagram.Node.Role = crashes || kinds.contains(.refuses) ? .wouldGo : .goes
    // One box also for its subentities.
    let requested = Diagram.Node(name: story.name, role: crashes ? .crashes : going)
    let start = story.requested.isEmpty ? [] : [requested]
    var diagram = Diagram(
      .delete, title: "Deleting \(story.name.withArticle) (\(model.title))", nodes: start,
      requested: start)
    for (number, step) in lines.enumerated().flatMap({ number, line in
      line.steps.map { (number, $0) }
    }) {
      guard let meaning = Diagram.Meaning(step.kind) else { continue }
      func nodes(_ kinds: [EntityID], _ end: Diagram.Meaning.End) -> [Diagram.Node] {
        if meaning.staying == end, let near = kinds.first {
          // One box also for survivors that are all the subentities of one.
          let name = story.name(kinds, near: near)
          let names = model.schema.entity(name) == nil ? kinds.map(story.name) : [name]
          return names.map { Diagram.Node(name: $0, role: .stays) }
        }
        return kinds.map { kind in
          let isRequested =
            meaning == .cascade ? step.level == 1 && end == .source : step.requested.contains(kind)
          return isRequested || kind == story.entity
            ? requested : Diagram.Node(name: story.name(kind), role: going)
        }
      }
      // What makes a batch delete fail is drawn as the reference that would be missing.
      let inverse =
        step.kind == .failed ? model.schema.inverse(of: step.relationship)?.relationship : nil
      let relationship = inverse ?? step.relationship
      let ends =
        inverse == nil ? (step.sources, step.destinations) : (step.destinations, step.sources)
      for source in nodes(ends.0, .source).withoutRepeats {
        for destination in nodes(ends.1, .destination).withoutRepeats {
          diagram.add(
            Diagram.Edge(
              source: source, destination: destination,
              line: .reference(model.schema.declaration(of: relationship).name, meaning),
              step: number))
        }
      }
    }
    return diagram
  }
}

extension Diagram.Meaning {
  /// The effect of a step on a reference; nil for a step that is not drawn.
  fileprivate init?(_ kind: DeleteStory.Step.Kind) {
    switch kind {
    case .alsoDeleted: self = .cascade
    case .unlinked: self = .lost
    case .blocked: self = .denied
    case .leftDangling: self = .dangling
    case .madeInvalid, .failed, .leftInvalid: self = .broken
    case .crashes, .crashesByCascade, .avoidsCrash: return nil
    }
  }

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
  /// The effects of deleting the first of the objects, object by object.
  var diagram: Diagram {
    func happens(_ kinds: DeleteStory.Step.Kind...) -> Bool {
      effects.prefix(1).contains { effects in kinds.contains { !effects.steps($0).isEmpty } }
    }
    let crashes = happens(.crashes, .crashesByCascade)
    let going: Diagram.Node.Role = crashes || happens(.blocked, .madeInvalid) ? .wouldGo : .goes
    let requested = effects.prefix(1).map {
      Diagram.Node(name: $0.object, role: crashes ? .crashes : going)
    }
    var diagram = Diagram(
      .delete, title: "Deleting \(requested.first?.name ?? "") (\(model.title))", nodes: requested,
      requested: requested)
    guard let effects = effects.first else { return diagram }
    let gone = Set(effects.deleted)
    func node(_ name: String) -> Diagram.Node {
      requested.first { $0.name == name }
        ?? Diagram.Node(name: name, role: gone.contains(name) ? going : .stays)
    }
    let kinds: [DeleteStory.Step.Kind] = [
      .alsoDeleted, .blocked, .leftDangling, .madeInvalid, .unlinked,
    ]
    for step in kinds.flatMap({ effects.steps($0) }) {
      guard let meaning = Diagram.Meaning(step.kind) else { continue }
      for other in step.others {
        diagram.add(
          Diagram.Edge(
            source: node(step.object), destination: node(other),
            line: .reference(step.relationship, meaning)))
      }
    }
    return diagram
  }
}

import ModelDeletes
import ObjectGraph
import Scenarios
import SourceText

extension EffectsWords {
  /// What a delete can do, kind by kind.
  func diagram(title: String) -> EffectsDiagram {
    let title = "Deleting \(entity.withArticle) (\(title))"
    var diagram = EffectsDiagram(title: title, requested: effects.kinds.map { name($0) })
    for cascade in effects.cascades {
      add(cascade.relationship, cascade.sources, cascade.destinations, .cascade, to: &diagram)
    }
    for denial in effects.denials {
      add(denial.relationship, denial.deleted.kinds, denial.kinds, .denied, to: &diagram)
    }
    for broken in effects.invalidations {
      add(broken.relationship, broken.kinds, broken.deleted.kinds, .broken, to: &diagram)
    }
    for left in effects.dangling {
      add(left.relationship, left.kinds, left.deleted.kinds, .dangling, to: &diagram)
    }
    for loss in effects.losses {
      add(loss.relationship, loss.kinds, loss.deleted.kinds, .lost, to: &diagram)
    }
    return diagram
  }

  private func add(
    _ relationship: RelationshipID, _ sources: [EntityID], _ destinations: [EntityID],
    _ meaning: EffectsDiagram.Meaning, to diagram: inout EffectsDiagram
  ) {
    let label = schema.declaration(of: relationship).name
    let sourceStays = meaning == .dangling || meaning == .lost || meaning == .broken
    for source in sources {
      for destination in destinations {
        diagram.add(
          EffectsDiagram.Edge(
            source: EffectsDiagram.Node(name: name(source), stays: sourceStays),
            destination: EffectsDiagram.Node(name: name(destination), stays: meaning == .denied),
            label: label, meaning: meaning))
      }
    }
  }
}

import ModelDeletes
import Scenarios

extension InstancesReport {
  /// What deleting the first of the objects does, object by object.
  var diagram: EffectsDiagram {
    let object = effects.first?.object ?? ""
    var diagram = EffectsDiagram(
      title: "Deleting \(object) (\(model.title))", requested: effects.prefix(1).map(\.object))
    guard let effects = effects.first else { return diagram }
    let gone = Set(effects.deleted)
    func add(
      _ source: String, _ label: String, _ destination: String, _ meaning: EffectsDiagram.Meaning
    ) {
      diagram.add(
        EffectsDiagram.Edge(
          source: EffectsDiagram.Node(name: source, stays: !gone.contains(source)),
          destination: EffectsDiagram.Node(name: destination, stays: !gone.contains(destination)),
          label: label, meaning: meaning))
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

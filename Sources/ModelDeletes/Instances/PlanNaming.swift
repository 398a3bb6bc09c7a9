import ObjectGraph
import Scenarios

/// A plan with the names of its objects and relationships.
struct PlanNaming {
  private let plan: DeletePlan
  private let instances: Instances
  private let schema: Schema

  init(_ plan: DeletePlan, _ instances: Instances) {
    self.plan = plan
    self.instances = instances
    schema = instances.schema
  }

  /// Which cascade takes which objects along, level by level.
  var steps: [InstanceEffects.Step] {
    let cascades = Dictionary(grouping: plan.cascaded, by: \.source)
    var levels: [ObjectID: Int] = [:]
    for object in plan.requested { levels[object] = 0 }
    var steps: [InstanceEffects.Step] = []
    var level = plan.requested
    var number = 0
    while !level.isEmpty {
      number += 1
      var next: [ObjectID] = []
      for source in level {
        // Sorted by relationship, as all links of a plan are.
        var links = (cascades[source] ?? [])[...]
        while let relationship = links.first?.relationship {
          let run = links.prefix { $0.relationship == relationship }.map(\.destination)
          links = links.dropFirst(run.count)
          let taken = run.filter { levels[$0] == nil || levels[$0] == number }
          next += taken.filter { levels.updateValue(number, forKey: $0) == nil }
          if taken.isEmpty { continue }
          steps.append(
            InstanceEffects.Step(
              level: number, source: name(source), relationship: name(relationship),
              taken: taken.map(name)))
        }
      }
      level = next.sorted()
    }
    return steps
  }

  var denials: [InstanceEffects.Denial] {
    plan.denials.map {
      InstanceEffects.Denial(
        object: name($0.object), relationship: name($0.relationship),
        rule: schema.qualifiedName(of: $0.relationship), blockers: $0.blockers.map(name))
    }
  }

  var violations: [InstanceEffects.Violation] {
    let lost = Dictionary(grouping: plan.nullified) { [$0.source: $0.relationship] }
    return plan.violations.map {
      InstanceEffects.Violation(
        object: name($0.object), relationship: name($0.relationship),
        property: schema.qualifiedName(of: $0.relationship), kind: $0.kind,
        lost: (lost[[$0.object: $0.relationship]] ?? []).map { name($0.destination) })
    }
  }

  /// What is lost by objects that need it no more than others.
  var losses: [InstanceEffects.Lost] {
    let broken = Set(plan.violations.map { [$0.object: $0.relationship] })
    return plan.nullified.filter { !broken.contains([$0.source: $0.relationship]) }.map { lost($0) }
  }

  /// The one-to-one links of what goes that were observed to crash.
  var crashes: [NamedLink] {
    let denied = plan.denials.flatMap { denial in
      denial.blockers.map { Link(denial.object, denial.relationship, $0) }
    }
    let left = plan.dangling.compactMap { link in
      schema.inverse(of: link.relationship).map {
        Link(link.destination, $0.relationship, link.source)
      }
    }
    return Set(denied + left).filter { schema.canCrash($0.relationship) }.sorted().map {
      NamedLink(name($0.source), name($0.relationship), name($0.destination))
    }
  }

  func lost(_ link: Link) -> InstanceEffects.Lost {
    let inverse = schema.inverse(of: link.relationship)?.relationship
    return InstanceEffects.Lost(
      link: NamedLink(name(link.source), name(link.relationship), name(link.destination)),
      inverse: inverse.map { schema.qualifiedName(of: $0) },
      rule: inverse.map { schema.declaration(of: $0).deleteRule })
  }

  private func name(_ object: ObjectID) -> String { instances.name(of: object) }

  private func name(_ relationship: RelationshipID) -> String {
    schema.declaration(of: relationship).name
  }
}

import DeleteMatrix
import ObjectGraph
import Scenarios

/// A cell as an implementation is asked about it: in the terms of its framework, with the
/// prediction.
struct AskedCell: Sendable {
  let cell: Cell
  /// The cell's scenario, with every inverse written out for one who infers none.
  let scenario: Scenario
  let look: Look
  /// The outcomes that this engine predicts as possible; none if it could not replay the scenario.
  let possible: [Outcome]
  /// Every reference of the stored graph.
  let linksAtStart: Set<NamedLink>
  /// Whether it is asked of another framework than the one that was observed.
  private let isRestated: Bool
  private let entities: [String: String]

  /// Returns the cells of a scenario as an implementation is asked about them.
  ///
  /// - Parameters:
  ///   - trial: A scenario and its cells.
  ///   - framework: The framework whose behaviour is asked for; nil for an implementation of
  ///     another kind.
  ///   - runner: The runner that makes the predictions.
  /// - Returns: The cells, in the same order.
  static func cells(
    of trial: Trial, for framework: Framework.Name?, by runner: Runner
  ) -> [AskedCell] {
    let cells = trial.cells
    let isRestated = framework != trial.scenario.framework
    let scenario = isRestated ? trial.scenario.restated() : trial.scenario
    // What a release does beyond the rules is no matter to another framework.
    let looks = cells.map(\.look)
    let possible: [[Outcome]] =
      isRestated
      ? ObjectGraphEngine().answers(to: scenario, at: looks).map {
        [try? $0.get()].compactMap(\.self)
      }
      : runner.run(trial).map(\.possible)
    let start = ObjectGraphEngine().answers(to: scenario, at: [Look(after: 0)]).first
    let links = (try? start?.get())?.references.flatMap(\.links) ?? []
    var entities: [String: String] = [:]
    for object in scenario.objects + scenario.inserted { entities[object.name] = object.entity }
    return zip(cells, possible).map { cell, possible in
      AskedCell(
        cell: cell, scenario: scenario, look: cell.look, possible: possible,
        linksAtStart: Set(links), isRestated: isRestated, entities: entities)
    }
  }

  /// True if the last step before the look is one that can fail: a save or a batch delete.
  ///
  /// After any other step, only this engine knows why a save would fail.
  var canBeRefused: Bool {
    switch lastAction {
    case .save, .batchDelete: true
    default: false
    }
  }

  /// Whether the step that was looked at goes past the objects that a context has.
  var isBatchDelete: Bool { if case .batchDelete = lastAction { true } else { false } }

  private var lastAction: Scenario.Action? {
    scenario.steps.indices.contains(look.stepCount - 1)
      ? scenario.steps[look.stepCount - 1].action : nil
  }

  func relationships(of object: String) -> [String] {
    guard let schema = try? scenario.schema,
      let entity = entities[object].flatMap({ schema.entity($0) })
    else { return [] }
    return schema.relationships(of: entity).map { schema.declaration(of: $0).name }
  }

  /// Whether an observation says anything of what was asked: a crash is of its framework alone.
  func isComparable(_ observation: Observation) -> Bool {
    observation.evidence != .recorded && observation.system == nil
      && !(isRestated && observation.state.effect == .crash)
  }
}

extension Scenario {
  var inserted: [NamedObject] {
    steps.flatMap(\.actions).flatMap { action -> [NamedObject] in
      if case .insert(let objects) = action { objects } else { [] }
    }
  }

  /// True if the initial graph could have been saved.
  var startsValid: Bool {
    let made = Scenario(
      framework: framework, entities: entities, objects: [],
      steps: ([.insert(objects)] + links.map { .link($0) } + [.save]).map { Step($0) })
    return (try? ObjectGraphEngine().outcome(of: made))?.effect == .ok
  }

  /// The same in a framework that infers nothing: every inverse stands on both of its sides.
  func restated() -> Scenario {
    guard let schema = try? schema else { return self }
    var entities = entities
    for place in entities.indices {
      guard let entity = schema.entity(entities[place].name) else { continue }
      for index in entities[place].relationships.indices {
        let name = entities[place].relationships[index].name
        guard let id = schema.relationship(name, of: entity) else { continue }
        entities[place].relationships[index].inverse =
          schema.inverse(of: id).map { .named(schema.declaration(of: $0.relationship).name) }
          ?? .unstated
      }
    }
    return Scenario(
      framework: .coreData, entities: entities, objects: objects, links: links, values: values,
      steps: steps)
  }
}

import Foundation

/// The task of one child process: a scenario, up to the last look.
struct Act: Codable {
  var scenario: Scenario
  var looks: [Look]
  var store: StoreKind
  /// Whether the steps run in the context that inserted the stored objects.
  var isInserter: Bool
  var folder: String
  /// Whether what an earlier act stored is opened, and no step is done.
  var reopens = false
  /// Whether the store is the probe's own, and is all that is looked at.
  var records = false
  /// The final read: an object and its relationship.
  var reading: [String]?
  /// Relationships that trap when they are looked at: they are passed over.
  var passedOver: [[String]] = []
  /// The numbers of steps that end the process when they read: they are passed over, too.
  var passedSteps: [Int] = []
  /// The experiment that is done instead.
  var experiment: String?
}

/// A line that a child writes before it does something, or after.
struct Note: Codable {
  /// The step that is about to be done; 0 for the stored graph.
  var at: Int?
  /// The relationship that is about to be looked at.
  var looking: [String]?
  var sight: Sight?
  var read: Reading?
  var found: String?
  var skipped: String?
  var failed: String?

  init(
    at: Int? = nil, looking: [String]? = nil, sight: Sight? = nil, read: Reading? = nil,
    found: String? = nil, skipped: String? = nil, failed: String? = nil
  ) {
    self.at = at
    self.looking = looking
    self.sight = sight
    self.read = read
    self.found = found
    self.skipped = skipped
    self.failed = failed
  }
}

/// The work of a child process.
///
/// Each action that may end the process is written down before it is done.
struct Performance<Played: Stage> {
  let act: Act
  let write: (Note) -> Void

  func run() {
    do {
      try perform()
    } catch let skip as Skip {
      write(Note(skipped: skip.reason))
    } catch {
      write(Note(failed: "\(error)"))
    }
  }

  private func perform() throws {
    let folder = URL(fileURLWithPath: act.folder)
    if let name = act.experiment {
      if name == Canary.crashes.rawValue { fatalError("canary") }
      guard let experiment = Played.experiments.first(where: { $0.name == name }) else {
        throw Problem("there is no experiment \(name)")
      }
      write(
        Note(
          found: try experiment.find(
            StorePlace(act.store, in: folder, isInserter: act.isInserter))))
      return
    }
    let names = folder.appendingPathComponent("names.json")
    let identifiers =
      act.reopens
      ? try JSONDecoder().decode([String: String].self, from: Data(contentsOf: names)) : nil
    write(Note(at: 0))
    let stage = try Played(
      act.scenario,
      in: StorePlace(
        act.store, in: folder, identifiers: identifiers, isRecording: act.records,
        isInserter: act.isInserter))
    let steps = act.reopens ? [] : act.scenario.steps ?? []
    if act.reopens, let look = act.looks.first {
      try self.look(look, stage, Sight(after: look.after))
    } else {
      try look(after: 0, stage, nil)
    }
    for (index, step) in steps.enumerated() {
      write(Note(at: index + 1))
      var reading: Reading?
      if act.passedSteps.contains(index + 1) {
        reading = .trap
      } else if let path = step.read {
        reading = try stage.read(path)
      } else {
        try stage.take(step)
      }
      if step.save == true && stage.refusals.isEmpty {
        try stage.letGo(except: act.scenario.kept(after: index + 1))
      }
      try look(after: index + 1, stage, reading)
    }
    if let path = act.reading {
      write(Note(looking: path))
      write(Note(read: try stage.read(path)))
    }
    if act.store == .sqlite && !act.reopens && !act.records {
      try JSONEncoder.lines.encode(stage.identifiers()).write(to: names)
    }
  }

  private func look(after step: Int, _ stage: Played, _ reading: Reading?) throws {
    guard let look = act.looks.first(where: { $0.after == step }) else { return }
    var sight = Sight(after: step)
    if act.records {
      sight.asked = stage.asked
      return write(Note(sight: sight))
    }
    sight.read = reading?.rawValue
    try self.look(look, stage, sight)
  }

  private func look(_ look: Look, _ stage: Played, _ blank: Sight) throws {
    let scenario = act.scenario
    let entities = scenario.entitiesOfObjects
    var sight = blank
    let alive = try stage.alive().sorted()
    sight.alive = alive
    sight.refused = stage.refusals.isEmpty ? nil : stage.refusals
    sight.isDeleted = stage.isDeleted()?.sorted()
    sight.merged = stage.merged.isEmpty ? nil : stage.merged
    // The first look of a scenario tells of its schema, too.
    if look.after == act.looks.first?.after && !act.reopens { sight.entities = stage.resolved() }
    var values: [[Value]] = []
    var holds: [Sight.Held] = []
    for name in alive {
      guard let entity = entities[name] else { continue }
      for relationship in scenario.relationships(of: entity).sorted(by: { $0.name < $1.name }) {
        let path = [name, relationship.name]
        if act.passedOver.contains(path) { continue }
        write(Note(looking: path))
        let found = try stage.destinations(of: name, relationship.name)
        let ordered = relationship.ordered == true ? found : found.sorted()
        if !found.isEmpty { holds.append(Sight.Held(name, relationship.name, ordered)) }
      }
      for attribute in scenario.attributes(of: entity).sorted(by: { $0.name < $1.name }) {
        let value = stage.value(of: name, attribute.name)
        values.append([.string(name), .string(attribute.name), value])
      }
    }
    sight.holds = holds
    if scenario.entities.contains(where: { $0.attributes?.isEmpty == false }) {
      sight.values = values
    }
    sight.fetched = try look.fetch?.compactMap { fetch in
      guard fetch.count == 3 else { return nil }
      let found = try stage.fetched(fetch[0], by: fetch[1], ascending: fetch[2] == "ascending")
      return found.map { fetch.map(Value.string) + [.list($0)] }
    }
    sight.stored = try stage.stored()?.sorted()
    write(Note(sight: sight))
  }
}

import Foundation

/// An experiment whose end is known: a run is trusted only where it ended so.
enum Canary: String, CaseIterable {
  case passes = "canary_passes"
  case crashes = "canary_crashes"
}

/// An adapter that answers questions with child processes.
///
/// Each question is asked three times; results that differ are not evidence.
struct Adapter<Played: Stage> {
  let store: StoreKind
  /// Whether the steps run in the context that inserted the stored objects.
  let isInserter: Bool

  /// The result of a question.
  enum Answer: Equatable {
    case looks([Sight])
    case skipped(String)
    case failed(String)
  }

  var greeting: Greeting {
    Greeting(
      implementation: .init(
        name: Played.name, version: Machine.build, framework: Played.framework,
        system: Machine.system, store: store.words + (isInserter ? ", inserting context" : ""),
        machine: Machine()),
      capabilities: Played.capabilities,
      experiments: Canary.allCases.map(\.rawValue) + Played.experiments.map(\.name))
  }

  /// Answers one line; false where it is time to end.
  func answer(_ request: Request, writing write: (any Encodable) throws -> Void) throws -> Bool {
    switch request.cmd {
    case "start": try write(greeting)
    case "run":
      guard let number = request.seq, let scenario = request.scenario else {
        throw Problem("found a run without a scenario")
      }
      for step in 0...(scenario.steps ?? []).count { try write(Reply(seq: number, at: step)) }
      try write(reply(to: scenario, request.looks ?? [], as: number))
    case "experiment":
      guard let number = request.seq, let name = request.experiment else {
        throw Problem("found an experiment without a name")
      }
      let (found, flaky) = finding(of: name)
      try write(Reply(seq: number, flaky: flaky, found: found))
    case "stop": return false
    default: throw Problem("found the unknown request '\(request.cmd)'")
    }
    return true
  }

  /// Returns the reply that combines three repetitions.
  func reply(to scenario: Scenario, _ looks: [Look], as number: Int) -> Reply {
    var first: Answer?
    for _ in 1...3 {
      let answer = answer(scenario, looks)
      switch answer {
      case .skipped(let reason): return Reply(seq: number, skipped: reason)
      case .failed(let reason): return Reply(seq: number, failed: reason)
      case .looks: break
      }
      if let first, first != answer {
        return Reply(seq: number, flaky: difference(first, answer))
      }
      first = answer
    }
    guard case .looks(let sights)? = first else { return Reply(seq: number, failed: "no answer") }
    return Reply(seq: number, looks: sights)
  }

  /// The first looks that differ, as they would have been told.
  private func difference(_ one: Answer, _ other: Answer) -> String {
    guard case .looks(let one) = one, case .looks(let other) = other,
      let pair = zip(one, other).first(where: { $0 != $1 }),
      let first = try? pair.0.line(), let second = try? pair.1.line()
    else { return "it ended otherwise" }
    return "\(first) and then \(second)"
  }
}

// MARK: - One repetition

extension Adapter {
  /// Returns the observations of one child, and of others that perform the reads that may trap.
  private func answer(_ scenario: Scenario, _ looks: [Look]) -> Answer {
    do {
      let folder = try Folder()
      defer { folder.remove() }
      return try answer(scenario, looks, in: folder)
    } catch let skip as Skip {
      return .skipped(skip.reason)
    } catch {
      return .failed("\(error)")
    }
  }

  private func answer(_ scenario: Scenario, _ looks: [Look], in folder: Folder) throws -> Answer {
    let last = looks.map(\.after).max() ?? 0
    let part = scenario.prefix(last)
    var act = Act(
      scenario: part, looks: looks, store: store, isInserter: isInserter,
      folder: folder.path)
    var (sights, isWhole) = try self.sights(&act)
    for index in sights.indices where sights[index].crashed == nil {
      try readThrough(&sights[index], part, act)
    }
    if isWhole, store == .sqlite, !sights.isEmpty {
      sights[sights.count - 1].reopened = try reopened(part, looks, after: act)
    }
    if isWhole, store == .sqlite, Played.hasRecordingStore { try record(&sights, act) }
    return .looks(sights)
  }

  /// Returns the observations of a child, and whether it ran to the end.
  ///
  /// After a child that dies of a look, another child skips that look.
  private func sights(_ act: inout Act) throws -> ([Sight], isWhole: Bool) {
    var traps: [[String]: String] = [:]
    var words: [Int: String] = [:]
    while true {
      if traps.count + words.count > 100 {
        throw Problem("too many relationships trap when looked at")
      }
      let folder = URL(fileURLWithPath: act.folder)
      try Folder.empty(folder)
      let child = try Child(act)
      try child.throwReason()
      var sights = child.notes.compactMap(\.sight)
      for index in sights.indices {
        let alive = Set(sights[index].alive ?? [])
        let here = traps.keys.filter { alive.contains($0[0]) }.sorted {
          $0.lexicographicallyPrecedes($1)
        }
        if !here.isEmpty {
          sights[index].reads = here.map { $0 + [Reading(endingWith: traps[$0] ?? "").rawValue] }
        }
        let said = words[sights[index].after]
        if let said { sights[index].read = Reading(endingWith: said).rawValue }
        sights[index].fatal = said ?? here.first.flatMap { traps[$0] }
      }
      guard case .died(let last) = child.end else { return (sights, true) }
      if let path = child.notes.last?.looking {
        traps[path] = last
        act.passedOver.append(path)
        continue
      }
      let step = child.notes.compactMap(\.at).last ?? 0
      if act.scenario.step(step)?.read != nil {
        // To read changes nothing, so the rest goes on without it.
        words[step] = last
        act.passedSteps.append(step)
        continue
      }
      let seen = Set(sights.map(\.after))
      sights += act.looks.filter { !seen.contains($0.after) }.map { look in
        // What follows a crash has crashed.
        var sight = Sight(after: look.after)
        sight.crashed = true
        sight.fatal = last
        return sight
      }
      return (sights, false)
    }
  }

  /// Reads through references to deleted objects, each in a separate process: after the step and,
  /// if the step is a save, also before it.
  private func readThrough(_ sight: inout Sight, _ scenario: Scenario, _ act: Act) throws {
    var reads = sight.reads ?? []
    var readsBefore: [[String]] = []
    for path in gone(in: sight.holds ?? [], alive: sight.alive ?? []) {
      let (word, words) = try reading(path, scenario.prefix(sight.after), act)
      reads.append(path + [word.rawValue])
      sight.fatal = sight.fatal ?? words
      if sight.after > 1, scenario.step(sight.after)?.save == true {
        let (word, _) = try reading(path, scenario.prefix(sight.after - 1), act)
        readsBefore.append(path + [word.rawValue])
      }
    }
    sight.reads = reads
    sight.readsBefore = readsBefore.isEmpty ? nil : readsBefore
  }

  /// The relationships of the living that hold something else.
  private func gone(in holds: [Sight.Held], alive: [String]) -> [[String]] {
    let alive = Set(alive)
    return holds.filter { !alive.isSuperset(of: $0.objects) }.map { [$0.object, $0.relationship] }
  }

  private func reading(
    _ path: [String], _ scenario: Scenario, _ act: Act
  ) throws -> (Reading, String?) {
    let folder = try Folder()
    defer { folder.remove() }
    let reader = Act(
      scenario: scenario, looks: [], store: act.store, isInserter: act.isInserter,
      folder: folder.path,
      reading: path + [identifyingAttribute], passedSteps: act.passedSteps)
    return try reading(reader)
  }

  private func reading(_ act: Act) throws -> (Reading, String?) {
    let child = try Child(act)
    try child.throwReason()
    if case .died(let words) = child.end {
      guard child.notes.last?.looking != nil else {
        throw Problem("a step that went well ended otherwise: \(words)")
      }
      return (Reading(endingWith: words), words)
    }
    guard let word = child.notes.last?.read else { throw Problem("nothing was read") }
    return (word, nil)
  }

  /// Returns what another process finds in the store.
  private func reopened(
    _ scenario: Scenario, _ looks: [Look], after act: Act
  ) throws -> Sight.Reopened? {
    var again = act
    again.reopens = true
    again.looks = [Look(after: looks.map(\.after).max() ?? 0)]
    again.passedOver = []
    var traps: [[String]] = []
    while true {
      if traps.count > 100 { throw Problem("too many relationships trap when looked at") }
      let child = try Child(again)
      try child.throwReason()
      if case .died(let words) = child.end {
        guard let path = child.notes.last?.looking else {
          throw Problem("the store cannot be opened anew: \(words)")
        }
        traps.append(path + [Reading(endingWith: words).rawValue])
        again.passedOver.append(path)
        continue
      }
      guard let sight = child.notes.last?.sight else { return nil }
      var reads = traps
      for path in gone(in: sight.holds ?? [], alive: sight.alive ?? []) {
        var reader = again
        reader.looks = []
        reader.reading = path + [identifyingAttribute]
        reads.append(path + [try reading(reader).0.rawValue])
      }
      return Sight.Reopened(alive: sight.alive ?? [], holds: sight.holds ?? [], reads: reads)
    }
  }

  /// Runs the same steps with the probe's recording store, and records the requests it receives.
  private func record(_ sights: inout [Sight], _ act: Act) throws {
    var recording = act
    recording.records = true
    let child = try Child(recording)
    let asked = Dictionary(
      child.notes.compactMap(\.sight).map { ($0.after, $0.asked) },
      uniquingKeysWith: { first, _ in first })
    let reason: String? =
      switch child.end {
      case .died(let words): "died: \(words)"
      case .late: "no end in time"
      case .finished: child.notes.last.flatMap { $0.failed ?? $0.skipped }
      }
    for index in sights.indices {
      sights[index].asked =
        asked[sights[index].after] ?? [Sight.Asked(error: reason ?? "nothing was told")]
    }
  }
}

// MARK: - Experiments

extension Adapter {
  /// Returns the result of an experiment if it is the same three times, or a description of how it
  /// differs.
  private func finding(of name: String) -> (found: String?, flaky: String?) {
    var first: String?
    for _ in 1...3 {
      let words = once(name)
      if let first, first != words { return (nil, "\(first) and then \(words)") }
      first = words
    }
    return (first, nil)
  }

  private func once(_ name: String) -> String {
    do {
      let folder = try Folder()
      defer { folder.remove() }
      if name == Canary.passes.rawValue { return try canaryPasses(in: folder) }
      var act = Act(
        scenario: .canary, looks: [], store: store, isInserter: isInserter,
        folder: folder.path)
      act.experiment = name
      let child = try Child(act)
      switch child.end {
      case .died(let words):
        return (name == Canary.crashes.rawValue ? "crashed: " : "trapped: ") + words
      case .late: return "no end in time"
      case .finished:
        guard let note = child.notes.last else { return "nothing" }
        return note.found ?? note.skipped.map { "skipped: \($0)" }
          ?? note.failed.map { "failed: \($0)" } ?? "nothing"
      }
    } catch {
      return "failed: \(error)"
    }
  }

  /// To delete an item leaves its list as it is, whatever rule the list has.
  private func canaryPasses(in folder: Folder) throws -> String {
    var act = Act(
      scenario: .canary, looks: [Look(after: 2)], store: store, isInserter: isInserter,
      folder: folder.path)
    let (sights, isWhole) = try sights(&act)
    let alive = sights.last?.alive ?? []
    return isWhole && alive == ["home"] ? "passed" : "found \(alive) alive; expected home"
  }
}

extension Scenario {
  /// A list with one item, which is deleted.
  static var canary: Scenario {
    var (delete, save) = (Step(), Step())
    delete.delete = ["eggs"]
    save.save = true
    return list(doing: [delete, save])
  }

  /// A list that cascades to its items, with one item; the inverse is declared on one side.
  package static func list(doing steps: [Step]) -> Scenario {
    Scenario(
      entities: [
        Entity(
          name: "List",
          relationships: [
            Relationship(
              name: "items", destination: "Item", toMany: true, deleteRule: "cascade",
              inverse: "list")
          ]),
        Entity(
          name: "Item",
          relationships: [
            Relationship(name: "list", destination: "List", deleteRule: "nullify")
          ]),
      ],
      objects: ["List": ["home"], "Item": ["eggs"]], links: [["home", "items", "eggs"]],
      steps: steps)
  }

  /// The same with its first steps only.
  func prefix(_ count: Int) -> Scenario {
    var part = self
    part.steps = Array((steps ?? []).prefix(count))
    return part
  }

  /// A step by its number from 1.
  func step(_ number: Int) -> Step? {
    guard let steps, steps.indices.contains(number - 1) else { return nil }
    return steps[number - 1]
  }
}

extension Child {
  /// Throws what the child said that kept it from doing its act.
  func throwReason() throws {
    if end == .late { throw Problem("a child did not end in time") }
    guard let note = notes.last else { return }
    if let reason = note.skipped { throw Skip(reason) }
    if let reason = note.failed { throw Problem(reason) }
  }
}

/// A folder for the files of one act.
struct Folder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("deleterules-probe-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Takes out what an act before left there.
  static func empty(_ folder: URL) throws {
    let items = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for item in items { try FileManager.default.removeItem(at: item) }
  }
}

/// The attribute of every object that holds its name in the scenario.
package let identifyingAttribute = "probeName"

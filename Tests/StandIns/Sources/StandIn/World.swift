import DeleteRules
import Foundation

/// What a context of a stand-in knows: what is stored, and what was done since, replayed by the engine
/// whenever somebody looks.
///
/// A refused save leaves everything pending, as in the engine; the store has what the last save that was
/// done left there.
public final class World {
  /// Something that was done to a context.
  public enum Change: Codable {
    case insert(entity: String, name: String)
    case set(String, String, [String])
    case value(String, String, Value)
    case delete(String)
    case batchDelete(String, [String]?, Bool)
    case process
    case save
    case rollback
    case hold([String])
  }

  /// A value of an attribute.
  public enum Value: Codable, Hashable {
    case none
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
  }

  public let framework: Framework.Name
  public let entities: [Entity]
  private let store: Store
  private var circumstances: Circumstances
  private var engine: ObjectGraphEngine { Self.engine(framework, in: circumstances) }
  private var changes: [Change]
  private var known: Outcome?

  /// Opens what is stored.
  public init(_ framework: Framework.Name, _ entities: [Entity], in store: Store) {
    self.framework = framework
    let memory: Circumstances.Store = framework == .swiftData ? .swiftDataInMemory : .inMemory
    circumstances = Circumstances(
      store: store.isInMemory ? memory : .sqlite, insertedBy: .otherContext)
    self.entities = entities.map { Self.changed($0, isInMemory: store.isInMemory) }
    self.store = store
    changes = store.changes
    let held = outcome.kept
    if !held.isEmpty { changes.append(.hold(held)) }
  }

  /// The entity with other rules, where the test names some, as `deny:nullify`, or `deny:nullify:sqlite`
  /// for one kind of store.
  private static func changed(_ entity: Entity, isInMemory: Bool) -> Entity {
    let words = ProcessInfo.processInfo.environment["STAND_IN_RULES"]?.split(separator: ":") ?? []
    if words.count == 3 && (words[2] == "memory") != isInMemory { return entity }
    guard words.count > 1, let rule = DeleteRule(rawValue: String(words[0])),
      let other = DeleteRule(rawValue: String(words[1]))
    else { return entity }
    var entity = entity
    for place in entity.relationships.indices where entity.relationships[place].deleteRule == rule {
      entity.relationships[place].deleteRule = other
    }
    return entity
  }

  /// The engine as the system's release is described that the test names, or the newest, for the store
  /// and the context: deny depends on these.
  private static func engine(
    _ framework: Framework.Name, in circumstances: Circumstances
  ) -> ObjectGraphEngine {
    guard let releases = try? Releases.known() else { return ObjectGraphEngine() }
    let system = ProcessInfo.processInfo.environment["PROBE_SYSTEM"] ?? ""
    let range =
      (try? ReleaseRange(system, in: releases)) ?? ReleaseRange(newestIn: releases)
    return ObjectGraphEngine(as: releases.framework(framework, on: range.newest, in: circumstances))
  }

  // MARK: - Looking

  /// What has come of everything so far.
  public var outcome: Outcome {
    if let known { return known }
    let found = outcome(of: changes)
    known = found
    return found
  }

  /// The objects of an entity and of its subentities.
  public func alive(_ entity: String) -> [String] {
    let kinds = kinds(of: entity)
    return outcome.kept.filter { kinds.contains(self.entity(of: $0)) }
  }

  /// What a relationship of an object holds, whether that is there or not.
  public func references(_ name: String, _ relationship: String) -> [String] {
    if let found = outcome.references.first(where: {
      $0.object == name && $0.relationship == relationship
    }) {
      return found.destinations
    }
    return store.links.filter { $0[0] == name && $0[1] == relationship }.map { $0[2] }
  }

  /// What is in the store.
  public struct Saved {
    public let objects: Set<String>
    public let links: [[String]: [String]]
  }

  /// What the last save left in the store.
  public var saved: Saved {
    if !store.isGiven { return Saved(objects: [], links: [:]) }
    let outcome = outcome(of: store.changes)
    return Saved(
      objects: Set(outcome.kept),
      links: Dictionary(
        uniqueKeysWithValues: outcome.references.map {
          ([$0.object, $0.relationship], $0.destinations)
        }))
  }

  /// The relationships of an object, with those that it inherits.
  public func relationships(of name: String) -> [Relationship] {
    var found: [Relationship] = []
    var next: String? = entity(of: name)
    while let entity = entities.first(where: { $0.name == next }) {
      found += entity.relationships
      next = entity.parent
    }
    return found
  }

  public func value(_ name: String, _ attribute: String) -> Value {
    let name = canonical(name)
    let found = outcome.values.first { $0.object == name && $0.attribute == attribute }
    guard let found else { return store.value(name, attribute) }
    return switch found.value {
    case .bool(let bool)?: .bool(bool)
    case .integer(let integer)?: .integer(integer)
    case .decimal(let number)?: .number(number)
    case .string(let string)?: .string(string)
    case nil: .none
    }
  }

  public func isAlive(_ name: String) -> Bool { outcome.kept.contains(canonical(name)) }

  /// Whether a delete of it is pending.
  public func isDeleted(_ name: String) -> Bool { outcome.isDeleted.contains(name) }

  /// The stored object that took a new one over, or the object itself.
  public func canonical(_ name: String) -> String {
    outcome.merged.first { $0.first == name }?.last ?? name
  }

  /// The entity of an object.
  public func entity(of name: String) -> String {
    name.split(separator: "#").first.map(String.init) ?? name
  }

  /// What reading comes to, as the engine has it.
  public func reading(_ name: String, _ path: [String]) -> Outcome.Reading {
    let scenario = scenario(doing: steps(of: changes) + [Scenario.Step(.read(name, path: path))])
    return (try? engine.outcome(of: scenario))?.reading ?? .readable
  }

  // MARK: - Changing

  public func insert(_ entity: String) -> String {
    let name = "\(entity)#\(store.nextNumber())"
    change(.insert(entity: entity, name: name))
    return name
  }

  public func set(_ name: String, _ relationship: String, _ names: [String]) {
    change(.set(name, relationship, names))
  }

  public func set(_ name: String, _ attribute: String, _ value: Value) {
    change(.value(name, attribute, value))
  }

  public func delete(_ name: String) { change(.delete(name)) }
  public func processPendingChanges() { change(.process) }
  public func rollback() { change(.rollback) }

  /// Deletes rows; what refuses that.
  public func batchDelete(
    _ entity: String, _ names: [String]?, includingSubentities: Bool
  ) -> [Refusal] {
    change(.batchDelete(entity, names, includingSubentities))
    let refusals = refusals(in: outcome)
    if refusals.isEmpty { store.keep(changes) }
    return refusals
  }

  /// Saves; what refuses that.
  public func save() -> [Refusal] {
    if !store.isGiven { return saveFirst() }
    change(.save)
    let refusals = refusals(in: outcome)
    if refusals.isEmpty { store.keep(changes) }
    return refusals
  }

  /// What stands in the way of a save.
  public struct Refusal {
    public let code: Int
    public let object: String
    public let relationship: String
  }

  /// What is saved first is given: later contexts find it stored, as a scenario has it.
  private func saveFirst() -> [Refusal] {
    change(.save)
    let refusals = refusals(in: outcome)
    if refusals.isEmpty {
      store.give(
        objects: outcome.kept,
        links: outcome.references.flatMap { held in
          held.destinations.map { [held.object, held.relationship, $0] }
        }.sorted { $0.lexicographicallyPrecedes($1) },
        values: outcome.kept.flatMap { name in
          outcome.values.filter { $0.object == name }.map {
            ($0.attribute, value(name, $0.attribute))
          }
          .map { Store.Given(object: name, attribute: $0.0, value: $0.1) }
        })
      // This context goes on with what it has inserted.
      changes = [.hold(outcome.kept)]
      circumstances.insertedBy = .thisContext
      known = nil
    }
    return refusals
  }

  private func refusals(in outcome: Outcome) -> [Refusal] {
    guard outcome.effect == .denied || outcome.effect == .validationFailed else { return [] }
    let told = Set(outcome.refusals.filter { $0.kind != .other }.map(\.object))
    return outcome.refusals.filter { $0.kind != .other || !told.contains($0.object) }.map {
      Refusal(
        code: $0.code ?? 0, object: $0.object ?? "", relationship: $0.relationship ?? "")
    }
  }

  private func change(_ change: Change) {
    changes.append(change)
    known = nil
    if outcome.effect == .crash { fatalError("a delete that crashes") }
  }

  // MARK: - Replaying

  private func outcome(of changes: [Change]) -> Outcome {
    do {
      return try engine.outcome(of: scenario(doing: steps(of: changes)))
    } catch {
      fatalError("the stand-in cannot do it: \(error)")
    }
  }

  private func scenario(doing steps: [Scenario.Step]) -> Scenario {
    Scenario(
      framework: framework, circumstances: circumstances, entities: entities,
      objects: store.objects.map { NamedObject($0, entity(of: $0)) },
      links: store.links.map { NamedLink($0[0], $0[1], $0[2]) },
      values: store.values.map { NamedValue($0.object, $0.attribute, $0.value.stated) },
      steps: steps)
  }

  private func steps(of changes: [Change]) -> [Scenario.Step] {
    changes.map { change in
      switch change {
      case .insert(let entity, let name): Scenario.Step(.insert([NamedObject(name, entity)]))
      case .set(let name, let relationship, let names):
        Scenario.Step(.set(name, relationship, to: names))
      case .value(let name, let attribute, let value):
        Scenario.Step(.setValue(NamedValue(name, attribute, value.stated)))
      case .delete(let name): Scenario.Step(.delete([name]))
      case .batchDelete(let entity, let names, let subentities):
        Scenario.Step(
          .batchDelete(entity: entity, objects: names, includesSubentities: subentities))
      case .process: Scenario.Step(.processPendingChanges)
      case .save: Scenario.Step(.save)
      case .rollback: Scenario.Step(.rollback)
      case .hold(let names): Scenario.Step(.hold(names))
      }
    }
  }

  private func kinds(of entity: String) -> Set<String> {
    var kinds: Set = [entity]
    while true {
      let more = entities.filter { kinds.contains($0.parent ?? "") }.map(\.name)
      if kinds.isSuperset(of: more) { return kinds }
      kinds.formUnion(more)
    }
  }
}

extension World.Value {
  fileprivate var stated: AttributeValue? {
    switch self {
    case .none: nil
    case .bool(let bool): .bool(bool)
    case .integer(let integer): .integer(integer)
    case .number(let number): .decimal(number)
    case .string(let string): .string(string)
    }
  }
}

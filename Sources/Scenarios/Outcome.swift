import ObjectGraph

/// The state of a scenario's objects after a step; every list is sorted.
///
/// A batch delete that is refused, and a read, are done with at once: only the outcome after their own
/// step says so.
///
/// A crash stays: once a step has crashed, or a delete that was processed or saved, it is the effect
/// of all later outcomes. Only a rollback takes it back, and not where a save came after it. A delete
/// that is merely asked for has not crashed yet: what it would come to can still be changed.
///
/// ```swift
/// var outcome = Outcome(deleted: ["L"], kept: ["I"], effect: .denied)
/// outcome.refusals = [
///   ObservedState.Refusal(
///     .denied, object: "L", relationship: "items", code: 1600, blockers: ["I"])
/// ]
/// ```
public struct Outcome: Hashable, Sendable {
  /// The result of reading from an object.
  public enum Reading: String, CaseIterable, Hashable, Sendable {
    /// The process traps.
    case trap
    /// There is nothing: nil, zero, or a relationship that holds no object.
    case empty
    /// There is a value, or an object.
    case readable
    /// An exception is raised, such as `NSObjectInaccessibleException`.
    case exception

    /// Whether the process ends at the read, unless it catches an exception.
    package var stopsReader: Bool { self == .trap || self == .exception }
  }

  /// The objects that are gone from the pending state, which is what a list shows.
  public var deleted: [String]
  /// The objects that remain in the pending state.
  public var kept: [String]
  /// The effect, in addition to the fates of the objects.
  public var effect: Effect
  /// References that survivors held at the start and no longer hold.
  public var nullified: [NamedLink] = []
  /// References of survivors that lead to a deleted object.
  public var dangling: [NamedLink] = []
  /// References of deny rules that refuse nothing, because what they hold goes as well.
  public var satisfiedDenies: [NamedLink] = []
  /// The objects that a fetch from the store finds.
  public var stored: [String] = []
  /// Core Data's number for what refuses the save; nil where nothing does.
  public var error: ErrorCode?
  /// Everything that refuses the save: deny rules first, then survivors that are no longer valid.
  public var refusals: [ObservedState.Refusal] = []
  /// Objects whose rows a batch delete took: contexts have them in memory until they are merged.
  public var stale: [String] = []
  /// The objects of which `isDeleted` is true: their deletes are asked for, or have cascaded, and are
  /// not saved.
  public var isDeleted: [String] = []
  /// The result of the last step's read; nil if it read nothing.
  public var reading: Reading?
  /// New objects that a stored one took over, having the same unique value: new, stored.
  public var merged: [[String]] = []
  /// The references of every relationship of the survivors, by object and relationship.
  public var references: [NamedReferences] = []
  /// The survivors' values, by object and attribute.
  public var values: [NamedValue] = []
  /// The results of the requested fetches.
  public var fetched: [FetchedObjects] = []
  /// The objects whose deletion was asked for.
  public var requested: [String] = []
  /// The cascades that the deletes followed: why each other object goes.
  public var cascaded: [NamedLink] = []
  /// The effect if the crash of a delete comes with its save only; nil where there is no crash, or a save came.
  package var effectUntilSave: Effect?
  /// Whether a read that finds nothing may raise an exception instead.
  package var canRaise = false

  /// States an outcome, of which everything else is empty at first.
  public init(deleted: [String], kept: [String], effect: Effect) {
    self.deleted = deleted.sorted()
    self.kept = kept.sorted()
    self.effect = effect
  }

  /// The outcome, and what else the same may come to: no crash before the save, or an exception instead of an
  /// empty read.
  package var each: [Outcome] {
    if effectUntilSave == nil && !canRaise { return [self] }
    var (first, other) = (self, self)
    (first.effectUntilSave, first.canRaise) = (nil, false)
    if let effectUntilSave { other.effect = effectUntilSave }
    if canRaise { (other.reading, other.effect) = (.exception, .trapOnRead) }
    (other.effectUntilSave, other.canRaise) = (nil, false)
    return [first, other]
  }

  /// Every deny rule that refuses the save.
  public var denials: [ObservedState.Refusal] { refusals.filter { $0.kind == .denied } }
  /// Every survivor that is no longer valid.
  public var violations: [ObservedState.Refusal] {
    refusals.filter { $0.kind != .denied && $0.kind != .other }
  }

  /// Whether the same becomes of the same objects and references as in another outcome, and the same
  /// is read.
  package func comesToTheSame(as other: Outcome) -> Bool {
    effect == other.effect && deleted == other.deleted && nullified == other.nullified
      && dangling == other.dangling && denials == other.denials && violations == other.violations
      && merged == other.merged && isDeleted == other.isDeleted && reading == other.reading
  }
}

extension ObservedState {
  /// The state that an outcome is, as it is seen from outside: every field is stated.
  public init(_ outcome: Outcome) {
    self.init(
      effect: outcome.effect, reading: outcome.reading, error: outcome.error,
      references: outcome.references, values: outcome.values, fetched: outcome.fetched)
    // Sorted already.
    (deleted, kept) = (outcome.deleted, outcome.kept)
    (nullified, dangling) = (outcome.nullified, outcome.dangling)
    (stored, isDeleted, merged) = (outcome.stored, outcome.isDeleted, outcome.merged)
  }

  /// The fields that a program at the other end of the protocol sees.
  package init(_ outcome: Outcome, after step: Int) {
    self.init(
      after: step, kept: outcome.kept, effect: outcome.effect == .crash ? .crash : nil,
      stored: outcome.stored, isDeleted: outcome.isDeleted, reading: outcome.reading,
      references: outcome.references.filter { !$0.destinations.isEmpty }, values: outcome.values,
      fetched: outcome.fetched)
    merged = outcome.merged
    let told = Set(outcome.refusals.filter { $0.kind != .other }.map(\.object))
    refused = outcome.refusals.filter { $0.kind != .other || !told.contains($0.object) }
  }
}

extension Replay {
  func answer(at look: Look) -> Answer {
    do { return .success(try outcome(fetching: look.fetches)) } catch {
      return .failure(ReplayError("\(error)"))
    }
  }

  private func outcome(fetching fetches: [SortedFetch]) throws(GraphError) -> Outcome {
    let isUnprocessed = self.isUnprocessed && fetches.isEmpty
    // Nothing has to be tried where nothing is asked for since the last save.
    let isSaved = context.isSaved
    let stored = context.stored
    let pending =
      isUnprocessed ? context.unprocessed() : isSaved ? stored : context.pending()
    let plan = context.plan()
    let problems = isSaved ? [] : context.problems()
    let marked = isUnprocessed ? Set(plan.requested) : []
    let stale = Set(context.stale)
    var (gone, kept): ([String], [String]) = ([], [])
    for (name, object) in history.ids {
      if marked.contains(object) {
        gone.append(name)
      } else if pending.contains(object) {
        kept.append(name)
      } else if context.merged[object] == nil {
        gone.append(name)
      }
    }
    kept.sort()
    let held = try references(of: kept, in: pending)
    let dangling = held.flatMap { held in
      held.references.filter { $0 == .deleted($0.id) }.map {
        (link: NamedLink(held.object, held.name, name($0.id)), held.relationship, object: $0.id)
      }
    }
    let denials = problems.compactMap { if case .denied(let denial) = $0 { denial } else { nil } }
    func effect(in schema: Schema) -> Effect {
      Effect(
        denied: denials.map(\.relationship), isInvalid: problems.count > denials.count,
        dangling: dangling.filter { !stale.contains($0.object) }.map(\.1),
        danglingByBatch: dangling.filter { stale.contains($0.object) }.map(\.1),
        cascaded: plan.cascaded.map(\.relationship), in: schema)
    }
    var outcome = Outcome(deleted: gone, kept: kept, effect: effect(in: schema))
    if outcome.effect == .crash || history.crashesBySave {
      outcome.effectUntilSave = effect(in: schemaWithoutCrash)
      outcome.effect = .crash
    }
    let present = Set(held.flatMap(\.links))
    let goneNames = Set(gone)
    outcome.nullified = linksAtStart.filter {
      !goneNames.contains($0.source) && !present.contains($0)
    }.sorted()
    outcome.dangling = dangling.map(\.link).sorted()
    outcome.satisfiedDenies = history.satisfiedDenies.union(plan.satisfiedDenies.map(named))
      .sorted()
    outcome.stored = history.ids.filter { stored.contains($0.value) }.keys.sorted()
    outcome.error = problems.count > 1 ? .multipleErrors : problems.first?.code
    outcome.refusals = refusals(problems)
    outcome.merged = context.merged.map { [name($0.key), name($0.value)] }.sorted { $0[0] < $1[0] }
    outcome.references = held.map { held in
      let destinations = held.references.map { name($0.id) }
      return NamedReferences(
        held.object, held.name, held.isOrdered ? destinations : destinations.sorted())
    }
    outcome.values = try values(of: kept, in: pending)
    outcome.fetched = try fetches.map { fetch throws(GraphError) in
      FetchedObjects(fetch, finds: try result(of: fetch, in: stored))
    }
    outcome.requested = history.requested.sorted()
    outcome.isDeleted = (isUnprocessed ? plan.requested : plan.deleted).map(name).sorted()
    outcome.reading = reading
    outcome.canRaise = readsUnfulfilledFault
    if reading == .trap { outcome.effect = .trapOnRead }
    outcome.stale = stale.map(name).sorted()
    if let batchRefusal { state(batchRefusal, in: &outcome) }
    if let store = storeWithoutBatch {
      outcome.effect = .validationFailed
      outcome.refusals = [
        ObservedState.Refusal(.other, raw: "\(store.words) doesn't support batch deletes")
      ]
    }
    if history.hasCrashed { (outcome.effect, outcome.effectUntilSave) = (.crash, nil) }
    let following = isUnprocessed ? [] : plan.cascaded.map(named)
    outcome.cascaded = history.cascaded.union(following).sorted()
    return outcome
  }

  /// The schema under a framework whose deletes do not crash.
  private var schemaWithoutCrash: Schema {
    var framework = schema.framework
    framework.behaviours = framework.behaviours.filter { $0.value != .crash }
    return schema.described(as: framework) ?? schema
  }

  /// States what refused the batch delete of the last step.
  private func state(_ refusal: Refusal, in outcome: inout Outcome) {
    outcome.effect = refusal.code == .deniedDelete ? .denied : .validationFailed
    outcome.error = refusal.code
    outcome.refusals = refusals(refusal.problems)
  }

  private func refusals(_ problems: [Refusal.Problem]) -> [ObservedState.Refusal] {
    let all = problems.map(refusal)
    let told = all.filter { $0.kind != .other }.sorted { one, other in
      func order(_ refusal: ObservedState.Refusal) -> (Int, String, String) {
        (refusal.kind == .denied ? 0 : 1, refusal.object ?? "", refusal.relationship ?? "")
      }
      return order(one) < order(other)
    }
    return told + all.filter { $0.kind == .other }
  }

  private func refusal(_ problem: Refusal.Problem) -> ObservedState.Refusal {
    let object = name(problem.object)
    switch problem {
    case .denied(let denial):
      return ObservedState.Refusal(
        .denied, object: object, relationship: schema.declaration(of: denial.relationship).name,
        code: problem.code.rawValue, blockers: denial.blockers.map(name))
    case .invalid(let violation):
      return ObservedState.Refusal(
        violation.kind, object: object,
        relationship: schema.declaration(of: violation.relationship).name)
    case .missingValue, .danglingLink, .notUnique, .mandatoryInverse:
      return ObservedState.Refusal(
        .other, object: object, code: problem.code.rawValue,
        raw: problem.explanation(in: schema, naming: name))
    }
  }
}

/// A relationship of an object, with what it holds.
private struct Held {
  let object: String
  let name: String
  let relationship: RelationshipID
  let isOrdered: Bool
  let references: [Reference]
  let links: [NamedLink]
}

extension Replay {
  /// The relationships of some objects, by object and name.
  func links(of names: [String], in graph: Graph) throws(GraphError) -> [NamedLink] {
    try references(of: names, in: graph).flatMap(\.links)
  }

  private func references(of names: [String], in graph: Graph) throws(GraphError) -> [Held] {
    var found: [Held] = []
    for object in names {
      guard let id = history.ids[object] else { continue }
      let declared = schema.relationships(of: try graph.entity(of: id)).map {
        ($0, schema.declaration(of: $0))
      }.sorted { $0.1.name < $1.1.name }
      for (relationship, declaration) in declared {
        let references = try graph.references(id, relationship)
        found.append(
          Held(
            object: object, name: declaration.name, relationship: relationship,
            isOrdered: declaration.isOrdered, references: references,
            links: references.map { NamedLink(object, declaration.name, name($0.id)) }))
      }
    }
    return found
  }

  private func values(of names: [String], in graph: Graph) throws(GraphError) -> [NamedValue] {
    var values: [NamedValue] = []
    for object in names {
      guard let id = history.ids[object] else { continue }
      let attributes = schema.attributes(of: try graph.entity(of: id))
      for attribute in attributes.map({ schema.declaration(of: $0).name }).sorted() {
        values.append(NamedValue(object, attribute, try graph.value(id, attribute)))
      }
    }
    return values
  }

  private func result(of fetch: SortedFetch, in stored: Graph) throws(GraphError) -> [String] {
    guard let entity = schema.entity(fetch.entity) else { throw .unknownEntity(fetch.entity) }
    return try stored.objects(
      of: entity, sortedBy: fetch.attribute, ascending: fetch.isAscending
    ).map(name)
  }
}

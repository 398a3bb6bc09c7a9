import ObjectGraph
import SourceText

/// A scenario on its way through a context, step by step.
struct Replay {
  let schema: Schema
  private(set) var context: Context
  /// The links of all objects before the first step.
  private(set) var linksAtStart: [NamedLink] = []
  private(set) var history = History()
  /// The history up to the last save that was not refused: what a rollback returns to.
  private var savedHistory = History()
  /// The reason why the last step's batch delete was refused.
  private(set) var batchRefusal: Refusal?
  /// The store, if it supports no batch deletes and the last step is one.
  private(set) var storeWithoutBatch: Circumstances.Store?
  private let circumstances: Circumstances
  /// Whether a deny rule has blocked a save.
  private(set) var hasDenied = false
  /// The objects whose deletes took others with them and were rolled back.
  private var rolledBack: Set<String> = []
  /// The context that performs the steps; nil before the first.
  private var current: ContextName?
  private var left: [ContextName: LeftContext] = [:]
  /// The number of changes of the store so far.
  private var version = 0
  /// The objects that the contexts of each container have.
  private var known: [String?: Set<String>] = [:]
  /// The result of the last step's read.
  private(set) var reading: Outcome.Reading?
  /// Whether that was through a reference to an object that is gone, which may raise an exception.
  var readsUnfulfilledFault = false
  private struct ContextName: Hashable {
    let name: String?
    let container: String?
  }

  private struct LeftContext {
    let context: Context
    let history: History
    let savedHistory: History
    let rolledBack: Set<String>
    let version: Int
  }

  /// The objects by their names, and what was done to them.
  struct History {
    var ids: [String: ObjectID] = [:]
    var names: [ObjectID: String] = [:]
    var requested: Set<String> = []
    /// Whether a delete was asked for that no event has ended since.
    var hasUnprocessedDeletes = false
    /// The objects that this context inserted, and those of them that are saved.
    var inserted: Set<String> = []
    var insertedAndSaved: Set<String> = []
    /// The objects that are stored at the start and that this context may have inserted.
    var storedHere: Set<String> = []
    /// The objects that the app holds, even after they are deleted; a rollback doesn't release
    /// them.
    var held: Set<String> = []
    /// Whether a step, or a delete that was processed or saved, has crashed.
    var hasCrashed = false
    /// Whether a delete crashes at once, or by its save.
    var crashesBySave = false
    /// The effects of earlier saves; a plan knows only pending changes.
    var cascaded: Set<NamedLink> = []
    var satisfiedDenies: Set<NamedLink> = []
    /// The objects that relationships referenced before deletes nullified them, until something
    /// else changes the relationships.
    var nullified: [Reader: ObjectID] = [:]
    /// The same for batch deletes, about which objects in memory are not notified.
    var staleReferences: [Reader: ObjectID] = [:]

    func id(_ name: String) throws(UnknownObject) -> ObjectID {
      guard let id = ids[name] else {
        throw UnknownObject(name: name, known: ids.keys.sorted())
      }
      return id
    }

    /// Adds why objects went at once, which is not taken back.
    mutating func add(
      requested: [String], cascaded: [NamedLink], satisfiedDenies: [NamedLink]
    ) {
      self.requested.formUnion(requested)
      self.cascaded.formUnion(cascaded)
      self.satisfiedDenies.formUnion(satisfiedDenies)
    }

    mutating func add(_ object: ObjectID, named name: String) {
      ids[name] = object
      names[object] = name
    }
  }

  /// A relationship of an object, whatever it holds.
  struct Reader: Hashable {
    let object: ObjectID
    let relationship: RelationshipID
  }

  init(_ scenario: Scenario, as description: Framework?) throws(ReplayError) {
    circumstances = scenario.circumstances
    do {
      schema = try scenario.schema(as: description)
      var graph = Graph(schema)
      for object in scenario.objects {
        history.add(try graph.insert(object.entity), named: object.name)
      }
      for link in scenario.links {
        try graph.link(
          try history.id(link.source), link.relationship, try history.id(link.destination))
      }
      for value in scenario.values {
        try graph.setValue(try history.id(value.object), value.attribute, to: value.value)
      }
      if circumstances.insertedBy == nil || circumstances.insertedBy == .thisContext {
        history.storedHere = Set(history.ids.keys)
      }
      context = Context(graph)
      savedHistory = history
      linksAtStart = try links(of: history.ids.keys.sorted(), in: graph)
    } catch {
      throw ReplayError("\(error)")
    }
  }

  /// Does one step; a save that is refused is an outcome, not an error.
  mutating func perform(_ step: Scenario.Step) throws(ReplayError) {
    do {
      try enter(ContextName(name: step.context, container: step.container))
      for action in step.actions {
        if try replacesPending(action) { history.hasCrashed = true }
        try perform(action)
      }
    } catch {
      throw ReplayError("\(error)", at: step.location)
    }
  }

  /// Goes on in the context of a step: a new one, which finds what is stored, or one that was left since
  /// the store changed last.
  ///
  /// - Throws: An `OutdatedContext` where what happens depends on what a save merges into another
  ///   context, which no source states.
  private mutating func enter(_ next: ContextName) throws(OutdatedContext) {
    guard let current else {
      current = next
      known[next.container] =
        circumstances.insertedBy == .otherContainer ? [] : Set(history.ids.keys)
      return
    }
    if current == next { return }
    let hasCrashed = history.hasCrashed
    left[current] = LeftContext(
      context: context, history: history, savedHistory: savedHistory, rolledBack: rolledBack,
      version: version)
    self.current = next
    if let earlier = left[next] {
      guard earlier.version == version else { throw OutdatedContext(name: next.name) }
      (context, history, savedHistory) = (earlier.context, earlier.history, earlier.savedHistory)
      rolledBack = earlier.rolledBack
    } else {
      if !context.isSaved { context.rollback() }
      history = savedHistory
      (history.inserted, history.insertedAndSaved, history.storedHere, history.held) = (
        [], [], [], []
      )
      (history.nullified, history.staleReferences, rolledBack) = ([:], [:], [])
      history.hasUnprocessedDeletes = false
      savedHistory = history
    }
    history.hasCrashed = hasCrashed
  }

  /// The objects that belong to another container than the current context.
  private func foreign(_ names: [String]) -> [String] {
    let known = known[current?.container] ?? []
    return names.filter { !known.contains($0) }
  }

  private mutating func perform(_ action: Scenario.Action) throws {
    (batchRefusal, reading, storeWithoutBatch) = (nil, nil, nil)
    readsUnfulfilledFault = false
    if let other = foreign(action.namesOfOwnObjects).first { throw ForeignObject(name: other) }
    switch action {
    case .insert(let objects):
      for object in objects {
        history.add(try context.insert(object.entity), named: object.name)
        history.inserted.insert(object.name)
        known[current?.container, default: []].insert(object.name)
      }
    case .link(let link):
      let (source, destination) = (try id(link.source), try id(link.destination))
      try context.link(source, link.relationship, destination)
      try forgetNullified(source, link.relationship, [destination])
    case .unlink(let link):
      let (source, destination) = (try id(link.source), try id(link.destination))
      try context.unlink(source, link.relationship, destination)
      try forgetNullified(source, link.relationship, [destination])
    case .set(let name, let relationship, let values):
      let (source, destinations) = (try id(name), try values.map { try id($0) })
      try context.set(source, relationship, to: destinations)
      try forgetNullified(source, relationship, destinations)
    case .setValue(let value):
      try context.setValue(try id(value.object), value.attribute, to: value.value)
    case .delete(let names): try delete(names)
    case .batchDelete(let entity, let objects, let includesSubentities):
      try batchDelete(
        entity, try objects?.map { try id($0) }, includingSubentities: includesSubentities)
    case .processPendingChanges:
      let plan = context.plan()
      rememberCrash(of: plan)
      rememberPlan(plan)
      context.processPendingChanges()
      history.hasUnprocessedDeletes = false
    case .save: save()
    case .rollback: try rollBack()
    case .fetch(let objects):
      if isUnprocessed { try perform(.processPendingChanges) }
      let pending = context.pending()
      for name in objects where !pending.contains(try id(name)) {
        throw GoneObject(name: name, verb: "fetch")
      }
      known[current?.container, default: []].formUnion(objects)
    case .hold(let objects):
      for name in objects {
        guard isWithinReach(try id(name)) else { throw GoneObject(name: name, verb: "hold") }
        history.held.insert(name)
      }
    case .read(let object, let path):
      reading = try read(object, path)
    }
  }

  private mutating func delete(_ names: [String]) throws {
    let foreign = foreign(names)
    let consequence = foreign.isEmpty ? nil : schema.framework.behaviours[.foreignDelete]
    if consequence == .crash { history.hasCrashed = true }
    let objects = consequence == nil ? names : names.filter { !foreign.contains($0) }
    if consequence == .crash || objects.isEmpty { return }
    if !rolledBack.isDisjoint(with: objects),
      schema.framework.behaviours[.deletedAgain] == .crash
    {
      history.crashesBySave = true
    }
    try loseCascades(
      of: try objects.filter(
        history.insertedAndSaved.union(history.inserted.isEmpty ? history.storedHere : [])
          .contains
      ).map { try id($0) })
    try context.delete(try objects.map { try id($0) })
    history.requested.formUnion(objects)
    history.hasUnprocessedDeletes = true
  }

  /// Saves; what refuses that stays in the context, which says so.
  private mutating func save() {
    // Refused or not, a save processes what is pending first.
    history.hasUnprocessedDeletes = false
    let plan = context.plan()
    let isSaved = context.isSaved
    rememberCrash(of: plan)
    if history.crashesBySave { history.hasCrashed = true }
    do throws(Refusal) {
      try context.save()
      if !isSaved { version += 1 }
      rememberPlan(plan)
      history.insertedAndSaved.formUnion(history.inserted)
      savedHistory = history
    } catch {
      if !plan.denials.isEmpty { hasDenied = true }
      // The context still says what refuses the save. Core Data has processed what was pending.
      if schema.framework.name == .coreData { context.processPendingChanges() }
    }
  }

  private mutating func rollBack() throws(GraphError) {
    let (before, graph) = (history, context.beforeDeletes)
    if !context.plan().cascaded.isEmpty { rolledBack.formUnion(before.requested) }
    context.rollback()
    history = savedHistory
    // Nobody takes a crash back.
    (history.held, history.hasCrashed) = (before.held, before.hasCrashed || before.crashesBySave)
    guard schema.framework.behaviours[.rolledBackInsert] == .insertStays else { return }
    let staying = before.inserted.subtracting(history.inserted).subtracting(before.requested)
      .compactMap { before.ids[$0] }.filter(graph.contains).sorted()
    for object in staying {
      let name = before.names[object] ?? ""
      let entity = try graph.entity(of: object)
      history.add(try context.insert(entity), named: name)
      history.inserted.insert(name)
      for attribute in schema.attributes(of: entity).map({ schema.declaration(of: $0).name }) {
        try context.setValue(
          history.ids[name] ?? object, attribute, to: try graph.value(object, attribute))
      }
    }
    for object in staying {
      for relationship in schema.relationships(of: try graph.entity(of: object)) {
        try relink(object, relationship, as: graph, before)
      }
    }
  }

  /// Links what stays in spite of a rollback to what it held, if that is there and holds nothing else
  /// again.
  private mutating func relink(
    _ object: ObjectID, _ relationship: RelationshipID, as graph: Graph, _ before: History
  ) throws(GraphError) {
    func now(_ object: ObjectID) -> ObjectID? { before.names[object].flatMap { history.ids[$0] } }
    let inverse = schema.inverse(of: relationship)?.relationship
    let held = try graph.references(object, relationship).compactMap { now($0.id) }
    guard let object = now(object) else { return }
    for destination in held where context.beforeDeletes.contains(destination) {
      if let inverse, !schema.declaration(of: inverse).isToMany,
        try !context.beforeDeletes.references(destination, inverse).isEmpty
      {
        continue
      }
      try context.link(object, schema.declaration(of: relationship).name, destination)
    }
  }

  /// Whether an action crashes because it gives a to-one another object than the one that is going.
  private func replacesPending(_ action: Scenario.Action) throws -> Bool {
    guard schema.framework.behaviours[.pendingReplaced] == .crash else { return false }
    let source: String, name: String
    switch action {
    case .link(let link): (source, name) = (link.source, link.relationship)
    case .set(_, _, to: []): return false
    case .set(let object, let property, _): (source, name) = (object, property)
    default: return false
    }
    // Every step that links asks, so nothing is copied, and what costs more is asked last.
    let graph = context.beforeDeletes
    let object = try id(source)
    guard graph.contains(object),
      let relationship = schema.relationship(name, of: try graph.entity(of: object)),
      !schema.declaration(of: relationship).isToMany,
      let held = try graph.references(object, relationship).first?.id,
      context.plan().deleted.contains(held)
    else { return false }
    let processed = context.processedPlan()
    return !processed.deleted.contains(object)
      && !processed.nullified.contains(Link(object, relationship, held))
  }

  /// Deletes rows of the store; what refuses that is what comes of this step.
  private mutating func batchDelete(
    _ entity: String, _ objects: [ObjectID]?, includingSubentities: Bool
  ) throws(GraphError) {
    if circumstances.store == .inMemory {
      storeWithoutBatch = .inMemory
      return
    }
    do throws(GraphError) {
      let plan = try context.batchDelete(
        entity, objects, includingSubentities: includingSubentities
      ).plan
      version += 1
      let (requested, cascaded) = (plan.requested.map(name), plan.cascaded.map(named))
      let satisfiedDenies = plan.satisfiedDenies.map(named)
      history.add(requested: requested, cascaded: cascaded, satisfiedDenies: satisfiedDenies)
      savedHistory.add(requested: requested, cascaded: cascaded, satisfiedDenies: satisfiedDenies)
      // What objects of SwiftData show is not known.
      if schema.framework.name == .coreData {
        for link in plan.nullified {
          history.staleReferences[Reader(object: link.source, relationship: link.relationship)] =
            link.destination
        }
      }
    } catch {
      guard case .refused(let refusal) = error else { throw error }
      batchRefusal = refusal
    }
  }

  /// Keeps that a delete crashed which is carried out, whether or not a save refuses it.
  private mutating func rememberCrash(of plan: DeletePlan) {
    let effect = Effect(
      denied: plan.denials.map(\.relationship), isInvalid: false,
      dangling: plan.dangling.map(\.relationship), cascaded: plan.cascaded.map(\.relationship),
      in: schema)
    if effect == .crash { history.hasCrashed = true }
  }

  /// Keeps why objects go, which a saved context no longer knows.
  private mutating func rememberPlan(_ plan: DeletePlan) {
    history.cascaded.formUnion(plan.cascaded.map(named))
    history.satisfiedDenies.formUnion(plan.satisfiedDenies.map(named))
    for link in plan.nullified {
      history.nullified[Reader(object: link.source, relationship: link.relationship)] =
        link.destination
    }
  }

  /// Forgets what deletes took from a relationship that the app itself has changed since, and from
  /// the inverse.
  private mutating func forgetNullified(
    _ source: ObjectID, _ name: String, _ destinations: [ObjectID]
  ) throws(GraphError) {
    if history.nullified.isEmpty && history.staleReferences.isEmpty { return }
    let relationship = try context.beforeDeletes.relationship(name, of: source)
    var readers = [Reader(object: source, relationship: relationship)]
    if let inverse = schema.inverse(of: relationship)?.relationship {
      readers += destinations.map { Reader(object: $0, relationship: inverse) }
    }
    for reader in readers {
      history.nullified[reader] = nil
      history.staleReferences[reader] = nil
    }
  }

  /// Lets go of what objects cascade to, where the framework forgets that they do.
  private mutating func loseCascades(of objects: [ObjectID]) throws(GraphError) {
    guard schema.framework.losesCascadeOfInserted, !objects.isEmpty else { return }
    let going = Set(context.plan().deleted)
    for object in objects where context.beforeDeletes.contains(object) && !going.contains(object) {
      for relationship in schema.relationships(of: try context.beforeDeletes.entity(of: object)) {
        let declaration = schema.declaration(of: relationship)
        guard declaration.deleteRule == .cascade else { continue }
        try context.set(object, declaration.name, to: [])
      }
    }
  }

  func id(_ name: String) throws(UnknownObject) -> ObjectID { try history.id(name) }
}

/// The error for a step in a context that depends on what the save of another merges.
struct OutdatedContext: Error, CustomStringConvertible {
  let name: String?

  var description: String {
    let words = name.map { "the context '\($0)'" } ?? "the context without a name"
    return
      "another context saved after \(words) was left, and no source states what a save merges into it, or what "
      + "a conflict does; expected a context with a new name, which finds what is stored"
  }
}

/// The error for a step that uses an object of another container.
struct ForeignObject: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "'\(name)' belongs to another container; expected a step before that fetches it in this context"
  }
}

extension Scenario.Action {
  /// The objects that must belong to the container of the context; one that is deleted need not.
  fileprivate var namesOfOwnObjects: [String] {
    switch self {
    case .link(let link), .unlink(let link): [link.source, link.destination]
    case .set(let object, _, let values): [object] + values
    case .setValue(let value): [value.object]
    case .hold(let names): names
    case .read(let object, _): [object]
    case .insert, .delete, .batchDelete, .processPendingChanges, .save, .rollback, .fetch: []
    }
  }
}

/// A name that no object of a scenario has, or none any more.
struct UnknownObject: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  var description: String { "no object is called '\(name)'\(name.suggestion(among: known))" }
}

extension Replay {
  func name(_ id: ObjectID) -> String { history.names[id] ?? "(unnamed)" }

  func named(_ link: Link) -> NamedLink {
    NamedLink(
      name(link.source), schema.declaration(of: link.relationship).name, name(link.destination))
  }
}

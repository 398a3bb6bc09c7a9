/// A graph with changes that are not saved yet.
///
/// Pending changes and the stored state are two views of one graph: a list shows the former, a
/// fetch from the store returns the latter. A delete is only requested until pending changes are
/// processed or saved, so several deletes before one save count together. A failed save changes
/// nothing. It keeps failing until its cause is removed or the changes are rolled back.
///
/// ```swift
/// var context = Context(graph)
/// try context.delete([list])
/// try context.save()  // throws a Refusal while a deny rule blocks the delete
/// ```
public struct Context: Sendable {
  /// The stored objects that took over objects with the same unique value, by the latter's ids.
  public private(set) var merged: [ObjectID: ObjectID] = [:]
  /// The objects whose rows batch deletes took from the store, sorted: a context holds them in its
  /// memory until it is merged or fetches anew, which nothing here does.
  public private(set) var stale: [ObjectID] = []
  /// The stored state with all changes but the deletes, which are only asked for.
  private var storage: GraphStorage

  /// Makes a context whose store holds a graph.
  ///
  /// - Parameter graph: The stored state to start from. O(objects and links) if the graph is also
  ///   used elsewhere.
  public init(_ graph: consuming Graph) {
    storage = graph.storage
    // The graph must be gone before anybody asks whether it is shared.
    _ = consume graph
    GraphStorage.makeOwn(&storage)
    storage.startTracking()
  }

  /// The state of the last save, which a fetch from the store returns.
  ///
  /// O(1) if nothing changed since then, otherwise O(objects and links). It shares its memory with
  /// the context. If you keep it, the context's next change copies everything.
  public var stored: Graph {
    if storage.isAsSaved { return Graph(storage) }
    let storage = storage.copy()
    storage.takeBackAll()
    storage.stopTracking()
    return Graph(storage)
  }

  /// Returns the effect of the deletes requested since the last save.
  ///
  /// - Returns: The plan; empty if no delete was requested.
  public func plan() -> DeletePlan {
    DeletePlan(deleting: storage.history.requested.objects, in: storage)
  }

  /// Returns the effect of the processed deletes, whose events have ended but which are not saved.
  ///
  /// - Returns: The part of ``plan()`` that ``unprocessed()`` shows as done.
  package func processedPlan() -> DeletePlan { DeletePlan(deleting: processed, in: storage) }

  private var processed: [ObjectID] {
    Array(storage.history.requested.objects.prefix(storage.history.settledCount))
  }

  /// Whether nothing was changed or asked for since the last save.
  package var isSaved: Bool { storage.isAsSaved && storage.history.requested.count == 0 }

  /// The graph with all changes except deletes that are not saved.
  ///
  /// O(1): it shares its memory with the context. If you keep it, the context's next change copies
  /// everything.
  package var beforeDeletes: Graph { Graph(storage) }

  /// Returns the state that the app's lists show: all deletes are carried out, whether or not a
  /// save would fail because of them.
  ///
  /// - Returns: The pending state. O(objects and links).
  public func pending() -> Graph {
    let storage = storage.copy()
    let requested = storage.history.requested.objects
    storage.stopTracking()
    storage.carryOut(requested)
    storage.closeGaps()
    return Graph(storage)
  }

  /// Returns the state before the latest requested deletes are processed.
  ///
  /// It includes every other change and the effects of deletes that were processed earlier.
  /// Nothing else has cascaded or been nullified.
  ///
  /// Core Data shows this state directly after `delete(_:)`, until pending changes are processed,
  /// or until a save or a fetch (a pet app's test, CD-068; tests by others).
  ///
  /// - Returns: The state. O(objects and links).
  public func unprocessed() -> Graph {
    let storage = storage.copy()
    storage.stopTracking()
    storage.carryOut(processed)
    storage.closeGaps()
    return Graph(storage)
  }

  /// Stores the pending state.
  ///
  /// An object that was inserted and deleted since the last save leaves no trace in the store. Its
  /// deny rules still make the save fail: two field reports say so (CD-033, CD-035), though
  /// another implementation of Core Data skips them.
  ///
  /// O(changes since the last save), plus the objects of an entity with unique attributes.
  ///
  /// - Throws: A ``Refusal`` with all problems that prevent the save. The store is then unchanged,
  ///   and the changes stay pending.
  public mutating func save() throws(Refusal) {
    GraphStorage.makeOwn(&storage)
    if let absorbed = try storage.save() {
      merged.merge(absorbed) { _, new in new }
    }
  }

  /// Everything that would refuse a save now.
  ///
  /// - Returns: The problems, denials first, each kind sorted by object and property; empty where a
  ///   save would succeed. O(objects and links).
  public func problems() -> [Refusal.Problem] {
    var copy = self
    do throws(Refusal) {
      try copy.save()
      return []
    } catch {
      return error.problems
    }
  }

  /// Gives up every change since the last save.
  ///
  /// O(changes).
  public mutating func rollback() {
    GraphStorage.makeOwn(&storage)
    storage.takeBackAll()
  }

  /// Empties the store and the context, and keeps the memory: for those who try one small graph
  /// after the other.
  ///
  /// Identities of former objects must not be used any more: new objects will have the same ones.
  public mutating func removeAll() {
    GraphStorage.makeEmpty(&storage)
    if !merged.isEmpty { merged = [:] }
    if !stale.isEmpty { stale = [] }
  }

  mutating func deleteStored(_ plan: BatchPlan) {
    GraphStorage.makeOwn(&storage)
    storage.deleteStored(plan.plan.requested)
    stale = (stale + plan.plan.deleted).sorted()
  }
}

extension Context {
  /// Adds an object without any links.
  ///
  /// - Parameter entity: The name of an entity that is not abstract.
  /// - Returns: The new object, which is not stored before a save.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: String) throws(GraphError) -> ObjectID {
    guard let id = storage.schema.entity(entity) else { throw .unknownEntity(entity) }
    return try insert(id)
  }

  /// Adds an object without any links.
  ///
  /// - Parameter entity: An entity of the schema that is not abstract.
  /// - Returns: The new object, which is not stored before a save.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: EntityID) throws(GraphError) -> ObjectID {
    GraphStorage.makeOwn(&storage)
    return try storage.insert(entity)
  }

  /// Adds an object to a relationship, or makes it the value of a to-one.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: One of its relationships.
  ///   - destination: An object that was not deleted, of the relationship's destination.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  public mutating func link(
    _ source: ObjectID, _ relationship: RelationshipID, _ destination: ObjectID
  ) throws(GraphError) {
    GraphStorage.makeOwn(&storage)
    try storage.link(source, relationship, destination)
  }

  /// Adds an object to a relationship, or makes it the value of a to-one.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destination: An object that was not deleted, of the relationship's destination.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  public mutating func link(
    _ source: ObjectID, _ relationship: String, _ destination: ObjectID
  ) throws(GraphError) {
    try link(source, storage.relationship(relationship, of: source), destination)
  }

  /// Takes an object out of a relationship; nothing is deleted, whatever the rule.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destination: An object of the graph; one that was deleted ends a dangling reference.
  /// - Returns: Whether the link was there.
  /// - Throws: A ``GraphError`` about either object or the relationship.
  @discardableResult
  public mutating func unlink(
    _ source: ObjectID, _ relationship: String, _ destination: ObjectID
  ) throws(GraphError) -> Bool {
    let relationship = try storage.relationship(relationship, of: source)
    GraphStorage.makeOwn(&storage)
    return try storage.unlink(source, relationship, destination)
  }

  /// Replaces what a relationship holds; nothing is deleted, whatever the rule.
  ///
  /// What it held before and holds still is not touched, but for its place in an ordered one.
  ///
  /// - Parameters:
  ///   - source: An object that was not deleted.
  ///   - relationship: The name of one of its relationships.
  ///   - destinations: Objects that were not deleted: at most one for a to-one; their order is kept
  ///     by an ordered relationship.
  /// - Throws: A ``GraphError`` about an object or the relationship; nothing is changed then.
  public mutating func set(
    _ source: ObjectID, _ relationship: String, to destinations: [ObjectID]
  ) throws(GraphError) {
    let relationship = try storage.relationship(relationship, of: source)
    GraphStorage.makeOwn(&storage)
    try storage.set(source, relationship, to: destinations)
  }

  /// Gives an attribute another value.
  ///
  /// - Parameters:
  ///   - object: An object that was not deleted.
  ///   - attribute: The name of one of its attributes.
  ///   - value: The value; nil for none.
  /// - Throws: A ``GraphError`` about the object or the attribute.
  public mutating func setValue(
    _ object: ObjectID, _ attribute: String, to value: AttributeValue?
  ) throws(GraphError) {
    let attribute = try storage.attribute(attribute, of: object)
    GraphStorage.makeOwn(&storage)
    storage.setValue(object, attribute, to: value)
  }

  /// Asks for the deletion of an object.
  ///
  /// To delete again what is pending, gone by a cascade, never saved or saved as deleted changes
  /// nothing, in both frameworks: three test suites that run on them say so (FreeCoreData's,
  /// swiftdata-101's on iOS 17.0, Thankful List's).
  ///
  /// - Parameter object: An object that this context has, or had.
  /// - Throws: ``GraphError/unknownObject(_:)``.
  public mutating func delete(_ object: ObjectID) throws(GraphError) {
    GraphStorage.makeOwn(&storage)
    try storage.request(object)
  }

  /// Asks for the deletion of objects.
  ///
  /// - Parameter objects: Objects that this context has, or had; one named twice counts once.
  /// - Throws: As for one object; nothing is asked for then.
  public mutating func delete(_ objects: [ObjectID]) throws(GraphError) {
    GraphStorage.makeOwn(&storage)
    for object in objects where !storage.isKnown(object) { throw .unknownObject(object) }
    for object in Set(objects).sorted() { try storage.request(object) }
  }

  /// Applies the cascades of the deletes asked for, as the end of an event does.
  ///
  /// What goes is settled then: taking a child out of a deleted parent afterwards saves it no more.
  public mutating func processPendingChanges() {
    GraphStorage.makeOwn(&storage)
    storage.requestWhatFollows()
  }
}

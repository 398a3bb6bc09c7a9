/// A graph with changes that are not saved yet.
///
/// Pending changes and the stored state are two views of one graph: a list shows the one, a fetch
/// from the store finds the other. A delete is only asked for until pending changes are processed
/// or saved, so several before one save count together. A refused save changes nothing and stays
/// refused until its cause is removed or the changes are rolled back.
///
/// ```swift
/// var context = Context(graph)
/// try context.delete([list])
/// try context.save()  // throws a SaveRefusal while a deny rule stands in the way
/// ```
public struct Context: Sendable {
  /// Plans the deletion of objects, all of which the graph contains.
  package typealias Planning = @Sendable (Graph, [ObjectID]) throws(GraphError) -> DeletePlan

  /// What a fetch from the store finds: the state of the last save.
  public private(set) var stored: Graph
  /// Where objects went that had the unique value of a stored one: the stored one took them over.
  public private(set) var merged: [ObjectID: ObjectID] = [:]
  /// The stored state with all changes but the deletes.
  private var edited: Graph
  /// The objects whose deletion was asked for since the last save.
  private var requested: [ObjectID] = []
  private let planning: Planning

  /// Makes a context whose store holds a graph.
  ///
  /// - Parameter graph: The stored state to start from.
  public init(_ graph: Graph) {
    self.init(graph) { (graph, objects) throws(GraphError) in try graph.plan(deleting: objects) }
  }

  /// Makes a context that plans its deletes in another way, to test what tells the two apart.
  package init(_ graph: Graph, planning: @escaping Planning) {
    stored = graph
    edited = graph
    edited.changes = []
    self.planning = planning
  }

  /// What the deletes asked for since the last save would do.
  ///
  /// - Returns: The plan; an empty one where nothing was asked for.
  /// - Throws: A ``GraphError`` if an object cannot be planned for.
  public func plan() throws(GraphError) -> DeletePlan { try planning(edited, requested) }

  /// What the app's lists show: the deletes carried out, whether or not a save will refuse them.
  ///
  /// - Returns: The pending state. O(objects and links).
  /// - Throws: A ``GraphError`` if an object cannot be planned for.
  public func pending() throws(GraphError) -> Graph {
    var graph = edited
    graph.carryOut(try plan())
    return graph
  }

  /// Stores the pending state.
  ///
  /// An object that was inserted and deleted since the last save leaves no trace in the store. Its
  /// deny rules refuse the save all the same: two field reports say so (CD-033, CD-035), though
  /// another implementation of Core Data skips them.
  ///
  /// - Throws: A ``SaveRefusal`` with everything that stands in the way: the store is unchanged
  ///   then, and the changes stay pending.
  public mutating func save() throws {
    var (next, absorbed, problems) = try attempt()
    guard problems.isEmpty else { throw SaveRefusal(problems: problems) }
    merged.merge(absorbed) { _, new in new }
    next.changes = []
    edited = next
    stored = next
    stored.changes = nil
    requested = []
  }

  /// Everything that would refuse a save now.
  ///
  /// - Returns: The problems, denials first, each kind sorted by object and property; empty where a
  ///   save would succeed. O(objects and links).
  /// - Throws: A ``GraphError`` if an object cannot be planned for.
  public func problems() throws(GraphError) -> [SaveProblem] { try attempt().problems }

  /// What a save would store, which new objects stored ones took over, and what refuses it.
  private func attempt() throws(GraphError) -> (
    next: Graph, absorbed: [ObjectID: ObjectID], problems: [SaveProblem]
  ) {
    let plan = try plan()
    var next = edited
    next.carryOut(plan)
    let absorbed = next.absorbDuplicates(stored: stored)
    // What the store has already may go on dangling.
    let dangling = plan.dangling.filter { !stored.holds($0) }
    let problems =
      plan.denials.map { SaveProblem.denied($0) } + next.invalidChanges()
      + dangling.map { .danglingLink($0) } + next.duplicates()
    return (next, absorbed, problems)
  }

  /// Gives up every change since the last save.
  public mutating func rollback() {
    let discarded = edited
    edited = stored
    edited.retireObjects(of: discarded)
    edited.changes = []
    requested = []
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
    try edited.insert(entity)
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
    try edited.link(source, relationship, destination)
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
    try edited.unlink(source, relationship, destination)
  }

  /// Replaces what a relationship holds; nothing is deleted, whatever the rule.
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
    try edited.set(source, relationship, to: destinations)
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
    try edited.setValue(object, attribute, to: value)
  }

  /// Asks for the deletion of objects.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Throws: ``GraphError/unknownObject(_:)``, or ``GraphError/deletedObject(_:)`` also for an
  ///   object whose deletion was asked for before.
  public mutating func delete(_ objects: [ObjectID]) throws(GraphError) {
    for object in objects {
      try edited.check(object)
      if requested.contains(object) { throw .deletedObject(object) }
    }
    requested += objects
  }

  /// Applies the cascades of the deletes asked for, as the end of an event does.
  ///
  /// What goes is settled then: taking a child out of a deleted parent afterwards saves it no more.
  ///
  /// - Throws: A ``GraphError`` if an object cannot be planned for.
  public mutating func processPendingChanges() throws(GraphError) {
    requested = try plan().deleted
  }
}

/// Why a save was refused, with everything that stands in its way.
public struct SaveRefusal: Error, Hashable, Sendable {
  /// What the pending deletes would do.
  public let plan: DeletePlan
}

/// A graph with changes that are not saved yet.
///
/// A delete is only asked for until the save: several before one save count together, and the
/// rules see the links as they stand then. A refused save changes nothing and stays refused until
/// its cause is removed or the changes are rolled back.
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

  /// Asks for the deletion of objects with the next save.
  ///
  /// - Parameter objects: Objects that were not deleted; one named twice counts once.
  /// - Throws: ``GraphError/unknownObject(_:)`` or ``GraphError/deletedObject(_:)``.
  public mutating func delete(_ objects: [ObjectID]) throws(GraphError) {
    for object in objects {
      guard edited.isKnown(object) else { throw .unknownObject(object) }
      guard edited.contains(object) else { throw .deletedObject(object) }
    }
    requested += objects
  }

  /// Changes objects and links in the pending state.
  ///
  /// - Parameter change: What to insert, link, unlink or set; nothing is kept if it throws.
  /// - Returns: What the change returns.
  /// - Throws: What the change throws.
  public mutating func edit<Result, Failure: Error>(
    _ change: (inout Graph) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var graph = edited
    let result = try change(&graph)
    edited = graph
    return result
  }

  /// Stores the pending state.
  ///
  /// - Throws: A ``SaveRefusal`` where a deny rule or an invalid survivor stands in the way: the
  ///   store is unchanged then, and the changes stay pending.
  public mutating func save() throws {
    let plan = try plan()
    if plan.isRefused { throw SaveRefusal(plan: plan) }
    edited.carryOut(plan)
    stored = edited
    requested = []
  }

  /// Gives up every change since the last save.
  public mutating func rollback() {
    edited = stored
    requested = []
  }
}

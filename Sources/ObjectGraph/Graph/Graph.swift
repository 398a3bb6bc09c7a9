/// Objects and the links between them, as one schema allows.
///
/// Both ends of an inverse are true at every step: assigning a to-one takes the object from its
/// former owner, adding a child to a new parent takes it from the old one. A graph is a value:
/// no change is seen by a copy. What cannot be done is a ``GraphError``.
///
/// ```swift
/// var graph = Graph(schema)
/// let list = try graph.insert("List")
/// let item = try graph.insert("Item")
/// try graph.link(list, "items", item)
/// let deleted = try graph.plan(deleting: [list]).deleted  // [list, item]
/// ```
public struct Graph: Sendable {
  var storage: GraphStorage

  /// Makes a graph without objects.
  ///
  /// - Parameter schema: The schema of its objects.
  public init(_ schema: Schema) { storage = GraphStorage(schema) }

  init(_ storage: GraphStorage) { self.storage = storage }

  /// The schema that every object and link conforms to.
  public var schema: Schema { storage.schema }

  /// Makes the storage unique to this graph, and stops recording its history.
  private mutating func own() {
    GraphStorage.makeOwn(&storage)
    if storage.history.isTracked { storage.stopTracking() }
  }

  /// Changes the storage, and closes the gaps that this left.
  mutating func change<Result>(
    _ body: (GraphStorage) throws(GraphError) -> Result
  ) throws(GraphError) -> Result {
    own()
    let result = try body(storage)
    storage.closeGaps()
    return result
  }

  /// Adds an object without any links.
  ///
  /// - Parameter entity: An entity of the schema that is not abstract.
  /// - Returns: The new object.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: EntityID) throws(GraphError) -> ObjectID {
    try change { (storage) throws(GraphError) in try storage.insert(entity) }
  }

  /// Adds an object without any links.
  ///
  /// - Parameter entity: The name of an entity that is not abstract.
  /// - Returns: The new object.
  /// - Throws: ``GraphError/unknownEntity(_:)`` or ``GraphError/abstractEntity(_:)``.
  @discardableResult
  public mutating func insert(_ entity: String) throws(GraphError) -> ObjectID {
    guard let id = schema.entity(entity) else { throw .unknownEntity(entity) }
    return try insert(id)
  }

  /// Forgets every object and keeps the memory: for those who try one small graph after the other.
  ///
  /// Identities of former objects must not be used any more: new objects will have the same ones.
  package mutating func removeAll() {
    GraphStorage.makeEmpty(&storage)
  }

  /// Everything that is untrue of the graph but must not be; tests ask after every change.
  ///
  /// - Returns: One sentence for each broken invariant; empty for a sound graph. O(links).
  package func brokenInvariants() -> [String] { storage.brokenInvariants() }
}

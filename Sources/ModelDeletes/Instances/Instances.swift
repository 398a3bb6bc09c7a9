import DeleteMatrix
import ModelFiles
import ObjectGraph
import Scenarios
import SourceText

/// The objects that an app has stored, or might have, with the links between them.
///
/// ```swift
/// let instances = try Instances(file: file, of: model)
/// let effects = try InstanceEffects(deleting: "groceries", in: instances)
/// ```
public struct Instances: Sendable {
  /// The objects and links.
  public let graph: Graph
  /// The objects' names, in the order of the file.
  public let names: [String]
  private let namesByID: [ObjectID: String]
  private let idsByName: [String: ObjectID]

  /// Reads an instances file: a JSON file with the keys `objects` and `links` of a scenario file.
  ///
  /// - Parameters:
  ///   - file: The file; whatever else a scenario file has is allowed, and does not matter.
  ///   - model: The model of the objects.
  /// - Throws: A `DataError` with everything that is wrong with the file, and where.
  public init(file: SourceFile, of model: Model) throws(DataError) {
    try self.init(file: file, of: model.schema)
  }

  /// Reads an instances file: a JSON file with the keys `objects` and `links` of a scenario file.
  ///
  /// - Parameters:
  ///   - file: The file; whatever else a scenario file has is allowed, and does not matter.
  ///   - schema: The schema of the objects.
  /// - Throws: A `DataError` with everything that is wrong with the file, and where.
  public init(file: SourceFile, of schema: Schema) throws(DataError) {
    let stated = try StatedInstances(file, in: schema)
    graph = stated.graph
    names = stated.objects.map(\.name)
    let pairs = Array(zip(stated.ids, names))
    namesByID = Dictionary(uniqueKeysWithValues: pairs)
    idsByName = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) })
  }

  /// The schema of the objects.
  public var schema: Schema { graph.schema }

  /// Finds an object.
  ///
  /// - Parameter name: Its name in the file.
  /// - Returns: The object, or nil where there is none of that name.
  public func object(_ name: String) -> ObjectID? { idsByName[name] }

  /// The name of an object.
  ///
  /// - Parameter object: An object of the graph.
  /// - Returns: Its name in the file; empty for an object of another graph.
  public func name(of object: ObjectID) -> String { namesByID[object] ?? "" }

  /// The name of an object's entity.
  ///
  /// - Parameter object: An object of the graph.
  /// - Returns: The name; empty for an object of another graph.
  public func entityName(of object: ObjectID) -> String {
    guard let entity = try? graph.entity(of: object) else { return "" }
    return schema.declaration(of: entity).name
  }

  /// The objects of an entity and its subentities.
  ///
  /// - Parameters:
  ///   - entity: An entity of the schema.
  ///   - pattern: Which names are meant; nil for all.
  /// - Returns: The names, in the order of the file.
  public func names(of entity: EntityID, fitting pattern: CellPattern? = nil) -> [String] {
    names.filter { name in
      guard pattern?.matches(name) != false, let object = idsByName[name],
        let kind = try? graph.entity(of: object)
      else { return false }
      return schema.entity(kind, isKindOf: entity)
    }
  }
}

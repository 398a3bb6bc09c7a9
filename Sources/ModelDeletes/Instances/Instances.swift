import CompiledOnce
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
    var reading = InstancesReading(FileReading(file: file.path), schema)
    reading.read(try JSONParser.parse(file.bytes, file: file.path))
    let problems = reading.file.listedProblems
    if !problems.isEmpty { throw DataError(problems: problems) }
    names = reading.objects.map(\.name)
    do {
      (graph, idsByName) = try reading.graph()
    } catch {
      // What was found sound can be built.
      throw DataError(Location(file: file.path, line: 1, column: 1), "\(error)")
    }
    namesByID = Dictionary(uniqueKeysWithValues: idsByName.map { ($1, $0) })
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

/// The objects and links of a file, found sound one by one.
private struct InstancesReading {
  /// An end of a link that has room for one object.
  private struct LinkEnd: Hashable {
    let object: String
    let relationship: String
  }

  private(set) var file: FileReading
  private let schema: Schema
  private(set) var objects: [NamedObject] = []
  private var links: [NamedLink] = []
  /// The object at each end that has room for only one, and the line that states it.
  private var held: [LinkEnd: (object: String, line: Int)] = [:]

  init(_ file: FileReading, _ schema: Schema) {
    self.file = file
    self.schema = schema
  }

  mutating func read(_ node: JSONNode) {
    guard let members = file.members(node, of: .instancesFile) else { return }
    readIgnored(members)
    var fixture = Fixture(entities: schema.entities.map { schema.declaration(of: $0) })
    fixture.schema = .success(schema)
    if let node = members["objects"] { fixture.add(file.objects(node, in: fixture)) }
    objects = fixture.objects
    var known: Set<NamedLink> = []
    for node in file.elements(members["links"], expected: "an array of references") ?? [] {
      guard let link = file.link(node, in: fixture, besides: &known) else { continue }
      occupy(link, in: fixture, at: node.location)
      links.append(link)
    }
  }

  /// Reads and validates the members that are not used here.
  private mutating func readIgnored(_ members: [String: JSONNode]) {
    let framework = file.choice(members["framework"], Framework.Name.self)
    _ = file.releaseSpan(members["system"])
    guard let node = members["entities"] else { return }
    var fixture = Fixture()
    let entities = Notation.entities.read(&file, node, &fixture) ?? []
    // Entities that were not understood are reported; that others miss them is no news.
    if file.problems.isEmpty {
      file.schema(of: entities, framework ?? schema.framework.name, at: node)
    }
  }

  /// Notes what both ends of a link hold; that one has no room for it is reported.
  private mutating func occupy(_ link: NamedLink, in fixture: Fixture, at location: Location) {
    guard let name = fixture.entity(of: link.source)?.name, let entity = schema.entity(name),
      let relationship = schema.relationship(link.relationship, of: entity)
    else { return }
    occupy(relationship, link, at: location)
    if let inverse = schema.inverse(of: relationship)?.relationship {
      let name = schema.declaration(of: inverse).name
      occupy(inverse, NamedLink(link.destination, name, link.source), at: location)
    }
  }

  private mutating func occupy(
    _ relationship: RelationshipID, _ link: NamedLink, at location: Location
  ) {
    if schema.declaration(of: relationship).isToMany { return }
    let end = LinkEnd(object: link.source, relationship: link.relationship)
    guard let first = held[end] else {
      held[end] = (link.destination, location.line)
      return
    }
    if first.object == link.destination { return }
    file.report(
      location,
      "found \(link.destination.singleLine) in \(link.source.singleLine)."
        + "\(link.relationship.singleLine), which holds one object at most; "
        + "in line \(first.line) that is \(first.object.singleLine)")
  }

  func graph() throws(GraphError) -> (Graph, [String: ObjectID]) {
    var graph = Graph(schema)
    var ids: [String: ObjectID] = [:]
    for object in objects { ids[object.name] = try graph.insert(object.entity) }
    for link in links {
      guard let source = ids[link.source], let destination = ids[link.destination] else { continue }
      try graph.link(source, link.relationship, destination)
    }
    return (graph, ids)
  }
}

extension FormatObject {
  package static let instancesFile = FormatObject(
    "instancesFile", "an instances file",
    "A stored graph of a reader's own model, to try deletes on: a scenario file will do, of which only "
      + "the objects and links are taken.",
    [
      .schema, .required("objects", Notation<[NamedObject]>.objects.shape),
      .required("links", Notation<[NamedLink]>.links.shape),
      .optional("framework", Notation.framework.shape),
      .optional("system", Notation.releases.shape),
      .optional("entities", Notation<[Entity]>.entities.shape),
    ] + ["scenario", "title", "sources", "values", "steps"].map { .optional($0, .anything) })
}

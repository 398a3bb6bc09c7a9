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
    let node = try JSONParser.parse(file.bytes, file: file.path)
    var reading = InstancesReading(FileReading(file: file.path), schema)
    reading.read(node)
    let problems = reading.file.listedProblems
    if !problems.isEmpty { throw DataError(problems: problems) }
    graph = reading.graph
    names = reading.objects.map(\.name)
    idsByName = reading.idsByName
    namesByID = Dictionary(uniqueKeysWithValues: reading.idsByName.map { ($1, $0) })
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

/// A graph in the making.
///
/// Everything is found by hashing, because a file may have 100,000 objects.
private struct InstancesReading {
  /// An end of a link that has room for one object.
  private struct LinkEnd: Hashable {
    let object: ObjectID
    let relationship: RelationshipID
  }

  private(set) var file: FileReading
  private let schema: Schema
  private(set) var objects: [NamedObject] = []
  private(set) var graph: Graph
  private(set) var idsByName: [String: ObjectID] = [:]
  private var links: Set<NamedLink> = []
  /// What the ends with room for one hold, and where that is stated.
  private var held: [LinkEnd: (object: String, line: Int)] = [:]

  init(_ file: FileReading, _ schema: Schema) {
    self.file = file
    self.schema = schema
    graph = Graph(schema)
  }

  mutating func read(_ node: JSONNode) {
    guard let members = file.members(node, of: .instancesFile) else { return }
    readIgnored(members)
    let fixture = Fixture(entities: schema.entities.map { schema.declaration(of: $0) })
    if let node = members["objects"] { objects = file.objects(node, in: fixture) }
    for object in objects { insert(object, at: node.location) }
    for node in file.elements(members["links"], expected: "an array of references") ?? [] {
      if let link = file.link(node) { add(link, at: node.location) }
    }
  }

  /// What does not matter here, but should make sense where it is stated.
  private mutating func readIgnored(_ members: [String: JSONNode]) {
    let framework = file.choice(members["framework"], Framework.Name.self)
    guard let node = members["entities"] else { return }
    let entities = file.entities(node)
    // Entities that were not understood are reported; that others miss them is no news.
    if file.problems.isEmpty {
      file.schema(of: entities, framework ?? schema.framework.name, at: node)
    }
  }

  private mutating func insert(_ object: NamedObject, at location: Location) {
    do {
      let id = try graph.insert(object.entity)
      idsByName[object.name] = id
    } catch {
      file.report(location, "\(object.name.singleLine): \(error)")
    }
  }

  private mutating func add(_ link: NamedLink, at location: Location) {
    guard let ends = ends(of: link, at: location),
      let relationship = relationship(of: link, from: ends.source, at: location)
    else { return }
    guard links.insert(link).inserted else {
      let text = "\(link)".singleLine
      return file.report(location, "found the link \(text) again")
    }
    var isFree = occupy(
      LinkEnd(object: ends.source, relationship: relationship), link, at: location)
    if let inverse = schema.inverse(of: relationship)?.relationship {
      let name = schema.declaration(of: inverse).name
      let back = NamedLink(link.destination, name, link.source)
      let isBackFree = occupy(
        LinkEnd(object: ends.destination, relationship: inverse), back, at: location)
      isFree = isFree && isBackFree
    }
    do {
      if isFree { try graph.link(ends.source, relationship, ends.destination) }
    } catch .wrongDestination(_, let expected, _) {
      let entity = schema.declaration(of: schema.source(of: relationship)).name
      file.report(
        location,
        "\(entity.singleLine).\(link.relationship.singleLine) holds objects of "
          + "\(expected.singleLine); found \(link.destination.singleLine)")
    } catch {
      file.report(location, "\("\(link)".singleLine): \(error)")
    }
  }

  /// Notes what an end holds; false where it has no room, which is reported.
  private mutating func occupy(_ end: LinkEnd, _ link: NamedLink, at location: Location) -> Bool {
    if schema.declaration(of: end.relationship).isToMany { return true }
    guard let first = held[end] else {
      held[end] = (link.destination, location.line)
      return true
    }
    if first.object == link.destination { return true }
    file.report(
      location,
      "found \(link.destination.singleLine) in \(link.source.singleLine)."
        + "\(link.relationship.singleLine), which holds one object at most; "
        + "in line \(first.line) that is \(first.object.singleLine)")
    return false
  }

  private mutating func ends(
    of link: NamedLink, at location: Location
  ) -> (source: ObjectID, destination: ObjectID)? {
    let source = id(of: link.source, at: location)
    let destination = id(of: link.destination, at: location)
    guard let source, let destination else { return nil }
    return (source, destination)
  }

  private mutating func id(of name: String, at location: Location) -> ObjectID? {
    if let id = idsByName[name] { return id }
    // Naming all of them takes its time too.
    let isLookedFor = objects.count <= file.comparisonsLeft
    let end =
      isLookedFor ? file.alternatives(to: name, among: objects.map(\.name)) : ""
    file.report(location, "found the unknown object \"\(name.singleLine)\"\(end)")
    return nil
  }

  private mutating func relationship(
    of link: NamedLink, from source: ObjectID, at location: Location
  ) -> RelationshipID? {
    guard let entity = try? graph.entity(of: source) else { return nil }
    if let relationship = schema.relationship(link.relationship, of: entity) { return relationship }
    let known = schema.relationships(of: entity).map { schema.declaration(of: $0).name }
    let end = file.alternatives(to: link.relationship, among: known)
    file.report(
      location,
      "\(schema.declaration(of: entity).name.singleLine) has no relationship "
        + "\"\(link.relationship.singleLine)\"\(end)")
    return nil
  }
}

extension FormatObject {
  package static let instancesFile = FormatObject(
    "instancesFile", "an instances file", required: ["objects", "links"],
    optional: [
      "$schema", "scenario", "title", "framework", "sources", "entities", "values", "steps",
    ])
}

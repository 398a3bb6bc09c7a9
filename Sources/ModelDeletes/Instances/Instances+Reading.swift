import ObjectGraph
import Scenarios
import SourceText

/// The stored objects that a file states, as a graph of a schema that comes from elsewhere.
package struct StatedInstances: Sendable {
  /// The objects, in the order of the file.
  package let objects: [NamedObject]
  /// Their identities in the graph, in the same order.
  package let ids: [ObjectID]
  /// The objects and the links between them.
  package let graph: Graph

  /// Reads a file, strictly.
  ///
  /// - Parameters:
  ///   - file: A JSON file with `objects` and `links`; whatever else a scenario file has is allowed.
  ///   - schema: What the objects are of; the entities that the file states do not matter.
  /// - Throws: A ``DataError`` with every problem, in the order of the places.
  package init(_ file: SourceFile, in schema: Schema) throws(DataError) {
    let node = try JSONParser.parse(file.bytes, file: file.path)
    var reading = InstancesReading(FileReading(file: file.path), schema)
    reading.read(node)
    let problems = reading.file.listedProblems
    if !problems.isEmpty { throw DataError(problems: problems) }
    objects = reading.objects
    ids = reading.ids
    graph = reading.graph
  }
}

/// A graph in the making.
///
/// Everything is found by hashing, because a file may have 100,000 objects.
private struct InstancesReading {
  /// An end of a link that has room for one object.
  private struct Place: Hashable {
    let object: ObjectID
    let relationship: RelationshipID
  }

  private(set) var file: FileReading
  private let schema: Schema
  private(set) var objects: [NamedObject] = []
  private(set) var ids: [ObjectID] = []
  private(set) var graph: Graph
  private var idsByName: [String: ObjectID] = [:]
  private var links: Set<NamedLink> = []
  /// What the ends with room for one hold, and where that is stated.
  private var held: [Place: (object: String, line: Int)] = [:]

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
      ids.append(id)
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
    var isFree = occupy(Place(object: ends.source, relationship: relationship), link, at: location)
    if let inverse = schema.inverse(of: relationship)?.relationship {
      let name = schema.declaration(of: inverse).name
      let back = NamedLink(link.destination, name, link.source)
      let isBackFree = occupy(
        Place(object: ends.destination, relationship: inverse), back, at: location)
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
  private mutating func occupy(_ place: Place, _ link: NamedLink, at location: Location) -> Bool {
    if schema.declaration(of: place.relationship).isToMany { return true }
    guard let first = held[place] else {
      held[place] = (link.destination, location.line)
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

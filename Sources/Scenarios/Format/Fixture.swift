import ObjectGraph
import SourceText

/// The sources, model and objects that a file has stated so far: its later keys may name them.
///
/// All lookups use hashing, because a file may have 100,000 objects.
package struct Fixture {
  /// The framework, which decides how the entities are resolved; nil where it is not stated.
  package var framework: Framework.Name?
  var sources: [Source] = []
  /// Whether the file says so; not that its sources could not be read.
  var hasNoSources = false
  package private(set) var entities: [Entity] = []
  /// The result of resolving the entities; nil if they were not resolved.
  package var schema: Result<Schema, SchemaError>?
  package private(set) var objects: [NamedObject] = []
  var links: [NamedLink] = []

  /// The index of the first entity with each name.
  private var entityIndices: [String: Int] = [:]
  /// The index of the first relationship, and of the first attribute, with each name in each
  /// entity.
  private var relationshipIndices: [[String: Int]] = []
  private var attributeIndices: [[String: Int]] = []
  private var objectEntities: [String: String] = [:]

  package init(entities: [Entity] = [], of framework: Framework.Name? = nil) {
    self.framework = framework
    declare(entities)
  }

  fileprivate mutating func declare(_ entities: [Entity]) {
    self.entities = entities
    entityIndices = Self.indices(of: entities.map(\.name))
    relationshipIndices = entities.map { Self.indices(of: $0.relationships.map(\.name)) }
    attributeIndices = entities.map { Self.indices(of: $0.attributes.map(\.name)) }
  }

  /// Creates a fixture with all objects that an outcome of a scenario may name, including those
  /// that its steps insert.
  package init(_ scenario: Scenario) {
    self.init(entities: scenario.entities)
    add(scenario.objects)
    for case .insert(let objects) in scenario.steps.flatMap(\.actions) { add(objects) }
  }

  package mutating func state(_ source: Source) { sources = [source] }

  private static func indices(of names: [String]) -> [String: Int] {
    Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  package mutating func add(_ objects: [NamedObject]) {
    self.objects += objects
    for object in objects where objectEntities[object.name] == nil {
      objectEntities[object.name] = object.entity
    }
  }

  package func entity(_ name: String) -> Entity? { entityIndices[name].map { entities[$0] } }

  package func hasObject(_ name: String) -> Bool { objectEntities[name] != nil }

  package func entity(of object: String) -> Entity? {
    objectEntities[object].flatMap { entity($0) }
  }

  /// An entity and its ancestors as indices, the entity first.
  private func lineage(of entity: Entity) -> [Int] {
    var lineage: [Int] = []
    var seen: Set<Int> = []
    var next = entityIndices[entity.name]
    while let index = next, seen.insert(index).inserted {
      lineage.append(index)
      next = entities[index].parent.flatMap { entityIndices[$0] }
    }
    return lineage
  }

  package func relationships(of entity: Entity) -> [Relationship] {
    lineage(of: entity).reversed().flatMap { entities[$0].relationships }
  }

  package func attributes(of entity: Entity) -> [Attribute] {
    lineage(of: entity).reversed().flatMap { entities[$0].attributes }
  }

  package func relationship(_ name: String, of entity: Entity) -> Relationship? {
    lineage(of: entity).reversed().lazy.compactMap { index in
      relationshipIndices[index][name].map { entities[index].relationships[$0] }
    }.first
  }

  package func hasAttribute(_ name: String, of entity: Entity) -> Bool {
    lineage(of: entity).contains { attributeIndices[$0][name] != nil }
  }

  /// The object of a link that lacks the relationship's inverse, or the relationship as the inverse's
  /// own destination is declared; with the entity that it should be of, and the inverse's name.
  func endWithoutInverse(
    of link: NamedLink
  ) -> (object: String, entity: String, inverse: String)? {
    guard case .success(let schema)? = schema,
      let source = objectEntities[link.source].flatMap(schema.entity),
      let destination = objectEntities[link.destination].flatMap(schema.entity),
      let relationship = schema.relationship(link.relationship, of: source),
      let inverse = schema.inverse(of: relationship)?.relationship
    else { return nil }
    let ends = [
      (link.destination, destination, schema.source(of: inverse)),
      (link.source, source, schema.destination(of: inverse)),
    ]
    return ends.first { !schema.entity($0.1, isKindOf: $0.2) }.map {
      ($0.0, schema.declaration(of: $0.2).name, schema.qualifiedName(of: inverse))
    }
  }

  /// The ends of a link whose relationship is to-one, each with the object that it then holds.
  func toOnes(of link: NamedLink) -> [(object: String, relationship: String, held: String)] {
    guard case .success(let schema)? = schema,
      let relationship = objectEntities[link.source].flatMap(schema.entity)
        .flatMap({ schema.relationship(link.relationship, of: $0) })
    else { return [] }
    let inverse = schema.inverse(of: relationship)?.relationship
    let ends =
      [(link.source, relationship, link.destination)]
      + (inverse.map { [(link.destination, $0, link.source)] } ?? [])
    return ends.filter { !schema.declaration(of: $0.1).isToMany }
      .map { ($0.0, schema.declaration(of: $0.1).name, $0.2) }
  }

  package func isKind(_ entity: Entity, of ancestor: String) -> Bool {
    lineage(of: entity).contains { entities[$0].name == ancestor }
  }
}

/// The common part of pairing files and scenario files, while it is read or written.
package struct StatedFixture: Equatable, Sendable {
  package var sources: [Source] = []
  package var entities: [Entity] = []
  package var objects: [NamedObject] = []
  package var links: [NamedLink] = []

  package init() {}

  package init(
    sources: [Source] = [], entities: [Entity], objects: [NamedObject], links: [NamedLink]
  ) {
    (self.sources, self.entities, self.objects, self.links) = (sources, entities, objects, links)
  }

  /// The keys of a model, its objects and their links, each of which builds on those before.
  package static func fields(entities shape: JSONShape? = nil) -> [FormatField<StatedFixture>] {
    [
      .listed(
        "entities", \.entities, .model.shaped(shape ?? Notation.model.shape), isRequired: true),
      .listed("objects", \.objects, .objects, isRequired: true),
      .listed("links", \.links, .links, isRequired: true),
    ]
  }

  /// The key of the sources, which stands before these.
  package static let sourcesField = FormatField<StatedFixture>.listed(
    "sources", \.sources, .sources, isRequired: true)
}

extension Notation<[Entity]> {
  /// The model of a file.
  package static var model: Notation {
    Notation(
      entities.shape,
      read: { [read = entities.read] reading, node, fixture in
        fixture.declare(read(&reading, node, &fixture) ?? [])
        if let framework = fixture.framework {
          fixture.schema = reading.schema(of: fixture.entities, framework, at: node)
        }
        return fixture.entities
      }, write: entities.write)
  }
}

extension FileReading {
  /// Reports where more is asked about than can be answered soon.
  ///
  /// - Parameters:
  ///   - fixture: The objects and links.
  ///   - steps: The parts of all steps.
  ///   - looks: How often all of it is looked at; once at least, to be built.
  ///   - node: Where the problem is reported.
  package mutating func checkSize(_ fixture: Fixture, steps: Int, looks: Int, at node: JSONNode) {
    let size = fixture.objects.count + fixture.links.count + steps
    let most = Limits.looksAtParts
    guard size * max(looks, 1) > most else { return }
    let parts = "\(size) objects, links and parts of steps"
    report(
      node.location,
      looks > 1
        ? "\(looks) looks are taken at \(parts); expected at most \(most) in the product, so look less "
          + "often or at fewer"
        : "found \(parts); expected at most \(most)")
  }
}

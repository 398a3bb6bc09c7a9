import ObjectGraph

/// What a pairing file and a scenario file have in common: sources, a model, objects and links.
struct Fixture {
  var sources: [Source] = []
  /// Whether the file says so; not that its sources could not be read.
  var hasNoSources = false
  var entities: [Entity] = []
  var objects: [NamedObject] = []
  var links: [NamedLink] = []

  func entity(of object: String) -> Entity? {
    guard let name = objects.first(where: { $0.name == object })?.entity else { return nil }
    return entities.first { $0.name == name }
  }

  /// An entity and its ancestors, the entity first.
  private func lineage(of entity: Entity) -> [Entity] {
    var lineage: [Entity] = []
    var current: Entity? = entity
    while let entity = current, !lineage.contains(where: { $0.name == entity.name }) {
      lineage.append(entity)
      current = entities.first { $0.name == entity.parent }
    }
    return lineage
  }

  /// The relationships that an entity declares or inherits.
  func relationships(of entity: Entity) -> [Relationship] {
    lineage(of: entity).reversed().flatMap(\.relationships)
  }

  /// The attributes that an entity declares or inherits.
  func attributes(of entity: Entity) -> [Attribute] {
    lineage(of: entity).reversed().flatMap(\.attributes)
  }

  func isKind(_ entity: Entity, of ancestor: String) -> Bool {
    lineage(of: entity).contains { $0.name == ancestor }
  }
}

extension FileReading {
  mutating func fixture(_ members: [String: JSONNode], framework: Framework.Name?) -> Fixture {
    var fixture = Fixture()
    fixture.sources = sources(members["sources"])
    if case .array(let nodes)? = members["sources"]?.content {
      fixture.hasNoSources = nodes.isEmpty
    }
    for node in elements(members["entities"], expected: "an array of entities") ?? [] {
      if let entity = entity(node) { fixture.entities.append(entity) }
    }
    if let node = members["entities"], let framework {
      checkSchema(fixture.entities, framework, at: node)
    }
    if let node = members["objects"] { fixture.objects = objects(node, in: fixture, known: []) }
    for node in elements(members["links"], expected: "an array of references") ?? [] {
      guard let link = link(node), check(link, at: node, in: fixture) else { continue }
      if fixture.links.contains(link) { report(node.location, "found the link \(link) again") }
      fixture.links.append(link)
    }
    return fixture
  }

  mutating func checkSchema(
    _ entities: [Entity], _ framework: Framework.Name, at node: JSONNode
  ) {
    do {
      _ = try Schema(.named(framework), entities: entities)
    } catch {
      for problem in error.problems { report(node.location, "\(problem)") }
    }
  }

  private mutating func sources(_ node: JSONNode?) -> [Source] {
    var sources: [Source] = []
    for element in elements(node, expected: "an array of sources") ?? [] {
      guard let members = members(element, of: .source) else { continue }
      let environment = environment(members["environment"])
      let published = nullableString(members["published"], expected: "a day as YYYY-MM-DD")
      let id = string(members["id"])
      let title = string(members["title"])
      let url = nullableString(members["url"], expected: "an address")
      guard let id else { continue }
      if sources.contains(where: { $0.id == id }) {
        report(element.location, "found the source \"\(id.singleLine)\" again")
      }
      // A source that lacks something is reported, but outcomes that name it are not wrong.
      sources.append(
        Source(
          id: id, title: title ?? "", url: url ?? "", published: published,
          environment: environment ?? Source.Environment(os: nil, xcode: nil, store: nil)))
    }
    return sources
  }

  private mutating func environment(_ node: JSONNode?) -> Source.Environment? {
    guard let node, let members = members(node, of: .environment) else { return nil }
    return Source.Environment(
      os: nullableString(members["os"], expected: "a system"),
      xcode: nullableString(members["xcode"], expected: "a release"),
      store: nullableString(members["store"], expected: "a kind of store"))
  }

  mutating func entity(_ node: JSONNode) -> Entity? {
    guard let members = members(node, of: .entity) else { return nil }
    let name = string(members["name"])
    let parent = nullableString(members["parent"], expected: "an entity's name")
    let isAbstract = bool(members["abstract"]) ?? false
    var relationships: [Relationship] = []
    let nodes = elements(members["relationships"], expected: "an array of relationships") ?? []
    for node in nodes {
      if let relationship = relationship(node) { relationships.append(relationship) }
    }
    var attributes: [Attribute] = []
    for node in elements(members["attributes"], expected: "an array of attributes") ?? [] {
      guard let members = self.members(node, of: .attribute) else { continue }
      let isOptional = bool(members["optional"]) ?? true
      let isUnique = bool(members["unique"]) ?? false
      guard let name = string(members["name"]) else { continue }
      attributes.append(Attribute(name, isOptional: isOptional, isUnique: isUnique))
    }
    guard let name else { return nil }
    return Entity(
      name, parent: parent, isAbstract: isAbstract, relationships: relationships,
      attributes: attributes)
  }

  private mutating func relationship(_ node: JSONNode) -> Relationship? {
    guard let members = members(node, of: .relationship) else { return nil }
    let name = string(members["name"])
    let destination = string(members["destination"])
    let isToMany = bool(members["toMany"]) ?? false
    var relationship =
      isToMany
      ? Relationship.toMany(name ?? "", destination ?? "") : .toOne(name ?? "", destination ?? "")
    relationship.isOrdered = bool(members["ordered"]) ?? false
    relationship.isOptional = bool(members["optional"]) ?? true
    relationship.minCount = count(members["minCount"]) ?? relationship.minCount
    relationship.maxCount = count(members["maxCount"]) ?? relationship.maxCount
    relationship.deleteRule = choice(members["deleteRule"], DeleteRule.self) ?? .standard
    if let inverse = members["inverse"] {
      let name = nullableString(inverse, expected: "a relationship's name")
      relationship.inverse = name.map { .named($0) } ?? .oneWay
    }
    return name == nil || destination == nil ? nil : relationship
  }

  /// Objects as `{"Entity": ["name", …]}`.
  mutating func objects(
    _ node: JSONNode, in fixture: Fixture, known: Set<String>
  ) -> [NamedObject] {
    var objects: [NamedObject] = []
    var names = known
    for member in namedMembers(node, expected: "objects by entity: {\"Entity\": [\"name\"]}") ?? []
    {
      let entity = fixture.entities.first { $0.name == member.key }
      if entity == nil {
        let known = fixture.entities.map(\.name)
        report(
          member.keyLocation,
          "found the unknown entity \"\(member.key.singleLine)\""
            + alternatives(to: member.key, among: known))
      } else if entity?.isAbstract == true {
        report(member.keyLocation, "\(member.key.singleLine) is abstract; it has no objects")
      }
      for element in elements(member.value, expected: "an array of names") ?? [] {
        guard let name = string(element, expected: "a name") else { continue }
        guard names.insert(name).inserted else {
          report(element.location, "found the object \"\(name.singleLine)\" again")
          continue
        }
        if entity?.isAbstract == false { objects.append(NamedObject(name, member.key)) }
      }
    }
    return objects
  }

  /// Whether a reference is one that the fixture's objects and model allow.
  mutating func check(_ link: NamedLink, at node: JSONNode, in fixture: Fixture) -> Bool {
    let areKnown = [link.source, link.destination].map { name in
      checkObject(name, at: node.location, in: fixture)
    }
    guard areKnown.allSatisfy({ $0 }), let entity = fixture.entity(of: link.source),
      let relationship = relationship(link.relationship, of: link.source, at: node, in: fixture)
    else { return false }
    guard let destination = fixture.entity(of: link.destination),
      fixture.isKind(destination, of: relationship.destination)
    else {
      report(
        node.location,
        "\(entity.name).\(relationship.name) holds objects of \(relationship.destination); "
          + "found \(link.destination.singleLine)")
      return false
    }
    return true
  }

  /// Whether an object of that name is declared; if not, that is reported.
  mutating func checkObject(_ name: String, at place: Location, in fixture: Fixture) -> Bool {
    let known = fixture.objects.map(\.name)
    if known.contains(name) { return true }
    report(
      place,
      "found the unknown object \"\(name.singleLine)\"\(alternatives(to: name, among: known))")
    return false
  }
}

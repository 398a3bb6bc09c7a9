import ObjectGraph
import SourceText

extension FileReading {
  package mutating func fixture(_ members: [String: JSONNode], framework: Framework.Name?)
    -> Fixture
  {
    let sources = sources(members["sources"])
    var entities: [Entity] = []
    for node in elements(members["entities"], expected: "an array of entities") ?? [] {
      if let entity = entity(node) { entities.append(entity) }
    }
    var fixture = Fixture(entities: entities)
    fixture.sources = sources
    if case .array(let nodes)? = members["sources"]?.content {
      fixture.hasNoSources = nodes.isEmpty
    }
    if let node = members["entities"], let framework {
      checkSchema(fixture.entities, framework, at: node)
    }
    if let node = members["objects"] { fixture.add(objects(node, in: fixture)) }
    var links: Set<NamedLink> = []
    for node in elements(members["links"], expected: "an array of references") ?? [] {
      guard let link = link(node), check(link, at: node, in: fixture) else { continue }
      if !links.insert(link).inserted {
        report(node.location, "found the link \(link) again")
      }
      fixture.links.append(link)
    }
    return fixture
  }

  /// Whether what is asked about is not too much: every cell has its own outcome, which names the
  /// objects.
  package mutating func checkSize(_ fixture: Fixture, steps: Int, cells: Int, at node: JSONNode) {
    let size = fixture.objects.count + fixture.links.count + steps
    guard size * cells > Self.greatestSize else { return }
    report(
      node.location,
      "\(cells) outcomes are asked for about \(size) objects, links and steps; expected at most "
        + "\(Self.greatestSize) in the product, so ask less often or about fewer")
  }

  private static let greatestSize = 500_000

  package mutating func checkSchema(
    _ entities: [Entity], _ framework: Framework.Name, at node: JSONNode
  ) {
    if let reason = entities.excessiveInheritance { return report(node.location, reason) }
    do {
      _ = try Schema(.named(framework), entities: entities)
    } catch {
      for problem in error.problems { report(node.location, "\(problem)") }
    }
  }

  private mutating func sources(_ node: JSONNode?) -> [Source] {
    var sources: [Source] = []
    var ids: Set<String> = []
    for element in elements(node, expected: "an array of sources") ?? [] {
      guard let members = members(element, of: .source) else { continue }
      let environment = environment(members["environment"])
      let published = nullableString(members["published"], expected: "a day as YYYY-MM-DD")
      let id = string(members["id"])
      let title = string(members["title"])
      let url = nullableString(members["url"], expected: "an address")
      guard let id else { continue }
      if !ids.insert(id).inserted {
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

  package mutating func entity(_ node: JSONNode) -> Entity? {
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

  /// Objects as `{"Entity": ["name", …]}`; none of them may be in the fixture already.
  package mutating func objects(_ node: JSONNode, in fixture: Fixture) -> [NamedObject] {
    var objects: [NamedObject] = []
    var names: Set<String> = []
    for member in namedMembers(node, expected: "objects by entity: {\"Entity\": [\"name\"]}") ?? []
    {
      let entity = fixture.entity(member.key)
      if entity == nil {
        reportUnknownEntity(member.key, at: member.keyLocation, in: fixture)
      } else if entity?.isAbstract == true {
        report(member.keyLocation, "\(member.key.singleLine) is abstract; it has no objects")
      }
      for element in elements(member.value, expected: "an array of names") ?? [] {
        guard let name = string(element, expected: "a name") else { continue }
        guard !fixture.hasObject(name), names.insert(name).inserted else {
          report(element.location, "found the object \"\(name.singleLine)\" again")
          continue
        }
        if entity?.isAbstract == false { objects.append(NamedObject(name, member.key)) }
      }
    }
    return objects
  }

  package mutating func reportUnknownEntity(_ name: String, at place: Location, in fixture: Fixture)
  {
    let end = alternatives(to: name, among: fixture.entities.map(\.name))
    report(place, "found the unknown entity \"\(name.singleLine)\"\(end)")
  }

  /// Whether a reference is one that the fixture's objects and model allow.
  package mutating func check(_ link: NamedLink, at node: JSONNode, in fixture: Fixture) -> Bool {
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
  package mutating func checkObject(_ name: String, at place: Location, in fixture: Fixture) -> Bool
  {
    if fixture.hasObject(name) { return true }
    // Naming all of them takes its time too.
    let isLookedFor = fixture.objects.count <= comparisonsLeft
    let end = isLookedFor ? alternatives(to: name, among: fixture.objects.map(\.name)) : ""
    report(place, "found the unknown object \"\(name.singleLine)\"\(end)")
    return false
  }
}

import ObjectGraph
import SourceText

// Objects, links and values as files have them.

extension FileReading {
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

  /// A reference as `["source", "relationship", "destination"]`.
  mutating func link(_ node: JSONNode) -> NamedLink? {
    let expected = "a reference: [\"object\", \"relationship\", \"object\"]"
    guard let parts = tuple(node, of: 3, expected: expected) else { return nil }
    let names = parts.compactMap { string($0, expected: "a name") }
    return names.count == 3 ? NamedLink(names[0], names[1], names[2]) : nil
  }

  /// A reference that the fixture's objects and model allow.
  mutating func link(_ node: JSONNode, in fixture: Fixture) -> NamedLink? {
    guard let link = link(node), check(link, at: node, in: fixture) else { return nil }
    return link
  }

  /// The same, if it is not among those that were stated already.
  package mutating func link(
    _ node: JSONNode, in fixture: Fixture, besides known: inout Set<NamedLink>
  ) -> NamedLink? {
    guard let link = link(node, in: fixture) else { return nil }
    if known.insert(link).inserted { return link }
    report(node.location, "found the link \("\(link)".singleLine) again")
    return nil
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
        "\(entity.name.singleLine).\(relationship.name.singleLine) holds objects of "
          + "\(relationship.destination.singleLine); "
          + "found \(link.destination.singleLine)")
      return false
    }
    if let (object, needed, inverse) = fixture.endWithoutInverse(of: link) {
      report(
        node.location,
        "\(entity.name.singleLine).\(relationship.name.singleLine) has the inverse "
          + "\(inverse.singleLine), which only a \(needed.singleLine) has; "
          + "found \(object.singleLine)")
      return false
    }
    return true
  }

  /// A relationship of a declared object; if there is none of that name, that is reported.
  mutating func relationship(
    _ name: String, of object: String, at node: JSONNode, in fixture: Fixture
  ) -> Relationship? {
    guard let entity = fixture.entity(of: object) else { return nil }
    if let relationship = fixture.relationship(name, of: entity) { return relationship }
    let end = alternatives(to: name, among: fixture.relationships(of: entity).map(\.name))
    report(
      node.location, "\(entity.name.singleLine) has no relationship \"\(name.singleLine)\"\(end)")
    return nil
  }

  /// A value as `["object", "attribute", value]`.
  mutating func value(_ node: JSONNode, in fixture: Fixture) -> NamedValue? {
    let expected = "a value: [\"object\", \"attribute\", value or null]"
    guard let parts = tuple(node, of: 3, expected: expected) else { return nil }
    guard let object = string(parts[0], expected: "an object's name"),
      let attribute = string(parts[1], expected: "an attribute's name"),
      checkObject(object, at: parts[0].location, in: fixture),
      let entity = fixture.entity(of: object)
    else { return nil }
    guard checkAttribute(attribute, of: entity, at: parts[1], in: fixture) else { return nil }
    return value(parts[2]).map { NamedValue(object, attribute, $0) }
  }

  /// Reads the value of an attribute; nil if no attribute can have it.
  mutating func value(_ node: JSONNode) -> AttributeValue?? {
    switch node.content {
    case .null: return .some(nil)
    case .bool(let bool): return .bool(bool)
    case .integer(let integer): return .integer(integer)
    case .decimal(let decimal): return .decimal(decimal)
    case .string(let string): return .string(string)
    case .array, .object:
      report(node, expected: "a text, a number, true, false or null")
      return nil
    }
  }

  /// Whether an entity has an attribute; if not, that is reported.
  mutating func checkAttribute(
    _ name: String, of entity: Entity, at node: JSONNode, in fixture: Fixture
  ) -> Bool {
    if fixture.hasAttribute(name, of: entity) { return true }
    let end = alternatives(to: name, among: fixture.attributes(of: entity).map(\.name))
    report(node.location, "\(entity.name.singleLine) has no attribute \"\(name.singleLine)\"\(end)")
    return false
  }

  /// Reads the contents of a relationship, as `["object", "relationship", ["object", …]]`.
  fileprivate mutating func heldReferences(_ node: JSONNode, in fixture: Fixture)
    -> NamedReferences?
  {
    let expected = "what a relationship holds: [\"object\", \"relationship\", [objects]]"
    guard let parts = tuple(node, of: 3, expected: expected),
      let object = string(parts[0], expected: "an object's name"),
      let name = string(parts[1], expected: "a relationship's name"),
      let nodes = elements(parts[2], expected: "an array of objects"),
      checkObject(object, at: parts[0].location, in: fixture),
      let relationship = relationship(name, of: object, at: parts[1], in: fixture)
    else { return nil }
    let destinations = nodes.compactMap { string($0, expected: "an object's name") }
    let areSound = zip(nodes, destinations).map { node, destination in
      check(NamedLink(object, name, destination), at: node, in: fixture)
    }
    guard areSound.allSatisfy({ $0 }) else { return nil }
    return NamedReferences(
      object, name, relationship.isOrdered ? destinations : destinations.sorted())
  }

  /// Reads the result of a fetch, as `["Entity", "attribute", "ascending", ["object", …]]`.
  fileprivate mutating func fetched(_ node: JSONNode, in fixture: Fixture) -> FetchedObjects? {
    let expected =
      "a fetch: [\"Entity\", \"attribute\", \"ascending\" or \"descending\", [objects]]"
    guard let parts = tuple(node, of: 4, expected: expected) else { return nil }
    let order = choice(parts[2], SortedFetch.Order.self)
    guard let entityName = string(parts[0], expected: "an entity's name"),
      let attribute = string(parts[1], expected: "an attribute's name"),
      let order, let nodes = elements(parts[3], expected: "an array of objects")
    else { return nil }
    guard let entity = fixture.entity(entityName) else {
      reportUnknownEntity(entityName, at: parts[0].location, in: fixture)
      return nil
    }
    guard checkAttribute(attribute, of: entity, at: parts[1], in: fixture) else { return nil }
    let objects = nodes.compactMap { string($0, expected: "an object's name") }
    let areKnown = zip(nodes, objects).map { checkObject($1, at: $0.location, in: fixture) }
    guard areKnown.allSatisfy({ $0 }) else { return nil }
    let fetch = SortedFetch(of: entityName, by: attribute, isAscending: order == .ascending)
    return FetchedObjects(fetch, finds: objects)
  }
}

extension Notation<[NamedObject]> {
  /// Objects by entity, which later keys may name: `{"List": ["List1"]}`.
  package static var objects: Notation {
    Notation(
      .named("objects", .described(.byName(.names), "Names of objects by entity.")),
      read: { reading, node, fixture in
        let objects = reading.objects(node, in: fixture)
        fixture.add(objects)
        return objects
      },
      write: { .object($0.byEntity.map { ($0.entity, .strings($0.objects.map(\.name))) }) })
  }
}

extension Notation<NamedLink> {
  package static var link: Notation {
    Notation(
      .named(
        "reference",
        .described(
          .list(.name, least: 3, most: 3),
          "An object, a relationship of it, and the object that this holds.")),
      read: { $0.link($1, in: $2) }, write: { JSONText($0) })
  }
}

extension Notation<[NamedLink]> {
  /// The references of a file, each once.
  package static var links: Notation {
    let links = list(of: .link, expected: "an array of references")
    return Notation(
      links.shape,
      read: { reading, node, fixture in
        var known: Set<NamedLink> = []
        var held: [[String]: String] = [:]
        fixture.links = reading.list(node, expected: "an array of references") {
          [fixture] reading, node in
          guard let link = reading.link(node, in: fixture, besides: &known) else { return nil }
          for (object, name, other) in fixture.toOnes(of: link) {
            let earlier = held.updateValue(other, forKey: [object, name])
            guard let earlier, earlier != other else { continue }
            reading.report(
              node.location,
              "\(object.singleLine).\(name.singleLine) is to-one and already holds "
                + "\(earlier.singleLine); found \(other.singleLine)")
          }
          return link
        }
        return fixture.links
      }, write: links.write)
  }
}

extension Notation<NamedValue> {
  static var value: Notation {
    Notation(
      .named(
        "value",
        .described(.tuple([.name, .name, .scalar]), "An object, an attribute, and a value.")),
      read: { $0.value($1, in: $2) },
      write: { .array([.string($0.object), .string($0.attribute), JSONText($0.value)]) })
  }
}

extension Notation<[NamedValue]> {
  static var values: Notation { list(of: .value, expected: "an array of values") }
}

extension Notation<[NamedReferences]> {
  static var heldReferences: Notation {
    let held = Notation<NamedReferences>(
      .tuple([.name, .name, .names]), read: { $0.heldReferences($1, in: $2) },
      write: {
        .array([.string($0.object), .string($0.relationship), .strings($0.destinations)])
      })
    return list(of: held, expected: "an array of references").named(
      "heldReferences",
      "All that some relationships hold: an object, a relationship, an array of objects.")
  }
}

extension Notation<[FetchedObjects]> {
  static var fetched: Notation {
    let fetched = Notation<FetchedObjects>(
      .tuple([.name, .name, .oneOf(SortedFetch.Order.self), .names]),
      read: { $0.fetched($1, in: $2) },
      write: { .array($0.fetch.words.map { .string($0) } + [.strings($0.objects)]) })
    return list(of: fetched, expected: "an array of fetches").named(
      "fetches",
      "What a fetch from the store finds: an entity, an attribute, ascending or descending, and the "
        + "objects in order.")
  }
}

extension SortedFetch {
  package enum Order: String, CaseIterable { case ascending, descending }

  /// The fetch as files have it.
  package var words: [String] {
    [entity, attribute, (isAscending ? Order.ascending : .descending).rawValue]
  }
}

extension JSONText {
  package init(_ link: NamedLink) {
    self = .strings([link.source, link.relationship, link.destination])
  }

  init(_ value: AttributeValue?) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .decimal(let value): self = .decimal(value)
    case .string(let value): self = .string(value)
    case nil: self = .null
    }
  }
}

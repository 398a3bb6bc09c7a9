import ObjectGraph
import SourceText

extension FileReading {
  /// A reference as `["source", "relationship", "destination"]`.
  package mutating func link(_ node: JSONNode) -> NamedLink? {
    let expected = "a reference: [\"object\", \"relationship\", \"object\"]"
    guard case .array(let parts) = node.content, parts.count == 3 else {
      report(node, expected: expected)
      return nil
    }
    let names = parts.compactMap { string($0, expected: "a name") }
    return names.count == 3 ? NamedLink(names[0], names[1], names[2]) : nil
  }

  /// Whether `["object", "name", …]` names an attribute rather than a relationship.
  package func isValue(_ node: JSONNode, in fixture: Fixture) -> Bool {
    guard case .array(let parts) = node.content, parts.count == 3,
      case .string(let object) = parts[0].content, case .string(let name) = parts[1].content,
      let entity = fixture.entity(of: object)
    else { return false }
    return fixture.hasAttribute(name, of: entity)
  }

  /// A value as `["object", "attribute", value]`.
  package mutating func value(_ node: JSONNode, in fixture: Fixture) -> NamedValue? {
    guard case .array(let parts) = node.content, parts.count == 3 else {
      report(node, expected: "a value: [\"object\", \"attribute\", value or null]")
      return nil
    }
    guard let object = string(parts[0], expected: "an object's name"),
      let attribute = string(parts[1], expected: "an attribute's name"),
      checkObject(object, at: parts[0].location, in: fixture),
      let entity = fixture.entity(of: object)
    else { return nil }
    guard checkAttribute(attribute, of: entity, at: parts[1], in: fixture) else { return nil }
    let value: AttributeValue?
    switch parts[2].content {
    case .null: value = nil
    case .bool(let bool): value = .bool(bool)
    case .integer(let integer): value = .integer(integer)
    case .decimal(let decimal): value = .decimal(decimal)
    case .string(let string): value = .string(string)
    case .array, .object:
      report(parts[2], expected: "a text, a number, true, false or null")
      return nil
    }
    return NamedValue(object: object, attribute: attribute, value: value)
  }

  /// What a relationship holds, as `["object", "relationship", ["object", …]]`.
  package mutating func heldReferences(_ node: JSONNode, in fixture: Fixture) -> NamedReferences? {
    guard case .array(let parts) = node.content, parts.count == 3 else {
      report(node, expected: "what a relationship holds: [\"object\", \"relationship\", [objects]]")
      return nil
    }
    guard let object = string(parts[0], expected: "an object's name"),
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
      object: object, relationship: name,
      destinations: relationship.isOrdered ? destinations : destinations.sorted())
  }

  /// What a fetch finds, as `["Entity", "attribute", "ascending", ["object", …]]`.
  package mutating func fetch(_ node: JSONNode, in fixture: Fixture) -> NamedFetch? {
    guard case .array(let parts) = node.content, parts.count == 4 else {
      report(
        node,
        expected: "a fetch: [\"Entity\", \"attribute\", \"ascending\" or \"descending\", [objects]]"
      )
      return nil
    }
    enum Order: String, CaseIterable { case ascending, descending }
    let order = choice(parts[2], Order.self)
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
    return NamedFetch(
      entity: entityName, attribute: attribute, isAscending: order == .ascending, objects: objects)
  }

  /// Whether an entity has an attribute; if not, that is reported.
  private mutating func checkAttribute(
    _ name: String, of entity: Entity, at node: JSONNode, in fixture: Fixture
  ) -> Bool {
    if fixture.hasAttribute(name, of: entity) { return true }
    let end = alternatives(to: name, among: fixture.attributes(of: entity).map(\.name))
    report(node.location, "\(entity.name) has no attribute \"\(name.singleLine)\"\(end)")
    return false
  }

  /// A relationship of a declared object; if there is none of that name, that is reported.
  package mutating func relationship(
    _ name: String, of object: String, at node: JSONNode, in fixture: Fixture
  ) -> Relationship? {
    guard let entity = fixture.entity(of: object) else { return nil }
    if let relationship = fixture.relationship(name, of: entity) { return relationship }
    let end = alternatives(to: name, among: fixture.relationships(of: entity).map(\.name))
    report(node.location, "\(entity.name) has no relationship \"\(name.singleLine)\"\(end)")
    return nil
  }
}

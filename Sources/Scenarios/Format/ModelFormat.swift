import ObjectGraph
import SourceText

// Entities, relationships and attributes as files have them; what is as it mostly is, is left out.

extension FormatObject {
  package static let entity = FormatObject(
    "entity", "an entity", required: ["name"],
    optional: ["parent", "abstract", "relationships", "attributes"])
  package static let relationship = FormatObject(
    "relationship", "a relationship", required: ["name", "destination"],
    optional: ["toMany", "ordered", "optional", "minCount", "maxCount", "deleteRule", "inverse"])
  package static let attribute = FormatObject(
    "attribute", "an attribute", required: ["name"], optional: ["optional", "unique"])
}

extension FileReading {
  package mutating func entities(_ node: JSONNode?) -> [Entity] {
    list(node, expected: "an array of entities") { $0.entity($1) }
  }

  private mutating func entity(_ node: JSONNode) -> Entity? {
    guard let members = members(node, of: .entity) else { return nil }
    let name = string(members["name"])
    let parent = nullableString(members["parent"], expected: "an entity's name")
    let isAbstract = bool(members["abstract"]) ?? false
    let relationships = list(members["relationships"], expected: "an array of relationships") {
      $0.relationship($1)
    }
    let attributes = list(members["attributes"], expected: "an array of attributes") {
      $0.attribute($1)
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

  private mutating func attribute(_ node: JSONNode) -> Attribute? {
    guard let members = members(node, of: .attribute) else { return nil }
    let isOptional = bool(members["optional"]) ?? true
    let isUnique = bool(members["unique"]) ?? false
    return string(members["name"]).map {
      Attribute($0, isOptional: isOptional, isUnique: isUnique)
    }
  }

  /// What some entities come to under a framework, after reporting why they do not; nil where they
  /// inherit too much to look at.
  @discardableResult
  package mutating func schema(
    of entities: [Entity], _ framework: Framework.Name, at node: JSONNode
  ) -> Result<Schema, SchemaError>? {
    if let reason = entities.excessiveInheritance {
      report(node.location, reason)
      return nil
    }
    do throws(SchemaError) {
      return .success(try Schema(.named(framework), entities: entities))
    } catch {
      for problem in error.problems { report(node.location, "\(problem)") }
      return .failure(error)
    }
  }
}

extension JSONText {
  package static func entities(_ entities: [Entity]) -> JSONText {
    .array(entities.map { JSONText($0) })
  }

  private init(_ entity: Entity) {
    var members: [(String, JSONText)] = [("name", .string(entity.name))]
    if let parent = entity.parent { members.append(("parent", .string(parent))) }
    if entity.isAbstract { members.append(("abstract", .bool(true))) }
    if !entity.relationships.isEmpty {
      members.append(("relationships", .array(entity.relationships.map { JSONText($0) })))
    }
    if !entity.attributes.isEmpty {
      members.append(("attributes", .array(entity.attributes.map { JSONText($0) })))
    }
    self = .object(members)
  }

  private init(_ relationship: Relationship) {
    var members: [(String, JSONText)] = [
      ("name", .string(relationship.name)), ("destination", .string(relationship.destination)),
    ]
    if relationship.isToMany { members.append(("toMany", .bool(true))) }
    if relationship.isOrdered { members.append(("ordered", .bool(true))) }
    if !relationship.isOptional { members.append(("optional", .bool(false))) }
    if relationship.minCount != 0 { members.append(("minCount", .integer(relationship.minCount))) }
    if relationship.maxCount != (relationship.isToMany ? 0 : 1) {
      members.append(("maxCount", .integer(relationship.maxCount)))
    }
    members.append(("deleteRule", .string(relationship.deleteRule.rawValue)))
    switch relationship.inverse {
    case .unstated: break
    case .oneWay: members.append(("inverse", .null))
    case .named(let name): members.append(("inverse", .string(name)))
    }
    self = .object(members)
  }

  private init(_ attribute: Attribute) {
    var members: [(String, JSONText)] = [("name", .string(attribute.name))]
    if !attribute.isOptional { members.append(("optional", .bool(false))) }
    if attribute.isUnique { members.append(("unique", .bool(true))) }
    self = .object(members)
  }
}

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

  /// Resolves entities under a framework and reports any errors; nil if they inherit too much to
  /// be resolved.
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
    self = .stating([
      ("name", .string(entity.name)), ("parent", entity.parent.map { .string($0) }),
      ("abstract", entity.isAbstract ? .bool(true) : nil),
      ("relationships", .list(entity.relationships.map { JSONText($0) })),
      ("attributes", .list(entity.attributes.map { JSONText($0) })),
    ])
  }

  private init(_ relationship: Relationship) {
    let (least, most) = (relationship.minCount, relationship.maxCount)
    let inverse: JSONText? =
      switch relationship.inverse {
      case .unstated: nil
      case .oneWay: .null
      case .named(let name): .string(name)
      }
    self = .stating([
      ("name", .string(relationship.name)), ("destination", .string(relationship.destination)),
      ("toMany", relationship.isToMany ? .bool(true) : nil),
      ("ordered", relationship.isOrdered ? .bool(true) : nil),
      ("optional", relationship.isOptional ? nil : .bool(false)),
      ("minCount", least == 0 ? nil : .integer(least)),
      ("maxCount", most == (relationship.isToMany ? 0 : 1) ? nil : .integer(most)),
      ("deleteRule", .string(relationship.deleteRule.rawValue)), ("inverse", inverse),
    ])
  }

  private init(_ attribute: Attribute) {
    self = .stating([
      ("name", .string(attribute.name)), ("optional", attribute.isOptional ? nil : .bool(false)),
      ("unique", attribute.isUnique ? .bool(true) : nil),
    ])
  }

  /// An object of those members that there are.
  package static func stating(_ members: [(key: String, value: JSONText?)]) -> JSONText {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// An array; nil where it would be empty.
  package static func list(_ elements: [JSONText]) -> JSONText? {
    elements.isEmpty ? nil : .array(elements)
  }
}

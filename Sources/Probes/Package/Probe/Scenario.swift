import Foundation

/// A scenario as its lines have it; what it leaves out is nil.
package struct Scenario: Codable {
  package struct Entity: Codable, Hashable {
    package let name: String
    package let parent: String?
    package let abstract: Bool?
    package let attributes: [Attribute]?
    package let relationships: [Relationship]?

    package init(
      name: String, parent: String? = nil, abstract: Bool? = nil, attributes: [Attribute]? = nil,
      relationships: [Relationship]? = nil
    ) {
      self.name = name
      self.parent = parent
      self.abstract = abstract
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  package struct Attribute: Codable, Hashable {
    package let name: String
    package let optional: Bool?
    package let unique: Bool?
  }

  package struct Relationship: Codable, Hashable {
    package let name: String
    package let destination: String
    package let toMany: Bool?
    package let ordered: Bool?
    package let optional: Bool?
    package let minCount: Int?
    package let maxCount: Int?
    package let deleteRule: String?
    /// The inverse; null, which is no name, where it says that there is none.
    package let inverse: Value?

    /// The name of the inverse; nil where none is named.
    package var inverseName: String? { inverse?.string }

    package init(
      name: String, destination: String, toMany: Bool? = nil, ordered: Bool? = nil,
      optional: Bool? = nil, minCount: Int? = nil, maxCount: Int? = nil,
      deleteRule: String? = nil, inverse: String? = nil
    ) {
      self.name = name
      self.destination = destination
      self.toMany = toMany
      self.ordered = ordered
      self.optional = optional
      self.minCount = minCount
      self.maxCount = maxCount
      self.deleteRule = deleteRule
      self.inverse = inverse.map(Value.string)
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      destination = try container.decode(String.self, forKey: .destination)
      toMany = try container.decodeIfPresent(Bool.self, forKey: .toMany)
      ordered = try container.decodeIfPresent(Bool.self, forKey: .ordered)
      optional = try container.decodeIfPresent(Bool.self, forKey: .optional)
      minCount = try container.decodeIfPresent(Int.self, forKey: .minCount)
      maxCount = try container.decodeIfPresent(Int.self, forKey: .maxCount)
      deleteRule = try container.decodeIfPresent(String.self, forKey: .deleteRule)
      // Null is not the same as nothing.
      inverse =
        container.contains(.inverse) ? try container.decode(Value.self, forKey: .inverse) : nil
    }
  }

  /// A step, or a part of what `prepareForDeletion` does: one of these is there.
  package struct Step: Codable {
    package var insert: [String: [String]]?
    package var link: [String]?
    package var unlink: [String]?
    package var set: [Value]?
    package var delete: [String]?
    package var save: Bool?
    package var rollback: Bool?
    package var processPendingChanges: Bool?
    package var batchDelete: BatchDelete?
    package var hold: [String]?
    package var read: [String]?
    package var prepareForDeletion: [Step]?

    package init() {}
  }

  /// `"Item"`, or `{"entity": "Item", "objects": ["milk"], "subentities": false}`.
  package struct BatchDelete: Codable {
    package let entity: String
    package let objects: [String]?
    package let subentities: Bool

    private enum Key: String, CodingKey { case entity, objects, subentities }

    package init(entity: String, objects: [String]? = nil, subentities: Bool = true) {
      self.entity = entity
      self.objects = objects
      self.subentities = subentities
    }

    package init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.init(entity: name)
      } else {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
          entity: try container.decode(String.self, forKey: .entity),
          objects: try container.decodeIfPresent([String].self, forKey: .objects),
          subentities: try container.decodeIfPresent(Bool.self, forKey: .subentities) ?? true)
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(entity, forKey: .entity)
      try container.encodeIfPresent(objects, forKey: .objects)
      try container.encode(subentities, forKey: .subentities)
    }
  }

  package var entities: [Entity]
  package var objects: [String: [String]]
  package var links: [[String]]?
  package var values: [[Value]]?
  package var steps: [Step]?

  package init(
    entities: [Entity], objects: [String: [String]], links: [[String]] = [], steps: [Step] = []
  ) {
    self.entities = entities
    self.objects = objects
    self.links = links
    self.steps = steps
  }
}

extension Scenario {
  /// An entity by its name.
  package func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// An entity's relationships, and those that it inherits.
  package func relationships(of entity: String) -> [Relationship] {
    guard let found = self.entity(entity) else { return [] }
    return (found.parent.map { relationships(of: $0) } ?? []) + (found.relationships ?? [])
  }

  /// An entity's attributes, and those that it inherits.
  package func attributes(of entity: String) -> [Attribute] {
    guard let found = self.entity(entity) else { return [] }
    return (found.parent.map { attributes(of: $0) } ?? []) + (found.attributes ?? [])
  }

  /// The entity of every object, of those too that steps insert.
  package var entitiesOfObjects: [String: String] {
    let inserted = (steps ?? []).flatMap { [$0] + ($0.prepareForDeletion ?? []) }
      .compactMap(\.insert)
    var entities: [String: String] = [:]
    for objects in [objects] + inserted {
      for (entity, names) in objects { for name in names { entities[name] = entity } }
    }
    return entities
  }

  /// The first value that an attribute of this name is given anywhere: a scenario does not say of what
  /// type it is.
  package func firstValue(of attribute: String) -> Value? {
    let sets = (steps ?? []).flatMap { [$0] + ($0.prepareForDeletion ?? []) }.compactMap(\.set)
    let given = ((values ?? []) + sets).filter {
      $0.count == 3 && $0[1].string == attribute && !$0[2].isNull
    }
    return given.first?[2]
  }

  /// Returns the objects that must be kept while the steps run: those that the steps hold, and
  /// those that later steps name.
  func kept(after count: Int) -> Set<String> {
    let steps = steps ?? []
    var kept: Set<String> = []
    for step in steps { kept.formUnion(step.hold ?? []) }
    for step in steps.dropFirst(count).flatMap({ [$0] + ($0.prepareForDeletion ?? []) }) {
      for link in [step.link, step.unlink] {
        if let link, link.count == 3 { kept.formUnion([link[0], link[2]]) }
      }
      for value in step.set ?? [] { kept.formUnion(value.names) }
      kept.formUnion(step.delete ?? [])
      kept.formUnion(step.read?.prefix(1) ?? [])
      kept.formUnion(step.batchDelete?.objects ?? [])
    }
    return kept
  }

  /// Returns the first destination of an object's mandatory to-one: from the stored links, or from
  /// links made by steps before the save that stores it.
  package func firstDestination(of object: String, _ relationship: Relationship) -> String? {
    let isStored = objects.values.contains { $0.contains(object) }
    var links = isStored ? self.links ?? [] : []
    let made = (steps ?? []).drop { $0.insert?.values.contains { $0.contains(object) } != true }
    for step in isStored ? [] : made.prefix(while: { $0.save != true }) {
      if let link = step.link { links.append(link) }
      if let set = step.set, set.count == 3, let source = set[0].string, let name = set[1].string,
        let first = set[2].names.first
      {
        links.append([source, name, first])
      }
    }
    let entities = entitiesOfObjects
    return links.lazy.compactMap { link -> String? in
      guard link.count == 3 else { return nil }
      if link[0] == object && link[1] == relationship.name { return link[2] }
      // Or from the other end.
      let isBack =
        link[2] == object && link[1] == relationship.inverseName
        && entities[link[0]] == relationship.destination
      return isBack ? link[0] : nil
    }.first
  }
}

/// A value of an attribute, or the names of objects.
package enum Value: Codable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case list([String])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else {
      self = .list(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .list(let names): try container.encode(names)
    }
  }

  package var isNull: Bool { self == .null }

  /// The text, where it is one.
  package var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The objects that are named, one or several.
  package var names: [String] {
    switch self {
    case .string(let name): [name]
    case .list(let names): names
    default: []
    }
  }
}

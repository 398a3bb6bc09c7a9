import Testing

@testable import ObjectGraph

extension Schema {
  /// Reads a schema in short form, such as `List: items* Item deny ~list; Item < Base: list! List`.
  ///
  /// A star marks a to-many, an exclamation mark a mandatory property, and a tilde the inverse, or
  /// by itself that there is none. A name without a destination is an attribute.
  init(_ framework: Framework, _ text: String) throws {
    try self.init(framework, entities: Entity.all(in: text))
  }

  /// Reads a schema of SwiftData in short form.
  init(_ text: String) throws { try self.init(.swiftData, text) }

  /// Finds an entity that must be there.
  func required(_ entity: String) throws -> EntityID { try #require(self.entity(entity)) }

  /// Finds a relationship that must be there.
  func required(_ entity: String, _ relationship: String) throws -> RelationshipID {
    let entity = try required(entity)
    return try #require(self.relationship(relationship, of: entity))
  }

  /// Finds an attribute that must be there.
  func required(_ entity: String, attribute: String) throws -> AttributeID {
    let entity = try required(entity)
    return try #require(self.attribute(attribute, of: entity))
  }

  /// Lists with items: one to many.
  static func lists(_ items: DeleteRule = .nullify, isOrdered: Bool = false) throws -> Schema {
    let order = isOrdered ? " ordered" : ""
    return try Schema("List: items* Item \(items.rawValue) ~list\(order); Item: list List")
  }
}

extension Entity {
  /// Reads entities in short form.
  static func all(in text: String) -> [Entity] {
    text.split(separator: ";").map { Entity(short: $0) }
  }

  private init(short text: Substring) {
    let parts = text.split(separator: ":")
    let head = parts[0].split(separator: " ").map(String.init)
    let properties = parts.dropFirst().flatMap { $0.split(separator: ",") }
      .map { $0.split(separator: " ").map(String.init) }
    let isAttribute = { (words: [String]) in words.count < 2 || words[1] == "unique" }
    self.init(
      head[0], parent: head.firstIndex(of: "<").map { head[$0 + 1] },
      isAbstract: head.contains("abstract"),
      relationships: properties.filter { !isAttribute($0) }.map(Relationship.init(short:)),
      attributes: properties.filter(isAttribute).map { words in
        Attribute(
          words[0].filter { $0 != "!" }, isOptional: !words[0].contains("!"),
          isUnique: words.contains("unique"))
      })
  }
}

extension Relationship {
  fileprivate init(short words: [String]) {
    let name = words[0].filter { $0 != "*" && $0 != "!" }
    let isOptional = !words[0].contains("!")
    let rule = words.compactMap(DeleteRule.init(rawValue:)).first ?? .standard
    let inverse = words.first { $0.hasPrefix("~") }
      .map { $0 == "~" ? Inverse.oneWay : .named(String($0.dropFirst())) }
    let counts = (words.first { $0.contains("...") } ?? "").split(separator: ".")
      .compactMap { Int($0) }
    self =
      words[0].contains("*")
      ? .toMany(
        name, words[1], isOptional: isOptional, isOrdered: words.contains("ordered"),
        minCount: counts.first ?? 0, maxCount: counts.count > 1 ? counts[1] : 0, deleteRule: rule,
        inverse: inverse ?? .unstated)
      : .toOne(
        name, words[1], isOptional: isOptional, deleteRule: rule, inverse: inverse ?? .unstated)
  }
}

extension Graph {
  /// Adds several objects of one entity.
  mutating func insert(_ count: Int, _ entity: String) throws -> [ObjectID] {
    try (0..<count).map { _ in try insert(entity) }
  }

  /// The objects that a relationship holds, deleted or not.
  func held(_ object: ObjectID, _ relationship: String) throws -> [ObjectID] {
    try references(object, relationship).map(\.id)
  }
}

/// All that can be read of a graph: two equal ones show that nothing changed in between.
struct Picture: Hashable {
  let objects: [ObjectID]
  let references: [[Reference]]
  let values: [[AttributeValue?]]

  init(_ graph: Graph) throws {
    let schema = graph.schema
    objects = graph.objects
    references = try objects.flatMap { object in
      try schema.relationships(of: graph.entity(of: object)).map {
        try graph.references(object, $0)
      }
    }
    values = try objects.map { object in
      try schema.attributes(of: graph.entity(of: object)).map {
        try graph.value(object, schema.declaration(of: $0).name)
      }
    }
  }
}

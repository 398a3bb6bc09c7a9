import Testing

@testable import ObjectGraph

/// A reference that a test did not expect to lead to a deleted object.
struct UnexpectedlyDeleted: Error {
  let object: ObjectID
}

extension Graph {
  /// Adds several objects of one entity.
  mutating func insert(_ count: Int, _ entity: String) throws -> [ObjectID] {
    try (0..<count).map { _ in try insert(entity) }
  }

  /// What a relationship holds where nothing of it was deleted.
  func held(_ object: ObjectID, _ relationship: String) throws -> [ObjectID] {
    try references(object, relationship).map { reference in
      if case .deleted(let id) = reference { throw UnexpectedlyDeleted(object: id) }
      return reference.id
    }
  }

  /// States a reference by the name of its relationship.
  func reference(
    _ source: ObjectID, _ relationship: String, _ destination: ObjectID
  ) throws -> Link {
    Link(source, try self.relationship(relationship, of: source), destination)
  }

  /// Plans and applies the deletion of objects.
  mutating func delete(_ objects: [ObjectID]) throws {
    try apply(plan(deleting: objects))
  }
}

extension Schema {
  /// Finds an entity that must be there.
  func required(_ entity: String) throws -> EntityID { try #require(self.entity(entity)) }

  /// Finds a relationship that must be there.
  func required(_ entity: String, _ relationship: String) throws -> RelationshipID {
    let entity = try required(entity)
    return try #require(self.relationship(relationship, of: entity))
  }

  /// The inverse with its kind, such as `declared Item.list`, or nil.
  func inverse(_ entity: String, _ relationship: String) throws -> String? {
    try inverse(of: required(entity, relationship))
      .map { "\($0.kind.rawValue) \(qualifiedName(of: $0.relationship))" }
  }

  /// Lists with items: one to many.
  static func lists(
    items: DeleteRule = .nullify, list: DeleteRule = .nullify, isOrdered: Bool = false,
    isListOptional: Bool = true
  ) throws -> Schema {
    try Schema(
      .swiftData,
      entities: [
        Entity(
          "List",
          relationships: [
            .toMany(
              "items", "Item", isOrdered: isOrdered, deleteRule: items, inverse: .named("list"))
          ]),
        Entity(
          "Item",
          relationships: [.toOne("list", "List", isOptional: isListOptional, deleteRule: list)]),
      ])
  }

  /// People with passports: one to one.
  static func passports(
    passport: DeleteRule = .nullify, owner: DeleteRule = .nullify
  ) throws -> Schema {
    try Schema(
      .swiftData,
      entities: [
        Entity("Person", relationships: [.toOne("passport", "Passport", deleteRule: passport)]),
        Entity("Passport", relationships: [.toOne("owner", "Person", deleteRule: owner)]),
      ])
  }

  /// Articles with tags: many to many.
  static func tags(tags: DeleteRule = .nullify, articles: DeleteRule = .nullify) throws -> Schema {
    try Schema(
      .swiftData,
      entities: [
        Entity(
          "Article",
          relationships: [.toMany("tags", "Tag", deleteRule: tags, inverse: .named("articles"))]),
        Entity("Tag", relationships: [.toMany("articles", "Article", deleteRule: articles)]),
      ])
  }

  /// Nodes that lead to the next one, with or without a way back.
  static func chain(next: DeleteRule, hasInverse: Bool = true) throws -> Schema {
    let previous = hasInverse ? [Relationship.toOne("previous", "Node")] : []
    return try Schema(
      .swiftData,
      entities: [
        Entity("Node", relationships: [.toOne("next", "Node", deleteRule: next)] + previous)
      ])
  }

  /// People with friends and a spouse: two relationships that are each their own inverse.
  static func people(
    friends: DeleteRule = .nullify, spouse: DeleteRule = .nullify
  ) throws -> Schema {
    try Schema(
      .coreData,
      entities: [
        Entity(
          "Person",
          relationships: [
            .toMany("friends", "Person", deleteRule: friends, inverse: .named("friends")),
            .toOne("spouse", "Person", deleteRule: spouse, inverse: .named("spouse")),
          ])
      ])
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

extension Context {
  /// The refusal of a save that must be refused.
  mutating func refusal(sourceLocation: SourceLocation = #_sourceLocation) throws -> SaveRefusal {
    var attempt = self
    let refusal = try #require(throws: SaveRefusal.self, sourceLocation: sourceLocation) {
      try attempt.save()
    }
    self = attempt
    return refusal
  }
}

extension Schema {
  /// Finds an attribute that an entity must have.
  func required(_ entity: String, attribute: String) throws -> AttributeID {
    let entity = try required(entity)
    return try #require(self.attribute(attribute, of: entity))
  }
}

import Testing

@testable import ObjectGraph

@Suite("What values do objects have, and which are refused?")
struct AttributeTests {
  /// Things that need a title and have a unique key, some of which are books with a number of pages.
  private func schema(_ framework: Framework = .coreData) throws -> Schema {
    try Schema(
      framework,
      entities: [
        Entity(
          "Thing",
          attributes: [Attribute("title", isOptional: false), Attribute("key", isUnique: true)]),
        Entity("Book", parent: "Thing", attributes: [Attribute("pages")]),
        Entity("Disc", parent: "Thing"),
      ])
  }

  /// A stored thing or book for each key, with a title.
  private func store(
    _ keys: [Int], as entity: String = "Thing"
  ) throws -> (context: Context, objects: [ObjectID]) {
    var context = Context(Graph(try schema()))
    let objects = try keys.map { try insert(entity, key: $0, into: &context) }
    try context.save()
    return (context, objects)
  }

  @discardableResult
  private func insert(
    _ entity: String, key: Int, into context: inout Context
  ) throws -> ObjectID {
    let object = try context.insert(entity)
    try context.setValue(object, "title", to: .string("\(entity) \(key)"))
    try context.setValue(object, "key", to: .integer(key))
    return object
  }

  @Test("A value is pending until the save, stored after it, and gone with a rollback")
  func values() throws {
    var (context, objects) = try store([1])
    try context.setValue(objects[0], "title", to: .string("Atlas"))
    #expect(try context.pending().value(objects[0], "title") == .string("Atlas"))
    #expect(try context.stored.value(objects[0], "title") == .string("Thing 1"))
    context.rollback()
    #expect(try context.pending().value(objects[0], "title") == .string("Thing 1"))
    try context.setValue(objects[0], "title", to: .bool(true))
    try context.setValue(objects[0], "key", to: nil)
    try context.save()
    #expect(try context.stored.value(objects[0], "title") == .bool(true))
    #expect(try context.stored.value(objects[0], "key") == nil)
  }

  @Test("A value is read and given by a name that the entity declares or inherits")
  func names() throws {
    var (context, objects) = try store([1], as: "Book")
    try context.setValue(objects[0], "pages", to: .decimal(1.5))
    #expect(try context.pending().value(objects[0], "pages") == .decimal(1.5))
    let thing = try insert("Thing", key: 2, into: &context)
    let unknown = GraphError.unknownAttribute("pages", entity: "Thing")
    #expect(throws: unknown) { try context.setValue(thing, "pages", to: .integer(1)) }
    #expect(throws: unknown) { try context.pending().value(thing, "pages") }
    #expect("\(unknown)" == "the entity Thing has no attribute 'pages'")
    try context.delete([thing])
    try context.save()
    #expect(throws: GraphError.deletedObject(thing)) {
      try context.setValue(thing, "title", to: nil)
    }
  }

  @Test("A mandatory attribute without a value refuses the save with 1570")
  func mandatory() throws {
    var (context, objects) = try store([1])
    let title = try context.stored.schema.required("Thing", attribute: "title")
    let book = try context.insert("Book")
    try context.setValue(objects[0], "title", to: nil)
    let refusal = try context.refusal()
    #expect(refusal.problems == [.missingValue(objects[0], title), .missingValue(book, title)])
    #expect(refusal.problems.map(\.code.rawValue) == [1570, 1570])
    try context.delete([book])
    #expect(try context.refusal().code.rawValue == 1570)
    try context.setValue(objects[0], "title", to: .string(""))
    try context.save()
  }

  @Test("Core Data: a second object with a unique value refuses the save with 1551")
  func uniqueInCoreData() throws {
    var (context, objects) = try store([1, 2])
    let key = try context.stored.schema.required("Thing", attribute: "key")
    let new = try insert("Thing", key: 1, into: &context)
    let refusal = try context.refusal()
    #expect(refusal.problems == [.notUnique(new, key, other: objects[0])])
    #expect(refusal.code.rawValue == 1551)
    #expect(context.merged == [:])
    try context.setValue(new, "key", to: .integer(3))
    try context.save()
    try context.setValue(objects[1], "key", to: .integer(3))
    #expect(try context.refusal().problems == [.notUnique(objects[1], key, other: new)])
  }

  @Test("The value of an object that is being deleted, or gives it up, is free")
  func freedValues() throws {
    var (context, objects) = try store([1, 2])
    let new = try insert("Thing", key: 1, into: &context)
    try context.delete([objects[0]])
    try context.setValue(objects[1], "key", to: .integer(5))
    let other = try insert("Book", key: 2, into: &context)
    try context.save()
    #expect(context.stored.objects == [objects[1], new, other])
  }

  @Test("No value is no duplicate, and one of another kind is another value")
  func differentValues() throws {
    var (context, _) = try store([1])
    let values: [AttributeValue?] = [nil, nil, .string("1"), .bool(true), .decimal(1.5)]
    for value in values {
      try context.setValue(insert("Thing", key: 0, into: &context), "key", to: value)
    }
    try context.save()
    #expect(context.stored.objects.count == 6)
  }

  @Test("A unique attribute is unique among all subentities that inherit it")
  func inheritedUnique() throws {
    var (context, books) = try store([1, 2], as: "Book")
    let key = try context.stored.schema.required("Thing", attribute: "key")
    let disc = try insert("Disc", key: 1, into: &context)
    #expect(try context.refusal().problems == [.notUnique(disc, key, other: books[0])])
  }

  @Test("Several duplicates are sorted by object, whichever share a value")
  func sortedDuplicates() throws {
    var context = Context(Graph(try schema()))
    let key = try context.stored.schema.required("Thing", attribute: "key")
    let objects = try [1, 2, 2, 1].map { try insert("Thing", key: $0, into: &context) }
    let refusal = try context.refusal()
    #expect(
      refusal.problems
        == zip(objects, objects.reversed()).map { .notUnique($0, key, other: $1) })
    #expect(refusal.code.rawValue == 1560)
  }

  @Test("What did not change is not compared with what did not change either")
  func storedDuplicates() throws {
    var graph = Graph(try schema())
    let objects = try graph.insert(3, "Thing")
    for object in objects.prefix(2) {
      try graph.setValue(object, "key", to: .integer(1))
      try graph.setValue(object, "title", to: .string("Twin"))
    }
    var context = Context(graph)
    try context.setValue(objects[2], "title", to: .string("Other"))
    try context.save()
    try context.setValue(objects[1], "title", to: .string("Twin 2"))
    #expect(try context.refusal().problems.map(\.object) == [objects[1]])
  }

  @Test("Names of properties are unique among an entity and its ancestors, and never empty")
  func impossibleNames() throws {
    let error = try #require(throws: SchemaError.self) {
      try Schema(
        .coreData,
        entities: [
          Entity("A", attributes: [Attribute("x"), Attribute("y"), Attribute("x"), Attribute("")]),
          Entity(
            "B", parent: "A", relationships: [.toOne("y", "A"), .toOne("z", "A")],
            attributes: [Attribute("x"), Attribute("z")]),
          Entity("C", parent: "B", attributes: [Attribute("w")]),
        ])
    }
    #expect(
      error.description == """
        A.: the name is empty; give it one
        A.x: a property of this name is already declared on A; rename one
        B.y: a property of this name is already declared on A; rename one
        B.x: a property of this name is already declared on A; rename one
        B.z: a property of this name is already declared on B; rename one
        """)
  }
}

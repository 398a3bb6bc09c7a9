import Testing

@testable import ObjectGraph

@Suite("What values do objects have, and which must be unique?")
struct UniqueTests {
  private static func things(
    _ name: String, _ objects: String, _ links: String, _ steps: String, is expected: String
  ) -> StoryCase {
    StoryCase(
      name, "Thing: title, key unique; Book < Thing: pages; Disc < Thing", objects,
      links, steps, in: .coreData, is: expected)
  }

  @Test("Numbers are equal and ordered by size, however they are written")
  func numbers() {
    let values: [[AttributeValue]] = [
      [.decimal(-1e300)], [.integer(.min), .decimal(-0x1p63)], [.decimal(-0.5)],
      [.integer(0), .decimal(0), .decimal(-0.0)], [.integer(1), .decimal(1)], [.decimal(1.5)],
      [.integer(1 << 53), .decimal(0x1p53)], [.integer((1 << 53) + 1)], [.integer(.max)],
      [.decimal(0x1p63)],
    ]
    for (place, equals) in values.enumerated() {
      #expect(Set(equals).count == 1)
      for (otherPlace, others) in values.enumerated() {
        for one in equals {
          for other in others {
            #expect((one == other) == (place == otherPlace))
            #expect((one < other) == (place < otherPlace))
          }
        }
      }
    }
  }

  private static let coreData = [
    things(
      "A value is pending until the save, and given up by a rollback", "a Book",
      "a.key : 1; a.title : Atlas",
      "a.title : Map; a.pages : 3; pending; stored; rollback; pending; a.key :; save; stored",
      is: "a(title:Map key:1 pages:3) | a(title:Atlas key:1) | a(title:Atlas key:1) | saved | "
        + "a(title:Atlas)"),
    things(
      "An attribute is one that the entity declares or inherits", "a Thing", "",
      "a.pages : 3; delete a; save; a.title : Map",
      is: "the entity Thing has no attribute 'pages' | saved | the object was deleted"),
    things(
      "A second object with a unique value refuses the save", "a b Thing", "a.key : 1; b.key : 2",
      "new c Thing; c.key : 1; save; merged; c.key : 3; save; b.key : 3; save",
      is: "1551 c.key=a |  | saved | 1551 b.key=c"),
    things(
      "The value of an object that is deleted, or gives it up, is free", "a b Thing",
      "a.key : 1; b.key : 2",
      "new c Thing; c.key : 1; delete a; b.key : 5; new d Book; d.key : 2; save", is: "saved"),
    things(
      "No value is no duplicate, and a text is not a number", "a b Thing", "a.key : 1",
      "new c Thing; c.key : one; new d Thing; save", is: "saved"),
    things(
      "A value is unique among all subentities that inherit the attribute", "a Book", "a.key : 1",
      "new b Disc; b.key : 1; save", is: "1551 b.key=a"),
    things(
      "Several duplicates are sorted by object", "", "",
      "new a Thing; a.key : 1; new b Thing; b.key : 2; new c Thing; c.key : 2; new d Thing; "
        + "d.key : 1; save",
      is: "1560: 1551 a.key=d, 1551 b.key=c, 1551 c.key=b, 1551 d.key=a"),
    things(
      "Objects that did not change are not compared with each other", "a b c Thing",
      "a.key : 1; b.key : 1", "c.title : Map; save; b.title : Atlas; save",
      is: "saved | 1551 b.key=a"),
  ]

  /// A member of the first of two teams with two of three badges; a visit leads one way.
  private static func users(_ name: String, _ steps: String, is expected: String) -> StoryCase {
    StoryCase(
      name,
      "User: team Team ~users, badges* Badge ~users, idol User ~, pupils* User ordered ~tutors, "
        + "tutors* User, id unique, name, mail unique; Guest < User: host Team ~; Member < User; "
        + "Team: users* User; Badge: users* User; Visit: who* User ~",
      "g h Team, x y z Badge, u Member, v Visit",
      "u.team = g; u.badges = x y; u.id : 1; u.name : Ann", steps, is: expected)
  }

  private static let others = "g(users=u) h x(users=u) y(users=u) z v"

  private static let swiftData = [
    users(
      "SwiftData lets the stored object take over the values and links of a new one",
      "new t Member; t.id : 1; t.name : Anna; t.team + h; t.badges = y z; v.who = t u; pending; "
        + "save; merged; stored",
      is: "u(team=g badges=x,y id:1 name:Ann) t(team=h badges=y,z id:1 name:Anna) g(users=u) "
        + "h(users=t) x(users=u) y(users=u,t) z(users=t) v(who=u,t) | saved | t is u | "
        + "u(team=h badges=y,z id:1 name:Anna) g h(users=u) x y(users=u) z(users=u) v(who=u)"),
    users(
      "What the new one does not state stays", "new t User; t.id : 1; save; merged; stored",
      is: "saved | t is u | u(team=g badges=x,y id:1 name:Ann) \(others)"),
    users(
      "A new object that leads to itself leads the stored one to itself",
      "new p Member; u.tutors + p; u.pupils + p; save; new t Member; t.id : 1; t.idol + t; "
        + "t.pupils + t; save; stored",
      is: "saved | saved | u(team=g badges=x,y idol=u pupils=u tutors=u id:1 name:Ann) p \(others)"),
    users(
      "So does one that leads to the stored one",
      "new p Member; u.tutors + p; u.pupils + p; save; new t Member; t.id : 1; t.idol + u; "
        + "t.pupils + u; save; stored",
      is: "saved | saved | u(team=g badges=x,y idol=u pupils=u tutors=u,p id:1 name:Ann) "
        + "p(pupils=u) \(others)"),
    users(
      "A stored object that leads to its twin leads to itself",
      "new t Member; t.id : 1; u.idol + t; save; stored",
      is: "saved | u(team=g badges=x,y idol=u id:1 name:Ann) \(others)"),
    users(
      "A subentity's new object has more than the stored one: the save is refused",
      "new t Guest; t.id : 1; t.host + h; save; merged", is: "1551 t.id=u | "),
    users(
      "Two new objects with the value of a stored one refuse the save",
      "new s Member; s.id : 1; new t Member; t.id : 1; save; s.id : 2; save; merged",
      is: "1560: 1551 s.id=u, 1551 t.id=u | saved | t is u"),
    users(
      "A stored object with the value of another stored one refuses the save",
      "new t Member; save; t.id : 1; save", is: "saved | 1551 t.id=u"),
    users(
      "A deleted object neither takes over nor is taken over",
      "new t Member; t.id : 1; delete u; save; new s Member; s.id : 1; delete s; save; merged",
      is: "saved | saved | "),
    users(
      "A new object with the values of two stored ones refuses the save, which forgets the merge",
      "new s Member; s.mail : b@b; save; new t Member; t.id : 1; t.mail : b@b; save",
      is: "saved | 1551 u.mail=s"),
    users(
      "A reference of the new one to what is being deleted is not forgotten",
      "u.idol + u; save; new s Member; new t Member; t.id : 1; t.idol + s; delete s; save; "
        + "t.idol - s; save", is: "saved | 1550 t.idol=s | saved"),
    StoryCase(
      "After a refused save the stored object is not validated any more",
      "User: team! Team ~, id unique; Team: badges* Badge deny; Badge",
      "u User, s t Team, b Badge", "u.id : 1; s.badges = b",
      "new v User; v.id : 1; v.team + t; delete s; save; v.id : 2; s.badges - b; save; stored",
      is: "1600 s.badges=b | saved | u(id:1) v(team=t id:2) t b"),
  ]

  @Test(arguments: coreData + swiftData)
  func values(_ story: StoryCase) throws { try story.expectAsTold() }

  @Test("Where it stood between the stored one and another, the relationship declared last stands")
  func betweenTwo() throws {
    for (relationships, expected) in [
      ("next Node ~previous, previous Node", "a(previous=b id:1) b(next=a)"),
      ("previous Node, next Node ~previous", "a(previous=a next=a id:1) b"),
    ] {
      var story = try Story(Schema("Node: \(relationships), id unique"), "a b Node", "a.id : 1")
      let steps = "new t Node; t.id : 1; t.next + a; t.previous + b; save; stored"
      let told = try story.tell(steps)
      #expect(told == "saved | \(expected)")
    }
  }
}

@Suite("In which order does a fetch find objects?")
struct SortedFetchTests {
  private func sorted(
    _ values: [AttributeValue?], _ entity: String = "Thing", ascending: Bool = true
  ) throws -> [AttributeValue?] {
    var graph = Graph(try Schema(.coreData, "Thing: size; Box < Thing; Other"))
    for (index, value) in values.enumerated() {
      try graph.setValue(
        graph.insert(index.isMultiple(of: 2) ? "Box" : "Thing"), "size", to: value)
    }
    let found = try graph.objects(
      of: graph.schema.required(entity), sortedBy: "size", ascending: ascending)
    // Equal values are in the order of insertion, in either direction.
    for (one, other) in zip(found, found.dropFirst())
    where try graph.value(one, "size") == graph.value(other, "size") { #expect(one < other) }
    return try found.map { try graph.value($0, "size") }
  }

  @Test("No value, then truth values, numbers by size and texts; subentities' objects as well")
  func kinds() throws {
    let ascending: [AttributeValue?] = [
      nil, .bool(false), .bool(true), .decimal(-0.5), .integer(0), .decimal(0.5), .integer(1),
      .decimal(1), .integer(2), .integer(2), .string(""), .string("10"), .string("9"),
      .string("Z"), .string("a"), .string("é"),
    ]
    for step in [3, 5, 7] {
      let mixed = ascending.indices.map { ascending[$0 * step % ascending.count] }
      #expect(try sorted(mixed) == ascending)
      #expect(try sorted(mixed, ascending: false) == ascending.reversed())
    }
    #expect(try sorted([.integer(2), nil, .integer(1)], "Box") == [.integer(1), .integer(2)])
  }

  @Test("An unknown attribute is an error")
  func unknownAttribute() {
    #expect(throws: GraphError.unknownAttribute("size", entity: "Other")) {
      try sorted([], "Other")
    }
  }
}

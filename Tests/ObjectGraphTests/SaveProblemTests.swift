import Testing

@testable import ObjectGraph

@Suite("What refuses a save, and how is it told?")
struct SaveProblemTests {
  /// Zoos that guard their keepers, and animals that need a keeper, a name and one to three toys.
  private let graph: Graph
  private let named: [String: ObjectID]

  init() throws {
    var graph = Graph(
      try Schema(
        .coreData,
        entities: [
          Entity(
            "Zoo",
            relationships: [
              .toMany("keepers", "Keeper", deleteRule: .deny), .toOne("star", "Animal"),
            ]),
          Entity(
            "Keeper", relationships: [.toMany("animals", "Animal", inverse: .named("keeper"))]),
          Entity(
            "Animal",
            relationships: [
              .toOne("keeper", "Keeper", isOptional: false, inverse: .named("animals")),
              .toMany("toys", "Toy", isOptional: false, minCount: 1, maxCount: 3),
            ],
            attributes: [
              Attribute("name", isOptional: false), Attribute("chip", isUnique: true),
            ]),
          Entity("Toy"),
        ]))
    var named: [String: ObjectID] = [:]
    named["zoo"] = try graph.insert("Zoo")
    for name in ["ann", "bob"] { named[name] = try graph.insert("Keeper") }
    for name in ["rex", "joe"] { named[name] = try graph.insert("Animal") }
    for name in ["ball", "rope", "ring", "cube"] { named[name] = try graph.insert("Toy") }
    let object = { (name: String) in try #require(named[name]) }
    try graph.set(object("zoo"), "keepers", to: [object("ann"), object("bob")])
    try graph.link(object("rex"), "keeper", object("ann"))
    try graph.link(object("rex"), "toys", object("ball"))
    try graph.setValue(object("rex"), "name", to: .string("Rex"))
    try graph.setValue(object("rex"), "chip", to: .integer(1))
    (self.graph, self.named) = (graph, named)
  }

  /// What refuses a save after some changes: its code, then each problem's code and text.
  private func refusal(
    after change: (inout Context, (String) throws -> ObjectID) throws -> Void
  ) throws -> [String] {
    var context = Context(graph)
    try change(&context) { try #require(named[$0]) }
    let refusal = try context.refusal()
    let names = Dictionary(uniqueKeysWithValues: named.map { ($1, $0) })
    return ["\(refusal.code.rawValue)"]
      + refusal.problems.map { problem in
        let text = problem.explanation(in: graph.schema) { names[$0] ?? "?" }
        return "\(problem.code.rawValue) \(names[problem.object] ?? "?"): \(text)"
      }
  }

  @Test("A deny rule names what it holds, one or several")
  func denied() throws {
    let several = try refusal { context, object in try context.delete([object("zoo")]) }
    #expect(
      several == [
        "1600",
        "1600 zoo: zoo cannot be deleted: zoo.keepers is deny and holds ann, bob. "
          + "Delete ann, bob too, or take them out first.",
      ])
    let one = try refusal { context, object in
      try context.delete([object("zoo"), object("ann"), object("rex")])
    }
    #expect(
      one == [
        "1600",
        "1600 zoo: zoo cannot be deleted: zoo.keepers is deny and holds bob. "
          + "Delete bob too, or take it out first.",
      ])
  }

  @Test("A mandatory reference that a delete or an unlink has emptied")
  func missingReference() throws {
    let expected = [
      "1570",
      "1570 rex: rex.keeper is empty, but mandatory. Assign an object, or delete rex too.",
    ]
    let deleted = try refusal { context, object in try context.delete([object("ann")]) }
    #expect(deleted == expected)
    let emptied = try refusal { context, object in
      try context.set(object("rex"), "keeper", to: [])
    }
    #expect(emptied == expected)
  }

  @Test("Too few and too many")
  func counts() throws {
    let tooFew = try refusal { context, object in
      try context.unlink(object("rex"), "toys", object("ball"))
    }
    #expect(
      tooFew == ["1580", "1580 rex: rex.toys holds 0 of at least 1. Add some, or delete rex too."])
    let tooMany = try refusal { context, object in
      let toys = try ["ball", "rope", "ring", "cube"].map { try object($0) }
      try context.set(object("rex"), "toys", to: toys)
    }
    #expect(tooMany == ["1590", "1590 rex: rex.toys holds 4 of at most 3. Take some out."])
  }

  @Test("A mandatory attribute without a value")
  func missingValue() throws {
    let refusal = try refusal { context, object in
      try context.setValue(object("rex"), "name", to: nil)
    }
    #expect(
      refusal == ["1570", "1570 rex: rex.name has no value, but is mandatory. Give it one."])
  }

  @Test("A new reference to what is being deleted, whichever came first")
  func danglingLink() throws {
    let expected = [
      "1550",
      "1550 zoo: zoo.star was just given rex, which is being deleted. Take it out again.",
    ]
    let linkedLater = try refusal { context, object in
      try context.delete([object("rex")])
      try context.link(object("zoo"), "star", object("rex"))
    }
    #expect(linkedLater == expected)
    let deletedLater = try refusal { context, object in
      try context.set(object("zoo"), "star", to: [object("rex")])
      try context.delete([object("rex")])
    }
    #expect(deletedLater == expected)
  }

  @Test("A unique value that is taken, and everything else that is wrong, denials first")
  func severalAtOnce() throws {
    let refusal = try refusal { context, object in
      try context.setValue(object("joe"), "chip", to: .integer(1))
      try context.delete([object("zoo")])
    }
    #expect(
      refusal == [
        "1560",
        "1600 zoo: zoo cannot be deleted: zoo.keepers is deny and holds ann, bob. "
          + "Delete ann, bob too, or take them out first.",
        "1570 joe: joe.keeper is empty, but mandatory. Assign an object, or delete joe too.",
        "1580 joe: joe.toys holds 0 of at least 1. Add some, or delete joe too.",
        "1570 joe: joe.name has no value, but is mandatory. Give it one.",
        "1551 joe: joe.chip has the same value as that of rex, but is unique. "
          + "Change one of them.",
      ])
  }

  @Test(
    "Every code has Core Data's number and name",
    arguments: [
      (1550, "NSManagedObjectValidationError"),
      (1551, "NSManagedObjectConstraintValidationError"),
      (1560, "NSValidationMultipleErrorsError"),
      (1570, "NSValidationMissingMandatoryPropertyError"),
      (1580, "NSValidationRelationshipLacksMinimumCountError"),
      (1590, "NSValidationRelationshipExceedsMaximumCountError"),
      (1600, "NSValidationRelationshipDeniedDeleteError"),
      (133_000, "NSManagedObjectReferentialIntegrityError"),
      (134_050, "NSPersistentStoreSaveConflictsError"),
    ])
  func codes(number: Int, name: String) throws {
    #expect(ErrorCode(rawValue: number)?.name == name)
    #expect(ErrorCode.allCases.count == 9)
  }

  @Test("Following a reference to a deleted object is an error with a code, never a trap")
  func inaccessible() throws {
    var context = Context(graph)
    let (zoo, rex) = (try #require(named["zoo"]), try #require(named["rex"]))
    try context.link(zoo, "star", rex)
    try context.save()
    #expect(try context.stored.references(zoo, "star").map { try $0.followed() } == [rex])
    try context.delete([rex])
    try context.save()
    let reference = try #require(try context.stored.references(zoo, "star").first)
    let error = try #require(throws: InaccessibleObject.self) { try reference.followed() }
    #expect(error == InaccessibleObject(object: rex))
    #expect(error.code.rawValue == 133_000)
  }
}

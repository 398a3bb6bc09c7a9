import Testing

@testable import ObjectGraph

@Suite("What does a subentity inherit?")
struct InheritanceTests {
  /// Owners of documents, where only reports are listed by their owner.
  private func documents(declaredOn side: String) throws -> Schema {
    try Schema(
      .swiftData,
      entities: [
        Entity(
          "Owner",
          relationships: [
            .toMany("reports", "Report", inverse: side == "Owner" ? .named("owner") : .unstated)
          ]),
        Entity(
          "Document", isAbstract: true,
          relationships: [
            .toOne("owner", "Owner", inverse: side == "Document" ? .named("reports") : .unstated)
          ]),
        Entity("Report", parent: "Document"),
        Entity("Letter", parent: "Document"),
      ])
  }

  @Test("Relationships are inherited from all ancestors, theirs first, under one identity")
  func relationshipsAreInherited() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("C", parent: "B", relationships: [.toOne("c", "A")]),
        Entity("B", parent: "A", relationships: [.toOne("b", "A", inverse: .oneWay)]),
        Entity("A", relationships: [.toMany("a", "A", deleteRule: .deny)]),
      ])
    let entity = try schema.required("C")
    let names = schema.relationships(of: entity).map { schema.qualifiedName(of: $0) }
    #expect(names == ["A.a", "B.b", "C.c"])
    #expect(try schema.required("C", "a") == schema.required("A", "a"))
    #expect(try schema.declaration(of: schema.required("C", "a")).deleteRule == .deny)
    #expect(try schema.entity(entity, isKindOf: schema.required("A")))
    #expect(try !schema.entity(schema.required("A"), isKindOf: entity))
  }

  @Test("An inverse is inferred through a parent, which its subentities then inherit")
  func inferenceThroughAParent() throws {
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("Base", isAbstract: true, relationships: [.toOne("folder", "Folder")]),
        Entity("File", parent: "Base"),
        Entity("Folder", relationships: [.toMany("content", "Base")]),
      ])
    #expect(try schema.inverse("File", "folder") == "inferred Folder.content")
    #expect(try schema.inverse("Folder", "content") == "inferred Base.folder")
  }

  @Test("An array of a subentity is not the inferred inverse of what the parent declares")
  func inferenceNeedsTheSameEntity() throws {
    let schema = try documents(declaredOn: "nobody")
    #expect(try schema.inverse("Owner", "reports") == nil)
    #expect(try schema.inverse("Document", "owner") == nil)
  }

  @Test("An inverse on an abstract parent may be declared from either side")
  func inverseOnAnAbstractParent() throws {
    for side in ["Owner", "Document"] {
      let schema = try documents(declaredOn: side)
      #expect(try schema.inverse("Owner", "reports") == "declared Document.owner", "\(side)")
      #expect(try schema.inverse("Letter", "owner") == "declared Owner.reports", "\(side)")
    }
  }

  @Test("An object that the inverse cannot hold is refused from both sides")
  func bothEndsMustHoldTheOther() throws {
    var graph = Graph(try documents(declaredOn: "Owner"))
    let (owner, report) = (try graph.insert("Owner"), try graph.insert("Report"))
    let letter = try graph.insert("Letter")
    try graph.link(report, "owner", owner)
    #expect(try graph.held(owner, "reports") == [report])
    let error = GraphError.wrongDestination(
      relationship: "Owner.reports", expected: "Report", found: "Letter")
    let plan = try graph.plan(deleting: [letter])
    #expect(throws: error) { try graph.link(owner, "reports", letter) }
    #expect(throws: error) { try graph.link(letter, "owner", owner) }
    #expect(throws: error) { try graph.set(letter, "owner", to: [owner]) }
    #expect(try graph.held(owner, "reports") == [report])
    // What was refused changed nothing, so the plan still holds.
    try graph.apply(plan)
    #expect(graph.objects == [owner, report])
  }

  @Test("An object without the inverse relationship is refused, though the destination allows it")
  func destinationMustHaveTheInverse() throws {
    // The way back leads to the parent of the only entity that has the relationship.
    let schema = try Schema(
      .swiftData,
      entities: [
        Entity("Animal"),
        Entity(
          "Dog", parent: "Animal",
          relationships: [.toMany("walks", "Walk", inverse: .named("animal"))]),
        Entity("Walk", relationships: [.toOne("animal", "Animal")]),
      ])
    var graph = Graph(schema)
    let (animal, dog) = (try graph.insert("Animal"), try graph.insert("Dog"))
    let walk = try graph.insert("Walk")
    let error = GraphError.wrongDestination(
      relationship: "Walk.animal", expected: "Dog", found: "Animal")
    #expect(throws: error) { try graph.link(walk, "animal", animal) }
    #expect(throws: error) { try graph.set(walk, "animal", to: [animal]) }
    #expect(try graph.plan(deleting: [animal]).nullified == [])
    try graph.link(walk, "animal", dog)
    #expect(try graph.held(dog, "walks") == [walk])
  }

  @Test("A relationship to a parent entity holds objects of all its subentities")
  func subentityObjectsAreHeld() throws {
    var graph = Graph(
      try Schema(
        .swiftData,
        entities: [
          Entity("Folder", relationships: [.toMany("content", "Base", deleteRule: .cascade)]),
          Entity("Base", relationships: [.toOne("folder", "Folder")]),
          Entity("File", parent: "Base"), Entity("Link", parent: "Base"),
          Entity("Other"),
        ]))
    let folder = try graph.insert("Folder")
    let (file, other) = (try graph.insert("File"), try graph.insert("Other"))
    let (link, base) = (try graph.insert("Link"), try graph.insert("Base"))
    for object in [link, file, base] { try graph.link(folder, "content", object) }
    #expect(try graph.held(folder, "content") == [file, link, base])
    #expect(try graph.held(link, "folder") == [folder])
    #expect(try graph.objects(of: graph.schema.required("Base")) == [file, link, base])
    #expect(try graph.objects(of: graph.schema.required("Link")) == [link])
    #expect(try graph.entity(of: link) == graph.schema.required("Link"))
    try graph.delete([folder])
    #expect(graph.objects == [other])
    #expect(graph.brokenInvariants() == [])
  }
}

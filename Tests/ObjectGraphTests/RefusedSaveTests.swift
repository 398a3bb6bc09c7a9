import Testing

@testable import ObjectGraph

@Suite("What is there before, during and after a refused save?")
struct RefusedSaveTests {
  /// A folder that guards its notes, each of which must have an author; stored.
  private let graph: Graph
  private let folder: ObjectID
  private let author: ObjectID
  private let notes: [ObjectID]
  private let folderNotes: RelationshipID
  private let noteAuthor: RelationshipID

  init() throws {
    let schema = try Schema(
      .coreData,
      entities: [
        Entity(
          "Folder",
          relationships: [.toMany("notes", "Note", deleteRule: .deny, inverse: .named("folder"))]),
        Entity(
          "Author", relationships: [.toMany("notes", "Note", inverse: .named("author"))]),
        Entity(
          "Note",
          relationships: [
            .toOne("folder", "Folder", inverse: .named("notes")),
            .toOne("author", "Author", isOptional: false, inverse: .named("notes")),
          ]),
      ])
    var graph = Graph(schema)
    folder = try graph.insert("Folder")
    author = try graph.insert("Author")
    notes = try graph.insert(2, "Note")
    try graph.set(folder, "notes", to: notes)
    try graph.set(author, "notes", to: notes)
    folderNotes = try schema.required("Folder", "notes")
    noteAuthor = try schema.required("Note", "author")
    self.graph = graph
  }

  private func denial(by blockers: [ObjectID]) -> SaveProblem {
    .denied(Denial(object: folder, relationship: folderNotes, blockers: blockers))
  }

  private func isMissingAuthor(_ note: ObjectID) -> SaveProblem {
    .invalid(Violation(object: note, relationship: noteAuthor, kind: .missing))
  }

  /// A context whose save was refused because the folder has notes.
  private func refusedContext() throws -> Context {
    var context = Context(graph)
    try context.delete([folder])
    #expect(try context.refusal().problems == [denial(by: notes)])
    return context
  }

  @Test("After the delete the lists show the object gone, the store still has it")
  func afterTheDelete() throws {
    var context = Context(graph)
    try context.delete([folder])
    #expect(context.pending().objects == [author] + notes)
    #expect(try context.pending().references(notes[0], "folder") == [.deleted(folder)])
    #expect(try Picture(context.stored) == Picture(graph))
    #expect(context.problems() == [denial(by: notes)])
  }

  @Test("Several problems are reported all at once, denials first, as one error 1560")
  func refusedBySeveral() throws {
    var context = Context(graph)
    try context.delete([author])
    try context.delete([folder])
    let refusal = try context.refusal()
    #expect(
      refusal.problems
        == [denial(by: notes), isMissingAuthor(notes[0]), isMissingAuthor(notes[1])])
    #expect(refusal.code.rawValue == 1560)
    #expect(refusal.problems.map(\.code.rawValue) == [1600, 1570, 1570])
    #expect(refusal.problems.map(\.object) == [folder] + notes)
    #expect(try Picture(context.stored) == Picture(graph))
  }

  @Test("A refused save is refused again for the same reasons, and changes nothing either time")
  func refusedAgain() throws {
    var context = try refusedContext()
    let pending = try Picture(context.pending())
    for _ in 0..<3 {
      let refusal = try context.refusal()
      #expect(refusal.problems == [denial(by: notes)])
      #expect(refusal.code == .deniedDelete)
      #expect(try Picture(context.pending()) == pending)
      #expect(try Picture(context.stored) == Picture(graph))
      #expect(context.plan().requested == [folder])
    }
  }

  @Test("Way out: delete what stands in the way too, all of it")
  func deletingTheBlockers() throws {
    var context = try refusedContext()
    try context.delete([notes[0]])
    #expect(try context.refusal().problems == [denial(by: [notes[1]])])
    try context.delete([notes[1]])
    try context.save()
    #expect(context.stored.objects == [author])
    #expect(try context.stored.held(author, "notes") == [])
  }

  @Test("Way out: take what stands in the way out, from either side or by assigning elsewhere")
  func unlinkingTheBlockers() throws {
    var context = try refusedContext()
    #expect(try context.unlink(folder, "notes", notes[0]))
    #expect(try context.refusal().problems == [denial(by: [notes[1]])])
    let other = try context.insert("Folder")
    try context.link(notes[1], "folder", other)
    try context.save()
    #expect(context.stored.objects == [other, author] + notes)
    #expect(try context.stored.references(notes[0], "folder") == [])
    #expect(try context.stored.held(other, "notes") == [notes[1]])
    #expect(context.stored.brokenInvariants() == [])
  }

  @Test("Way out: a rollback restores the stored state, whatever was done since")
  func rollingBack() throws {
    var context = try refusedContext()
    try context.set(author, "notes", to: [])
    try context.delete([notes[0]])
    context.processPendingChanges()
    try context.link(context.insert("Note"), "author", author)
    context.rollback()
    #expect(try Picture(context.pending()) == Picture(graph))
    #expect(context.plan().requested == [])
    try context.save()
    #expect(try Picture(context.stored) == Picture(graph))
    try context.delete(notes)
    try context.save()
    #expect(context.stored.objects == [folder, author])
  }

  @Test("Removing one of several causes leaves the others, now under their own code")
  func removingOneCause() throws {
    var context = Context(graph)
    try context.delete([folder, author])
    try context.delete([notes[1]])
    #expect(try context.refusal().problems == [denial(by: [notes[0]]), isMissingAuthor(notes[0])])
    try context.unlink(folder, "notes", notes[0])
    let refusal = try context.refusal()
    #expect(refusal.problems == [isMissingAuthor(notes[0])])
    #expect(refusal.code == .missingMandatoryProperty)
    try context.link(notes[0], "author", context.insert("Author"))
    try context.save()
    #expect(!context.stored.contains(folder))
    #expect(context.stored.contains(notes[0]))
  }
}

import ModelFiles
import SourceText
import Testing

@testable import ModelCheck

@Suite("Is one fault one finding?")
struct OneFaultTests {
  private func findings(
    _ text: String, as file: String = "M.swift", _ check: Check = Check()
  ) throws -> [Finding] {
    try check.findings(in: Model(reading: text, as: file))
  }

  private static let note = """
    @Model class Note { var tags: [Tag] = [] }
    @Model class Tag { var notes: [Note] = [] }
    """

  @Test("A class that no container lists is reported as that, and its faults are notes")
  func unlisted() throws {
    let text =
      Self.note + "\n@Model class Trip { var name = \"\" }\n"
      + "let container = try ModelContainer(for: Trip.self)"
    let found = try findings(text).map { "\($0.location.line) \($0.rule.rawValue)" }
    #expect(
      found == [
        "1 unlisted_model", "1 many_to_many_without_inverse", "2 unlisted_model",
      ])
    #expect(try findings(text).allSatisfy { $0.severity == .note })
  }

  @Test("What is found of a pair is found though a class is declared twice, if both sides are read")
  func declaredTwice() throws {
    let pair = """
      @Model class Author { var books: [Book] = [] }
      @Model class Book { @Relationship(deleteRule: .deny) var author: Author? }
      """
    for again in [
      "", "\n@Model class Author { var name = 1 }", "\n@Model class Book { var name = 1 }",
    ] {
      let found = try Check(rules: [.denyOnChild]).findings(
        in: Model(reading: pair + again, as: "M.swift"))
      #expect(found.contains { $0.rule == .denyOnChild }, "\(again)")
    }
  }

  @Test("What is the same on both sides is told at the first, with the place of the other")
  func bothSides() throws {
    let found = try findings(Self.note)
    #expect(found.map(\.rule) == [.manyToManyWithoutInverse])
    let message = try #require(found.first?.message)
    #expect(found.first?.location.line == 1 && found.first?.witness != nil)
    #expect(message.hasSuffix("; Tag.notes (line 2) has the same problem"), "\(message)")
    let noAction = """
      @Model class Note {
        @Relationship(deleteRule: .noAction, inverse: \\Tag.notes) var tags: [Tag] = []
      }
      @Model class Tag { @Relationship(deleteRule: .noAction) var notes: [Note] = [] }
      """
    #expect(try findings(noAction).map(\.rule) == [.noActionLeavesDangling])
  }

  private static func coreData(_ one: String, _ other: String, more: String = "") -> String {
    """
    <model><entity name="A">
    <relationship name="b" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="B"\(one)/>\(more)
    </entity><entity name="B">
    <relationship name="a" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="A"\(other)/>
    </entity></model>
    """
  }

  @Test("Two one-way relationships that can only be meant for each other lack one inverse")
  func missing() throws {
    let both = try findings(Self.coreData("", ""), as: "contents")
    #expect(both.map(\.description).count == 1)
    #expect(both.first?.rule == .missingInverseLeavesDangling)
    #expect(both.first?.message.contains("; B.a (line 4) has the same problem") == true)
    let third = """
      <relationship name="c" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="B"/>
      """
    #expect(try findings(Self.coreData("", "", more: third), as: "contents").count == 3)
  }

  @Test("An inverse that one side states says all of the other side, too")
  func stated() throws {
    let found = try findings(
      Self.coreData(" inverseName=\"a\" inverseEntity=\"B\"", ""), as: "contents")
    #expect(found.map(\.rule) == [.inverseNotReciprocal] && found.first?.witness != nil)
  }

  @Test("A rule on the wrong side stands for what the lack of it does on the right one")
  func wrongSide() throws {
    for rule in ["cascade", "deny"] {
      let text = """
        @Model class List { @Relationship(inverse: \\Item.list) var items: [Item]? = [] }
        @Model class Item { @Relationship(deleteRule: .\(rule)) var list: List }
        """
      let expected: CheckRule = rule == "deny" ? .denyOnChild : .cascadeOnToOneToParent
      #expect(try findings(text).map(\.rule) == [expected])
      // Nobody looks for what would stand for it.
      var check = Check()
      check.rules.remove(expected)
      #expect(try findings(text, check).map(\.rule) == [.nullifyBreaksMandatory])
    }
  }

  @Test("What CloudKit refuses is told besides the delete that hurts, which is told as ever")
  func cloudKit() throws {
    let found = try findings(Self.note, Check(for: [.cloudKit]))
    #expect(
      found.map(\.rule.rawValue) == [
        "cloudkit_mandatory", "cloudkit_missing_inverse", "many_to_many_without_inverse",
        "cloudkit_mandatory",
      ])
    let alone = try findings(Self.note)
    #expect(found[2].description == alone[0].description && found[2].fix == alone[0].fix)
    #expect(!found[2].fix.isEmpty)
  }
}

import ModelFiles
import SourceText
import SwiftSource
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

  @Test("A class that no container lists is reported as that alone, and is no reference to others")
  func unlisted() throws {
    let text =
      Self.note + "\n@Model class Trip { var name = \"\" }\n"
      + "@Model class Draft { @Relationship(deleteRule: .deny) var trip: Trip?; var sum = made() }\n"
      + "let container = try ModelContainer(for: Trip.self)"
    func found(_ text: String) throws -> [String] {
      try findings(text).map { "\($0.location.line) \($0.rule.rawValue)" }
    }
    let lines = [1, 2, 4].map { "\($0) unlisted_model" }
    #expect(try found(text) == lines)
    let listed = text.replacing("for: Trip.self", with: "for: Trip.self, Draft.self")
    #expect(try Set(found(listed)).isSuperset(of: lines.prefix(2) + ["4 unreadable_type"]))
    #expect(try found(listed).contains("4 missing_inverse_leaves_dangling"))
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

  @Test("The finding names the side that the code reaches most surely, with the place of the other")
  func surestSide() throws {
    let text = """
      @Model class Resume { @Relationship(deleteRule: .cascade) var root: Node? }
      @Model class Node { var resume: Resume }
      func remove(_ it: Resume, in context: ModelContext) { context.delete(it) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.missingInverseLeavesDangling]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    #expect(found.map(\.relationship) == ["resume"])
    #expect(found.first?.title == "deleting a Resume leaves Node.resume pointing at it")
    #expect(found.first?.message.contains("Resume.root (line 1)") == true)
  }

  @Test(
    "A comment at either side, and a baseline's entry of either, silence what both have",
    arguments: ["notes", "tags"], ["note", "tag"])
  func silencedSides(side: String, deleted: String) throws {
    func found(_ comment: String) throws -> [Finding] {
      let text = """
        @Model class Note {
          @Relationship(deleteRule: .deny, inverse: \\Tag.notes) var tags: [Tag] = []\(side == "tags" ? comment : "")
        }
        @Model class Tag {
          @Relationship(deleteRule: .deny) var notes: [Note] = []\(side == "notes" ? comment : "")
        }
        func go(_ note: Note, _ tag: Tag, _ context: ModelContext) { context.delete(\(deleted)) }
        """
      let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
      return try Check().findings(
        in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    }
    let all = try found("")
    #expect(all.map(\.rule) == [.denyOnBothSides])
    #expect(try found(" // deleterules:ignore deny_on_both_sides meant").isEmpty)
    let key = Baseline.Key(
      model: "M.swift", entity: side == "tags" ? "Note" : "Tag", relationship: side,
      rule: .denyOnBothSides, caller: nil)
    let entry = Baseline.Entry(
      key: key, stated: key, reason: "meant", location: Location(file: "b.json", line: 1, column: 1)
    )
    let baseline = Baseline(entries: [entry])
    #expect(baseline.remaining(all, in: ["M.swift"], rules: [.denyOnBothSides]).isEmpty)
    let written = baseline.silencing(
      all, in: ["M.swift"], rules: [.denyOnBothSides], because: nil)
    #expect(written?.map(\.key) == [key])
  }

  @Test(
    "Deny on both sides of objects of one entity names that once",
    arguments: [
      (
        "var down: [A] = []; @Relationship(deleteRule: .deny) var up: A?", "up",
        "A.down and A.up are both deny"
      ),
      ("var down: [A] = []", "down", "A.down is deny, and its own inverse"),
    ])
  func denyOfOneEntity(declared: String, inverse: String, fact: String) throws {
    let text =
      "@Model class A { @Relationship(deleteRule: .deny, inverse: \\A.\(inverse)) \(declared) }"
    let found = try findings(text).first { $0.rule == .denyOnBothSides }
    #expect(found?.title == "deleting an A can fail while it is linked to another")
    #expect(found?.facts.first == fact)
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

  @Test(
    "A save that fails is told besides the rule that causes it, where the code does that",
    arguments: [
      ("item", "cascade", ["cascade_on_to_one_to_parent", "nullify_breaks_mandatory"]),
      ("list", "cascade", ["nullify_breaks_mandatory", "cascade_on_to_one_to_parent"]),
      ("list", "deny", ["nullify_breaks_mandatory", "deny_on_child"]),
      ("item", "deny", ["deny_on_child"]),
    ])
  func wrongSideInCode(deleted: String, rule: String, expected: [String]) throws {
    let text = """
      @Model class List { @Relationship(inverse: \\Item.list) var items: [Item]? = [] }
      @Model class Item { @Relationship(deleteRule: .\(rule)) var list: List }
      func go(_ list: List, _ item: Item, _ c: ModelContext) { c.delete(\(deleted)) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let failing = found.filter { $0.rule == .nullifyBreaksMandatory }
    #expect(Set(found.map(\.rule.rawValue)) == Set(expected))
    #expect(failing.allSatisfy { $0.severity == .warning && !$0.reachedBy.isEmpty })
    let isShared = failing.contains {
      $0.facts.contains("needs a List that more than one Item has")
    }
    #expect(isShared == (deleted == "item" && rule == "cascade"))
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

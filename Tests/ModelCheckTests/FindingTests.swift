import ModelFiles
import ObjectGraph
import Scenarios
import SmallWorlds
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck

@Suite("What does a finding say?")
struct FindingTests {
  private static let text = """
    @Model class Note {
      var tags: [Tag] = []
      @Relationship(deleteRule: .noAction) var pages: [Page] = []
      @Relationship(inverse: \\Gone.note) var gone: Gone?
    }
    @Model class Tag { var notes: [Note] = [] }
    @Model class Page { var note: Note? }
    """

  private func findings(_ check: Check = Check()) throws -> [Finding] {
    try check.findings(in: Model(reading: Self.text, as: "App/M.swift"))
  }

  @Test("Place, severity, message and rule, as compilers write them")
  func description() throws {
    let finding = try #require(try findings().first { $0.rule == .noActionLeavesDangling })
    #expect(
      finding.description
        == "App/M.swift:3:44: error: deleting a Note leaves Page.note pointing at "
        + "it; Note.pages is noAction; reading the deleted object crashes "
        + "[no_action_leaves_dangling]")
    #expect(finding.model == "App/M.swift")
    #expect(finding.entity == "Note" && finding.relationship == "pages")
  }

  @Test("Findings come in the order of their places")
  func order() throws {
    let found = try findings()
    #expect(
      found.map { "\($0.location.line) \($0.rule.rawValue)" } == [
        "2 many_to_many_without_inverse", "3 no_action_leaves_dangling", "3 nullify_leaves_orphans",
        "4 unknown_destination",
      ])
    #expect(try findings().map(\.description) == found.map(\.description))
  }

  @Test("Only what is looked for is found")
  func rules() throws {
    #expect(try findings(Check(rules: [.unknownDestination])).map(\.rule) == [.unknownDestination])
    // A part that is not read is reported whatever is looked for.
    #expect(try findings(Check(rules: [])).map(\.rule) == [.unknownDestination])
    var check = Check()
    check.rules.remove(.manyToManyWithoutInverse)
    #expect(try findings(check).count == 3)
    let cloudKit = try findings(Check(rules: [], for: [.cloudKit])).filter { !$0.leavesOut }
    #expect(cloudKit.allSatisfy { $0.rule.category == .cloudKit } && !cloudKit.isEmpty)
  }

  @Test("A proof has only the entities that it needs, and names the article's cell")
  func witness() throws {
    let finding = try #require(try findings().first { $0.rule == .noActionLeavesDangling })
    let witness = try #require(finding.witness)
    #expect(witness.scenario.entities.map(\.name) == ["Note", "Page"])
    #expect(witness.scenario.objects.map(\.name) == ["Note1", "Page1"])
    #expect(witness.scenario.links.map(\.description) == ["Note1.pages → Page1"])
    #expect(witness.outcome.effect == .trapOnRead && witness.outcome.deleted == ["Note1"])
    #expect(witness.cell == "I-J/noAction+nullify/delete-I1")
    let unproven = try #require(try findings().first { $0.rule == .unknownDestination })
    #expect(unproven.witness == nil)
  }

  @Test(
    "A relationship that no code sets is noted, if the code makes what would have it",
    arguments: [
      ("", true), ("print(m.visit?.day ?? \"\", m.visit)", true),
      ("if m.visit == nil { return }", true), ("for t in m.guests { print(t) }", true),
      ("if let v = m.visit { c.delete(v) }", true), ("m.name = \"\"", true),
      ("m.visit = Visit()", false), ("_ = Menu(visit: Visit())", false),
      ("m[keyPath: \\.visit] = Visit()", false), ("fill(&m.visit)", false),
      ("m.set(Visit(), \"visit\")", false), ("m.set(Visit(), \"first.visit\")", false),
      ("print(\"revisited\")", true), ("print(\"\\(m.visit)\")", false),
      ("let visit = Visit(); m.visit = visit", false),
      ("let visit = Visit(); print(visit)", true),
      ("func f(_ visit: Visit) { print(visit) }", true),
      ("func f(_ visit: Visit) { self.visit = visit }", false),
    ])
  func unset(statement: String, isNoted: Bool) throws {
    func findings(_ made: String) throws -> [Finding] {
      let text = """
        @Model class Menu {
          var name = ""
          var visit: Visit?
          var guests: [Guest] = []
          init(visit: Visit? = nil) { self.visit = visit }
        }
        @Model class Visit { var day = "" }
        @Model class Guest { var name = "" }
        func add(_ c: ModelContext) { c.insert(\(made)) }
        func remove(_ v: Visit, _ m: Menu, _ c: ModelContext) { c.delete(v); \(statement) }
        """
      let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
      return try Check().findings(
        in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    }
    func facts(_ made: String) throws -> [String] {
      let found = try findings(made).first { $0.relationship == "visit" && $0.severity == .error }
      return try #require(found).facts
    }
    let words = "no code here sets Menu.visit"
    #expect(try facts("Menu()").contains(words) == isNoted)
    if statement.isEmpty { #expect(try !facts("Visit()").contains(words)) }
  }

  @Test(
    "What a program makes no object of, or never sets, is a note",
    arguments: [
      ("", true, .note), ("c.insert(Line(food: food))", true, .error),
      ("c.insert(Line.init(food: food))", true, .error),
      ("add(.init(food: food), c)", true, .error),
      ("let line: Line = .init(food: food)", true, .error), ("all.map(Line.init)", true, .error),
      ("} }; extension Line: Decodable { func g() {", true, .error),
      ("} }; extension Line { convenience init(from d: Decoder) {", true, .error),
      (
        "} ; static func f<T: PersistentModel>(_ t: T.Type, _ c: ModelContext) { c.insert(T())",
        true, .error
      ),
      ("let type: any PersistentModel.Type = Line.self; c.insert(type.init())", true, .error),
      (
        "c.insert(make(Line.self)) }; func make<M: Made>(_ type: M.Type) -> M { type.init(c)", true,
        .error
      ),
      (
        "} }; typealias Row = Line; extension Store { func g() { c.insert(Row(food: f))", true,
        .error
      ),
      ("} }; @Model class Long: Line { func g() { c.insert(Long(food: f))", true, .error),
      // Another type, or what is there, is made.
      ("let text = Text.init(food); print(food.lines, Line.self)", true, .note),
      ("path.append(.init(name: food)); let x = String(describing: Line.self)", true, .note),
      ("", false, .error),
    ] as [(String, Bool, ModelFinding.Severity)])
  func unmade(statement: String, isProgram: Bool, severity: ModelFinding.Severity) throws {
    let text = """
      @Model class Food { var name = ""; init(name: String) { self.name = name } }
      @Model class Line {
        var food: Food!
        var other: Food?
        init(food: Food) { self.food = food }
      }
      \(isProgram ? "@main struct App { static func main() { Store().f(all[0], context) } }" : "")
      struct Store {
        func f(_ food: Food, _ c: ModelContext) { c.insert(Food(name: "")); c.delete(food); \(statement) }
      }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check().findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let finding = try #require(found.first { $0.relationship == "food" })
    #expect(finding.severity == severity, "\(found.map(\.message))")
    #expect(finding.facts.contains("no code here creates a Line") == (severity == .note))
    // What is made, and never set, is a note as well.
    let other = try #require(found.first { $0.relationship == "other" })
    #expect(other.severity == (isProgram ? .note : .error))
  }

  @Test(
    "A to-many is set by what is added to it, and a relationship by the other side",
    arguments: [
      ("", true), ("print(m.tables.count)", true), ("m.tables.append(Table())", false),
      ("m.tables.insert(t, at: 0)", false), ("t.menu = m", false), ("print(t.menu?.name)", true),
    ])
  func unsetPair(statement: String, isNoted: Bool) throws {
    let text = """
      @Model class Menu {
        var name = ""
        @Relationship(deleteRule: .noAction, inverse: \\Table.menu) var tables: [Table] = []
      }
      @Model class Table { var menu: Menu? }
      func add(_ c: ModelContext) { c.insert(Menu()) }
      func remove(_ m: Menu, _ t: Table, _ c: ModelContext) { c.delete(m); \(statement) }
      """
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let found = try Check(rules: [.noActionLeavesDangling]).findings(
      in: [Model(reading: text, as: "M.swift")], with: [SwiftDeclarations(file, keepsCode: true)])
    let facts = try #require(found.first).facts
    #expect(facts.contains("no code here sets Menu.tables") == isNoted, "\(found)")
  }

  @Test("What a baseline knows it by has no line in it")
  func key() throws {
    let moved = try Check().findings(in: Model(reading: "\n\n" + Self.text, as: "App/M.swift"))
    #expect(try moved.map(\.baselineKey) == findings().map(\.baselineKey))
    #expect(try moved.map(\.location) != findings().map(\.location))
    #expect(Set(moved.map(\.baselineKey)).count == moved.count)
  }
}

import ObjectGraph
import Scenarios
import SourceText
import SwiftSource
import Testing

@testable import ModelCheck
@testable import ModelFiles

@Suite("How bad is what is found?")
struct SeverityTests {
  private func findings(
    _ text: String, as file: String = "M.swift", _ check: Check = Check()
  ) throws -> [String] {
    try check.findings(in: Model(reading: text, as: file)).map {
      "\($0.severity.rawValue) \($0.rule.rawValue)"
    }
  }

  private static func swiftData(_ rule: String, _ other: String, toMany: Bool) -> String {
    """
    @Model class A { @Relationship(deleteRule: .\(rule)) var b: \(toMany ? "[B] = []" : "B?") }
    @Model class B { @Relationship(deleteRule: .\(other)) var a: A? }
    """
  }

  private static func coreData(_ rule: String, _ other: String, toMany: Bool) -> String {
    """
    <model><entity name="A"><relationship name="b" optional="YES" \
    \(toMany ? "toMany=\"YES\"" : "maxCount=\"1\"") deletionRule="\(rule)" destinationEntity="B" \
    inverseName="a" inverseEntity="B"/></entity>
    <entity name="B"><relationship name="a" optional="YES" maxCount="1" deletionRule="\(other)" \
    destinationEntity="A" inverseName="b" inverseEntity="A"/></entity></model>
    """
  }

  @Test(
    "What traps, or was seen to crash, is an error in SwiftData and a warning in Core Data, if that",
    arguments: [
      ("noAction", "nullify", true, "error no_action_leaves_dangling", "warning"),
      ("noAction", "nullify", false, "error one_to_one_crash", "warning no_action_leaves_dangling"),
      ("deny", "nullify", false, "error one_to_one_crash", nil),
      ("deny", "deny", true, "note deny_on_both_sides", "note"),
      ("cascade", "deny", true, "note deny_on_child", "note"),
      ("nullify", "deny", true, "warning deny_on_child", "warning"),
      ("nullify", "nullify", true, "note nullify_leaves_orphans", "note"),
      ("cascade", "cascade", true, "warning cascade_both_sides", "warning"),
      ("cascade", "cascade", false, "note cascade_both_sides", "note"),
      ("nullify", "cascade", true, "warning cascade_on_to_one_to_parent", "warning"),
    ] as [(String, String, Bool, String, String?)])
  func severities(
    rule: String, other: String, toMany: Bool, inSwiftData: String, inCoreData: String?
  ) throws {
    let text = Self.swiftData(rule, other, toMany: toMany)
    let orphans = rule == "noAction" && toMany ? [" nullify_leaves_orphans"] : []
    #expect(try findings(text) == [inSwiftData] + orphans.map { "note" + $0 })
    let id = inSwiftData.split(separator: " ")[1]
    #expect(
      try findings(text, Check(isStrict: true)) == ["error \(id)"] + orphans.map { "error" + $0 })
    let names = ["noAction": "No Action", "deny": "Deny", "cascade": "Cascade"]
    let core = Self.coreData(
      names[rule] ?? "Nullify", names[other] ?? "Nullify", toMany: toMany)
    let expected = inCoreData.map { $0.contains(" ") ? $0 : "\($0) \(id)" }
    #expect(
      try findings(core, as: "contents") == (expected.map { [$0] } ?? [])
        + orphans.map { "note" + $0 })
  }

  @Test("A part that is not meant to go by itself is a note")
  func parts() throws {
    let entry = "@Model class Recipe { var name = \"\" }\n@Model class Entry {"
    #expect(
      try findings(entry + " var recipe: Recipe? }") == ["error missing_inverse_leaves_dangling"])
    #expect(
      try findings(entry + " @Relationship(deleteRule: .cascade) var recipes: [Recipe] = [] }")
        == ["note missing_inverse_leaves_dangling"])
    func alerts(_ rule: String) -> String {
      """
      <model><entity name="Alerts"><relationship name="of" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Subscription" inverseName="alerts" inverseEntity="Subscription"/></entity>
      <entity name="Subscription"><relationship name="alerts" maxCount="1" deletionRule="\(rule)" \
      destinationEntity="Alerts" inverseName="of" inverseEntity="Alerts"/></entity></model>
      """
    }
    let both = "warning nullify_breaks_mandatory"
    #expect(try findings(alerts("Nullify"), as: "contents") == [both])
    #expect(
      try findings(alerts("Cascade"), as: "contents") == ["note nullify_breaks_mandatory"])
  }

  @Test(
    "What classes do before a delete excuses a fault of two sides only if both of them do it",
    arguments: [([], "warning"), (["A"], "warning"), (["B"], "warning"), (["A", "B"], "note")])
  func hooks(classes: [String], severity: String) throws {
    let text = Self.coreData("Deny", "Deny", toMany: true)
      .replacing("maxCount=\"1\"", with: "toMany=\"YES\"")
    var model = try Model(reading: text, as: "contents")
    model.take(
      classes.flatMap { name in
        let property = name == "A" ? "b" : "a"
        let code = "class \(name) { override func prepareForDeletion() { \(property) = nil } }"
        return DeleteHook.hooks(in: SourceFile(path: "H.swift", bytes: Array(code.utf8)))
      })
    let found = try Check().findings(in: model)
    #expect(
      found.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
        == ["\(severity) deny_on_both_sides"])
  }

  @Test(
    "A cascade that deny blocks is a warning where what denies is never empty, and else a note",
    arguments: [
      ("invoice: Invoice", "warning"), ("invoice: Invoice?", "note"),
      ("invoices: [Invoice] = []", "note"),
    ])
  func blocked(denying: String, severity: String) throws {
    func text(_ bound: String = "") -> String {
      """
      @Model class Project { @Relationship(deleteRule: .cascade) var tasks: [Task] = [] }
      @Model class Task {
        var project: Project?
        @Relationship(deleteRule: .deny\(bound), inverse: \\Invoice.tasks) var \(denying)
      }
      @Model class Invoice { var tasks: [Task]? = [] }
      """
    }
    let check = Check(rules: [.denyBlocksCascade])
    #expect(try findings(text(), as: "M.swift", check) == ["\(severity) deny_blocks_cascade"])
    if denying.contains("[") {
      let bounded = text(", minimumModelCount: 1")
      #expect(try findings(bounded, as: "M.swift", check) == ["warning deny_blocks_cascade"])
    }
  }

  @Test("What is written wrong is as bad as the hazard that comes of it")
  func statements() throws {
    let text = Self.coreData("Nullify", "Nullify", toMany: true)
      .replacing(
        "deletionRule=\"Nullify\" destinationEntity=\"B\"", with: "destinationEntity=\"B\"")
    #expect(
      try findings(text, as: "contents") == [
        "warning missing_delete_rule", "note nullify_leaves_orphans",
      ])
    let found = try Check().findings(in: Model(reading: text, as: "contents"))
    #expect(found.first?.witness?.outcome.effect == .trapOnRead)
  }

  @Test("The severity that a project states for a rule counts, unless everything is an error")
  func stated() throws {
    let text = Self.swiftData("nullify", "deny", toMany: true)
    for severity in ModelFinding.Severity.allCases {
      var check = Check()
      check.severities = [.denyOnChild: severity, .oneToOneCrash: .note]
      #expect(try findings(text, as: "M.swift", check) == ["\(severity.rawValue) deny_on_child"])
      check.isStrict = true
      #expect(try findings(text, as: "M.swift", check) == ["error deny_on_child"])
    }
  }

  @Test("A note alone fails nothing; counts are of each severity, the worst first")
  func runs() throws {
    func run(_ severities: ModelFinding.Severity...) -> CheckRun {
      let place = Location(file: "m", line: 1, column: 1)
      let findings = severities.map {
        Finding(
          .emptyName, $0, FindingText("m"), model: "M", entity: nil, relationship: nil, at: place)
      }
      return CheckRun(models: ["M"], findings: findings)
    }
    #expect(!run().isFailure && run().counts == "no findings")
    #expect(!run(.note, .note).isFailure && run(.note, .note).counts == "2 notes")
    #expect(run(.note, .warning).isFailure && run(.error).isFailure)
    #expect(run(.note, .warning, .error, .error).counts == "2 errors, 1 warning, 1 note")
  }

  @Test(
    "A class in no store is worth a warning where the code deletes one",
    arguments: [
      ("for: Note.self", "c.delete(draft)", "warning"),
      ("for: Note.self", "c.delete(note)", "note"),
      ("for: Note.self", "", "note"),
      // Its own store may be one that is not read.
      ("for: Note.self, inMemory: true", "c.delete(draft)", "note"),
    ])
  func unlisted(container: String, call: String, severity: String) throws {
    let text = """
      @Model class Note { var title = "" }
      @Model class Draft { var title = "" }
      let container = view.modelContainer(\(container))
      func drop(_ draft: Draft, _ note: Note, _ c: ModelContext) { \(call) }
      """
    let model = try Model(reading: text, as: "M.swift")
    let file = SourceFile(path: "M.swift", bytes: Array(text.utf8))
    let code = [SwiftDeclarations(file, keepsCode: true)]
    let found = try Check(rules: [.unlistedModel]).findings(in: [model], with: code)
    #expect(found.map { "\($0.severity)" } == [severity])
    let isReached = found.contains { $0.facts.contains("deleted at M.swift:4:62") }
    #expect(isReached == (severity == "warning"))
  }
}

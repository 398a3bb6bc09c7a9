import ModelFiles
import ObjectGraph
import Scenarios
import SourceText
import Testing

@testable import ModelCheck

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

  @Test("What traps is an error in SwiftData, and a warning in Core Data, where it does not")
  func dangling() throws {
    #expect(
      try findings(Self.swiftData("noAction", "nullify", toMany: true))
        == ["error no_action_leaves_dangling"])
    #expect(
      try findings(Self.coreData("No Action", "Nullify", toMany: true), as: "contents")
        == ["warning no_action_leaves_dangling"])
    let oneWay = "@Model class A { var b: B? }\n@Model class B { var x = 1 }"
    #expect(try findings(oneWay) == ["error missing_inverse_leaves_dangling"])
  }

  @Test("A one-to-one that was seen to crash is an error, and in Core Data none of that kind")
  func crashes() throws {
    #expect(
      try findings(Self.swiftData("noAction", "nullify", toMany: false))
        == ["error one_to_one_crash"])
    #expect(
      try findings(Self.swiftData("deny", "nullify", toMany: false)) == ["error one_to_one_crash"])
    #expect(
      try findings(Self.coreData("No Action", "Nullify", toMany: false), as: "contents")
        == ["warning no_action_leaves_dangling"])
    #expect(
      try findings(Self.coreData("Deny", "Nullify", toMany: false), as: "contents") == [])
  }

  @Test("What refuses a delete, or takes too much along, is a warning in both")
  func warnings() throws {
    #expect(
      try findings(Self.swiftData("deny", "deny", toMany: true)) == ["warning deny_on_both_sides"])
    #expect(
      try findings(Self.coreData("Deny", "Deny", toMany: true), as: "contents")
        == ["warning deny_on_both_sides"])
    #expect(
      try findings(Self.swiftData("cascade", "cascade", toMany: true))
        == ["warning cascade_both_sides"])
    #expect(
      try findings(Self.swiftData("nullify", "cascade", toMany: true))
        == ["warning cascade_on_to_one_to_parent"])
  }

  @Test("Two objects that go together are only worth a note")
  func notes() throws {
    let couple = Self.swiftData("cascade", "cascade", toMany: false)
    #expect(try findings(couple) == ["note cascade_both_sides"])
    #expect(try findings(couple, Check(isStrict: true)) == ["error cascade_both_sides"])
    let core = Self.coreData("Cascade", "Cascade", toMany: false)
    #expect(try findings(core, as: "contents") == ["note cascade_both_sides"])
  }

  @Test("What is written wrong is as bad as the hazard that comes of it")
  func statements() throws {
    let text = Self.coreData("Nullify", "Nullify", toMany: true)
      .replacing(
        "deletionRule=\"Nullify\" destinationEntity=\"B\"", with: "destinationEntity=\"B\"")
    #expect(try findings(text, as: "contents") == ["warning missing_delete_rule"])
    let found = try Check().findings(in: Model(reading: text, as: "contents"))
    #expect(found.first?.witness?.outcome.effect == .trapOnRead)
  }

  @Test("A note alone fails nothing; counts are of each severity, the worst first")
  func runs() throws {
    func run(_ severities: ModelFinding.Severity...) -> CheckRun {
      let place = Location(file: "m", line: 1, column: 1)
      let findings = severities.map {
        Finding(.emptyName, $0, "m", model: "M", entity: nil, relationship: nil, at: place)
      }
      return CheckRun(models: ["M"], findings: findings)
    }
    #expect(!run().isFailure && run().counts == "no findings")
    #expect(!run(.note, .note).isFailure && run(.note, .note).counts == "2 notes")
    #expect(run(.note, .warning).isFailure && run(.error).isFailure)
    #expect(run(.note, .warning, .error, .error).counts == "2 errors, 1 warning, 1 note")
  }
}

import ModelFiles
import SourceText
import Testing

@testable import ModelCheck

@Suite("What does a comment in the source silence?")
struct IgnoreCommentTests {
  private static let rule = "no_action_leaves_dangling"

  /// `line rule` of what is found in a class with some members.
  private func found(_ members: String, _ check: Check = Check()) throws -> [String] {
    let text = "@Model class A {\n\(members)\n}"
    let other = """

      @Model class B { var a: A?; var c: A?; var z: Z? }
      @Model class Z { var all: [B] = [] }
      """
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    return try check.findings(in: Model(reading: text + other, as: "M.swift"))
      .filter { $0.location.line <= lines }
      .map { "\($0.location.line) \($0.rule.rawValue)" }
  }

  private static let member = """
    @Relationship(deleteRule: .noAction, inverse: \\B.a)
    var b: [B] = []
    @Relationship(deleteRule: .noAction, inverse: \\B.c) var d: [B] = []
    """

  @Test("What is declared below it, or stands on its line, and nothing else")
  func places() throws {
    #expect(try found(Self.member) == ["3 \(Self.rule)", "4 \(Self.rule)"])
    let ignore = "// deleterules:ignore \(Self.rule) cleared by hand"
    #expect(try found("\(ignore)\n\n\(Self.member)") == ["6 \(Self.rule)"])
    #expect(try found("///deleterules:ignore \(Self.rule) x\n\(Self.member)") == ["5 \(Self.rule)"])
    #expect(try found("\(Self.member) \(ignore)") == ["3 \(Self.rule)"])
    #expect(
      try found(Self.member.replacing("\nvar", with: " \(ignore)\nvar")) == ["4 \(Self.rule)"])
    #expect(
      try found("let s = \"\"\"\n\(ignore)\n\"\"\"\n\(Self.member)") == [
        "6 \(Self.rule)", "7 \(Self.rule)",
      ])
  }

  @Test("Several rules with commas between them, and several comments above each other")
  func several() throws {
    let member = "@Relationship(deleteRule: .noAction, inverse: \\B.a) var b: [B] = []"
    for rules in [
      "\(Self.rule),deny_on_child", "deny_on_child, \(Self.rule)", "deny_on_child ,\(Self.rule)",
    ] {
      #expect(
        try found("// deleterules:ignore \(rules) why\n\(member)") == ["2 ineffective_ignore"])
    }
    let lines = "// deleterules:ignore \(Self.rule) why\n// deleterules:ignore deny_on_child why"
    #expect(try found("\(lines)\n\(member)") == ["3 ineffective_ignore"])
  }

  @Test(
    "Without a reason or a known rule it is a finding, and silences nothing",
    arguments: [
      "ignore \(rule)", "ignore \(rule) -", "ignore", "ignroe \(rule) why", "", "ignore ,",
      "ignore no_action_leaves_danglin why",
    ])
  func faults(comment: String) throws {
    let member = "@Relationship(deleteRule: .noAction, inverse: \\B.a) var b: [B] = []"
    #expect(
      try found("// deleterules:\(comment)\n\(member)") == [
        "2 ineffective_ignore", "3 \(Self.rule)",
      ])
  }

  @Test(
    "Of several unreadable types, which are one finding, only those of its lines",
    arguments: [(2, ["3 b"]), (3, ["2 a"]), (nil, ["2 a, 3 b"])])
  func joined(line: Int?, expected: [String]) throws {
    let lines = ["a", "b"].enumerated().map { index, name in
      "@Relationship var \(name) = make()"
        + (index + 2 == line ? " // deleterules:ignore unreadable_type a number" : "")
    }
    let text = "@Model class A {\n\(lines.joined(separator: "\n"))\n}"
    let findings = try Check().findings(in: Model(reading: text, as: "M.swift"))
    #expect(
      findings.map { "\($0.location.line) \($0.baselineKey.relationship ?? "")" }
        == expected.map { $0.replacing(", 3 b", with: ", A.b") }, "\(findings)")
  }

  @Test("It is not called needless where its rule is not looked for")
  func otherRules() throws {
    let text = "// deleterules:ignore deny_on_child why\nvar x = 1"
    #expect(try found(text) == ["2 ineffective_ignore"])
    var check = Check()
    check.rules.remove(.denyOnChild)
    #expect(try found(text, check).isEmpty)
    #expect(try found("// deleterules:ignore cloudkit_deny why\nvar x = 1").isEmpty)
  }

  @Test("One in an old version of the model says nothing about the current one")
  func versions() throws {
    let ignore = "// deleterules:ignore \(Self.rule) why"
    let text = """
      enum V1: VersionedSchema {
        @Model class A {
          \(ignore)
          var b: Int = 1
        }
      }
      enum V2: VersionedSchema {
        @Model class A { var b: Int = 1 }
      }
      typealias A = V2.A
      """
    #expect(try Check().findings(in: Model(reading: text, as: "M.swift")).isEmpty)
  }

  @Test("In a Core Data model: of the tag before it on its line, or else of the next")
  func coreData() throws {
    func found(_ before: String, _ behind: String) throws -> [String] {
      let text = """
        <model><entity name="A">\(before)
        <relationship name="b" optional="YES" toMany="YES" deletionRule="No Action"
          destinationEntity="B" inverseName="a" inverseEntity="B"/>\(behind)
        </entity><entity name="B">
        <relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify"
          destinationEntity="A" inverseName="b" inverseEntity="A"/>
        <relationship name="z" optional="YES" maxCount="1" deletionRule="Nullify"
          destinationEntity="Z" inverseName="all" inverseEntity="Z"/>
        </entity><entity name="Z">
        <relationship name="all" optional="YES" toMany="YES" deletionRule="Nullify"
          destinationEntity="B" inverseName="z" inverseEntity="B"/>
        </entity></model>
        """
      return try Check().findings(in: Model(reading: text, as: "contents"))
        .map { "\($0.location.line) \($0.rule.rawValue)" }
    }
    let comment = "<!-- deleterules:ignore \(Self.rule) cleared by hand -->"
    #expect(try found("", "") == ["2 \(Self.rule)"])
    #expect(try found("\n\(comment)", "").isEmpty)
    #expect(try found("", comment).isEmpty)
    #expect(try found("", "\n\(comment)") == ["2 \(Self.rule)", "4 ineffective_ignore"])
    #expect(
      try found("", "<!-- deleterules:ignore \(Self.rule) -->") == [
        "2 \(Self.rule)", "3 ineffective_ignore",
      ])
  }
}

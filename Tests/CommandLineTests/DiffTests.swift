import Foundation
import Testing

@Suite("What does `deleterules diff` say?")
struct DiffTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let old = """
    import SwiftData
    @Model class A {
      @Relationship(deleteRule: .deny) var bs: [B] = []
      var c: C?
      @Relationship(deleteRule: .nullify) var ds: [D] = []
    }
    @Model class B { var a: A? }
    @Model class C { var a: A? }
    @Model class D { var a: A? }
    """

  /// One change of each kind: safer, a crash, and more that goes.
  private static let new = old.replacing(".deny", with: ".noAction")
    .replacing("var c: C?", with: "@Relationship(deleteRule: .noAction) var c: C?")
    .replacing(".nullify", with: ".cascade")
    .replacing("class D {", with: "class E { var d: D? }\n@Model class D {")

  private func lists(_ rule: String, isRenamed: Bool = false) -> String {
    let text = """
      <entity name="List"><relationship name="items" optional="YES" toMany="YES" \
      deletionRule="\(rule)" destinationEntity="Item" inverseName="list" inverseEntity="Item"/>
      </entity><entity name="Item"><relationship name="list" optional="YES" maxCount="1" \
      deletionRule="Nullify" destinationEntity="List" inverseName="items" inverseEntity="List"/>
      </entity>
      """
    guard isRenamed else { return text }
    return text.replacing("\"items\"", with: "\"entries\"")
      .replacing("name=\"entries\"", with: "name=\"entries\" elementID=\"items\"")
      .replacing("\"List\"", with: "\"Folder\"")
      .replacing("entity name=\"Folder\"", with: "entity name=\"Folder\" elementID=\"List\"")
  }

  private func writeCurrent(_ version: String) throws {
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>\(version).xcdatamodel</string></dict></plist>
      """, to: "App.xcdatamodeld/.xccurrentversion")
  }

  @Test("A line for each delete that does something else, the most dangerous first")
  func order() throws {
    try folder.write(Self.old, to: "old.swift")
    try folder.write(Self.new, to: "new.swift")
    let run = try folder.run("diff", "old.swift", "new.swift")
    #expect(run.exitCode == 1 && run.errors == "")
    #expect(try folder.run("diff", "old.swift", "new.swift").outputBytes == run.outputBytes)
    #expect(run.lines.first == "# What deletes do differently: old.swift → new.swift")
    let rows = run.lines.filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: " | ")
    }
    #expect(
      rows == [
        "crashes | A1 | A.c | only A1 goes | crashes",
        "traps | A1 | A.bs | refused: A1.bs holds B1 | only A1 goes; B1.a traps",
        "traps | D1 | E.d | – | only D1 goes; E1.d traps",
        "deletes more | A1 | A.ds | only A1 goes | takes D1 along",
      ])
    let back = try folder.run("diff", "new.swift", "old.swift")
    #expect(back.exitCode == 1)
    #expect(
      back.lines.filter { $0.hasPrefix("| safer") || $0.hasPrefix("| is refused") }.count >= 3)
    #expect(!back.lines.contains { $0.hasPrefix("| crashes") || $0.hasPrefix("| traps") })
  }

  @Test("JSON has both outcomes, and a scenario that comes out as the second says")
  func json() throws {
    try folder.write(Self.old, to: "old.swift")
    try folder.write(Self.new, to: "new.swift")
    let run = try folder.run("diff", "old.swift", "new.swift", "--format", "json")
    #expect(run.exitCode == 1)
    #expect(try Set(run.object.keys) == ["changes"])
    let changes = try #require(run.object["changes"] as? [[String: Any]])
    #expect(changes.map { $0["entity"] as? String } == ["A", "A", "E", "A"])
    #expect(changes.map { $0["relationship"] as? String } == ["c", "bs", "d", "ds"])
    let before = changes.map { ($0["before"] as? [String: Any])?["effect"] as? String }
    let after = changes.map { ($0["after"] as? [String: Any])?["effect"] as? String }
    #expect(before == ["ok", "denied", nil, "ok"])
    #expect(changes[2]["before"] is NSNull)
    #expect(after == ["crash", "trapOnRead", "trapOnRead", "ok"])
    for change in changes {
      let witness = try #require(change["witness"] as? [String: Any])
      try folder.write(JSONSerialization.data(withJSONObject: witness), to: "w.json")
      let replay = try folder.run("run", "w.json", "--format", "json")
      let cell = try #require((replay.object["cells"] as? [[String: Any]])?.first)
      #expect(cell["predicted"] as? NSDictionary == change["after"] as? NSDictionary)
    }
  }

  @Test("Where every delete does the same, nothing is printed, whatever the text says")
  func same() throws {
    try folder.write(Self.old, to: "old.swift")
    try folder.write("// Another text.\n\n" + Self.old, to: "new.swift")
    let run = try folder.run("diff", "old.swift", "new.swift")
    #expect(run.exitCode == 0 && run.output == "" && run.errors == "")
    let json = try folder.run("diff", "old.swift", "new.swift", "--format", "json")
    #expect(json.exitCode == 0 && json.output == "{\"changes\":[]}\n")
  }

  @Test("A renamed entity or relationship is followed by what it was called")
  func renaming() throws {
    try folder.writeModel(lists("Cascade"), to: "A.xcdatamodel")
    try folder.writeModel(lists("Cascade", isRenamed: true), to: "B.xcdatamodel")
    try folder.writeModel(lists("Nullify", isRenamed: true), to: "C.xcdatamodel")
    let same = try folder.run("diff", "A.xcdatamodel", "B.xcdatamodel")
    #expect(same.exitCode == 0 && same.output == "")
    let changed = try folder.run("diff", "A.xcdatamodel", "C.xcdatamodel")
    #expect(changed.exitCode == 1)
    #expect(changed.output.contains("| Folder1 | Folder.entries | takes Item1 along |"))
    #expect(changed.output.contains("| safer |"))
  }

  @Test("A bundle's current version is compared with the one before, or with one that is named")
  func bundle() throws {
    let versions = [("App", "Deny"), ("App 2", "Nullify"), ("App 10", "Cascade")]
    for (name, rule) in versions {
      try folder.writeModel(lists(rule), to: "App.xcdatamodeld/\(name).xcdatamodel")
    }
    try writeCurrent("App 10")
    let last = try folder.run("diff", "App.xcdatamodeld")
    #expect(last.exitCode == 1)
    #expect(
      last.lines.first?.contains("App.xcdatamodeld, App 2 → App 10") == true)
    #expect(last.output.contains("| deletes more |"))
    let first = "App.xcdatamodeld/App.xcdatamodel"
    let named = try folder.run("diff", first, "App.xcdatamodeld")
    #expect(named.output.contains("refused: List1.items holds Item1 | takes Item1 along |"))
    try writeCurrent("App")
    let none = try folder.run("diff", "App.xcdatamodeld")
    #expect(none.exitCode == 64)
    #expect(
      none.errors.hasPrefix(
        "deleterules: error: no version is before the current one; name a second model"))
  }

  @Test("There must be two models to compare")
  func refusals() throws {
    try folder.write(Self.old, to: "old.swift")
    let one = try folder.run("diff", "old.swift")
    #expect(one.exitCode == 64 && one.output == "")
    #expect(
      one.errors
        == Refusal.usageText(
          "found one version only; name a second model to compare with", of: "diff"))
    try folder.writeModel(lists("Deny"), to: "A.xcdatamodel")
    let folderOfTwo = try folder.run("diff", ".")
    #expect(folderOfTwo.exitCode == 64 && folderOfTwo.errors.contains("name one of them, or two"))
    #expect(try folder.run("diff", "old.swift", "absent.swift").exitCode == 66)
    try folder.write("let x = 1", to: "none.swift")
    #expect(try folder.run("diff", "old.swift", "none.swift").exitCode == 65)
  }
}

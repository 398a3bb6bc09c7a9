import ExpectedText
import Foundation
import Testing

@Suite("Does a recording keep what deletes do?")
struct ModelRecordingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MatrixModel.swift, to: "App.swift")
  }

  private func record(_ variables: String...) throws -> DeleteRulesProcess {
    try folder.run(["matrix", "App.swift", "--record", "r.json"], setting: variables)
  }

  private func expect(_ options: String...) throws -> DeleteRulesProcess {
    try folder.run(["matrix", "App.swift", "--expect", "r.json"] + options, setting: ["CI=true"])
  }

  /// Records, changes the model, and returns what is then said on standard error.
  private func differences(_ text: String, _ other: String) throws -> [String] {
    _ = try record()
    try folder.replace(text, by: other, in: "App.swift")
    let run = try expect()
    #expect(run.exitCode == 1)
    #expect(run.output.contains("## Against the recording\n\n- "))
    #expect(try expect().errors == run.errors)
    return run.errors.split(separator: "\n").map(String.init)
  }

  @Test("Right after recording everything is as recorded, in each format")
  func same() throws {
    let recording = try record()
    #expect(recording.exitCode == 0)
    #expect(recording.errors == "r.json: 7 pairings are recorded\n")
    let text = try folder.read("r.json")
    _ = try record()
    #expect(try folder.read("r.json") == text)
    let run = try expect()
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.hasSuffix("## Against the recording\n\nEverything is as recorded.\n"))
    let cells = try #require(try expect("--format", "json").object["cells"] as? [[String: Any]])
    #expect(cells.allSatisfy { $0["verdict"] as? String == "match" } && cells.count > 30)
    let junit = try JUnitElements(expect("--format", "junit").outputBytes)
    #expect(junit.all("testsuites").first?["failures"] == "0")
    #expect(junit.all("skipped").isEmpty)
    #expect(junit.all("testcase").allSatisfy { $0["file"] == "r.json" })
  }

  @Test("It is a file that `run` replays, and that the JSON Schema accepts")
  func file() throws {
    _ = try record()
    let run = try folder.run("run", "r.json")
    #expect(run.exitCode == 0 && run.errors == "")
    let schema = JSONSchema(try folder.run("schema").object)
    let json = try JSONSerialization.jsonObject(with: Data(folder.read("r.json").utf8))
    #expect(schema.accepts(json))
    try folder.replace("\"effect\":", by: "\"efect\":", in: "r.json")
    let broken = try JSONSerialization.jsonObject(with: Data(folder.read("r.json").utf8))
    #expect(!schema.accepts(broken))
  }

  @Test("A model without a relationship is recorded and compared too")
  func withoutRelationships() throws {
    try folder.write("import SwiftData\n@Model class A {}\n@Model class B {}", to: "App.swift")
    #expect(try record().exitCode == 0)
    #expect(try expect().exitCode == 0)
    try folder.replace("A {}", by: "A { var b: B? }", in: "App.swift")
    let run = try expect()
    #expect(run.exitCode == 1)
    #expect(run.errors == "App.swift:2:22: error: A.b-B is not in the recording\n")
  }

  @Test("Another rule is a difference with the place where it is recorded")
  func rule() throws {
    #expect(
      try differences(".cascade, inverse: \\Item.list", ".deny, inverse: \\Item.list") == [
        "r.json:14:9: error: mismatch in List.items-Item.list/deny+nullify/delete-List1: "
          + "recorded: takes Item1 and Item2 along (r.json:14:18); "
          + "now: refused: List1.items holds Item1 and Item2"
      ])
  }

  @Test("Another cardinality is a difference, although the same object goes")
  func cardinality() throws {
    let lines = try differences("var parent: Item?", "var parent: [Item] = []")
    #expect(lines.count > 0)
    #expect(lines.allSatisfy { $0.hasPrefix("r.json:") })
    #expect(lines[0].contains("mismatch in Item.children-Item.parent/cascade+nullify/delete-Item1"))
  }

  @Test("Without its inverse a relationship is another one")
  func inverse() throws {
    let line = try folder.read("App.swift").components(separatedBy: "\n")
      .firstIndex { $0.contains("var tags") }
    #expect(line == 8)
    #expect(
      try differences("@Relationship(inverse: \\Tag.items) ", "") == [
        "App.swift:9:7: error: Item.tags-Tag is not in the recording",
        "App.swift:12:24: error: Tag.items-Item is not in the recording",
        "r.json:45:5: error: Item.tags-Tag.items is recorded, but the model no longer has it",
      ])
  }

  @Test("A relationship that came or went is a difference at its place")
  func relationships() throws {
    #expect(
      try differences("var name = \"\"", "var tag: Tag?")
        == ["App.swift:12:48: error: Tag.colour-Colour.tag is not in the recording"]
        + ["r.json:66:5: error: Tag.colour-Colour is recorded, but the model no longer has it"])
    try folder.write(MatrixModel.swift, to: "App.swift")
    #expect(
      try differences("; var colour: Colour?", "") == [
        "r.json:66:5: error: Tag.colour-Colour is recorded, but the model no longer has it"
      ])
    try folder.write(MatrixModel.swift, to: "App.swift")
    #expect(
      try differences("var name = \"\"", "var item: Item?") == [
        "App.swift:13:27: error: Colour.item-Item is not in the recording"
      ])
  }

  @Test("Of some cells, only what differs in them is said")
  func only() throws {
    _ = try record()
    try folder.replace("var name = \"\"", by: "var item: Item?", in: "App.swift")
    try folder.replace("; var colour: Colour?", by: "", in: "App.swift")
    let run = try expect("--only", "List.*")
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try expect("--only", "Colour.*").exitCode == 1)
  }

  @Test("Nothing is recorded where nobody can look at it, as in CI")
  func refusedInCI() throws {
    let run = try record("CI=true")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(run.errors.hasPrefix("deleterules: error: '--record' is refused where CI is set: "))
    #expect(try folder.names == ["App.swift"])
    #expect(try record("CI=").exitCode == 0)
  }

  @Test("A broken recording is refused with the place of what is wrong")
  func broken() throws {
    _ = try record()
    let text = try folder.read("r.json")
    func errors(_ text: String, _ code: Int32 = 65) throws -> String {
      try folder.write(text, to: "r.json")
      let run = try expect()
      #expect(run.exitCode == code && run.output == "", "\(text.prefix(40))")
      return run.errors
    }
    #expect(
      try errors(text.replacing("  \"pairings\":", with: "  \"x\": 1, \"pairings\":"))
        == "r.json:4:3: error: found the unknown key \"x\" in a recorded matrix; expected "
        + "\"matrix\", \"framework\", \"pairings\" or \"$schema\"\n")
    #expect(
      try errors(text.replacing("\"delete\"", with: "\"delet\"")).contains(
        "r.json:13:7: error: found the unknown key \"delet\" in a pairing"))
    #expect(
      try errors(text.replacing("{\"entity\":\"List\"", with: "{\"entity\":\"Lists\"")).contains(
        "r.json:9:17: error: found the unknown entity \"Lists\"; did you mean \"List\"?"))
    let scenario = """
      {"scenario": "s", "title": "t", "framework": "swiftData", "sources": [],
       "entities": [{"name": "A"}], "objects": {"A": ["a"]}, "links": [],
       "steps": [{"delete": ["a"], "expect": null}]}
      """
    #expect(
      try errors(scenario) == "r.json:1:1: error: this is no recorded matrix; "
        + "'deleterules matrix MODEL --record FILE' writes one\n")
    #expect(try errors("{").hasPrefix("r.json:1:"))
    try folder.remove("r.json")
    let missing = try expect()
    #expect(missing.exitCode == 66)
    #expect(missing.errors == "deleterules: error: no such file: 'r.json'\n")
    let nowhere = try folder.run(
      ["matrix", "App.swift", "--record", "none/r.json"], setting: [])
    #expect(nowhere.exitCode == 66)
  }
}

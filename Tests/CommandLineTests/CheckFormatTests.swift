import ExpectedText
import Foundation
import Testing

@Suite("How does `deleterules check` write down what it finds?")
struct CheckFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(CheckedModel.album, to: "album.swift")
    try folder.write(CheckedModel.couple, to: "couple.swift")
    try folder.writeModel(CheckedModel.coreDataAlbum, to: "A.xcdatamodel")
  }

  private func findings(_ arguments: String...) throws -> [[String: Any]] {
    let run = try folder.run(["check"] + arguments + ["--format", "json"])
    #expect(try run.object.count == 1)
    return try #require(run.object["findings"] as? [[String: Any]])
  }

  @Test("Every format is the same each time, and says the same about failure")
  func determinism() throws {
    for format in ["text", "json", "sarif", "junit", "github", "markdown"] {
      let runs = try (0..<2).map { _ in
        try folder.run(
          ["check", "album.swift", "couple.swift", "A.xcdatamodel", "--format", format],
          setting: [])
      }
      #expect(runs[0].outputBytes == runs[1].outputBytes && !runs[0].outputBytes.isEmpty)
      #expect(runs[0].output.hasSuffix("\n"))
      #expect(runs.map(\.exitCode) == [1, 1], "\(format)")
      let note = try folder.run(["check", "couple.swift", "--format", format], setting: [])
      #expect(note.exitCode == 0, "\(format)")
    }
  }

  @Test("JSON has the keys that other programs rely on, and null where nothing is known")
  func json() throws {
    let found = try findings("album.swift", "A.xcdatamodel")
    #expect(found.count == 2)
    let keys: Set = [
      "rule", "severity", "model", "entity", "relationship", "file", "line", "column", "message",
      "witness",
    ]
    #expect(found.allSatisfy { keys.isSubset(of: $0.keys) })
    #expect(
      found.map { $0["rule"] as? String } == Array(repeating: "no_action_leaves_dangling", count: 2)
    )
    #expect(found.map { $0["severity"] as? String } == ["error", "warning"])
    #expect(found.map { $0["model"] as? String } == ["album.swift", "A.xcdatamodel"])
    #expect(found.map { $0["entity"] as? String } == ["Album", "Album"])
    #expect(found.map { $0["relationship"] as? String } == ["photos", "photos"])
    #expect(found.map { $0["file"] as? String } == ["album.swift", "A.xcdatamodel/contents"])
    #expect(found.map { $0["line"] as? Int } == [3, 3])
    #expect(found.map { $0["column"] as? Int } == [44, 22])
    #expect((found[0]["message"] as? String)?.hasPrefix("deleting an Album leaves") == true)
    try folder.writeModel("<entity name=\"\"/>", to: "B.xcdatamodel")
    let unnamed = try #require(try findings("B.xcdatamodel").first)
    for key in ["relationship", "witness"] {
      #expect(unnamed[key] is NSNull, "\(key)")
    }
    try folder.write(CheckedModel.clean, to: "clean.swift")
    #expect(try findings("clean.swift").isEmpty)
  }

  @Test(
    "Each proof is a scenario that comes out as the finding says", arguments: try RuleExample.ids)
  func witnesses(rule: String) throws {
    guard rule != "stale_baseline_entry" else { return }
    let example = try RuleExample(folder.run("rules", rule).output)
    try folder.write(example.text, to: example.file)
    let schema = JSONSchema(try folder.run("schema").object)
    var replayed = 0
    for finding in try findings(example.file, "--cloudkit") {
      guard let witness = finding["witness"] as? [String: Any] else { continue }
      #expect(schema.accepts(witness))
      try folder.write(JSONSerialization.data(withJSONObject: witness), to: "w.json")
      let run = try folder.run("run", "w.json", "--format", "json")
      #expect(run.exitCode == 0)
      let cells = try #require(run.object["cells"] as? [[String: Any]])
      #expect(cells.count == 1)
      let predicted = try #require(cells.first?["predicted"] as? NSDictionary)
      #expect(predicted == finding["outcome"] as? NSDictionary)
      replayed += 1
    }
    // The rules that speak of a delete stand before those that speak of the text.
    let isAboutDelete = try RuleExample.ids.prefix { $0 != "inverse_not_reciprocal" }.contains(rule)
    if isAboutDelete { #expect(replayed > 0) }
  }

  @Test("SARIF: the rules that found something, and for each finding rule, level and place")
  func sarif() throws {
    try folder.write(CheckedModel.album, to: "Größe & mehr/al bum.swift")
    let run = try folder.run(
      "check", "couple.swift", "Größe & mehr/al bum.swift", "A.xcdatamodel", "--format", "sarif")
    #expect(try run.object["version"] as? String == "2.1.0")
    let log = try #require((run.object["runs"] as? [[String: Any]])?.first)
    let driver = try #require((log["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).map { $0["id"] as? String }
    #expect(Set(rules) == ["no_action_leaves_dangling", "cascade_both_sides"] && rules.count == 2)
    let results = try #require(log["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["note", "error", "warning"])
    #expect(
      results.map { $0["ruleId"] as? String }
        == results.map { result in (result["ruleIndex"] as? Int).flatMap { rules[$0] } })
    let places = try results.map { result in
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      return try #require(location["physicalLocation"] as? [String: [String: Any]])
    }
    #expect(
      places.map { $0["artifactLocation"]?["uri"] as? String } == [
        "couple.swift", "Gr%C3%B6%C3%9Fe%20%26%20mehr/al%20bum.swift", "A.xcdatamodel/contents",
      ])
    #expect(places.map { $0["region"]?["startLine"] as? Int } == [2, 3, 3])
    #expect(places.map { $0["region"]?["startColumn"] as? Int } == [61, 44, 22])
  }

  @Test("JUnit: a case for each finding and for each clean model, with counts that add up")
  func junit() throws {
    try folder.write(CheckedModel.clean, to: "clean.swift")
    let run = try folder.run(
      "check", "album.swift", "clean.swift", "couple.swift", "--format", "junit")
    let report = try JUnitElements(run.outputBytes)
    let counts = report.all("testsuites").first
    #expect(counts?["tests"] == "3" && counts?["failures"] == "1" && counts?["skipped"] == "1")
    #expect(
      report.all("testsuite").map { $0["name"] } == ["album.swift", "clean.swift", "couple.swift"])
    #expect(
      report.all("testcase").map { $0["name"] } == [
        "no_action_leaves_dangling Album.photos", "no findings", "cascade_both_sides User.profile",
      ])
    #expect(report.all("failure").count == 1 && report.all("skipped").count == 1)
  }

  @Test("Annotations: the worst first and at most ten; all go to the end of the step's summary")
  func github() throws {
    let classes = (1...12).map { index in
      "@Model class A\(index) { var b: B? }\n"
    }
    try folder.write("import SwiftData\n\(classes.joined())@Model class B {}", to: "m.swift")
    try folder.write("before\n", to: "summary.md")
    let run = try folder.run(
      ["check", "couple.swift", "A.xcdatamodel", "m.swift", "--format", "github"],
      setting: ["GITHUB_STEP_SUMMARY=summary.md"])
    #expect(run.exitCode == 1 && run.lines.count == 10)
    #expect(run.lines.allSatisfy { $0.hasPrefix("::error file=m.swift,line=") })
    let summary = try folder.read("summary.md")
    #expect(summary.hasPrefix("before\n# Findings\n"))
    #expect(summary.split(separator: "\n").count { $0.hasPrefix("| error") } == 12)
    #expect(summary.contains("| warning | A.xcdatamodel/contents:3 |"))
    let few = try folder.run(
      ["check", "couple.swift", "A.xcdatamodel", "--format", "github"],
      setting: ["GITHUB_STEP_SUMMARY=new.md"])
    #expect(few.lines.map { $0.prefix { $0 != " " } } == ["::warning", "::notice"])
    #expect(try folder.read("new.md").hasPrefix("# Findings\n"))
    let plain = try folder.run(
      ["check", "couple.swift", "--format", "text"], setting: ["GITHUB_STEP_SUMMARY=none.md"])
    #expect(try plain.exitCode == 0 && !folder.names.contains("none.md"))
  }

  @Test("Markdown: a table for each model with findings, and how each shows")
  func markdown() throws {
    let run = try folder.run("check", "album.swift", "couple.swift", "--format", "markdown")
    #expect(
      run.lines.filter { $0.hasPrefix("#") } == ["# Findings", "## album.swift", "## couple.swift"])
    #expect(run.output.contains("album.swift and couple.swift: 1 error, 1 note.\n"))
    #expect(
      run.output.contains(
        "| Album1.photos → Photo1; delete Album1: only Album1 goes; Photo1.album traps, as in "
          + "I-J/noAction+nullify/delete-I1 | no_action_leaves_dangling |\n"))
  }
}

import Foundation
import Testing

@Suite("What does `deleterules rules` say?")
struct RulesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Every rule once, with a sentence about it")
  func list() throws {
    let run = try folder.run("rules")
    #expect(run.exitCode == 0 && run.errors == "")
    let ids = run.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(ids).count == ids.count && ids.count >= 39)
    #expect(ids.first == "one_to_one_crash" && ids.last == "stale_baseline_entry")
    // The sentences begin in one column.
    let starts = Set(
      run.lines.map { line in
        line.count - line.drop { $0 != " " }.drop { $0 == " " }.count
      })
    #expect(starts.count == 1)
    #expect(run.lines.allSatisfy { $0.hasSuffix(".") })
    #expect(try folder.run("rules").output == run.output)
  }

  @Test("All about one: example, what is found there, and the fix", arguments: try RuleExample.ids)
  func one(rule: String) throws {
    let run = try folder.run("rules", rule)
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.output.hasPrefix("# \(rule)\n\n"))
    let fix = try #require(run.output.components(separatedBy: "\n## Fix\n\n").last)
    #expect(fix.prefix { $0 != "\n" }.hasSuffix(".") && fix.count > 10)
    #expect(run.output.contains("with `--cloudkit` only") == rule.hasPrefix("cloudkit_"))
    #expect(try folder.run("rules", rule).output == run.output)
    guard rule != "stale_baseline_entry" else { return }
    let example = try RuleExample(run.output)
    #expect(example.findings.contains { $0.hasSuffix("(\(rule))") })
    // What the command finds in the example is what is printed below it.
    try folder.write(example.text, to: example.file)
    let check = try folder.run("check", example.file, "--rule", rule)
    #expect(check.output == example.findings.map { "\($0)\n" }.joined())
  }

  @Test("An unknown one is refused with the one that was meant")
  func unknown() throws {
    let run = try folder.run("rules", "cascade_both_side")
    #expect(run.exitCode == 64 && run.output == "")
    #expect(
      run.errors
        == Refusal.usageText(
          "no rule is called 'cascade_both_side'; did you mean 'cascade_both_sides'?",
          of: "rules"))
    let far = try folder.run("rules", "quite_another")
    #expect(far.errors.contains("'quite_another'; 'deleterules rules' lists them\n"))
  }
}

/// The example that `rules ID` prints: a file, and what is found in it.
struct RuleExample {
  let file: String
  let text: String
  let findings: [String]

  /// The rules that the program lists.
  static var ids: [String] {
    get throws {
      try TemporaryFolder().run("rules").lines.compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
    }
  }

  init(_ page: String) throws {
    let blocks = page.components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    let first = try #require(blocks.first)
    file = first.hasPrefix("swift\n") ? "Models.swift" : "App.xcdatamodel/contents"
    text = String(first.drop { $0 != "\n" }.dropFirst().dropLast())
    findings = blocks.filter { $0.hasPrefix("text\n") }.map {
      $0.replacing("text\n", with: "").trimmingCharacters(in: .newlines)
    }
  }
}

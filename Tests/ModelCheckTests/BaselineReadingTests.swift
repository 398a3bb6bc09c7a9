import Foundation
import ModelFiles
import SourceText
import Testing

@testable import ModelCheck

@Suite("What is a baseline, and what does it leave?")
struct BaselineReadingTests {
  private func baseline(_ entries: String) throws(DataError) -> Baseline {
    let text = "{\"silenced\": [\n\(entries)\n]}"
    return try Baseline(SourceFile(path: "b.json", bytes: Array(text.utf8)))
  }

  private func problems(_ entries: String) -> [String] {
    do throws(DataError) {
      _ = try baseline(entries)
      return []
    } catch {
      return error.problems.map { $0.description.replacing("b.json:", with: "") }
    }
  }

  private func entry(
    _ relationship: String? = "b", rule: String = "deny_on_child", reason: String = "r",
    model: String = "M", entity: String? = "A"
  ) -> String {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return "{\"model\": \"\(model)\", \"entity\": \(quoted(entity)), \"relationship\": "
      + "\(quoted(relationship)), \"rule\": \"\(rule)\", \"reason\": \"\(reason)\"}"
  }

  private func finding(
    _ relationship: String? = "b", _ rule: CheckRule = .denyOnChild, model: String = "M"
  ) -> Finding {
    Finding(
      rule, .warning, FindingText("m"), model: model, entity: "A", relationship: relationship,
      at: Location(file: "m.swift", line: 1, column: 1))
  }

  @Test("Entries have a key, a reason and a place")
  func entries() throws {
    #expect(try baseline("").entries.isEmpty)
    let entries = try baseline("\(entry()),\n \(entry(nil, entity: nil))").entries
    #expect(entries.map(\.key.entity) == ["A", nil])
    #expect(entries.map(\.key.relationship) == ["b", nil])
    #expect(entries.map(\.key.rule) == [.denyOnChild, .denyOnChild])
    #expect(entries.map(\.reason) == ["r", "r"])
    #expect(entries.map(\.location.description) == ["b.json:2:1", "b.json:3:2"])
  }

  @Test("Every problem is named at its place")
  func broken() {
    #expect(
      problems(entry(reason: "")) == [
        "2:87: error: found \"\"; expected the reason why it is left alone"
      ])
    #expect(
      problems(entry(rule: "deny_on_chld")) == [
        "2:60: error: found the unknown rule \"deny_on_chld\"; did you mean 'deny_on_child'?"
      ])
    #expect(
      problems("\(entry()),\n\(entry(reason: "other"))") == [
        "3:1: error: found the entry again; it stands first in line 2"
      ])
    #expect(problems("{}").count == 5)
    #expect(problems("1").count == 1)
    #expect(problems(entry().replacing("\"reason\"", with: "\"why\"")).count == 2)
  }

  @Test("An entry silences its finding, and those of the same key in every place")
  func silencing() throws {
    let baseline = try baseline(entry())
    let left = baseline.remaining(
      [finding(), finding("c"), finding(model: "N"), finding("b", .denyOnBothSides)],
      in: ["M", "N"],
      rules: Set(CheckRule.allCases))
    #expect(left.map(\.relationship) == ["c", "b", "b"])
    #expect(left.map(\.model) == ["M", "N", "M"])
  }

  @Test("An entry that silences nothing is found, unless it may well apply elsewhere")
  func stale() throws {
    let baseline = try baseline("\(entry()),\n\(entry(nil, entity: nil))")
    func left(_ models: Set<String>, _ rules: Set<CheckRule>, isStrict: Bool = false) -> [String] {
      baseline.remaining([], in: models, rules: rules, isStrict: isStrict).map(\.description)
    }
    let all = Set(CheckRule.allCases)
    #expect(
      left(["M"], all) == [
        "b.json:2:1: warning: deny_on_child of A.b is no longer found; remove the entry "
          + "[stale_baseline_entry]",
        "b.json:3:1: warning: deny_on_child of M is no longer found; remove the entry "
          + "[stale_baseline_entry]",
      ])
    #expect(left(["M"], all, isStrict: true).allSatisfy { $0.contains(": error: ") })
    #expect(left(["N"], all).isEmpty)
    #expect(left(["M"], all.subtracting([.denyOnChild])).isEmpty)
  }

  @Test("What could not be read cannot be silenced, and the entry that tries to is found")
  func gaps() throws {
    let place = Location(file: "m.swift", line: 1, column: 1)
    func finding(leavesOut: Bool) -> Finding {
      Finding(
        .denyOnChild, .error, FindingText("m"), model: "M", entity: "A", relationship: "b",
        at: place,
        leavesOut: leavesOut)
    }
    let all = Set(CheckRule.allCases)
    let baseline = try baseline(entry())
    let left = baseline.remaining([finding(leavesOut: true)], in: ["M"], rules: all)
    #expect(left.map(\.rule) == [.denyOnChild, .staleBaselineEntry])
    #expect(baseline.remaining([finding(leavesOut: false)], in: ["M"], rules: all).isEmpty)
    let written = baseline.silencing(
      [finding(leavesOut: true)], in: ["M"], rules: all, because: "new")
    #expect(written?.isEmpty == true)
  }

  @Test("Everything that is found is silenced, sorted, with the reasons that are there")
  func writing() throws {
    let findings = [finding("z"), finding("b"), finding("b"), finding("a", model: "L")]
    let all = Set(CheckRule.allCases)
    let lines = try #require(
      try baseline(entry()).silencing(findings, in: ["L", "M"], rules: all, because: "new"))
    #expect(
      lines.map { "\($0.0.model) \($0.0.relationship ?? "") \($0.1)" } == [
        "L a new", "M b r", "M z new",
      ])
    #expect(
      try baseline(entry()).silencing(findings, in: ["L", "M"], rules: all, because: nil) == nil)
    let known = try baseline(entry()).silencing(
      [finding()], in: ["M"], rules: all, because: nil)
    #expect(known?.count == 1)
  }

  @Test("What is written is read back: every rule, and texts that end quotes, lines and more")
  func roundTrip() throws {
    let texts = [
      "plain", "\"quoted\" \\ and \\u0041 /", "two\nlines\r\n\tand\u{0}\u{1F}\u{7F}\u{85}\u{2028}",
      "\u{202E}backwards\u{2066}\u{200F}\u{FEFF}", "]]> <!-- &amp; </script>",
      "👩‍👩‍👧 🏳️‍🌈 e\u{301} é \u{10FFFF}", " spaces ", "null",
    ]
    var lines: [(key: Baseline.Key, reason: String)] = []
    for (number, rule) in CheckRule.allCases.enumerated() {
      for (place, text) in texts.enumerated() {
        let other = texts[(place + number) % texts.count]
        let (entity, relationship): (String?, String?) =
          number % 3 == 0 ? (nil, nil) : number % 3 == 1 ? (other, nil) : (other, text)
        let key = Baseline.Key(
          model: text, entity: entity, relationship: relationship, rule: rule,
          caller: entity.map { "\($0).go" })
        lines.append((key, other))
      }
    }
    let text = Baseline.text(of: lines)
    let entries = try Baseline(SourceFile(path: "b.json", bytes: Array(text.utf8))).entries
    #expect(entries.map(\.key) == lines.map(\.key))
    #expect(entries.map { Array($0.reason.utf8) } == lines.map { Array($0.reason.utf8) })
    #expect(entries.map(\.location.line) == Array(3..<lines.count + 3))
    #expect(
      try Baseline(SourceFile(path: "b.json", bytes: Array(Baseline.text(of: []).utf8))).entries
        .isEmpty)
  }

  @Test("Entries of what was not looked at are kept; the others go with their findings")
  func rewriting() throws {
    let baseline = try baseline(
      "\(entry()),\n\(entry(model: "N")),\n\(entry(rule: "deny_on_both_sides"))")
    let all = Set(CheckRule.allCases)
    func kept(_ models: Set<String>, _ rules: Set<CheckRule>) -> [String] {
      (baseline.silencing([], in: models, rules: rules, because: nil) ?? []).map {
        "\($0.0.model) \($0.0.rule.rawValue) \($0.1)"
      }
    }
    #expect(kept(["M", "N"], all) == [])
    #expect(kept(["M"], all) == ["N deny_on_child r"])
    #expect(kept(["M", "N"], [.denyOnChild]) == ["M deny_on_both_sides r"])
    // An entry that is kept as it was written is not gone, whatever model it means.
    let moved = try self.baseline(entry(model: "Models")).resolved(among: ["App/Models"])
    let lines = try #require(
      moved.silencing([], in: ["App/Models"], rules: all, because: nil))
    #expect(lines.map(\.key.model) == ["Models"])
    #expect(moved.goneCount(keeping: Set(lines.map(\.key))) == 0)
    #expect(moved.goneCount(keeping: []) == 1)
  }

  @Test(
    "An entry means the model of its place, or the only one that it may have meant",
    arguments: [
      ("A/M.xcdatamodeld", ["A/M.xcdatamodeld", "B/M.xcdatamodeld"], "A/M.xcdatamodeld"),
      ("M.xcdatamodeld", ["A/M.xcdatamodeld"], "A/M.xcdatamodeld"),
      ("M.xcdatamodeld", ["M.xcdatamodeld", "B/M.xcdatamodeld"], "M.xcdatamodeld"),
      ("M.xcdatamodeld", ["N.xcdatamodeld", "App/Models"], "M.xcdatamodeld"),
      // The folder that holds all classes has grown or shrunk, or was named as it was typed.
      ("App/Models", ["App"], "App"), ("App", ["App/Models"], "App/Models"),
      ("Models", ["App/Models/Old"], "App/Models/Old"), (".", ["App"], "App"),
      ("App", ["."], "."), ("App", ["Apple"], "App"), ("App", ["N.xcdatamodeld"], "App"),
      (".", ["N.xcdatamodeld"], "."),
    ])
  func resolved(model: String, places: [String], expected: String) throws {
    let resolved = try baseline(entry(model: model)).resolved(among: places)
    #expect(resolved.entries.map(\.key.model) == [expected])
  }

  @Test(
    "An entry of a model that is nowhere in the project is stale; one of what was not read is kept")
  func goneModels() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Baseline-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["M.swift", "Other.swift"] {
      try Data("@Model class A { var b = 1 }".utf8).write(to: folder.appendingPathComponent(name))
    }
    let project = try Project(at: [folder.appendingPathComponent("M.swift").path])
    let places = project.models.map(\.place)
    for (name, isStale) in [
      ("Gone.swift", true), ("Old/Gone", true), ("Gone.xcdatamodeld", true), ("Other.swift", false),
    ] {
      let left = try baseline(entry(model: name)).resolved(among: places, in: project)
        .remaining([], in: Set(places), rules: Set(CheckRule.allCases))
      #expect(left.map(\.rule) == (isStale ? [.staleBaselineEntry] : []), "\(name)")
    }
  }

  @Test("An entry that may mean several models is refused")
  func ambiguous() throws {
    let baseline = try baseline(entry(model: "M.xcdatamodeld"))
    let error = #expect(throws: DataError.self) {
      try baseline.resolved(among: ["B/M.xcdatamodeld", "A/M.xcdatamodeld"])
    }
    #expect(
      error?.description
        == "b.json:2:1: error: found the model \"M.xcdatamodeld\", which may be A/M.xcdatamodeld or "
        + "B/M.xcdatamodeld; write which")
  }
}

import Foundation
import Testing

@Suite("What does a baseline silence?")
struct BaselineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(CheckedModel.album, to: "album.swift")
    try folder.write(CheckedModel.couple, to: "couple.swift")
  }

  private func check(_ arguments: String...) throws -> DeleteRulesProcess {
    try folder.run(["check"] + arguments)
  }

  private static let albumEntry =
    #"{"model":"album.swift","entity":"Album","relationship":"photos","#
    + #""rule":"no_action_leaves_dangling","reason":"R"}"#
  private static let coupleEntry =
    #"{"model":"couple.swift","entity":"User","relationship":"profile","#
    + #""rule":"cascade_both_sides","reason":"R"}"#

  private static func file(_ entries: String...) -> String {
    let lines = entries.map { "    \($0)" }.joined(separator: ",\n")
    return "{\n  \"silenced\": [\n\(lines)\n  ]\n}\n"
  }

  @Test("It is written sorted, an entry on a line, the same each time")
  func writing() throws {
    let run = try check(
      "couple.swift", "album.swift", "--write-baseline", "b.json", "--reason", "R")
    #expect(run.exitCode == 0 && run.output == "")
    #expect(run.errors == "b.json: 2 findings are silenced\n")
    #expect(try folder.read("b.json") == Self.file(Self.albumEntry, Self.coupleEntry))
    _ = try check("album.swift", "couple.swift", "--write-baseline", "c.json", "--reason", "R")
    #expect(try folder.read("c.json") == folder.read("b.json"))
    try folder.write(CheckedModel.clean, to: "clean.swift")
    #expect(try check("clean.swift", "--write-baseline", "d.json").exitCode == 0)
    #expect(try folder.read("d.json") == "{\n  \"silenced\": []\n}\n")
  }

  @Test("Nothing is silenced without a reason")
  func reason() throws {
    let run = try check("album.swift", "--write-baseline", "b.json")
    #expect(run.exitCode == 64)
    #expect(
      run.errors
        == Refusal.usageText(
          "'--write-baseline' needs '--reason TEXT': why these findings are left alone",
          of: "check"))
    #expect(try folder.names == ["album.swift", "couple.swift"])
  }

  @Test("A reason that is there is kept, and only the others need one")
  func keptReason() throws {
    let kept = Self.albumEntry.replacing("\"R\"", with: "\"the first\"")
    try folder.write(Self.file(kept), to: "b.json")
    #expect(try check("album.swift", "--write-baseline", "b.json").exitCode == 0)
    #expect(try folder.read("b.json") == Self.file(kept))
    #expect(try check("album.swift", "couple.swift", "--write-baseline", "b.json").exitCode == 64)
    #expect(try folder.read("b.json") == Self.file(kept))
    let run = try check(
      "album.swift", "couple.swift", "--write-baseline", "b.json", "--reason", "R")
    #expect(run.exitCode == 0)
    #expect(try folder.read("b.json") == Self.file(kept, Self.coupleEntry))
    let other = try check(
      "album.swift", "--baseline", "b.json", "--write-baseline", "c.json", "--reason", "S")
    #expect(other.exitCode == 0)
    #expect(try folder.read("c.json").contains("\"the first\""))
  }

  @Test("Writing drops what is not found any more, and keeps what was not looked for")
  func rewriting() throws {
    try folder.write(Self.file(Self.albumEntry, Self.coupleEntry), to: "b.json")
    #expect(try check("album.swift", "--write-baseline", "b.json").exitCode == 0)
    #expect(try folder.read("b.json") == Self.file(Self.albumEntry, Self.coupleEntry))
    #expect(
      try check("album.swift", "--rule", "deny_on_child", "--write-baseline", "b.json").exitCode
        == 0)
    #expect(try folder.read("b.json") == Self.file(Self.albumEntry, Self.coupleEntry))
    try folder.write(CheckedModel.clean, to: "album.swift")
    #expect(try check("album.swift", "--write-baseline", "b.json").exitCode == 0)
    #expect(try folder.read("b.json") == Self.file(Self.coupleEntry))
  }

  @Test("What it silences is not found, wherever in the model it stands by now")
  func silencing() throws {
    try folder.write(Self.file(Self.albumEntry), to: "b.json")
    let run = try check("album.swift", "--baseline", "b.json")
    #expect(run.exitCode == 0 && run.output == "" && run.errors == "album.swift: no findings\n")
    try folder.write("// A line\n\n" + CheckedModel.album, to: "album.swift")
    #expect(try check("album.swift").output.hasPrefix("album.swift:5:44: "))
    let moved = try check("album.swift", "--baseline", "b.json")
    #expect(moved.exitCode == 0 && moved.output == "")
    let both = try check("album.swift", "couple.swift", "--baseline", "b.json", "--strict")
    #expect(both.exitCode == 1 && both.lines.count == 1)
    #expect(both.output.hasPrefix("couple.swift:2:61: error: "))
  }

  @Test("An entry that silences nothing is found at its own line")
  func stale() throws {
    try folder.write(Self.file(Self.albumEntry), to: "b.json")
    try folder.write(CheckedModel.clean, to: "album.swift")
    let finding =
      "no_action_leaves_dangling of Album.photos is no longer found; remove the entry "
      + "(stale_baseline_entry)\n"
    let run = try check("album.swift", "--baseline", "b.json")
    #expect(run.exitCode == 1 && run.output == "b.json:3:5: warning: \(finding)")
    #expect(run.errors == "album.swift: 1 warning\n")
    let strict = try check("album.swift", "--baseline", "b.json", "--strict")
    #expect(strict.output == "b.json:3:5: error: \(finding)")
    let disabled = try check(
      "album.swift", "--baseline", "b.json", "--disable", "stale_baseline_entry")
    #expect(disabled.exitCode == 0 && disabled.output == "")
  }

  @Test("Entries of other models, and of rules that were not looked for, are left alone")
  func others() throws {
    try folder.write(Self.file(Self.albumEntry, Self.coupleEntry), to: "b.json")
    let run = try check("album.swift", "--baseline", "b.json")
    #expect(run.exitCode == 0 && run.output == "")
    let rule = try check("album.swift", "--baseline", "b.json", "--rule", "deny_on_child")
    #expect(rule.exitCode == 0 && rule.output == "")
  }

  @Test("What is wrong with a baseline is said with its place, and nothing is checked")
  func broken() throws {
    try folder.write(
      """
      {"silenced": [
        {"model": "a", "entity": null, "relationship": null, "rule": "deny_on_child"},
        {"model": "a", "entity": null, "relationship": null, "rule": "deny_on_child",
         "reason": ""},
        {"model": "a", "entity": "A", "relationship": "b", "rule": "deny_on_chld", "reason": "r"},
        {"model": "a", "entity": "A", "relationship": "b", "rule": "deny_on_child", "reason": "r"},
        {"model": "a", "entity": "A", "relationship": "b", "rule": "deny_on_child", "reason": "s"},
        {"model": "a", "entity": "B", "relationship": "b", "rule": "deny_on_child", "reason": "s",
         "line": 3}
      ], "version": 1}
      """, to: "b.json")
    let run = try check("album.swift", "--baseline", "b.json")
    #expect(run.exitCode == 65 && run.output == "")
    #expect(
      run.errors == """
        b.json:2:3: error: found no "reason" in an entry of a baseline; expected it there
        b.json:4:14: error: found ""; expected the reason why it is left alone
        b.json:5:62: error: found the unknown rule "deny_on_chld"; did you mean 'deny_on_child'?
        b.json:7:3: error: found the entry again; it stands first in line 6
        b.json:9:4: error: found the unknown key "line" in an entry of a baseline; expected \
        "model", "entity", "relationship", "rule" or "reason"
        b.json:10:4: error: found the unknown key "version" in a baseline; expected \
        "silenced" or "$schema"

        """)
    let writing = try check("album.swift", "--write-baseline", "b.json", "--reason", "r")
    #expect(writing.exitCode == 65)
    #expect(try check("album.swift", "--baseline", "absent.json").exitCode == 66)
    try folder.write("[]", to: "c.json")
    #expect(try check("album.swift", "--baseline", "c.json").exitCode == 65)
  }
}

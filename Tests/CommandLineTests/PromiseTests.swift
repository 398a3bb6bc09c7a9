import Foundation
import SourceText
import Testing

/// What a version promised, in a folder of `Promises` that is never changed: files that were written
/// then (`project`), what the program was asked about them with its exit codes and the keys of its JSON
/// (`answers.txt`), and the words by which things are called (`words.txt`).
///
/// A version that promises more gets a folder of its own: with `DELETERULES_RECORD` set, what lacks in
/// the last folder is written.
@Suite("Is what a version promised still so?")
struct PromiseTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Promises")

  private static var versions: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// What reads each of the files, and writes each kind of JSON.
  private static let commands = [
    "check --format json", "check --baseline baseline.json --no-config App --format json",
    "check --no-config App --cloudkit --format json", "check --no-config App --format sarif",
    "calls --format json", "calls App --no-config --format json",
    "explain Shop.xcdatamodeld List --format json",
    "explain Shop.xcdatamodeld List --instances objects.json --format json",
    "explain C-D/deny+nullify/delete-C1 --matrices matrices",
    "matrix Shop.xcdatamodeld --expect deletes.json --format json",
    "matrix App --no-config --format json",
    "model --format json", "diff App Shop.xcdatamodeld --no-config --format json",
    "--matrices matrices --format json", "--matrices matrices --compare --format json",
    "run matrices/pairing.json matrices/scenario.json matrices/batch.json --format json",
    "coverage --matrices matrices --format json",
    "import observations.jsonl --matrices matrices --format json",
    "conform recording.jsonl --matrices matrices --known known.json --format json",
    "adapter --matrices matrices < requests.jsonl",
    "check --no-such-option", "run App/Models.swift", "check Missing",
  ]

  @Test(
    "Every file that it wrote is read, and each command ends as it did and keeps its keys",
    arguments: try versions)
  func answers(version: String) throws {
    let kept = Self.folder.appendingPathComponent(version)
    let project = try TemporaryFolder()
    try FileManager.default.removeItem(at: project.url)
    try FileManager.default.copyItem(at: kept.appendingPathComponent("project"), to: project.url)
    let promised = try text("answers.txt", in: kept) {
      try Self.commands.map { try answer(to: $0, in: project) }.joined(separator: "\n")
    }
    for part in promised.components(separatedBy: "\n$ ") {
      let lines = part.split(separator: "\n").map(String.init)
      let command = try #require(lines.first).drop { $0 == "$" || $0 == " " }
      let now = Set(try answer(to: String(command), in: project).split(separator: "\n"))
      let lost = lines.dropFirst().filter { !now.contains(Substring($0)) }
      #expect(lines.count > 1 && lost == [], "\(version): \(command) lost \(lost)")
    }
  }

  @Test(
    "Every command, option, format, topic, exit code, rule and cell keeps its name",
    arguments: try versions)
  func words(version: String) throws {
    let now = try Self.words()
    let promised = try text("words.txt", in: Self.folder.appendingPathComponent(version)) { now }
    let known = Set(now.split(separator: "\n"))
    let lost = promised.split(separator: "\n").filter { !known.contains($0) }
    #expect(promised.count > 1000 && lost == [], "\(version) lost \(lost)")
  }

  /// What was kept, or, to be kept from now on, what there is.
  private func text(_ name: String, in folder: URL, orRecord found: () throws -> String) throws
    -> String
  {
    let file = folder.appendingPathComponent(name)
    if let data = FileManager.default.contents(atPath: file.path) {
      return String(decoding: data, as: UTF8.self)
    }
    let isRecorded = ProcessInfo.processInfo.environment["DELETERULES_RECORD"] != nil
    try #require(isRecorded, "no file \(file.path); test with DELETERULES_RECORD=1 to write it")
    let text = try found()
    try Data(text.utf8).write(to: file)
    return text
  }

  /// A command, its exit code, and each key of what it writes with the kinds of its values.
  private func answer(to command: String, in folder: TemporaryFolder) throws -> String {
    let run = try folder.shell("unset CI; exec '\(DeleteRulesProcess.program.path)' \(command)")
    var keys: Set<String> = []
    // A stream has a value on each line.
    let texts =
      (try? JSONParser.parse(Array(run.outputBytes), file: "")).map { [$0] }
      ?? run.output.split(separator: "\n").compactMap {
        try? JSONParser.parse(Array($0.utf8), file: "")
      }
    for node in texts { node.collectKeys(into: &keys) }
    return (["$ \(command)", "= \(run.exitCode)"] + keys.sorted()).joined(separator: "\n") + "\n"
  }

  /// The words of the tables of commands, rules, exit codes, and observed cells.
  private static func words() throws -> String {
    let folder = try TemporaryFolder()
    let help = try folder.run("help").output
    var words: Set<String> = []
    var section = ""
    for line in help.split(separator: "\n") {
      if !line.hasPrefix(" ") { section = String(line) }
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
      let parts = line.split(separator: " ").map(String.init)
      switch section {
      case "Commands:": words.insert("command \(parts[0])")
      case "Topics:": words.insert("topic \(parts[0])")
      default: break
      }
    }
    for line in try folder.run("help", "exit-codes").output.split(separator: "\n").dropFirst() {
      if let code = Int(line.split(separator: " ").first ?? "") {
        words.insert("exit code \(code)")
      }
    }
    for command in words.filter({ $0.hasPrefix("command ") }) {
      let name = String(command.dropFirst("command ".count))
      for line in try folder.run(name, "--help").output.split(separator: "\n") {
        guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
        for word in line.split(separator: " ").prefix(2) where word.hasPrefix("-") {
          words.insert("option \(name) \(word.filter { $0 != "," })")
        }
      }
      for arguments in [[], ["x"]] {
        let refusal = try folder.run([name] + arguments + ["--format", "?"]).errors
        let list = refusal.components(separatedBy: "expected ").dropFirst().first ?? ""
        for format in list.prefix(while: { $0 != "\n" }).components(separatedBy: ", ")
        where !format.isEmpty {
          words.insert("format \(name) \(format)")
        }
      }
    }
    for line in try folder.run("rules").output.split(separator: "\n") {
      words.insert("rule \(line.split(separator: " ")[0])")
    }
    let run = try folder.run("--only", "*/delete-*", "--format", "json", "--framework", "swiftData")
      .output
    for part in run.components(separatedBy: "\"id\": \"").dropFirst()
      + run.components(separatedBy: "\"id\":\"").dropFirst()
    {
      words.insert("cell \(part.prefix { $0 != "\"" })")
    }
    return words.sorted().joined(separator: "\n") + "\n"
  }
}

extension JSONNode {
  /// Each path to a value, as `findings[].rule: string`.
  fileprivate func collectKeys(into keys: inout Set<String>, at path: String = "") {
    switch content {
    case .null: break
    case .bool: keys.insert("\(path): boolean")
    case .integer, .decimal: keys.insert("\(path): number")
    case .string: keys.insert("\(path): string")
    case .array(let elements):
      for element in elements { element.collectKeys(into: &keys, at: path + "[]") }
    case .object(let members):
      for member in members {
        member.value.collectKeys(
          into: &keys, at: path.isEmpty ? member.key : "\(path).\(member.key)")
      }
    }
  }
}

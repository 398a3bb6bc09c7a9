import ExpectedText
import Foundation
import ModelCheck
import SourceText
import Testing

@testable import Commands
@testable import LaboratoryProgram

/// The folder `Samples` has one file of each format that is read; what is read today must be readable
/// when the format grows.
@Suite("Is every file format read, and does JSON keep its keys?")
struct SampleTests {
  /// A command over the samples, its exit code, and the keys that programs read in its JSON.
  struct Sample: Sendable, CustomTestStringConvertible {
    let program: Program
    let words: String
    let exitCode: Int32
    let keys: [String]

    var testDescription: String { words }

    init(_ words: String, of program: Program = .deleterules, exits code: Int32 = 0, keys: [String])
    {
      self.program = program
      self.words = words
      exitCode = code
      self.keys = keys
    }
  }

  private static let finding = [
    "findings[].rule", "findings[].severity", "findings[].title", "findings[].file",
    "findings[].line", "findings[].entity", "findings[].relationship",
    "findings[].witness.entities[].name",
  ]
  private static let cell = [
    "cells[].id", "cells[].expected.effect", "cells[].predicted.effect", "cells[].verdict",
  ]

  private static let samples = [
    Sample("check --format json", keys: finding),
    Sample("check --no-config App --format json", exits: 1, keys: finding),
    Sample(
      "calls --format json",
      keys: [
        "calls[].file", "calls[].line", "calls[].kind", "calls[].entity", "calls[].resolved",
        "calls[].effect.takes", "summary.calls", "summary.resolved",
      ]),
    Sample(
      "explain Shop.xcdatamodeld List --format json",
      keys: ["cascades[].relationship", "cascades[].toMany"]),
    Sample(
      "explain Shop.xcdatamodeld List --instances objects.json --format json",
      keys: ["objects[].cascades[].relationship"]),
    Sample(
      "matrix Shop.xcdatamodeld --expect deletes.json --format json", exits: 0, keys: ["cells[].id"]
    ),
    Sample(
      "model Shop.xcdatamodeld --format json",
      keys: [
        "version", "entities[].name", "entities[].relationships[].deleteRule",
      ]),
    Sample(
      "diff App Shop.xcdatamodeld --no-config --format json", exits: 1,
      keys: ["changes[].entity", "changes[].impact"]),
    Sample("--matrices matrices --format json", keys: cell),
    Sample(
      "run matrices/pairing.json matrices/scenario.json matrices/batch.json --format json",
      keys: cell),
    Sample(
      "coverage --matrices matrices --format json", of: .laboratory, keys: ["observed[].cells"]),
    Sample(
      "import observations.jsonl --matrices matrices --format json", of: .laboratory,
      keys: ["files[].name"]),
    Sample(
      "conform recording.jsonl --matrices matrices --known known.json --format json",
      of: .laboratory, exits: 1,
      keys: [
        "cells[].id", "cells[].observed.effect", "cells[].predicted.effect", "cells[].verdict",
      ]),
  ]

  @Test("Commands, options, formats, exit codes and rules keep their names, from the first release")
  func promises() throws {
    let commands = [Program.deleterules, .laboratory].flatMap { program in
      program.commands.flatMap { command in
        ["\(program.name) \(command.name)"]
          + command.forms.flatMap { form in
            form.options.map { "\(program.name) \(command.name) \($0.name)" }
              + form.formats.map { "\(program.name) \(command.name) --format \($0)" }
          }
      }
    }
    let names =
      commands + ExitCode.allCases.map { "exits \($0.rawValue)" }
      + CheckRule.allCases.map { "rule \($0.rawValue)" }
    let text = Set(names).sorted().map { "\($0)\n" }.joined()
    // A line that is gone breaks a promise; a new one is recorded.
    let file = GoldenFile(inPackage: "Tests/CommandLineTests/Samples/promised.txt")
    #expect(file.difference(from: text) == nil)
  }

  @Test("Each sample is read, and its answer has the keys", arguments: samples)
  func keys(sample: Sample) throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Samples")
    let folder = try TemporaryFolder()
    let project = folder.url.appendingPathComponent("project")
    try FileManager.default.copyItem(at: samples, to: project)
    let run = try ProgramRun(
      sample.program, sample.words.split(separator: " ").map(String.init), in: project)
    #expect(run.exitCode == sample.exitCode, "\(run.errors)")
    var found: Set<String> = []
    try JSONParser.parse(Array(run.outputBytes), file: "").collectKeys(into: &found)
    found = Set(found.map { $0.hasPrefix("result.") ? String($0.dropFirst(7)) : $0 })
    #expect(sample.keys.filter { !found.contains($0) } == [], "\(found.sorted())")
  }
}

extension JSONNode {
  /// Adds each path to a value, as `findings[].rule`.
  fileprivate func collectKeys(into keys: inout Set<String>, at path: String = "") {
    keys.insert(path)
    switch content {
    case .null, .bool, .integer, .decimal, .string: break
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

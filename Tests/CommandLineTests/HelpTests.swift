import Foundation
import Testing

@Suite("What does the program say about itself?")
struct HelpTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("--help and -h print every command, option and exit code on standard output")
  func help() throws {
    let run = try folder.run("--help")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("\n"))
    #expect(run.output.contains("\nUsage: deleterules [COMMAND] [ARGUMENT…] [OPTION…]\n"))
    for word in [
      "matrix", "matrix MODEL", "run FILE…", "check MODEL…", "rules [ID]", "explain CELL",
      "explain MODEL ENTITY", "diff OLD [NEW]", "model MODEL", "schema", "completions SHELL",
      "help [COMMAND]",
    ] {
      #expect(run.output.contains("\n  \(word) "), "\(word)")
    }
    for option in [
      "--format FORMAT", "--output FILE", "--only PATTERN", "--framework NAME", "--matrices DIR",
      "--compare", "--all", "--record FILE", "--expect FILE", "--strict", "--cloudkit", "--rule ID",
      "--disable ID", "--baseline FILE", "--write-baseline FILE", "--reason TEXT",
      "--instances FILE", "--all-versions", "-h, --help", "--version",
    ] {
      #expect(run.output.contains("\n  \(option) "), "\(option)")
    }
    for code in ["0", "1", "64", "65", "66", "70"] { #expect(run.output.contains(" \(code) ")) }
    #expect(run.output.components(separatedBy: "\n").allSatisfy { $0.count <= 100 })
    #expect(try folder.run("-h").output == run.output)
  }

  private static let commands = [
    "matrix", "run", "check", "rules", "explain", "diff", "model", "schema", "completions", "help",
  ]

  @Test("Each command says what it takes, and how", arguments: commands)
  func commandHelp(command: String) throws {
    let run = try folder.run(command, "--help")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("Usage: deleterules "))
    #expect(run.output.contains("\n  \(command)"))
    #expect(run.output.contains("\n  -h, --help "))
    #expect(run.output.contains("\nExample"))
    #expect(run.output.contains("\n  deleterules "))
    #expect(run.output.contains("\nExit codes: 0 all well · "))
    #expect(run.output.components(separatedBy: "\n").allSatisfy { $0.count <= 100 })
    #expect(try folder.run("help", command).output == run.output)
    #expect(try folder.run("-h", command).output == run.output)
  }

  @Test("A command's help has its own options and formats, and no others")
  func ownOptions() throws {
    let check = try folder.run("check", "--help").output
    #expect(check.contains("text (the default), json, sarif, junit, github\n"))
    #expect(check.contains("\n  --strict "))
    #expect(check.contains("1 an error or a warning; with"))
    #expect(!check.contains("--compare"))
    let explain = try folder.run("explain", "--help").output
    #expect(explain.contains("\nOptions of 'explain CELL':\n  --matrices DIR "))
    #expect(explain.contains("\nOptions of 'explain MODEL ENTITY':\n  --format FORMAT "))
    #expect(!(try folder.run("rules", "--help").output.contains(" 1 ")))
  }

  @Test("'help' alone is the overview, and of an unknown command an error")
  func helpCommand() throws {
    #expect(try folder.run("help").output == folder.run("--help").output)
    let run = try folder.run("help", "modle")
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("unknown value 'modle' for 'COMMAND'; expected matrix, "))
    #expect(run.errors.contains("; did you mean 'model'?\n"))
  }

  @Test("Every example of every help works", arguments: [[]] + commands.map { [$0] })
  func examples(topic: [String]) throws {
    let help = try folder.run(topic + ["--help"]).output
    let examples = try #require(help.components(separatedBy: "\nExample").last)
    let lines = examples.components(separatedBy: "\n").filter { $0.hasPrefix("  deleterules ") }
    #expect(!lines.isEmpty)
    let model = "<model><entity name=\"Task\"/></model>"
    for name in ["App", "Old"] {
      try folder.write(model, to: "\(name).xcdatamodeld/\(name).xcdatamodel/contents")
    }
    try folder.write("@Model final class Task {}\n", to: "Sources/Task.swift")
    try folder.write(#"{"objects": {"Task": ["one"]}, "links": []}"#, to: "tasks.json")
    try folder.copyMatrices()
    try folder.write(folder.read("matrices/swiftData/A-B.json"), to: "scenario.json")
    for line in lines {
      let program = DeleteRulesProcess.program.path
      let command = line.replacingOccurrences(of: "  deleterules", with: "'\(program)'")
      let run = try folder.shell(command)
      #expect(run.exitCode == 0, "\(line)")
      #expect(!run.errors.contains("error"), "\(line)")
    }
  }

  @Test(
    "Help wins over everything that is well-formed",
    arguments: [
      ["explain", "--help"], ["run", "-h"], ["schema", "--format", "json", "--help"],
      ["matrix", "surplus", "--help"], ["model", "--format=bogus", "--help"],
    ])
  func helpWins(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 0)
    #expect(try run.output == folder.run("help", arguments[0]).output)
    #expect(try folder.run("--help", "--version").output == folder.run("help").output)
  }

  @Test("--version prints the version and nothing else")
  func version() throws {
    let run = try folder.run("--version")
    #expect(run.exitCode == 0)
    #expect(run.output == "0.1.0\n")
    #expect(run.errors == "")
    #expect(try folder.run("explain", "--version").output == run.output)
  }

  @Test("'schema' prints the checked-in JSON Schema byte for byte")
  func schema() throws {
    let run = try folder.run("schema")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let file = Checkout.matrices.appendingPathComponent("matrix.schema.json")
    #expect(try run.outputBytes == Data(contentsOf: file))
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    #expect(json?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }
}

@Suite("How may the words of a command line be arranged?")
struct WordOrderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A value may stand behind an equals sign, and options before or after the command",
    arguments: [
      ["--only=A-B", "--format=json"], ["matrix", "--only", "A-B", "--format=json"],
      ["--format", "json", "matrix", "--only=A-B"], ["--format", "json", "--only", "A-B", "--"],
    ])
  func arrangement(arguments: [String]) throws {
    let run = try folder.run(arguments)
    #expect(run.exitCode == 0)
    #expect(try run.output == folder.run("--only", "A-B", "--format", "json").output)
  }

  @Test("Only the first equals sign separates")
  func equalsSign() throws {
    #expect(try folder.run("--output=a=b").exitCode == 0)
    #expect(try folder.names == ["a=b"])
  }

  @Test("After -- a word that begins with a hyphen is a file")
  func hyphen() throws {
    try folder.copyMatrices()
    try folder.write(folder.read("matrices/swiftData/A-B.json"), to: "-a.json")
    #expect(try folder.run("run", "-a.json").exitCode == 64)
    let run = try folder.run("run", "--", "-a.json")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("## A-B "))
    #expect(try folder.run("run", "--", "--").errors.contains("no such file: '--'"))
  }
}
